"""The analyses of a position: best opening, closing, least penalty, whole turn."""

from __future__ import annotations

from advisor.answers import ClosingAnswer, OpeningAnswer, Options, PenaltyAnswer, TurnAnswer
from solver.position import Position


def opening(position: Position, options: Options) -> OpeningAnswer:
    """The best first opening (první vyložení)."""
    raise NotImplementedError


def closing(position: Position, options: Options) -> ClosingAnswer:
    """Can the player close this turn (zavření), and from hand (z ruky)?"""
    raise NotImplementedError


def penalty(position: Position, options: Options) -> PenaltyAnswer:
    """The least legal penalty after this turn, and the structural one."""
    raise NotImplementedError


def turn(position: Position, options: Options, objective: str) -> TurnAnswer:
    """The whole turn, by `penalty`, `points`, `cards`, `close` or `strength`."""
    raise NotImplementedError
