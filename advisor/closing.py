"""Can the player close this turn (zavření), and from hand (zavření z ruky)? If not: why, and what would help."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from advisor.answers import ClosingAnswer, Help, Options, Plan
from advisor.before_draw import cards_to_come, exceptions, laying_nothing, layings, noted, with_one_more
from advisor.helps import closing_helps
from advisor.lacking import cured, draw_duty_unmet, why_no_opening
from advisor.opening import deadline_of
from advisor.plan import Proposal, first_in_time, lay_nothing, left_after, return_card
from advisor.prechecks import REAL_HAND, may_lay_something
from advisor.why_not import with_free_joker
from solver.errors import Reason
from solver.game.actions import Action, Discard
from solver.game.cards import JOKER, Card, without
from solver.game.position import MAX_HAND, Position, after_drawing
from solver.kernel.hand import kernel
from solver.kernel.melds import packable
from solver.model.question import bottom_kind, closing_questions, obliged_card, opened_question, opening_question
from solver.referee.judge import check_draw, judge
from solver.rules.profile import MAX_JOKERS


def closing(position: Position, options: Options) -> ClosingAnswer:
    """A turn that closes: from hand if the profile's rules for that can be met, else plainly.

    Where none closes, `plan` leaves the fewest cards. Source: the rules' section 7. Raises InvalidPosition for a draw
    that was forbidden.

    Before the draw: does it close whatever card comes, and how; `helps` are the cards with which it would.
    """
    check_draw(position)
    deadline = deadline_of(options)
    if position.draws_first:
        return _before_draw(position, deadline)
    optimal = True
    for question in closing_questions(position):
        found, in_time = first_in_time(position, question, deadline)
        optimal = optimal and in_time
        if found:
            return _answer(position, found.plan, 0, (), (), optimal=optimal)
    plan, left_over, proved = _fewest_left(position, deadline)
    known = optimal and (proved or plan.penalty is not None)
    reasons = _why_no_close(position, plan, left_over, deadline) if known else ()
    helps: tuple[Help, ...] = ()
    if reasons and not {one.code for one in reasons} & {"too_early", "closing_barred"}:
        helps, all_seen = _helps(position, deadline)
        proved = proved and all_seen
    return _answer(position, plan, left_over, reasons, helps, optimal=optimal and proved)


def _before_draw(position: Position, deadline: float) -> ClosingAnswer:
    """What is certain before the draw: it closes if it does so with every card that can come."""
    helps: tuple[Help, ...] = ()
    all_seen = True
    to_come = cards_to_come(position)
    if position.may_lay and not position.closing_barred:
        helps, all_seen = _helps(position, deadline)
    if all_seen and helps and len(helps) == len(to_come):
        plan, proved = _certain_close(position, deadline)
        return _answer(position, plan, 0, (), (), optimal=proved)
    plan, left_over, proved = _fewest_left_before_draw(position, deadline)
    reasons: tuple[Reason, ...] = ()
    if not to_come:
        reasons = (Reason("nothing_to_draw", "draw"),)
    elif all_seen and proved and left_over == 0 and position.may_lay and not position.closing_barred:
        without_help = [str(one) for one in to_come if one not in {help_.card for help_ in helps}]
        reasons = (Reason("closes_unless_drawn", "close", {"cards": without_help}),)
    elif all_seen and proved:
        reasons = _why_no_close(position, plan, left_over, deadline)
    return _answer(position, plan, left_over, reasons, helps, optimal=all_seen and proved)


def _certain_close(position: Position, deadline: float) -> tuple[Plan, bool]:
    """The close of a hand that closes whatever card comes: from hand if that is certain too. With some cards, told of
    in the plan, it may be another close; whether all was proved."""
    in_time = True
    ways = len(closing_questions(position))
    for number in range(ways):
        found = layings(position, lambda more: closing_questions(more)[number], deadline)  # noqa: B023  asked at once
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
        if all(first_in_time(more, closing_questions(more)[number], deadline)[0] for more in asked):
            return noted(plan, others), in_time
    return replace(laying_nothing(position), closes=True, penalty=0), in_time


def _fewest_left_before_draw(position: Position, deadline: float) -> tuple[Plan, int, bool]:
    """The turn that leaves the fewest cards if the drawn card is thrown, how many, and whether that is proved."""
    plan, proved = laying_nothing(position), True
    if position.may_lay:
        ask = opened_question if position.opened else opening_question
        found = layings(position, lambda more: ask(more, "left_over"), deadline)
        plan, proved = (found.plans[0] if found.plans else plan), found.optimal
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


def _fewest_left(position: Position, deadline: float) -> tuple[Plan, int, bool]:
    """The legal turn that leaves the fewest cards beyond the discard, how many, and whether that is proved."""
    found: Proposal | None = None
    proved = True
    if position.opened and bottom_kind(position) is None:
        found, proved = first_in_time(position, opened_question(position, "left_over"), deadline)
    elif not position.opened and position.may_lay:
        found, proved = first_in_time(position, opening_question(position, "left_over"), deadline)
    if found:
        return found.plan, found.decision.levels["left_over"], proved
    taken = obliged_card(position)
    if taken is not None:
        plan = return_card(position, taken)
        return plan, _beyond(plan.left, position), proved
    nothing = lay_nothing(position, fewest_left=True) or Plan(
        (), (), position.hand, None, left_after(position, None), None
    )
    kept = without(nothing.left, (nothing.discard,) if nothing.discard else ())
    return nothing, _beyond(kept, position), proved


def _beyond(kept: tuple[Card, ...], position: Position) -> int:
    return len(kept) - min(kept.count(JOKER), position.profile.carry_max)


def _why_no_close(position: Position, plan: Plan, left_over: int, deadline: float) -> tuple[Reason, ...]:
    """All that keeps the player from closing: who may not, what was drawn, the opening, and then the cards."""
    found = []
    if position.closing_barred:
        found.append(Reason("closing_barred", "joker_discard_bars_closing"))
    if plan.penalty is None or bottom_kind(position) is not None:
        found.append(draw_duty_unmet(position, obliged_card(position)))
    if not position.opened and not plan.points:
        found += [one for one in why_no_opening(position, deadline) if one.code != "draw_duty_unmet"]
    if found:
        return tuple(found)
    if left_over == 0 and not position.profile.close_with_joker:
        return (Reason("joker_cannot_close", "close_with_joker"),)
    return (Reason("cards_left_over", "close", {"cards": left_over}),)


def _helps(position: Position, deadline: float) -> tuple[tuple[Help, ...], bool]:
    """The single cards with which the turn would close, and whether all cards were looked at."""
    if len(position.hand) >= MAX_HAND or not _one_card_may_do(position, deadline):
        return (), True
    return closing_helps(position, closing_with(position, deadline), deadline)


def closing_with(position: Position, deadline: float) -> Callable[[Card], bool]:
    """Would the turn close with a card more?"""
    throwing_it: list[tuple[Action, ...]] | None = None

    def closes_with(card: Card) -> bool:
        nonlocal throwing_it
        more = with_one_more(position, card)
        plain = [replace(question, objective="any") for question in closing_questions(more)[-1:]]
        if throwing_it is None:  # what closes by throwing the new card mostly does so whatever card it is
            asked = [replace(question, throws=card.kind) for question in plain if position.profile.ends_with_discard]
            found = [first_in_time(more, question, deadline)[0] for question in asked]
            throwing_it = [one.plan.actions[:-1] for one in found if one is not None]
        if any(_closes(more, (*laid, Discard(card))) for laid in throwing_it):
            return True
        if not may_lay_something(more) or not _may_close(more):
            return False
        return any(first_in_time(more, question, deadline)[0] for question in plain)

    return closes_with


def _closes(position: Position, actions: tuple[Action, ...]) -> bool:
    verdict = judge(position, actions)
    return verdict.legal and verdict.end.closes


def _may_close(position: Position) -> bool:
    """Could the hand close? False is sure; on an empty table the kernel knows."""
    if position.table or len(position.hand) > REAL_HAND or not packable(position.hand, position.profile):
        return True
    return kernel(position.profile).closes(position.hand, opened=position.opened, round_=position.round)


def _one_card_may_do(position: Position, deadline: float) -> bool:
    """Can one card more close at all? Whatever it is, a joker without any limits would do as well; only a set with
    several jokers could give more for it."""
    profile = position.profile
    several = any(one.meld.kind == "set" and one.meld.jokers > 1 for one in position.table)
    if several or profile.jokers >= MAX_JOKERS:
        return True
    free = with_free_joker(
        position,
        first_laying_round=1,
        opening_run_joker="later",
        order_rule=False,
        carry_max=MAX_JOKERS,
        won_joker="free",
    )
    more = replace(free, opened=True)
    question = replace(opened_question(more, "any"), must_close=True)
    return first_in_time(more, question, deadline)[0] is not None
