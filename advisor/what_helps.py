"""Which single cards help to open or to close, and with what points: the distances' accepting cards, for every call.

A card helps if the hand is nearer to the goal with it, the throw in between counted; at distance 1 it reaches the goal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from advisor.answers import Help
from advisor.distances import Distances, Goal
from advisor.plan import first_in_time
from advisor.why_not import counted_table
from solver.budget import TimedOut, check, strictly
from solver.game.cards import CARDS, Card, without
from solver.game.position import MAX_HAND, Position
from solver.kernel.hand import kernel
from solver.kernel.melds import packable
from solver.model.question import Question


@dataclass(frozen=True, slots=True)
class Helps:
    """Cards that bring a goal nearer, from which distance (None: no draws reach it, or unknown), and whether all is
    proved; `sure`: at least whether they reach it at once. `certain`: whatever card comes next, the goal is reached
    with it, and no throw comes before it."""

    cards: tuple[Help, ...] = ()
    distance: int | None = None
    certain: bool = False
    optimal: bool = True
    sure: bool = True


def closing_helps(position: Position) -> Helps:
    """The cards that bring a close nearer; at distance 1 with the points then left in hand, none."""
    return _helps(position, "close", lambda _card, _undrawn: 0)


def opening_helps(position: Position, question: Callable[[Position], Question]) -> Helps:
    """The cards that bring an opening nearer; at distance 1 with the most points then, most points first. `question`
    asks for the best opening of a position."""
    points = _Points(position, question)
    return _helps(position, "open", points.best)


def _helps(position: Position, goal: Goal, points: Callable[[Card, bool], int | None]) -> Helps:
    distances = Distances(position)
    found = distances.reach(goal)
    near, optimal = found.now.distance, found.now.proved
    if not near:
        return Helps((), near, False, optimal, optimal or found.now.least > 1)
    cards: list[Help] = []
    for card in CARDS:
        if found.now.accepts >> card.kind & 1:
            worth = None
            if near == 1:
                try:
                    with strictly():
                        check()
                        worth = points(card, found.undrawn)
                except TimedOut:
                    optimal = False
            cards.append(Help(card, distances.left[card.kind], worth, near, found.now.proved))
    cards.sort(key=lambda one: (-(one.points or 0), one.card.kind))
    everything = found.now.accepts == distances.may_come
    certain = position.draws_first and near == 1 and everything and found.now.proved
    return Helps(tuple(cards), near, certain, optimal, optimal or found.now.least > 1)


class _Points:
    """The points with which a hand opens with a card more, another one thrown before it."""

    def __init__(self, position: Position, question: Callable[[Position], Question]) -> None:
        self.position = position
        self.question = question
        self.profile = position.profile
        unread = position.closing_barred and self.profile.joker_discard == "to_close"
        twice = packable((*position.hand, *position.hand), self.profile)
        self.small = None if unread or counted_table(position) or not twice else kernel(self.profile)

    def best(self, card: Card, undrawn: bool) -> int | None:
        """The most points; None if time runs out or no throw leaves an opening. Raises TimedOut."""
        whole = (*self.position.hand, card)
        if undrawn or not self.profile.ends_with_discard:
            return self._points(whole)
        most = self._points(whole) if len(whole) <= MAX_HAND else None
        best = None
        for thrown in Distances(self.position).throws:
            points = self._points(without(whole, (thrown,)))
            if points is not None and (best is None or points > best):
                best = points
                if best == most:
                    break
        return best

    def _points(self, hand: tuple[Card, ...]) -> int | None:
        required = self.profile.opening_minimum
        if self.small is not None:
            best = self.small.best_opening(hand, round_=self.position.round)
            return best if best is not None and best >= required else None
        late = max(self.position.round, self.profile.first_laying_round)
        more = replace(self.position, hand=hand, drawn=None, phase="after_draw", phase_told=True, round=late)
        found, in_time = first_in_time(more, replace(self.question(more), ties=False))
        if not in_time:
            raise TimedOut
        return found.plan.points if found else None
