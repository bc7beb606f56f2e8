"""The least legal penalty after this turn, the structural one beside it, and what the round would cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from advisor import advice
from advisor.answers import Options, PenaltyAnswer, Plan, within_budget
from advisor.before_draw import Found, cards_to_come, closing_somehow, exceptions, laying_nothing, layings, noted
from advisor.best_turns import best_turns
from advisor.early_exchange import may_win_unopened
from advisor.lacking import cured, draw_duty_unmet, why_no_opening
from advisor.plan import lay_nothing, rank
from advisor.scoring import held_if_beaten, penalty_of
from advisor.stock import stock_close
from advisor.throws import best_turn
from advisor.why_not import structural_penalty
from solver import facts
from solver.budget import strictly
from solver.errors import Reason
from solver.game.position import Position, after_drawing
from solver.model.decide import TimedOut
from solver.model.question import Objective, obliged_card, opened_question, opening_question
from solver.referee.judge import check_draw
from solver.referee.verdict import EndState, Verdict


def penalty(position: Position, options: Options) -> PenaltyAnswer:
    """The turn with the least penalty: a player who has not opened opens or lays nothing.

    Before the draw it is the least penalty that is certain whatever card comes, if that card is thrown.
    Source: the rules' sections 7 and 8. Raises InvalidPosition for a draw that was forbidden.
    """
    check_draw(position)
    return within_budget(options, lambda: _penalty(position, options.alternatives))


def _penalty(position: Position, alternatives: int) -> PenaltyAnswer:
    structural, structural_proved = structural_penalty(position)
    find = certain_turns if position.draws_first else best_turns
    plans, optimal, bound = find(position, "penalty", 1 + alternatives)
    plan = plans[0]
    best = best_turn(position, plan)
    return PenaltyAnswer(
        position=position,
        plan=plan,
        structural=structural,
        held_if_beaten=_held(position, plan),
        reasons=why_nothing_laid(position, plan, proved=optimal),
        optimal=optimal and structural_proved,
        bound=bound,
        alternatives=tuple(plans[1:]),
        best_throw=None if best is None else best.end.discard,
        best_expected=None if best is None else round(best.score, 2),
        best_left=None if best is None else best.end.penalty,
        throw_reason=None if best is None else _why_another_throw(plan, best.end),
    )


def _why_another_throw(plan: Plan, best: EndState) -> Reason | None:
    """Why the least penalty is reached by another throw than the best result; None if by the same.

    Of throws that leave equally few points the order of cards decides here, by the rules' section 8.
    """
    if plan.discard is None or best.discard is None or plan.discard is best.discard:
        return None
    if plan.penalty is not None and best.penalty > plan.penalty:
        more = best.penalty - plan.penalty
        return advice.throw_least_now(card=plan.discard, added=best.discard, points=more)
    return advice.throw_by_order(card=plan.discard, added=best.discard)


def _held(position: Position, plan: Plan) -> int | None:
    """What the round costs under the profile's scoring if an opponent closes next, plainly."""
    if plan.penalty is None:
        return None
    if plan.closes:
        return 0
    return held_if_beaten(plan.kept, position.opened or (plan.lays and not plan.only_exchanges), position.profile)


def certain_turns(position: Position, objective: Objective, wanted: int) -> tuple[list[Plan], bool, int | None]:
    """The same before the draw, for turns in which the drawn card is thrown; the first has the penalty that is certain
    for every card that can come, also for those that may not be thrown so."""
    closes = stock_close(position) is not None  # first, so that no lack of time hides it
    found = Found((), True)
    if position.may_lay:
        ask = opened_question if position.opened else opening_question
        found = layings(position, lambda more: ask(more, objective), wanted)
    plans = list(found.plans)
    if not plans or not position.opened:
        nothing = laying_nothing(position)
        worse = (at for at, plan in enumerate(plans) if rank(nothing) < rank(plan))
        plans.insert(next(worse, len(plans)), nothing)
    try:
        with strictly():
            plans[0], proved = _for_every_card(position, plans[0], closes)
            plans[1:] = [plan for plan in plans[1:] if not exceptions(position, plan, _as_told(plan))]
    except TimedOut:
        plans, proved = [closing_somehow(position) if closes else _not_closing(plans[0])], False
    optimal = found.optimal and proved and not may_win_unopened(position)  # turns that only exchange are not looked at
    return plans[:wanted], optimal, None if optimal else 0


def _for_every_card(position: Position, plan: Plan, closes: bool) -> tuple[Plan, bool]:
    """A plan before the draw with what is certain of it: does it close whatever card comes (`closes`), and the most
    points that are left with any card; and whether that is proved. Raises TimedOut."""
    if closes and not plan.closes:
        return closing_somehow(position), True
    if position.profile.ends_with_discard:
        others = exceptions(position, plan, _as_told(plan))
    else:  # the card that comes stays, or is laid
        others = tuple(cards_to_come(position))
    if closes:
        return noted(plan, others), True
    plan = _not_closing(plan)
    after = [after_drawing(position, "stock", card) for card in others]
    throws = [lay_nothing(one) for one in after]
    most, worst, proved = plan.penalty or 0, None, True
    order = sorted(zip(throws, others, after, strict=True), key=lambda one: -_left(one[0], one[2]))
    for nothing, card, drawn in order:  # laying nothing is never better than the best turn
        if _left(nothing, drawn) <= most:
            break
        turns, optimal, _ = best_turns(drawn, "penalty", 1)
        proved = proved and optimal
        if (turns[0].penalty or 0) > most:
            most, worst = turns[0].penalty or 0, card
    if worst is None:
        return noted(plan, others) if position.profile.ends_with_discard else plan, proved
    why = advice.unless_drawn_left(card=worst, penalty=most)
    return replace(plan, penalty=most, why=(*plan.why, why)), proved


def _as_told(plan: Plan) -> Callable[[Verdict], bool]:
    """Is a turn legal, and does it close if a plan says so?"""
    return lambda verdict: verdict.legal and verdict.end.closes >= plan.closes


def _not_closing(plan: Plan) -> Plan:
    return replace(plan, closes=False, from_hand=False, special=False, carried=0)


def _left(nothing: Plan | None, position: Position) -> int:
    """The points left by a turn that lays nothing; those of the whole hand if nothing may be thrown."""
    return penalty_of(position.hand, position.profile) if nothing is None else nothing.penalty or 0


def why_nothing_laid(position: Position, plan: Plan, *, proved: bool = True) -> tuple[Reason, ...]:
    """All reasons why a turn lays nothing or returns a card; none where something is laid, or if that was not found in
    time."""
    taken = obliged_card(position)
    if plan.penalty is None and taken is not None and not proved:
        return ()
    if plan.penalty is None and taken is not None and position.opened:
        return cured(position, (draw_duty_unmet(position, taken),))
    if (plan.lays and not plan.only_exchanges) or position.opened or plan.closes:
        return () if plan.actions else (facts.no_card_to_discard().citing("discard"),)
    return cured(position, why_no_opening(position))
