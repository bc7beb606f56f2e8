"""The advice by strength as a program for the arena."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from advisor.arena.deal import Choice
from advisor.best_turns import best_turns
from advisor.draws import with_bottom, with_discard
from advisor.prechecks import may_lay_something
from advisor.strength.ranking import STYLE, Style, WeighedTurn, ranked_turns, stock_expected
from solver.game.actions import Action
from solver.game.position import Position
from solver.model.question import obliged_card

FEW: Final = 6
"""Cards that may stay in hand after an opening of *strength-few*."""


class Strength:
    """Plays the turn that `ranked_turns` puts first."""

    def __init__(self, style: Style = STYLE, name: str = "strength") -> None:
        self.style = style
        self.name = name
        self._last: tuple[Position, list[WeighedTurn]] | None = None

    def _ranked(self, position: Position) -> list[WeighedTurn]:
        """The ranked turns; a discard that was looked at before the draw is played next."""
        if self._last is None or self._last[0] != position:
            self._last = position, ranked_turns(position, self.style)
        return self._last[1]

    def draw(self, position: Position) -> Choice:
        """Takes what lies face up if the turn with it is expected to be better than a card from the stock."""
        bottom = with_bottom(position)
        if bottom is not None and self._laying_score(bottom) is not None:
            return "bottom"
        taken = with_discard(position)
        if taken is None:
            return "stock"
        score = self._laying_score(taken)
        if score is None:
            return "stock"
        return "discard" if self._ranked(taken)[0].end.closes or score < stock_expected(position).score else "stock"

    def _laying_score(self, taken: Position) -> float | None:
        if obliged_card(taken) is not None and not may_lay_something(taken):
            return None
        found = self._ranked(taken)
        return found[0].score if found else None

    def play(self, position: Position) -> Sequence[Action]:
        """The best turn; a taken card that cannot be laid goes back."""
        found = self._ranked(position)
        if found:
            return found[0].actions
        plans, _, _ = best_turns(position, "penalty", 1)
        return plans[0].actions


class OpensFew(Strength):
    """As *strength*, but opens wherever that leaves few cards in hand."""

    def __init__(self) -> None:
        super().__init__(name="strength-few")

    def _ranked(self, position: Position) -> list[WeighedTurn]:
        """An opening that leaves few cards first, if there is one."""
        found = super()._ranked(position)
        if position.opened or not found or found[0].end.closes or found[0].end.opened:
            return found
        few = [one for one in found if one.end.opened and len(one.end.hand) <= FEW]
        return few[:1] + [one for one in found if one not in few[:1]]
