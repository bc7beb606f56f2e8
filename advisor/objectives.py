"""By what a turn may be ranked: one record an objective. To add one is to add its record, its words, and, if the
optimiser is to be asked something new, its levels in `solver.model.objectives`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from advisor import advice
from solver.errors import Reason


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """How a turn ends, as far as objectives look at it: does it close, the penalty points and cards left in hand, and
    the points laid on the table."""

    closes: bool
    penalty: int
    cards: int
    points_laid: int


@dataclass(frozen=True, slots=True)
class TurnObjective:
    """What makes one turn better than another.

    `asked` is what the optimiser is asked for; `score` says how good an outcome is, less is better; `costs` is the fact
    that a plan is worse by so much. `told` is the sign with which people are told a score. `closes_first`: the
    optimiser puts closes first by itself; `by_penalty`: a card in hand counts by its points; `from_hand`: of closes one
    from hand is wanted; `measured`: is a turn scored by its outcome, and not by what is expected of it?
    """

    asked: Literal["penalty", "points", "cards"]
    score: Callable[[TurnOutcome], float]
    costs: Callable[[float], Reason]
    told: int = 1
    closes_first: bool = True
    by_penalty: bool = False
    from_hand: bool = False
    measured: bool = True


def _penalty_left(outcome: TurnOutcome) -> float:
    return float(outcome.penalty)


def _points_laid(outcome: TurnOutcome) -> float:
    return 0.0 - float(outcome.points_laid)


def _cards_left(outcome: TurnOutcome) -> float:
    return 0.0 if outcome.closes else float(outcome.cards)


def _no_close(outcome: TurnOutcome) -> float:
    return 0.0 if outcome.closes else 1.0


OBJECTIVES: Final[dict[str, TurnObjective]] = {
    "strength": TurnObjective(
        "penalty", _penalty_left, lambda more: advice.plan_expected_worse(points=more), measured=False
    ),
    "penalty": TurnObjective(
        "penalty", _penalty_left, lambda more: advice.plan_leaves_more(points=more), by_penalty=True
    ),
    "points": TurnObjective(
        "points",
        _points_laid,
        lambda more: advice.plan_lays_fewer_points(points=more),
        told=-1,
        closes_first=False,
    ),
    "cards": TurnObjective("cards", _cards_left, lambda more: advice.plan_leaves_more_cards(cards=more)),
    "close": TurnObjective(
        "penalty",
        _no_close,
        lambda more: advice.plan_closes_less_often(percent=round(100 * more, 1)),
        from_hand=True,
    ),
}
"""The objectives of a turn that may be asked for, by name; the first is the default of requests."""
