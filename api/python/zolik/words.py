"""Whatever this package gives, in words: in English, Czech or Slovak, with cards in the notation asked for."""

from __future__ import annotations

from functools import singledispatch
from typing import Protocol, TypeAlias

from advisor.words.explain import meld_text, reason_text
from solver.errors import Reason
from solver.game.cards import Card
from solver.game.melds import Meld
from solver.referee.verdict import BrokenRule
from zolik.asking import Language, Notation


class Told(Protocol):
    """What tells itself: an answer or a plan."""

    def text(self, language: Language | None = None, notation: Notation | None = None) -> str:
        """The words."""
        ...


Thing: TypeAlias = Told | Card | Meld | Reason | BrokenRule


def text(thing: Thing, language: Language = "en", notation: Notation = "ascii") -> str:
    """A card, meld, reason, problem, plan or answer in words."""
    return _told(thing, language, notation)


@singledispatch
def _told(thing: Told, language: Language, notation: Notation) -> str:
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
