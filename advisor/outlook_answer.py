"""What the outlook answers, as data: distances, accepting cards, and the table of throws."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from solver.errors import Reason
from solver.game.cards import Card
from solver.game.position import Position


@dataclass(frozen=True, slots=True)
class Accept:
    """A kind of card whose drawing lowers the distance, and how many copies of it can still come."""

    card: Card
    left: int


@dataclass(frozen=True, slots=True)
class Distance:
    """Draws to a goal: None if no draws reach it; `accepts` lower it (none at distance 0).

    `unseen` counts all cards that can still come, `none_left` are kinds that would lower the distance but cannot come
    any more. `undrawn`: the turn's own draw is counted. `next_chance` is the chance that the next draw brings the goal
    nearer, or reaches it at distance 1, the throw before it being the best for that (None: that of an accepting card).
    Unless `optimal`, which speaks of all of this, time ran out (or the hand is larger than real ones), and more may be
    known later.
    """

    distance: int | None
    accepts: tuple[Accept, ...]
    unseen: int
    none_left: tuple[Card, ...] = ()
    optimal: bool = True
    undrawn: bool = False
    next_chance: float | None = None

    @property
    def chance_of(self) -> str | None:
        """What the next draw can do: reach the goal, bring it nearer, or nothing that is known."""
        return {None: None, 0: None, 1: "reached"}.get(self.distance, "nearer")

    @property
    def left_total(self) -> int:
        """Copies of accepting cards that can still come."""
        return sum(accepted.left for accepted in self.accepts)

    @property
    def next_draw_probability(self) -> float:
        """The chance that the next card drawn is an accepting one, each unseen card being equally likely."""
        return self.chance(1)

    def chance(self, draws: int) -> float:
        """The chance that at least one of so many draws brings an accepting card."""
        if draws <= 0 or not self.unseen:
            return 0.0
        return 1 - comb(self.unseen - self.left_total, min(draws, self.unseen)) / comb(
            self.unseen, min(draws, self.unseen)
        )


@dataclass(frozen=True, slots=True)
class ThrowRow:
    """A card that may be thrown: the distances that it leaves, penalty points that leave the hand, and its danger.

    `fits` are ids of table melds on which an opened player could lay it, `frees_joker` of those whose joker it stands
    for. `wanted` are cards that the next player picked up and holds, `unwanted` those that he has thrown, with which it
    could lie in a meld (the latter also its own kind). `reason` says what makes it worse than the first row (or,
    in the first row, that it is the best). `expected` is what the best turn that throws it comes to at the end of the
    deal (the player's penalty less the opponents' mean, less is better) and `penalty_left` the points that this turn
    leaves; None before the draw, or where the time did not suffice.
    """

    rank: int
    card: Card
    to_open: Distance
    to_close: Distance
    penalty_saved: int
    fits: tuple[str, ...]
    frees_joker: tuple[str, ...]
    wanted: tuple[Card, ...]
    unwanted: tuple[Card, ...]
    reason: Reason
    expected: float | None = None
    penalty_left: int | None = None


@dataclass(frozen=True, slots=True)
class OutlookAnswer:
    """Distances to opening and closing, and every card that may be thrown, best first.

    `hindrance` is why this turn cannot reach a goal, whatever the cards: it is too early (the distances are those of
    the cards alone), or nobody may close (the distances say so). `forbidden` are the cards that may not be thrown, with
    the reason. `before_draw`: the draw is still to come, and the throws are those after a draw that does not help.
    `unproved` is why not all is proved, if it is not; `weighed`: time was left to weigh the throws; `in_time`: nothing
    that went into the answer ran out of time, no list of cards either.
    """

    position: Position
    to_open: Distance
    to_close: Distance
    discards: tuple[ThrowRow, ...]
    forbidden: tuple[tuple[Card, Reason], ...]
    hindrance: Reason | None
    before_draw: bool = False
    unproved: Reason | None = None
    weighed: bool = True
    in_time: bool = True

    @property
    def optimal(self) -> bool:
        """Are all distances and accepting cards proved, and the throws weighed?"""
        rows = (distance for row in self.discards for distance in (row.to_open, row.to_close))
        return self.in_time and self.weighed and all(one.optimal for one in (self.to_open, self.to_close, *rows))
