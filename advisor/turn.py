"""The whole turn: which draw, what to lay, lay off and exchange, what to throw; all plans ranked by one objective."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final, Literal

from advisor import advice
from advisor.answers import Options, Plan, TurnAnswer, within_budget
from advisor.best_turns import best_close, best_turns, outcome_of, special_instead
from advisor.draws import ranked_draws, taking, with_bottom, with_discard
from advisor.objectives import OBJECTIVES
from advisor.penalty import why_nothing_laid
from advisor.plan import draw_from_stock, first_in_time, lay_nothing
from advisor.plan_kinds import compared, differing, laid_in, with_kinds
from advisor.stock import stock_value
from advisor.strength.turn import strength_turn
from solver.budget import TimedOut, due_now, strictly
from solver.game.position import Position
from solver.model.question import closing_questions, obliged_card
from solver.referee.judge import check_draw

PLANS_SHOWN: Final = 3
STRENGTH_SECONDS: Final = 0.1
"""How long after the budget turns are still ranked by strength; then the least penalty is answered instead."""


def turn(position: Position, options: Options, objective: str = "penalty") -> TurnAnswer:
    """The best whole turn by `strength`, `penalty`, `points`, `cards` or `close`, and the next best.

    Where the time does not suffice for `strength`, the answer is that of `penalty`, and says so.
    A turn that closes comes before all others, whatever the objective: no close is passed over for what may come of
    waiting, and of several the one that earns a bonus is taken. Before the draw the answer is of draws: taking the
    discard or bottom card with the plan that meets its duty, and the stock with the mean over all cards that can still
    come; else of the hand as it stands. `optimal` is false if and only if anything
    that went into the answer ran out of time. Source: the rules' sections 3 to 8.
    Raises InvalidPosition for a draw that was forbidden.
    """
    check_draw(position)
    return within_budget(options, lambda: _turn(position, options, objective))


def _turn(position: Position, options: Options, objective: str) -> TurnAnswer:
    """The answer, though parts of it may have run out of time."""
    if not OBJECTIVES[objective].measured:
        try:
            with strictly(STRENGTH_SECONDS):
                return strength_turn(position, options)
        except TimedOut:
            with due_now():
                return _turn(position, options, "penalty")
    wanted = max(PLANS_SHOWN, 1 + options.alternatives)
    if not position.draws_first:
        nothing = cache(lambda: lay_nothing(position))
        plans, optimal, bound = best_plans(position, objective, wanted, nothing)
        plans = _with_waiting(position, plans, wanted, nothing)
        scored = [replace(plan, score=score_of(plan, objective)) for plan in plans]
        told = compared(differing(with_kinds(position, scored), wanted), objective)
        reasons = why_nothing_laid(position, plans[0], proved=optimal)
        return TurnAnswer(position, objective, told[0], told, reasons, optimal, bound)
    taken = [one for one in (_taken(position, "discard", objective), _taken(position, "bottom", objective)) if one]
    value = stock_value(position, objective)
    why = [] if value.complete else [advice.stock_not_all(known=value.known, of=value.kinds)]
    stock = draw_from_stock(position, round(value.expected, 4), *why)
    plans = ranked_draws(position, stock, taken)
    told = compared(with_kinds(position, plans), objective)
    return TurnAnswer(position, objective, told[0], told, (), value.proved, None)


def _with_waiting(
    position: Position, plans: list[Plan], wanted: int, laying_nothing: Callable[[], Plan | None]
) -> list[Plan]:
    """The plans, and where all of them open, in place of the last the one that lays nothing, if that is allowed."""
    if position.opened or obliged_card(position) is not None or not all(map(laid_in, plans)) or plans[0].closes:
        return plans
    nothing = laying_nothing()
    return plans if nothing is None else [*plans[: wanted - 1], nothing]


def best_plans(
    position: Position,
    objective: str,
    wanted: int,
    laying_nothing: Callable[[], Plan | None] | None = None,
) -> tuple[list[Plan], bool, int | None]:
    """The best turns after the draw. One that closes comes before all others, whatever the objective; of these one that
    earns a bonus, and to `close` one from hand."""
    by = OBJECTIVES[objective]
    plans, optimal, bound = best_turns(position, by.asked, wanted, laying_nothing)
    if not by.closes_first and not plans[0].closes:
        close = best_close(position, by.asked)
        if close is not None:
            plans = [close, *(plan for plan in plans if plan.actions != close.actions)][:wanted]
    if plans[0].closes:
        better = special_instead(position, plans[0])
        if by.from_hand and not position.opened and not better.from_hand:
            by_hand, _ = first_in_time(position, closing_questions(position)[0])
            better = better if by_hand is None else by_hand.plan
        if better is not plans[0]:
            plans = [better, *(plan for plan in plans if plan.actions != better.actions)][:wanted]
    return plans, optimal, bound


def score_of(plan: Plan, objective: str) -> float | None:
    """How good a plan is by an objective, less is better. None for a plan that only returns a taken card."""
    return None if plan.penalty is None else OBJECTIVES[objective].score(outcome_of(plan))


def _taken(position: Position, source: Literal["discard", "bottom"], objective: str) -> Plan | None:
    """The best turn that takes the discard or the bottom card; None if it may not be taken or not be laid."""
    taken = with_discard(position) if source == "discard" else with_bottom(position)
    if taken is None or taken.drawn is None or taken.drawn.card is None:
        return None
    plans, _, _ = best_plans(taken, objective, 1)
    plan = plans[0]
    if plan.penalty is None or not plan.actions:
        return None
    return taking(plan, source, taken, score_of(plan, objective) or 0.0)
