"""Plans: the optimiser proposes a turn, the referee replays it, and only then it is advice."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from advisor import advice
from advisor.answers import MeldFate, Plan
from advisor.scoring import penalty_of
from advisor.simple_search import points_laid, simple_turn
from solver.budget import note_time_out
from solver.errors import Reason
from solver.game.actions import Action, Discard, Draw, Exchange, LayMeld, LayOff, Rearrange, Return
from solver.game.cards import JOKER, Card, without
from solver.game.melds import Meld, card_penalty
from solver.game.position import Position
from solver.game.position_line import position_line
from solver.model.decide import Decision, TimedOut, decide
from solver.model.question import Question
from solver.referee.judge import judge, replayed
from solver.referee.replay import Replay
from solver.referee.verdict import EndState, ReplayStep, Verdict

logger = logging.getLogger("advisor.plan")

MAX_REFUSED = 20
"""Proposals that the referee may refuse before the best turn of a simple search is taken instead."""

disagreements = 0
"""How many plans of the optimiser the referee has refused in this process."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A plan with the decision behind it."""

    plan: Plan
    decision: Decision


class GivenUp(TimedOut):
    """The referee has refused so many proposals that no more are asked for."""


def proposals(position: Position, question: Question, wanted: int = 1) -> Iterator[Proposal]:
    """The legal plans that answer a question, best first; `wanted` is how many are likely to be asked for. Raises
    TimedOut.

    Where the referee refuses proposals again and again, the best legal turn of a simple search is the last plan, not
    proved; if that finds none, GivenUp is raised.
    """
    passed: dict[tuple[Action, ...], Verdict] = {}
    refused = 0

    def accepts(actions: tuple[Action, ...]) -> bool:
        nonlocal refused
        if actions in passed:
            return True
        verdict = judge(position, actions)
        if verdict.legal:
            passed[actions] = verdict
            return True
        note_disagreement(position, actions, verdict.problems[0].reason.code)
        refused += 1
        if refused >= MAX_REFUSED:
            raise GivenUp
        return False

    seen: set[object] = set()
    for decision in _or_simple(position, question, decide(position, question, accepts, wanted)):
        plan = plan_of(position, passed.get(decision.actions) or judge(position, decision.actions))
        lying = tuple(sorted(str(one.meld) for one in plan.table_after)), plan.left
        if lying not in seen:
            seen.add(lying)
            yield Proposal(plan, decision)


def _or_simple(position: Position, question: Question, decisions: Iterator[Decision]) -> Iterator[Decision]:
    """The decisions; if they are given up before the first, that of the simple search. Raises TimedOut."""
    any_yet = False
    try:
        for decision in decisions:
            any_yet = True
            yield decision
    except GivenUp:
        note_time_out()
        logger.error("too many refused plans, a simple search answers at %s", position_line(position))
        if any_yet:
            return
        simple = simple_turn(position, question)
        if simple is None:
            raise
        yield simple


def note_disagreement(position: Position, actions: tuple[Action, ...], code: str) -> None:
    """Logs and counts a plan that the referee refused."""
    global disagreements
    disagreements += 1
    logger.error("referee refused a plan of %d actions: %s at %s", len(actions), code, position_line(position))


def first(position: Position, question: Question) -> Proposal | None:
    """The best legal plan that answers a question; None if there is none. Raises TimedOut."""
    return next(proposals(position, question), None)


def first_in_time(position: Position, question: Question) -> tuple[Proposal | None, bool]:
    """The best legal plan, and whether the question was answered within the budget."""
    try:
        proposal = first(position, question)
    except TimedOut:
        return None, False
    return proposal, proposal is None or proposal.decision.optimal


def plan_of(position: Position, verdict: Verdict) -> Plan:
    """The plan of actions that the referee has passed."""
    end, steps = verdict.end, verdict.steps
    last = steps[-1].action if steps else None
    if isinstance(last, Discard):
        steps = (*steps[:-1], replace(steps[-1], action=replace(last, closes=end.closes, from_hand=end.from_hand)))
    return Plan(
        steps=steps,
        melds=_new_melds(steps, end),
        left=end.left,
        discard=end.discard,
        penalty=end.penalty,
        points=end.points,
        points_laid=points_laid(position, end),
        closes=end.closes,
        from_hand=end.from_hand,
        special=end.special,
        carried=end.carried,
        opening_run=end.opening_run,
        table_after=end.table,
        fates=_fates(position, steps, end),
    )


def _new_melds(steps: Sequence[ReplayStep], end: EndState) -> tuple[Meld, ...]:
    """The melds laid, as they lie at the end of the turn, or as they were laid if they went to the discard pile."""
    new = {lying.id: lying.meld for lying in end.table if lying.id.startswith("new:")}
    if end.to_discard_pile:
        laid = [one for step in steps if isinstance(step.action, LayMeld) for one in step.new]
        new = {one.id: one.meld for one in laid} | new
    return tuple(meld for _, meld in sorted(new.items(), key=lambda one: int(one[0].split(":")[1])))


def _fates(position: Position, steps: Sequence[ReplayStep], end: EndState) -> tuple[tuple[str, MeldFate], ...]:
    """What happened to every meld: kept, extended, exchanged, rearranged, new, or gone to the discard pile."""
    fates: dict[str, MeldFate] = {lying.id: "kept" for lying in position.table}
    built: set[str] = set()
    for step in steps:
        action = step.action
        if isinstance(action, LayOff) and fates.get(action.meld) == "kept":
            fates[action.meld] = "extended"
        elif isinstance(action, Exchange) and action.meld in fates:
            fates[action.meld] = "exchanged"
        elif isinstance(action, Rearrange):
            fates |= {one: "rearranged" for one in action.take if one in fates}
            built |= {one.id for one in step.new}
    fates |= {lying.id: "rearranged" if lying.id in built else "new" for lying in end.table if lying.id not in fates}
    there = {lying.id for lying in end.table}
    fates |= {one: "discarded" for one, fate in fates.items() if one not in there and fate != "rearranged"}
    return tuple(fates.items())


def lay_nothing(position: Position, *, fewest_left: bool = False) -> Plan | None:
    """The best turn without laying: what to throw; for the fewest cards left no joker that may be carried.

    None if no card may be thrown.
    """
    if not position.profile.ends_with_discard:
        return plan_of(position, judge(position, ()))
    replay = replayed(position, ())
    if replay is None:
        return None
    if position.profile.closes_without_discard and not fewest_left and (verdict := replay.verdict()).end.closes:
        return plan_of(position, verdict)
    if len(position.hand) - position.hand.count(JOKER) > 1 and not fewest_left:
        return _dearest_throw(position, replay)
    plans = (_throwing(position, replay, card) for card in dict.fromkeys(position.hand))
    carries = fewest_left and position.profile.carry_max >= position.hand.count(JOKER)
    return min(
        filter(None, plans), key=lambda plan: (carries and plan.discard is JOKER, *_rank_of_throw(plan)), default=None
    )


def _dearest_throw(position: Position, replay: Replay) -> Plan | None:
    """The throw of a hand that cannot close by it: the card of most points that may be thrown, jokers kept if equal."""
    profile = position.profile
    cards = sorted(
        set(position.hand),
        key=lambda card: (-card_penalty(card, profile), card is JOKER, -card.rank, card.kind),
    )
    return next((plan for card in cards if (plan := _throwing(position, replay, card))), None)


def least_after_throw(position: Position) -> int:
    """The least penalty that laying nothing can leave if it does not close, whatever may be thrown."""
    dearest = max(card_penalty(card, position.profile) for card in set(position.hand))
    return penalty_of(position.hand, position.profile) - dearest


def _rank_of_throw(plan: Plan) -> tuple[bool, int, int, bool, int, int]:
    """The order of turns that only throw: section 8 of the rules, then the highest card."""
    card = plan.discard or JOKER
    kept = without(plan.left, (card,)).count(JOKER)
    return (not plan.closes, plan.penalty or 0, -kept, card is JOKER, -card.rank, card.kind)


def throw(position: Position, card: Card) -> Plan | None:
    """The turn that lays nothing and throws a given card; None if that is not legal."""
    replay = replayed(position, ())
    return None if replay is None else _throwing(position, replay, card)


def _throwing(position: Position, replay: Replay, card: Card) -> Plan | None:
    verdict = replay.throwing(card)
    return plan_of(position, verdict) if verdict.legal else None


def return_card(position: Position, card: Card) -> Plan:
    """The plan of a player whose taken card cannot be laid: it goes back."""
    return _moving_nothing(position, Return(card), without(position.hand, (card,)))


def draw_from_stock(position: Position, score: float, *why: Reason) -> Plan:
    """The plan that only draws from the stock, with its score and what else is told of it."""
    plan = _moving_nothing(position, Draw("stock"), position.hand)
    return replace(plan, score=score, why=(advice.draw_stock(expected=round(score, 2)), *why))


def _moving_nothing(position: Position, action: Action, left: tuple[Card, ...]) -> Plan:
    """The plan of one action that lays nothing and does not end the turn."""
    return Plan(
        steps=(ReplayStep(action, (), left, position.table),),
        melds=(),
        left=left,
        discard=None,
        penalty=None,
        points=None,
        table_after=position.table,
        fates=tuple((lying.id, "kept") for lying in position.table),
    )


def rank(plan: Plan) -> tuple[int, ...]:
    """The order of plans that the rules' section 8 gives, best first: close, penalty, jokers kept, jokers laid, cards
    left, melds."""
    kept = plan.kept
    return (
        not plan.closes,
        plan.penalty or 0,
        -kept.count(JOKER),
        sum(_jokers_in(action) for action in plan.actions),
        len(kept),
        sum(1 for action in plan.actions if isinstance(action, LayMeld)),
    )


def _jokers_in(action: Action) -> int:
    if isinstance(action, (LayMeld, LayOff)):
        return action.cards.count(JOKER)
    return action.from_hand.count(JOKER) if isinstance(action, Rearrange) else 0


def left_after(position: Position, throw: Card | None) -> int:
    """Penalty points of the hand after a card was thrown from it."""
    return penalty_of(position.hand, position.profile) - (penalty_of((throw,), position.profile) if throw else 0)
