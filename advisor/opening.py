"""The best first opening of a hand, or why it does not open and which cards would help."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

from advisor.answers import Help, MeldSum, OpeningAnswer, Options, Plan
from advisor.helps import opening_helps
from advisor.plan import Proposal, first_in_time, lay_nothing, left_after, proposals, return_card, throw
from advisor.quick import has_pure_run
from advisor.relaxed import BestMelds, best_melds, counted_table, one_card_may_do
from solver.cards import JOKER, Card, without
from solver.decisions import TimedOut
from solver.errors import Reason, Value
from solver.kernel import kernel
from solver.position import Position
from solver.questions import Question, bottom_kind, obliged_card, opening_question
from solver.referee import check_draw, may_throw


def deadline_of(options: Options) -> float:
    """The time of `time.perf_counter` by which an analysis is to be answered."""
    return time.perf_counter() + options.time_ms / 1000


def best_opening_question(position: Position) -> Question:
    """The best opening: melds alone, but for lay-offs that count or that meet the duty of a taken card."""
    question = opening_question(position, "opening")
    profile = position.profile
    if profile.layoffs_count or question.bottom_kind is not None:
        return question
    if question.duty_kind is not None and profile.discard_duty in ("turn", "own_card"):
        return question
    return replace(question, reach="none")


def opening(position: Position, options: Options) -> OpeningAnswer:
    """The best first opening (první vyložení): the most points that can be laid with a pure run and a card to throw.

    Where the hand does not open, `plan` shows the best laying, not to be laid, and what to throw. Source: section 6
    of `zoliky-online` and its like; rules' sections 3 and 8. Raises InvalidPosition for a draw that was forbidden, and
    InternalDisagreement.
    """
    check_draw(position)
    deadline = deadline_of(options)
    profile = position.profile
    required = profile.opening_minimum
    impure = best_melds(position, deadline, pure_run=False)
    found: list[Proposal] = []
    in_time = True
    if position.may_lay and not position.opened:
        try:
            found += islice(proposals(position, best_opening_question(position), deadline), 1 + options.alternatives)
        except TimedOut:
            in_time = False
    if found:
        best = found[0]
        return OpeningAnswer(
            position=position,
            opens=True,
            points=best.plan.points or 0,
            required=required,
            missing=0,
            pure_run=any(one.pure for one in best.plan.melds),
            plan=best.plan,
            without_pure_run=impure.sum,
            helps=(),
            reason=None,
            optimal=best.decision.optimal and impure.optimal and in_time,
            bound=None if best.decision.optimal else -best.decision.bound,
            alternatives=tuple(one.plan for one in found[1:]),
        )
    pure = best_melds(position, deadline, pure_run=True) if profile.opening_pure_run else impure
    shown = pure.sum if pure.found else impure.sum
    points = shown.points
    reason = _why_no_opening(position, pure, points, deadline)
    taken = obliged_card(position)
    if taken is not None and reason.code not in ("already_opened", "too_early"):
        reason = draw_duty_unmet(position, taken)
    helps: tuple[Help, ...] = ()
    if reason.code not in ("already_opened", "draw_duty_unmet", "too_early"):
        points_with = _points_with(position, deadline)
        if points_with is not None:
            helps, all_seen = opening_helps(position, points_with, deadline)
            in_time = in_time and all_seen
    return OpeningAnswer(
        position=position,
        opens=False,
        points=points,
        required=required,
        missing=max(0, required - points),
        pure_run=any(one.pure for one in shown.melds),
        plan=_not_opening(position, shown, returns=reason.code == "draw_duty_unmet"),
        without_pure_run=impure.sum,
        helps=helps,
        reason=reason,
        optimal=in_time and pure.optimal and impure.optimal,
        bound=None,
        alternatives=(),
        layoffs=shown.layoffs,
    )


def _points_with(position: Position, deadline: float) -> Callable[[Card], int | None] | None:
    """The points that one card more lets the hand open with; None if no card does, whatever it is.

    Where lay-offs count the optimiser is asked, else the kernel.
    """
    required = position.profile.opening_minimum
    if counted_table(position):
        return _points_with_layoffs(position, deadline) if one_card_may_do(position, deadline) else None
    small = kernel(position.profile)

    def points_with(card: Card) -> int | None:
        best = small.best_opening((*position.hand, card), round_=position.round)
        return best if best is not None and best >= required else None

    return points_with


def _points_with_layoffs(position: Position, deadline: float) -> Callable[[Card], int | None]:
    def points_with(card: Card) -> int | None:
        more = replace(position, hand=(*position.hand, card))
        found, _ = first_in_time(more, replace(best_opening_question(more), ties=False), deadline)
        return found.plan.points if found else None

    return points_with


def _not_opening(position: Position, shown: MeldSum, *, returns: bool) -> Plan:
    """The legal turn of a player who cannot open, with the best laying beside it (`left` is what that leaves)."""
    melds = shown.melds
    laid = [card for one in melds for card in one.cards] + [card for one in shown.layoffs for card in one.cards]
    left = without(position.hand, laid)
    if returns and position.drawn is not None and position.drawn.card is not None:
        return replace(return_card(position, position.drawn.card), melds=melds, left=left)
    turn = (None if position.opened else _throw_from(position, left)) or lay_nothing(position)
    if turn is None:
        return Plan((), melds, left, None, left_after(position, None), None)
    return replace(
        turn,
        melds=melds,
        left=left,
        points=shown.points,
        penalty=0 if turn.closes else left_after(position, turn.discard),
    )


def _throw_from(position: Position, left: tuple[Card, ...]) -> Plan | None:
    """The best throw among the cards outside the best laying, so that this is kept."""
    best = None
    for card in dict.fromkeys(left):
        if card is not JOKER and may_throw(position, position.hand, card, False) is None:
            rank = left_after(position, card), -card.rank, card.kind
            if best is None or rank < best[0]:
                best = rank, card
    return throw(position, best[1]) if best else None


def draw_duty_unmet(position: Position, taken: Card | None) -> Reason:
    """The fact that a taken card cannot be used as it must be, so that it goes back."""
    if taken is None:
        return Reason("draw_duty_unmet", "discard_duty")
    if bottom_kind(position) is not None:
        return Reason("draw_duty_unmet", "bottom", {"card": str(taken), "duty": "bottom"})
    params: dict[str, Value] = {"card": str(taken), "duty": position.profile.discard_duty}
    if not position.opened:
        params["required"] = position.profile.opening_minimum
    return Reason("draw_duty_unmet", "discard_duty", params)


def too_early(position: Position) -> Reason:
    """The fact that nobody may lay yet."""
    first_round = position.profile.first_laying_round
    return Reason("too_early", "first_laying_round", {"round": position.round, "from": first_round})


def why_no_opening(position: Position, deadline: float) -> Reason:
    """Why a player who cannot open in this turn cannot: the first reason that holds, in the contract's order."""
    pure_needed = position.profile.opening_pure_run
    pure = best_melds(position, deadline, pure_run=pure_needed)
    shown = pure if pure.found or not pure_needed else best_melds(position, deadline, pure_run=False)
    return _why_no_opening(position, pure, shown.sum.points, deadline)


def _why_no_opening(position: Position, pure: BestMelds, points: int, deadline: float) -> Reason:
    """The same, with what could be laid known already."""
    profile = position.profile
    required = profile.opening_minimum
    if position.opened:
        return Reason("already_opened", "opening")
    if not position.may_lay:
        return too_early(position)
    if pure.found and points >= required:
        return draw_duty_unmet(position, obliged_card(position))
    whole = best_melds(position, deadline, pure_run=profile.opening_pure_run, keep_discard=False)
    if profile.opening_pure_run and not whole.found and not has_pure_run(position.hand, profile):
        return Reason("no_pure_run", "opening_pure_run", {"points": points, "required": required})
    if whole.found and whole.sum.points >= required:
        return Reason("no_card_to_discard", "ends_with_discard", {"points": whole.sum.points})
    missing = required - points
    return Reason("not_enough_points", "opening_minimum", {"points": points, "required": required, "missing": missing})
