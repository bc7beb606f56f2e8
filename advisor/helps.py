"""Which single card would cure what is missing: one hand more for each kind of card."""

from __future__ import annotations

from collections.abc import Callable

from advisor.answers import Help
from solver.budget import TimedOut, check, until
from solver.game.cards import CARDS, JOKER, Card, counts
from solver.game.position import Position


def cards_left(position: Position) -> list[int]:
    """For each kind the copies that can still come: those neither in the hand nor visible anywhere."""
    profile = position.profile
    visible = [*position.hand, *position.discard_pile, *position.seen]
    visible += [card for one in position.opponents for card in one.picked]
    visible += [card for one in position.table for card in one.meld.cards]
    taken_bottom = position.drawn is not None and position.drawn.source == "bottom"
    if position.bottom_card is not None and not taken_bottom:
        visible.append(position.bottom_card)
    there = counts(visible)
    return [(profile.jokers if one is JOKER else profile.decks) - there[one.kind] for one in CARDS]


def opening_helps(
    position: Position, points_with: Callable[[Card], int | None], deadline: float
) -> tuple[tuple[Help, ...], bool]:
    """Cards with which the hand would reach an opening, with the points then, most points first; and whether all cards
    were looked at before `deadline` (a time of `time.perf_counter`)."""
    return _helps(position, points_with, deadline)


def closing_helps(
    position: Position, closes_with: Callable[[Card], bool], deadline: float
) -> tuple[tuple[Help, ...], bool]:
    """Cards with which the turn would close (the points are those then left in hand, none); and whether all cards were
    looked at before `deadline` (a time of `time.perf_counter`)."""
    return _helps(position, lambda card: 0 if closes_with(card) else None, deadline)


def _helps(position: Position, worth: Callable[[Card], int | None], deadline: float) -> tuple[tuple[Help, ...], bool]:
    left = cards_left(position)
    found = []
    in_time = True
    try:
        with until(deadline):
            for card in CARDS:
                if left[card.kind] > 0:
                    check()
                    points = worth(card)
                    if points is not None:
                        found.append(Help(card, left[card.kind], points))
    except TimedOut:
        in_time = False
    return tuple(sorted(found, key=lambda one: (-one.points, one.card.kind))), in_time
