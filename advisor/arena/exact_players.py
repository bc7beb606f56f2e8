"""The exact objectives of one turn as programs for the arena."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from advisor.answers import Plan
from advisor.arena.players import Greedy
from advisor.objectives import OBJECTIVES
from advisor.plan import lay_nothing
from advisor.turn import score_of
from solver.game.actions import Action
from solver.game.position import Position


class Exact(Greedy):
    """The best turn by one objective of `advisor.turn`, on the whole turn: also what is thrown is chosen by it."""

    def __init__(self, objective: str) -> None:
        self.name = objective
        self.objective = OBJECTIVES[objective].asked

    def takes(self, position: Position, taken: Position) -> bool:
        """If the best turn with it is better than laying nothing from the hand as it stands."""
        plan = self.laying(taken)
        if plan is None:
            return False
        if self.name == "close":
            return plan.closes
        idle = lay_nothing(replace(position, drawn=None, phase="after_draw", phase_told=False))
        return idle is None or self._score(plan) < self._score(idle)

    def throw(self, position: Position) -> Sequence[Action]:
        """The highest card, which leaves the least penalty."""
        plan = lay_nothing(position)
        return plan.actions if plan is not None else ()

    def _score(self, plan: Plan) -> float:
        return score_of(plan, self.name) or 0.0
