"""Distances by their definition: every throw and every draw is tried, and the exhaustive turn search is asked.

It shares nothing with optimiser, referee or the fast search. For small positions only.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from solver.game.cards import CARDS, Card, without
from solver.game.position import Position
from tests.oracles.turn_search import Turn, search

MOST_STATES = 40_000


class Draws:
    """The distances of one position, with the cards that can still come, by 53 counts."""

    def __init__(self, position: Position, left: tuple[int, ...]) -> None:
        self.position = replace(position, drawn=None, phase="after_draw", phase_told=True)
        self.left = left
        self.closes = cache(self._closes)

    def _closes(self, hand: tuple[Card, ...]) -> bool:
        return bool(hand) and search(replace(self.position, hand=hand), MOST_STATES, 20 * MOST_STATES).closes

    def after_throw(self, hand: tuple[Card, ...], left: tuple[int, ...], most: int) -> tuple[int | None, set[Card]]:
        """The distance of a hand before a draw up to `most`, and the cards that bring it nearer."""
        found: dict[Card, int] = {}
        for card in CARDS:
            if left[card.kind]:
                less = tuple(count - (kind == card.kind) for kind, count in enumerate(left))
                further = self.in_turn(tuple(sorted((*hand, card))), less, most - 1)
                if further is not None:
                    found[card] = 1 + further
        near = min(found.values(), default=None)
        return near, {one for one, distance in found.items() if distance == near}

    def in_turn(self, hand: tuple[Card, ...], left: tuple[int, ...], most: int) -> int | None:
        """The distance of a hand in its turn up to `most`."""
        if self.closes(hand):
            return 0
        if not most:
            return None
        return min(
            (
                near
                for thrown in self.throws(hand)
                if (near := self.after_throw(without(hand, (thrown,)), left, most)[0]) is not None
            ),
            default=None,
        )

    def throws(self, hand: tuple[Card, ...]) -> list[Card]:
        """The cards that may be thrown from a hand that lays nothing."""
        turn = Turn(replace(self.position, hand=hand))
        kinds = turn._throws(turn.first, opened=self.position.opened)
        return [CARDS[kind] for kind in kinds]

    def accepts(self, hand: tuple[Card, ...], distance: int) -> set[Card]:
        """The cards that, after some throw, bring a hand in its turn nearer from this distance."""
        found: set[Card] = set()
        for thrown in self.throws(hand):
            near, cards = self.after_throw(without(hand, (thrown,)), self.left, distance)
            if near == distance:
                found |= cards
        return found
