"""The best first opening of a hand, or why it does not open and which cards would help."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice, product

from advisor.answers import MeldSum, OpeningAnswer, Options, Plan, within_budget
from advisor.before_draw import exceptions, laying_nothing, layings, noted
from advisor.lacking import best_laying, cured, lacks_to_open
from advisor.plan import Proposal, first_in_time, lay_nothing, left_after, plan_of, proposals, return_card, throw
from advisor.throws import best_turn
from advisor.what_helps import Helps, opening_helps
from advisor.why_not import BestMelds
from solver.budget import strictly
from solver.game.actions import Action, Discard, LayMeld
from solver.game.cards import JOKER, without
from solver.game.melds import Meld
from solver.game.position import Position, after_drawing
from solver.model.decide import TimedOut, states_all
from solver.model.question import Question, obliged_card, opening_question
from solver.referee.judge import check_draw, judge


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
    of `zoliky-online` and its like; rules' sections 3 and 8. Raises InvalidPosition for a draw that was forbidden.

    Before the draw: the best that can be laid whatever card comes, which is thrown; `helps` are the cards with which
    it would open.
    """
    check_draw(position)
    return within_budget(options, lambda: _opening(position, options.alternatives))


def _opening(position: Position, alternatives: int) -> OpeningAnswer:
    impure = best_laying(position, pure_run=False)
    found: list[Proposal] = []
    in_time = True
    if position.draws_first:
        certain = _certain_opening(position, alternatives, impure)
        if certain is not None:
            return certain
    elif position.may_lay and not position.opened:
        known: Iterable[Proposal] | None = None if alternatives else _read_off(position, impure)
        try:
            if known is None:
                wanted = 1 + alternatives
                known = islice(proposals(position, best_opening_question(position), wanted), wanted)
            found += known
        except TimedOut:
            in_time = False
    if found:
        best = found[0]
        answer = _opens(position, best.plan, impure)
        return replace(
            answer,
            optimal=best.decision.optimal and impure.optimal and in_time,
            bound=None if best.decision.optimal else -best.decision.bound,
            alternatives=tuple(one.plan for one in found[1:]),
        )
    return _not_found(position, impure, in_time)


def _not_found(position: Position, impure: BestMelds, in_time: bool) -> OpeningAnswer:
    """The answer where no opening was found, which proves that there is none if the search ended `in_time`."""
    profile = position.profile
    pure = impure
    if profile.opening_pure_run and not (impure.has_pure_run and impure.optimal):
        pure = best_laying(position, pure_run=True)
    shown = pure.sum if pure.found else impure.sum
    points = shown.points
    stopgap = None if in_time else _laid_unproved(position, shown.melds)
    if stopgap is not None:
        return replace(_opens(position, stopgap, impure), bound=points if pure.optimal else None)
    reasons = lacks_to_open(position, pure, pure if pure.found else impure)
    codes = {reason.code for reason in reasons}
    if not in_time and not codes & {"already_opened", "no_pure_run", "too_early"}:
        reasons = ()  # there may be an opening
    helps = Helps()
    if not position.opened:
        helps = opening_helps(position, best_opening_question)
        if helps.certain and position.may_lay:
            plan = replace(laying_nothing(position), points=min(one.points or 0 for one in helps.cards))
            return replace(_opens(position, plan, impure), optimal=pure.optimal and impure.optimal)
    return OpeningAnswer(
        position=position,
        opens=False,
        points=points,
        required=profile.opening_minimum,
        missing=max(0, profile.opening_minimum - points),
        pure_run=any(meld.pure for meld in shown.melds),
        plan=_not_opening(position, shown, returns=not reasons or "draw_duty_unmet" in codes),
        without_pure_run=impure.sum,
        helps=helps.cards,
        reasons=cured(position, reasons, helps.cards),
        optimal=in_time and pure.optimal and impure.optimal,
        bound=None,
        alternatives=(),
        layoffs=shown.layoffs,
    )


def _read_off(position: Position, impure: BestMelds) -> list[Proposal] | None:
    """The best opening as the best melds without the pure-run rule tell it: what they are, if they have a pure run
    and points enough, and there is none if they have too few points. None: it must be asked for.

    Only where the opening depends on nothing but the hand: no lay-off counts or meets the duty of a taken card.
    """
    question, profile = best_opening_question(position), position.profile
    drawn = position.drawn
    if question.reach != "none" or profile.layoffs_count or not (impure.optimal and states_all(position, question)):
        return None
    if obliged_card(position) is not None or (drawn is not None and drawn.source != "stock"):
        return None
    if not impure.found or impure.sum.points < question.minimum:
        return []
    if impure.decision is None or (question.pure_run and not impure.has_pure_run):
        return None
    decision = impure.decision.as_answer_to(position, question)
    verdict = judge(position, decision.actions)
    return [Proposal(plan_of(position, verdict), decision)] if verdict.legal else None


def _certain_opening(position: Position, alternatives: int, impure: BestMelds) -> OpeningAnswer | None:
    """The best opening that is certain before the draw; None if there is none. With some cards, told of in the plan,
    it may be another one."""
    if position.opened or not position.may_lay:
        return None
    found = layings(position, best_opening_question, 1 + alternatives)
    if not found.plans:
        return None
    plan, points = found.plans[0], found.plans[0].points or 0
    try:
        with strictly():
            others = exceptions(position, plan)
            for card in others:
                more = after_drawing(position, "stock", card)
                best, _ = first_in_time(more, best_opening_question(more))
                if best is None:
                    return None
                points = min(points, best.plan.points or 0)
    except TimedOut:
        return None
    answer = _opens(position, noted(plan, others), impure)
    return replace(
        answer,
        points=points,
        optimal=found.optimal and impure.optimal,
        bound=None if found.optimal else found.bound and -found.bound,
        alternatives=found.plans[1:],
    )


def _opens(position: Position, plan: Plan, impure: BestMelds) -> OpeningAnswer:
    """The answer that a plan opens, not proved to be the best."""
    return OpeningAnswer(
        position=position,
        opens=True,
        points=plan.points or 0,
        required=position.profile.opening_minimum,
        missing=0,
        pure_run=any(meld.pure for meld in plan.melds),
        plan=plan,
        without_pure_run=impure.sum,
        helps=(),
        reasons=(),
        optimal=False,
        bound=None,
        alternatives=(),
    )


def _laid_unproved(position: Position, melds: Sequence[Meld]) -> Plan | None:
    """A turn that opens with given melds, for want of time for the best one; None if the referee passes none."""
    taken = obliged_card(position)
    left = without(position.hand, [card for meld in melds for card in meld.cards])
    throws = sorted(set(left), key=lambda card: (card is JOKER, left_after(position, card), card.kind))
    ends: list[tuple[Action, ...]] = [(Discard(card),) for card in throws]
    if not position.profile.keeps_discard:
        ends = [(), *ends] if position.profile.ends_with_discard else [()]
    pure_first = sorted(melds, key=lambda one: not one.pure)
    taken_first = sorted(pure_first, key=lambda one: taken not in one.cards)
    for order, end in product((pure_first, taken_first), ends):
        actions: tuple[Action, ...] = (*(LayMeld(one.cards, one.kind) for one in order), *end)
        verdict = judge(position, actions)
        if verdict.legal and verdict.end.opens:
            return plan_of(position, verdict)
    return None


def _not_opening(position: Position, shown: MeldSum, *, returns: bool) -> Plan:
    """The legal turn of a player who cannot open, with the best laying beside it (`left` is what that leaves)."""
    melds = shown.melds
    laid = [card for meld in melds for card in meld.cards] + [card for layoff in shown.layoffs for card in layoff.cards]
    left = without(position.hand, laid)
    taken = obliged_card(position)
    if position.draws_first:
        return replace(laying_nothing(position), melds=melds, left=left, points=shown.points)
    if returns and taken is not None:
        return replace(return_card(position, taken), melds=melds, left=left)
    best = best_turn(position)
    if best is not None and position.opened:  # nothing is kept back for an opening
        return replace(plan_of(position, best.verdict), score=round(best.score, 2))
    card = None if best is None else best.end.discard
    thrown = throw(position, card) if card is not None else None
    turn = thrown or lay_nothing(position)
    if turn is None:
        return Plan((), melds, left, None, left_after(position, None), None)
    return replace(
        turn,
        melds=melds,
        left=left,
        points=shown.points,
        penalty=0 if turn.closes else left_after(position, turn.discard),
        score=None if best is None or best.end.discard is not turn.discard else round(best.score, 2),
    )
