"""Turns a fact's code and parameters into a sentence; the words are data, a file a language beside this module.

A sentence is a text with places: `{name}` for a value as it is, `{name:form}` for a value in a form. Forms are of the
language (plural forms with `#` for the number, or a choice of words by value) or of every language (`card`, `cards`,
`melds`, `names`, `allowed`). A code may have several sentences: the first whose places can all be filled is said, so
that a fact may be told with more or fewer parameters.

    short = { one = "Chybí # bod", few = "Chybí # body", other = "Chybí # bodů" }
    not_enough_points = "{missing:short}: {points} z {required}."        →  Chybí 9 bodů: 33 z 42.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Final, TypeAlias

from solver.errors import Reason, Value
from solver.game.cards import CARDS, Card, Notation

Sentences: TypeAlias = str | Sequence[str]

_FILES: Final = sorted(path.name for path in files(__package__).iterdir() if path.name.endswith(".toml"))

LANGUAGES: Final = ("en", *(name.removesuffix(".toml") for name in _FILES if name != "en.toml"))
"""Every language that has a file here, English first."""

COMMON_FORMS: Final = frozenset({"card", "cards", "melds", "names", "allowed"})
_CARDS: Final[dict[str, Card]] = {str(card): card for card in CARDS}


def known_language(told: object, otherwise: str = "en") -> str:
    """The language that is told if there are words in it, else another."""
    return told if isinstance(told, str) and told in LANGUAGES else otherwise


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language: the whole numbers of each plural form, forms of numbers, words for values, and the
    sentences by code."""

    plural: Mapping[str, Sequence[int]]
    forms: Mapping[str, Mapping[str, str]]
    choices: Mapping[str, Mapping[str, str]]
    sentences: Mapping[str, Sentences]

    def plural_form(self, number: float) -> str:
        """The plural form that a number takes, whatever its sign: the first that lists it; `many` for a fraction, for
        which most nouns have no form of their own and take that of `other`; else `other`."""
        if number != int(number):
            return "many"
        return next((name for name, numbers in self.plural.items() if abs(number) in numbers), "other")

    def counted(self, form: str, number: float, shown: str) -> str:
        """A number, shown as told, in a form."""
        forms = self.forms[form]
        return forms.get(self.plural_form(number), forms["other"]).replace("#", shown)


@cache
def words_of(language: str) -> Words:
    """The words of a language, read once."""
    return Words(**tomllib.loads((files(__package__) / f"{language}.toml").read_text(encoding="utf-8")))


def say(reason: Reason, language: str = "en", notation: Notation = "ascii") -> str:
    """The sentence of a fact. A code without one is named with its parameters; an unknown language is English."""
    code, params = reason.code, reason.params
    language = known_language(language)
    for places in parsed(language, code):
        if all(name is None or name in params for _, name, _ in places):
            return "".join(
                text + ("" if name is None else _shown(params[name], form, language, notation))
                for text, name, form in places
            )
    told = ", ".join(f"{name}: {plain(value, language)}" for name, value in params.items())
    return code.replace("_", " ").capitalize() + (f" ({told})" if told else "") + "."


@cache
def parsed(language: str, code: str) -> tuple[tuple[tuple[str, str | None, str], ...], ...]:
    """The sentences of a code, each as pieces: text, and the place after it (name and form) if there is one."""
    found = words_of(language).sentences.get(code, ())
    sentences = (found,) if isinstance(found, str) else found
    return tuple(
        tuple((text, name, form or "") for text, name, form, _ in Formatter().parse(sentence)) for sentence in sentences
    )


def _shown(value: Value, form: str, language: str, notation: Notation) -> str:
    """A value in a form."""
    if not form or value is None:
        return plain(value, language)
    if form in ("card", "cards"):
        return cards_text(str(value) if isinstance(value, (str, int, float)) else value, notation)
    if form == "melds":
        return ", ".join(_shown(one, "cards", language, notation) for one in _listed(value))
    if form == "names":
        return ", ".join(plain(one, language) for one in _listed(value))
    if form == "allowed":
        return allowed_text(value)
    words = words_of(language)
    if form in words.choices:
        return words.choices[form].get(str(value), plain(value, language))
    if isinstance(value, (int, float)):
        return words.counted(form, value, plain(value, language))
    return plain(value, language)


def plain(value: Value, language: str = "en") -> str:
    """A value as it is: numbers with the language's decimal mark, rounded to one digit after it (below 1 two), and with
    a minus sign; lists and records joined by commas."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        text = f"{value:.{1 if abs(value) >= 1 else 2}f}" if isinstance(value, float) else str(value)
        text = text.rstrip("0").rstrip(".") if "." in text else text
        return (text if language == "en" else text.replace(".", ",")).replace("-", "−")
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {plain(one, language)}" for name, one in value.items())
    if _is_list(value):
        return ", ".join(plain(one, language) for one in _listed(value))
    return str(value)


def cards_text(cards: str | Iterable[object], notation: Notation) -> str:
    """Cards, given as cards or as their canonical texts, in a notation with spaces between them."""
    texts = cards.split() if isinstance(cards, str) else map(str, cards)
    return " ".join(_CARDS[text].text(notation) if text in _CARDS else text for text in texts) or "–"


def allowed_text(schema: object) -> str:
    """What a parameter's domain allows, in a form that needs no words: `0 … 200`, `true / false`, `a / b / null`."""
    if not isinstance(schema, Mapping):
        return str(schema)
    if "anyOf" in schema:
        return " / ".join(allowed_text(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " / ".join("null" if one is None else str(one) for one in schema["enum"])
    if schema.get("type") == "array":
        return f"[{', '.join([allowed_text(schema['items'])] * schema['minItems'])}]"
    if "minimum" in schema:
        return f"{schema['minimum']} … {schema['maximum']}"
    return "true / false" if schema.get("type") == "boolean" else str(schema.get("type", ""))


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _listed(value: Value) -> Sequence[Value]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
