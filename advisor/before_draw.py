"""What is certain before the draw: the turn with one card more that is not known yet, and is thrown.

A laying of the cards in hand holds for every card that can come, if the card that comes is thrown then. Which cards
may not be thrown, or do not close, is asked of the referee, card by card; for those the turn is looked for with the
card in hand. Only draws from the stock are looked at: what a discard is worth, `turn` says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from advisor import advice
from advisor.answers import Plan
from advisor.helps import cards_left
from advisor.plan import plan_of, proposals
from solver.budget import TimedOut, check
from solver.game.actions import Action, Discard, Draw
from solver.game.cards import CARDS, Card
from solver.game.position import Position, after_drawing
from solver.model.question import Question
from solver.referee.judge import judge
from solver.referee.verdict import Verdict

DRAW = Draw("stock")


@dataclass(frozen=True, slots=True)
class Found:
    """Plans that hold for the cards that can come, best first; whether the first is proved, and if not its bound."""

    plans: tuple[Plan, ...]
    optimal: bool
    bound: int | None = None


def cards_to_come(position: Position) -> list[Card]:
    """The kinds of which a copy can still come, jokers last."""
    left = cards_left(position)
    return [card for card in CARDS if left[card.kind] > 0]


def layings(position: Position, question: Callable[[Position], Question], wanted: int = 1) -> Found:
    """The best turns in which the card that comes is thrown, each as its draw and what is laid; `question` is asked of
    the position after the draw."""
    more, throws = _with_any_card(position)
    if more is None:
        return Found((), True)
    asked = question(more)
    plans: list[Plan] = []
    optimal, bound = True, None
    try:
        for proposal in proposals(more, replace(asked, throws=throws) if throws is not None else asked, wanted):
            plan = _without_throw(position, proposal.plan)
            if plan is None:
                continue
            if not plans and not proposal.decision.optimal:
                optimal, bound = False, proposal.decision.bound
            plans.append(plan)
            if len(plans) >= wanted:
                break
    except TimedOut:
        optimal = bool(plans) and optimal
    return Found(tuple(plans), optimal, bound)


def laying_nothing(position: Position) -> Plan:
    """The draw alone."""
    return plan_of(position, judge(position, (DRAW,), finish=False))


def closing_somehow(position: Position) -> Plan:
    """The draw alone, after which every card closes, each in a way of its own."""
    return replace(laying_nothing(position), closes=True, penalty=0)


def _with_any_card(position: Position) -> tuple[Position | None, int | None]:
    """The position with a card that can come, and its kind, which is to be thrown; in a game without discards the hand
    as it stands, since nothing is thrown. None if no card can come."""
    if not position.profile.ends_with_discard:
        return replace(position, phase="after_draw", phase_told=False), None
    probe = next(iter(cards_to_come(position)), None)
    return (None, None) if probe is None else (after_drawing(position, "stock", probe), probe.kind)


def _without_throw(position: Position, plan: Plan) -> Plan | None:
    """A plan after the draw, as the draw and what is laid then; None if the drawn card is laid in it."""
    laid = (DRAW, *(action for action in plan.actions if not isinstance(action, Discard)))
    verdict = judge(position, laid, finish=False)
    if not verdict.legal:
        return None
    known = plan_of(position, verdict)
    if not plan.closes:
        return known
    return replace(known, closes=True, from_hand=plan.from_hand, special=plan.special, carried=plan.carried, penalty=0)


def with_one_more(position: Position, card: Card) -> Position:
    """The position with a card more in the hand: drawn, if the draw is still to come."""
    if position.draws_first:
        return after_drawing(position, "stock", card)
    return replace(position, hand=(*position.hand, card))


def exceptions(
    position: Position, plan: Plan, holds: Callable[[Verdict], bool] = lambda verdict: verdict.legal
) -> tuple[Card, ...]:
    """The cards with which a plan does not hold if they come and are thrown. Raises TimedOut."""
    found = []
    for card in cards_to_come(position):
        check()
        end: tuple[Action, ...] = (Discard(card),) if position.profile.ends_with_discard else ()
        if not holds(judge(after_drawing(position, "stock", card), (*plan.actions[1:], *end))):
            found.append(card)
    return tuple(found)


def noted(plan: Plan, cards: tuple[Card, ...]) -> Plan:
    """A plan with the fact that certain cards, if they come, ask for another one."""
    if not cards:
        return plan
    return replace(plan, why=(*plan.why, advice.unless_drawn(cards=cards)))
