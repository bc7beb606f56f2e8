"""Turns a fact's code and parameters into a sentence; the words are data, a file a language beside this module.

A sentence is a text with places: `{name}` for a value as it is, `{name:form}` for a value in a form. Forms are of the
language (plural forms with `#` for the number, a choice of words by value, cards or melds in a case) or of every
language (`card`, `cards`, `melds`, `each_meld`, `names`, `allowed`). A code may have several sentences: the first whose
places can all be filled is said, so that a fact may be told with more or fewer parameters.

    short = { one = "Chybí # bod", few = "Chybí # body", other = "Chybí # bodů" }
    not_enough_points = "{missing:short}: {points} z {required}."        →  Chybí 9 bodů: 33 z 42.

    card_acc = { one = "#", other = "#", joker = "žolíka" }
    throws = "Odhoď {card:card_acc}."                                    →  Odhoď 7D. Odhoď žolíka.

    to_meld = { theirs_run = "k postupce", … }   theirs = "{kind} {cards} ({owner})"
    lays_off = "Přilož {cards:card_acc} {onto:to_meld}."                 →  Přilož 4C k postupce 5C JK 7C (Eva).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Final, TypeAlias, cast

from solver.errors import Reason, Value
from solver.facts import MeldName
from solver.game.cards import CARDS, JOKER, Card, Notation

Sentences: TypeAlias = str | Sequence[str]

_FILES: Final = sorted(path.name for path in files(__package__).iterdir() if path.name.endswith(".toml"))

LANGUAGES: Final = ("en", *(name.removesuffix(".toml") for name in _FILES if name != "en.toml"))
"""Every language that has a file here, English first."""

COMMON_FORMS: Final = frozenset({"card", "cards", "melds", "each_meld", "names", "allowed"})
_CARDS: Final[dict[str, Card]] = {str(card): card for card in CARDS}


def known_language(told: object, otherwise: str = "en") -> str:
    """The language that is told if there are words in it, else another."""
    return told if isinstance(told, str) and told in LANGUAGES else otherwise


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language.

    `plural` lists the whole numbers of each plural form, `forms` are forms of numbers, `choices` words for values,
    `cards` forms of one card, of several, and of a joker alone. `melds` are the words before a meld by form, owner and
    kind, `naming` puts them together (by owner, `_nth` where its owner has an equal one), and `sentences` are by code.
    """

    plural: Mapping[str, Sequence[int]]
    forms: Mapping[str, Mapping[str, str]]
    choices: Mapping[str, Mapping[str, str]]
    cards: Mapping[str, Mapping[str, str]]
    melds: Mapping[str, Mapping[str, str]]
    naming: Mapping[str, str]
    nth: Sequence[str]
    sentences: Mapping[str, Sentences]

    def plural_form(self, number: float) -> str:
        """The plural form that a number takes, whatever its sign: the first that lists it; `many` for a fraction, for
        which most nouns have no form of their own and take that of `other`; else `other`."""
        if number != int(number):
            return "many"
        return next((name for name, numbers in self.plural.items() if abs(number) in numbers), "other")

    def listed(self, texts: Sequence[str]) -> str:
        """Texts one after the other, the last two joined by “and”."""
        return self.naming["and"].join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))

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
            told = "".join(
                text + ("" if name is None else _shown(params[name], form, language, notation))
                for text, name, form in places
            )
            return capital(told) if _begins_with_words(places, language) else told
    told = ", ".join(f"{name}: {plain(value, language)}" for name, value in params.items())
    return code.replace("_", " ").capitalize() + (f" ({told})" if told else "") + "."


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


@cache
def parsed(language: str, code: str) -> tuple[tuple[tuple[str, str | None, str], ...], ...]:
    """The sentences of a code, each as pieces: text, and the place after it (name and form) if there is one."""
    found = words_of(language).sentences.get(code, ())
    sentences = (found,) if isinstance(found, str) else found
    return tuple(
        tuple((text, name, form or "") for text, name, form, _ in Formatter().parse(sentence)) for sentence in sentences
    )


def _begins_with_words(places: Sequence[tuple[str, str | None, str]], language: str) -> bool:
    """Does a whole sentence begin with a place that words of the language fill?"""
    text, _, form = places[0]
    words = words_of(language)
    return not text and (form in words.cards or form in words.melds) and places[-1][0].endswith(".")


def _shown(value: Value, form: str, language: str, notation: Notation) -> str:
    """A value in a form."""
    if not form or value is None:
        return plain(value, language)
    if form in ("card", "cards"):
        return cards_text(str(value) if isinstance(value, (str, int, float)) else value, notation)
    if form == "melds":
        return ", ".join(_shown(one, "cards", language, notation) for one in _listed(value))
    if form == "each_meld":
        return words_of(language).listed([_shown(one, "cards", language, notation) for one in _listed(value)])
    if form == "names":
        return ", ".join(plain(one, language) for one in _listed(value))
    if form == "allowed":
        return allowed_text(value)
    words = words_of(language)
    if form in words.cards:
        return _cards_in_case(value, words.cards[form], notation)
    if form in words.melds:
        names = [value] if isinstance(value, Mapping) else _listed(value)
        return words.listed([_meld_name(name, form, language, notation) for name in names])
    if form in words.choices:
        return words.choices[form].get(str(value), plain(value, language))
    if isinstance(value, (int, float)):
        return words.counted(form, value, plain(value, language))
    return plain(value, language)


def _cards_in_case(value: Value, forms: Mapping[str, str], notation: Notation) -> str:
    """One card or several in a case; a joker alone by its name."""
    cards = value.split() if isinstance(value, str) else [str(card) for card in _listed(value)]
    if cards == [str(JOKER)]:
        return forms["joker"]
    return forms["one" if len(cards) == 1 else "other"].replace("#", cards_text(cards, notation))


def _meld_name(name: Value, form: str, language: str, notation: Notation) -> str:
    """A meld, named as `solver.game.named` says, in a case."""
    assert isinstance(name, Mapping)
    words, of, nth = words_of(language), name["of"], name.get("nth")
    assert nth is None or isinstance(nth, int)
    return words.naming[f"{of}_nth" if nth else str(of)].format(
        kind=words.melds[form].get(f"{of}_{name['kind']}", ""),
        cards=_shown(name["cards"], "cards", language, notation),
        owner=name.get("owner"),
        nth=words.nth[nth - 1] if nth and nth <= len(words.nth) else f"{nth}.",
    )


def meld_name(name: MeldName, form: str, language: str, notation: Notation) -> str:
    """A meld by what it is, in a form of the language."""
    return _meld_name(cast("Value", name), form, language, notation)


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
