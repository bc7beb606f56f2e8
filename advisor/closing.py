"""Can the player close this turn (zavření), and from hand (zavření z ruky)? If not: why, and what would help."""

from __future__ import annotations

from dataclasses import replace

from advisor import advice
from advisor.answers import ClosingAnswer, Help, Options, Plan, within_budget
from advisor.before_draw import cards_to_come, closing_somehow, exceptions, laying_nothing, layings, noted
from advisor.early_exchange import may_win_unopened, plans_exchanging_only
from advisor.lacking import cured, draw_duty_unmet, why_no_opening
from advisor.plan import Proposal, first_in_time, lay_nothing, left_after, rank, return_card
from advisor.what_helps import Helps, closing_helps
from solver.errors import Reason
from solver.game.cards import JOKER, Card
from solver.game.position import Position, after_drawing
from solver.model.decide import TimedOut
from solver.model.question import bottom_kind, closing_questions, obliged_card, opened_question, opening_question
from solver.referee.judge import check_draw


def closing(position: Position, options: Options) -> ClosingAnswer:
    """A turn that closes: from hand if the profile's rules for that can be met, else plainly.

    Where none closes, `plan` leaves the fewest cards. Source: the rules' section 7. Raises InvalidPosition for a draw
    that was forbidden.

    Before the draw: does it close whatever card comes, and how; `helps` are the cards with which it would.
    """
    check_draw(position)
    return within_budget(options, lambda: _closing(position))


def _closing(position: Position) -> ClosingAnswer:
    if position.draws_first:
        return _before_draw(position)
    optimal = True
    for question in closing_questions(position):
        found, in_time = first_in_time(position, question)
        optimal = optimal and in_time
        if found:
            return _answer(position, found.plan, 0, (), (), optimal=optimal)
    plan, left_over, proved = _fewest_left(position)
    known = optimal and (proved or plan.penalty is not None)
    reasons = _why_no_close(position, plan, left_over) if known else ()
    helps = closing_helps(position) if known else Helps()
    return _answer(position, plan, left_over, reasons, helps.cards, optimal=optimal and proved)


def _before_draw(position: Position) -> ClosingAnswer:
    """What is certain before the draw: it closes if it does so with every card that can come."""
    to_come = cards_to_come(position)
    helps = closing_helps(position)
    may_close = position.may_lay and not position.closing_barred
    sure = helps.sure or not may_close
    if helps.certain and may_close:
        plan, proved = _certain_close(position)
        return _answer(position, plan, 0, (), (), optimal=proved)
    plan, left_over, proved = _fewest_left_before_draw(position)
    reasons: tuple[Reason, ...] = ()
    if not to_come:
        reasons = (advice.nothing_to_draw(),)
    elif sure and proved and left_over == 0 and may_close:
        without_help = [str(one) for one in to_come if one not in {help_.card for help_ in helps.cards}]
        reasons = (advice.closes_unless_drawn(cards=without_help),)
    elif sure and proved:
        reasons = _why_no_close(position, plan, left_over)
    return _answer(position, plan, left_over, reasons, helps.cards, optimal=sure and proved)


def _certain_close(position: Position) -> tuple[Plan, bool]:
    """The close of a hand that closes whatever card comes: from hand if that is certain too. With some cards, told of
    in the plan, it may be another close; whether all was proved."""
    in_time = True
    ways = len(closing_questions(position))
    for number in range(ways):
        found = layings(position, lambda more: closing_questions(more)[number])  # noqa: B023  asked at once
        in_time = in_time and found.optimal
        if not found.plans:
            continue
        plan = found.plans[0]
        others = exceptions(
            position,
            plan,
            lambda end: end.legal and end.end.closes and end.end.from_hand >= plan.from_hand,  # noqa: B023
        )
        asked = [after_drawing(position, "stock", card) for card in others]
        if all(first_in_time(more, closing_questions(more)[number])[0] for more in asked):
            return noted(plan, others), in_time
    return closing_somehow(position), in_time


def _fewest_left_before_draw(position: Position) -> tuple[Plan, int, bool]:
    """The turn that leaves the fewest cards if the drawn card is thrown, how many, and whether that is proved."""
    plan, proved = laying_nothing(position), True
    if position.may_lay:
        ask = opened_question if position.opened else opening_question
        found = layings(position, lambda more: ask(more, "left_over"))
        plan, proved = (found.plans[0] if found.plans else plan), found.optimal
        proved = proved and not may_win_unopened(position)  # turns that only exchange are not looked at
        plan = replace(plan, closes=False, from_hand=False, special=False, carried=0)
    return plan, _beyond(plan.left, position), proved


def _answer(
    position: Position,
    plan: Plan,
    left_over: int,
    reasons: tuple[Reason, ...],
    helps: tuple[Help, ...],
    *,
    optimal: bool,
) -> ClosingAnswer:
    profile = position.profile
    next_deal = profile.cards_dealt - (plan.carried if profile.carried_count_in_deal else 0)
    return ClosingAnswer(
        position=position,
        closes=plan.closes,
        from_hand=plan.from_hand,
        special=plan.special,
        plan=plan,
        left_over=left_over,
        next_deal=next_deal if plan.closes else None,
        helps=helps,
        reasons=cured(position, reasons, helps),
        optimal=optimal,
        bound=None,
    )


def _fewest_left(position: Position) -> tuple[Plan, int, bool]:
    """The same as :func:`_fewest_left_otherwise`, but by a turn that only exchanges before the opening, if that leaves
    fewer."""
    plan, left_over, proved = _fewest_left_otherwise(position)
    try:
        exchanging = plans_exchanging_only(position)
    except TimedOut:
        return plan, left_over, False
    for one in exchanging:
        beyond = _beyond(one.kept, position)
        if (beyond, rank(one)) < (left_over, rank(plan)):
            plan, left_over = one, beyond
    return plan, left_over, proved


def _fewest_left_otherwise(position: Position) -> tuple[Plan, int, bool]:
    """The legal turn that leaves the fewest cards beyond the discard, how many, and whether that is proved."""
    found: Proposal | None = None
    proved = True
    if position.opened and bottom_kind(position) is None:
        found, proved = first_in_time(position, opened_question(position, "left_over"))
    elif not position.opened and position.may_lay:
        found, proved = first_in_time(position, opening_question(position, "left_over"))
    if found:
        return found.plan, found.decision.levels["left_over"], proved
    taken = obliged_card(position)
    if taken is not None:
        plan = return_card(position, taken)
        return plan, _beyond(plan.left, position), proved
    nothing = lay_nothing(position, fewest_left=True) or Plan(
        (), (), position.hand, None, left_after(position, None), None
    )
    return nothing, _beyond(nothing.kept, position), proved


def _beyond(kept: tuple[Card, ...], position: Position) -> int:
    return len(kept) - min(kept.count(JOKER), position.profile.carry_max)


def _why_no_close(position: Position, plan: Plan, left_over: int) -> tuple[Reason, ...]:
    """All that keeps the player from closing: who may not, what was drawn, the opening, and then the cards."""
    found = []
    if position.closing_barred:
        found.append(advice.closing_barred())
    if plan.penalty is None or bottom_kind(position) is not None:
        found.append(draw_duty_unmet(position, obliged_card(position)))
    if not position.opened and not plan.points:
        found += [one for one in why_no_opening(position) if one.code != "draw_duty_unmet"]
    if found:
        return tuple(found)
    if left_over == 0 and not position.profile.close_with_joker:
        return (advice.joker_cannot_close(),)
    return (advice.cards_left_over(cards=left_over),)
