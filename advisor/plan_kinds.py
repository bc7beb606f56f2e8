"""Plans of different kinds: what a turn is for, which other ways there are, and what each gains or costs.

A kind is told by what a turn does beside the other turns looked at: to open, or to wait though the hand could open; to
lay all that can be laid, to hold a lay-off back, or to keep the jokers; to close; where to draw. Of an answer's plans
the recommended one comes first, then the best of each other kind, then others that lay something else, and only then
further throws of what is laid already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from advisor import advice
from advisor.answers import Plan, PlanKind
from advisor.objectives import OBJECTIVES
from solver.errors import Reason
from solver.game.actions import Action, Discard, Draw, Return
from solver.game.cards import JOKER
from solver.game.position import Position

_DRAWS: Final[dict[str, PlanKind]] = {"stock": "draw_stock", "discard": "draw_discard", "bottom": "draw_bottom"}


def laid_in(plan: Plan) -> tuple[Action, ...]:
    """What a plan lays: its actions without the draw, the throw and a card that goes back."""
    return tuple(action for action in plan.actions if not isinstance(action, (Draw, Discard, Return)))


def with_kinds(position: Position, plans: Sequence[Plan]) -> list[Plan]:
    """The plans of one position, each with its kind."""
    laying = [plan for plan in plans if laid_in(plan) and not plan.closes]
    fullest = min(laying, key=lambda one: (len(one.left), _jokers_kept(one)), default=None)
    any_laid = any(map(laid_in, plans))
    return [replace(plan, kind=_kind(position, plan, fullest, any_laid=any_laid)) for plan in plans]


def _kind(position: Position, plan: Plan, fullest: Plan | None, *, any_laid: bool) -> PlanKind:
    first = plan.actions[0] if plan.actions else None
    if isinstance(first, Return):
        return "return"
    if isinstance(first, Draw) and position.draws_first:
        return _DRAWS[first.source]
    if plan.closes:
        return "close_from_hand" if plan.from_hand else "close"
    if not laid_in(plan):
        if not any_laid:
            return "lay_nothing"
        return "hold_back" if position.opened else "wait"
    if fullest is not None and _jokers_kept(plan) > _jokers_kept(fullest):
        return "keep_jokers"
    if fullest is not None and set(laid_in(plan)) < set(laid_in(fullest)):
        return "hold_back"
    return "lay" if position.opened or plan.only_exchanges else "open"


def _jokers_kept(plan: Plan) -> int:
    """Jokers that are not laid; whether one is thrown then is another question."""
    return plan.left.count(JOKER)


def differing(plans: Sequence[Plan], wanted: int) -> list[Plan]:
    """At most so many of the plans (given best first, with kinds): the first, the best of each other kind, those that
    lay something else, and then further throws."""
    kinds: set[PlanKind | None] = set()
    layings: set[object] = set()
    ranks: list[int] = []
    for plan in plans:
        laid = tuple(sorted(str(meld.meld) for meld in plan.table_after)), plan.left
        ranks.append(0 if plan.kind not in kinds else 1 if laid not in layings else 2)
        kinds.add(plan.kind)
        layings.add(laid)
    order = sorted(range(len(plans)), key=lambda at: (at > 0, ranks[at], at))
    return [plans[at] for at in order[:wanted]]


def compared(plans: Sequence[Plan], objective: str) -> tuple[Plan, ...]:
    """The plans, all but the first with what they are for and what they gain or cost against it."""
    best = plans[0]
    return (best, *(replace(plan, why=(*plan.why, *_against(plan, best, objective))) for plan in plans[1:]))


def _against(plan: Plan, best: Plan, objective: str) -> Iterator[Reason]:
    if plan.kind != best.kind:
        yield from _purpose(plan, best)
    if best.closes and not plan.closes and not isinstance(best.actions[0], Draw):
        yield advice.plan_closes_not()
        return
    if plan.score is not None and best.score is not None:
        yield _cost(round(plan.score - best.score, 2), objective)
    if objective != "penalty" and plan.penalty is not None and best.penalty is not None and plan.penalty < best.penalty:
        yield advice.plan_leaves_less(points=best.penalty - plan.penalty)


def _purpose(plan: Plan, best: Plan) -> Iterator[Reason]:
    """What a plan of another kind than the recommended one is for."""
    if plan.kind == "open" and plan.points:
        yield advice.plan_open(points=plan.points)
    elif plan.kind == "wait":
        yield advice.plan_wait()
    elif plan.kind == "lay":
        yield advice.plan_lay()
    elif plan.kind == "hold_back":
        more = _more(plan.kept, best)
        yield advice.plan_hold_back(cards=more or None)
    elif plan.kind == "keep_jokers":
        yield advice.plan_keep_jokers(jokers=_jokers_kept(plan))


def _more(kept: Sequence[object], best: Plan) -> list[str]:
    """The cards that stay in hand and would not stay in the recommended turn."""
    rest = list(best.kept)
    found = []
    for card in kept:
        if card in rest:
            rest.remove(card)
        elif card is not best.discard:
            found.append(str(card))
    return found


def _cost(more: float, objective: str) -> Reason:
    """How much worse a plan is by the objective's measure."""
    if not more:
        return advice.plan_as_good()
    if more < 0:  # the recommended plan comes first all the same, for what is sure
        return advice.plan_less_sure()
    return OBJECTIVES[objective].costs(more)
