"""The best legal turns by an objective: the optimiser's, or the best throw where nothing is laid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

from advisor.answers import Plan
from advisor.early_exchange import may_win_unopened, plans_exchanging_only
from advisor.objectives import TurnOutcome
from advisor.plan import first_in_time, lay_nothing, least_after_throw, proposals, rank, return_card
from advisor.scoring import penalty_of
from solver.game.position import Position
from solver.model.decide import TimedOut
from solver.model.question import (
    Objective,
    bottom_kind,
    closing_questions,
    obliged_card,
    opened_question,
    opening_question,
)


def best_turns(
    position: Position,
    objective: Objective,
    wanted: int,
    laying_nothing: Callable[[], Plan | None] | None = None,
) -> tuple[list[Plan], bool, int | None]:
    """The best legal turns by an objective, best first, at most `wanted`; whether the first is proved, and its bound.

    There is always one: to return a taken card that cannot be laid, or an empty plan where no card may be thrown.
    `laying_nothing` gives the turn that lays nothing, where the caller asks for it too.
    """
    plans: list[Plan] = []
    optimal, bound = True, None
    bottom = bottom_kind(position)
    if position.may_lay and not (position.opened and bottom is not None):
        question = opened_question(position, objective) if position.opened else opening_question(position, objective)
        try:
            for proposal in islice(proposals(position, question, wanted), wanted):
                if not plans and not proposal.decision.optimal:
                    optimal, bound = False, -proposal.decision.bound if objective == "points" else 0
                plans.append(proposal.plan)
        except TimedOut:
            optimal, bound = False, bound if objective == "points" else 0
    taken = obliged_card(position)
    early = may_win_unopened(position)
    settled = (
        wanted == 1
        and not early
        and plans
        and (plans[0].closes or (plans[0].penalty or 0) < least_after_throw(position))
    )
    if taken is None and not position.opened and not settled:
        nothing = laying_nothing() if laying_nothing else lay_nothing(position)
        if nothing:
            worse = (at for at, plan in enumerate(plans) if objective == "penalty" and rank(nothing) < rank(plan))
            plans.insert(next(worse, len(plans)), nothing)
        if early:
            try:
                plans = _with_exchanges(position, objective, plans)
            except TimedOut:
                optimal, bound = False, bound if objective == "points" else 0
        plans = plans[:wanted]
    if not plans and position.opened and taken is None:
        nothing = lay_nothing(position)
        plans = [nothing] if nothing else []
    if not plans and taken is not None:
        plans = [return_card(position, taken)]
    if not plans:
        plans = [Plan((), (), position.hand, None, penalty_of(position.hand, position.profile), 0)]
    return plans, optimal, bound


def _with_exchanges(position: Position, objective: Objective, plans: list[Plan]) -> list[Plan]:
    """The plans and the best turn that only exchanges jokers, best first. Raises TimedOut."""

    def order(plan: Plan) -> tuple[int, ...]:
        first = {"cards": outcome_of(plan).cards, "points": -plan.points_laid}.get(objective, 0)
        return (not plan.closes, first, *rank(plan))

    best = min(plans_exchanging_only(position), key=order, default=None)
    if best is None:
        return plans
    worse = (at for at, plan in enumerate(plans) if order(best) < order(plan))
    at = next(worse, len(plans))
    return [*plans[:at], best, *plans[at:]]


def outcome_of(plan: Plan) -> TurnOutcome:
    """How a plan ends."""
    cards = len(plan.left) - (plan.discard is not None)
    return TurnOutcome(plan.closes, plan.penalty or 0, cards, plan.points_laid)


def special_instead(position: Position, plan: Plan) -> Plan:
    """For a turn that closes one that closes and earns the profile's bonus, if there is one and the turn earns none."""
    if plan.special or position.opened or position.profile.from_hand_bonus == "none":
        return plan
    by_hand, _ = first_in_time(position, closing_questions(position)[0])
    return by_hand.plan if by_hand is not None and by_hand.plan.special else plan


def best_close(position: Position, objective: Objective = "penalty", *, throws: int | None = None) -> Plan | None:
    """The best turn that closes, from hand if it can be, and throws a card of a given kind if asked; None if none was
    found in time."""
    for question in closing_questions(position):
        found, _ = first_in_time(position, replace(question, objective=objective, throws=throws))
        if found is not None:
            return found.plan
    return None
