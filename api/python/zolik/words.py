"""Whatever this package gives, in words: in English, Czech or Slovak, with cards in the notation asked for."""

from __future__ import annotations

from functools import singledispatch
from typing import Protocol, TypeAlias

from advisor.words.explain import meld_text, reason_text
from advisor.words.say import known_language
from solver.errors import Reason
from solver.game.cards import Card
from solver.game.melds import Meld
from solver.referee.verdict import BrokenRule
from zolik.asking import Language, Notation
from zolik.errors import told
from zolik.given import check_given, check_words, wrong_type


class Told(Protocol):
    """What tells itself: an answer or a plan."""

    def text(self, language: Language | None = None, notation: Notation | None = None) -> str:
        """The words."""
        ...


Thing: TypeAlias = Told | Card | Meld | Reason | BrokenRule


def text(thing: Thing, language: Language = "en", notation: Notation = "ascii") -> str:
    """A card, meld, reason, problem, plan or answer in words. Raises InvalidInput."""
    if isinstance(thing, Card | Meld | Reason | BrokenRule):
        check_given(known_language(language), language=language, notation=notation)
    else:  # what tells itself may be left to itself
        check_words(language, notation, known_language(language))
    return _told(thing, language, notation)


@singledispatch
@told(lambda _, language, __: language)
def _told(thing: Told, language: Language, notation: Notation) -> str:
    if not callable(getattr(thing, "text", None)):
        raise wrong_type("thing", "thing", thing)
    return thing.text(language, notation)


@_told.register
def _card(thing: Card, _: Language, notation: Notation) -> str:
    return thing.text(notation)


@_told.register
def _meld(thing: Meld, language: Language, notation: Notation) -> str:
    return meld_text(thing, language, notation)


@_told.register
def _reason(thing: Reason, language: Language, notation: Notation) -> str:
    return reason_text(thing, language, notation)


@_told.register
def _problem(thing: BrokenRule, language: Language, notation: Notation) -> str:
    return reason_text(thing.reason, language, notation)
