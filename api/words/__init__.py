"""The words of page, docs and problems: data, a file a language beside this module, as in `advisor.words`.

A section is a table of words by key; `forms` are numbers with their nouns, in the plural forms of `advisor.words`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

from advisor.words.say import words_of
from solver.game.cards import CARDS, JOKER
from solver.rules.profile import MEANINGS
from solver.rules.sources import CLAUSES, RULE_SETS

_ENGLISH: Final = {"meanings": dict(MEANINGS), "clauses": dict(CLAUSES), "rule_sets": dict(RULE_SETS)}
"""Sections that the rules themselves hold in English."""


@cache
def words_in(language: str) -> dict[str, Any]:
    """Every section of a language, read once."""
    told = tomllib.loads((files(__package__) / f"{language}.toml").read_text(encoding="utf-8"))
    return _ENGLISH | told | {"card_names": _card_names(told["cards"])}


def word(section: str, key: str, language: str) -> str:
    """A word or sentence. Raises KeyError for one that does not exist."""
    return str(words_in(language)[section][key])


def counted(form: str, number: int, language: str) -> str:
    """A number with its noun."""
    forms: dict[str, str] = words_in(language)["forms"][form]
    return forms[words_of(language).plural_form(number)].replace("#", str(number))


def _card_names(told: dict[str, Any]) -> dict[str, str]:
    """Each kind of card as it is read out, by its canonical text: the suit in the form that the rank asks for."""
    names = {str(JOKER): str(told["joker"])}
    for card in CARDS:
        if card is not JOKER:
            rank, form = told["ranks"][card.rank - 1]
            names[str(card)] = told["name"].format(rank=rank, suit=told["suits"][card.suit.letter][form])
    return names
