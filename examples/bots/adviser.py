"""A player for the arena in Python: it lays what leaves the least penalty, whenever it can."""

from __future__ import annotations

from collections.abc import Sequence

import zolik


class Hasty:
    """Plays the turn of the least penalty."""

    def __init__(self) -> None:
        self.refusals: list[str] = []
        self.penalties: list[int] = []

    def draw(self, position: zolik.Position) -> str:
        return "stock"

    def play(self, position: zolik.Position) -> Sequence[zolik.Action]:
        return position.penalty(time_ms=10_000).plan.actions

    def refused(self, position: zolik.Position, problems: Sequence[zolik.Problem]) -> None:
        self.refusals += [zolik.text(one) for one in problems]

    def ended(self, penalties: Sequence[int], seat: int, closer: int | None) -> None:
        self.penalties.append(penalties[seat])
