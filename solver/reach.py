"""How many cards must be drawn to reach a goal: the question, and the answer for a hand and for each throw from it.

`solver.reach_opening` and `solver.reach_closing` answer it. Sets of kinds are integers with a bit for each kind number.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from solver.cards import CARDS, JOKER_KIND, Card
from solver.rules import RuleProfile

JOKER_KIND_BIT: Final = 1 << JOKER_KIND
FIRST_SLOT: Final = JOKER_KIND + 1
"""From this bit on, bits of a set of kinds stand for places at table melds."""

MOST_SLOTS: Final = 64 - FIRST_SLOT


class OutOfTime(Exception):
    """The budget ran out before the search was complete."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Cards that can be laid together: a meld, or cards added to a table meld.

    `kinds` has a bit for each natural card, and for a lay-off one for its place at the table meld; `jokers` may be
    negative where an exchange wins them. `size` is the number of cards that leave the hand for good: cards less jokers
    won. `pure`: a run without a joker.
    """

    kinds: int
    jokers: int
    points: int
    size: int
    pure: bool


@dataclass(frozen=True)
class ReachQuestion:
    """A hand and what can still come to it, both as 53 counts by kind, and what can be done at the table.

    `turns` is the player's turn number now, `deadline` a time of `time.perf_counter`.
    """

    profile: RuleProfile
    held: tuple[int, ...]
    left: tuple[int, ...]
    opened: bool = False
    turn: int = 99
    pieces: tuple[Piece, ...] = ()
    deadline: float = float("inf")

    @property
    def size(self) -> int:
        """Number of cards in hand."""
        return sum(self.held)

    @property
    def jokers(self) -> int:
        return self.held[JOKER_KIND]

    @property
    def joker_may_go(self) -> bool:
        """May a joker be thrown in this turn?"""
        return self.turn >= self.profile.joker_discard_from_round

    def check_time(self) -> None:
        """Raises OutOfTime when the budget is spent."""
        if time.perf_counter() > self.deadline:
            raise OutOfTime


@dataclass(frozen=True, slots=True)
class Reach:
    """`distance` cards must be drawn (None: it cannot be reached); drawing one of `accepts` first lowers it.

    `gone` are kinds that would lower it, but none of them can come. Unless `proved`, the search ran out of time.
    """

    distance: int | None
    accepts: int = 0
    gone: int = 0
    proved: bool = True


@dataclass(frozen=True, slots=True)
class ReachAnswer:
    """The reach of the hand in this turn, and of what stays in hand after each possible throw, by kind."""

    now: Reach
    after: dict[int, Reach] = field(default_factory=dict)


def kinds_of(bits: int) -> Iterator[int]:
    """The kind numbers of a set, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def cards_of(bits: int) -> tuple[Card, ...]:
    """The cards of a set of kinds, in order."""
    return tuple(CARDS[kind] for kind in kinds_of(bits))


def at_least(counts: Iterable[int], copies: int) -> int:
    """The natural kinds of which there are at least so many copies."""
    return sum(1 << kind for kind, count in enumerate(counts) if count >= copies and kind < JOKER_KIND)
