"""The arena's simple programs: random, greedy and patient.

All lay down through the same exact engine; they differ in when they lay, what they throw and which card they take.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from advisor.answers import Plan
from advisor.arena.deal import Choice
from advisor.best_turns import best_turns
from advisor.draws import with_bottom, with_discard
from advisor.prechecks import may_lay_something
from solver.game.actions import Action, Discard, Return
from solver.game.cards import Card
from solver.game.position import Position
from solver.game.position_line import position_line
from solver.kernel.hand import kernel
from solver.kernel.melds import packable
from solver.model.question import Objective, obliged_card
from solver.referee.judge import may_throw

NEAR_CLOSE: Final = 2
"""Cards that may stay in hand after an opening from which *patient* expects to close within two turns."""


def laying_plan(position: Position, objective: Objective) -> Plan | None:
    """The best turn by an objective if it lays something, else None."""
    if not may_lay_something(position):
        return None
    plans, _, _ = best_turns(position, objective, 1)
    return plans[0] if any(not isinstance(action, (Discard, Return)) for action in plans[0].actions) else None


def throw_of(position: Position, order: Sequence[Card]) -> tuple[Action, ...]:
    """Throws the first card of an order that may be thrown; nothing if none may."""
    if not position.profile.ends_with_discard:
        return ()
    for card in order:
        if may_throw(position, position.hand, card, position.opened) is None:
            return (Discard(card),)
    return ()


def highest_deadwood(position: Position) -> list[Card]:
    """The cards of a hand by what throwing them costs: first the best throw when all that can be melded counts as
    laid, then the highest cards."""
    cards = sorted(set(position.hand), key=lambda one: (one.is_joker, -one.rank if one.rank > 1 else -14, one.kind))
    if not packable(position.hand, position.profile):
        return cards
    best = (
        kernel(position.profile)
        .least_penalty(position.hand, round_=position.round, may_close=not position.closing_barred)
        .discard
    )
    return cards if best is None else [best, *(card for card in cards if card is not best)]


class Greedy:
    """Lays whatever lowers the penalty as soon as it may, throws the highest deadwood, takes the discard whenever it
    can be laid."""

    name = "greedy"
    objective: Objective = "penalty"
    _last: tuple[Position, Plan | None] | None = None

    def draw(self, position: Position) -> Choice:
        """The card under the stock if it closes, the discard if it can be laid as the program lays, else the stock."""
        bottom = with_bottom(position)
        if bottom is not None and self.laying(bottom) is not None:
            return "bottom"
        taken = with_discard(position)
        if taken is not None and self.takes(position, taken):
            return "discard"
        return "stock"

    def takes(self, position: Position, taken: Position) -> bool:  # noqa: ARG002  for who compares the two
        """Is the discard taken?"""
        return self.laying(taken) is not None

    def play(self, position: Position) -> Sequence[Action]:
        """What it lays, or what it throws."""
        plan = self.laying(position)
        if plan is not None:
            return plan.actions
        drawn = position.drawn
        if drawn is not None and drawn.card is not None and must_lay(position):
            return (Return(drawn.card),)
        return self.throw(position)

    def laying(self, position: Position) -> Plan | None:
        """The turn that lays something, if the program wants to lay."""
        if self._last is None or self._last[0] != position:  # a discard that was looked at is played next
            self._last = position, laying_plan(position, self.objective)
        return self._last[1]

    def throw(self, position: Position) -> Sequence[Action]:
        """A turn without laying."""
        return throw_of(position, highest_deadwood(position))


def must_lay(position: Position) -> bool:
    """Does the drawn card oblige to lay?"""
    return obliged_card(position) is not None


class Patient(Greedy):
    """Opens only to close within two turns, else collects; then plays as *greedy*."""

    name = "patient"

    def laying(self, position: Position) -> Plan | None:
        """The opening only if it closes or leaves few cards."""
        plan = super().laying(position)
        if plan is None or position.opened or plan.closes:
            return plan
        kept = len(plan.left) - (plan.discard is not None)
        return plan if kept <= NEAR_CLOSE else None


class Random(Greedy):
    """Random legal turns, each seeded from its position."""

    name = "random"

    def laying(self, position: Position) -> Plan | None:
        """Lays every other time that it may, always where a taken card obliges to."""
        if not must_lay(position) and self._dice(position).random() < 0.5:
            return None
        return laying_plan(position, "penalty")

    def throw(self, position: Position) -> Sequence[Action]:
        """Any card."""
        order = list(dict.fromkeys(position.hand))
        self._dice(position).shuffle(order)
        return throw_of(position, order)

    def _dice(self, position: Position) -> random.Random:
        return random.Random(position_line(replace(position, table=())))
