"""The whole turn: which draw, what to lay, lay off and exchange, what to throw; all plans ranked by one objective."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from advisor.answers import Options, Plan, TurnAnswer
from advisor.closing import closing_questions
from advisor.helps import cards_left
from advisor.opening import deadline_of
from advisor.penalty import best_turns, why_nothing_laid
from advisor.plan import draw_from_stock, first_in_time
from advisor.strength_turn import strength_turn
from advisor.worth import worth
from solver.actions import Action, Draw
from solver.budget import TimedOut, until, watched
from solver.candidates import catalogue
from solver.cards import CARDS, JOKER, Card, counts
from solver.errors import Reason
from solver.melds import card_penalty
from solver.position import Position, after_drawing
from solver.questions import Objective
from solver.referee import check_draw, discard_forbidden

OBJECTIVES: Final[dict[str, Objective]] = {
    "strength": "penalty",
    "penalty": "penalty",
    "points": "points",
    "cards": "cards",
    "close": "penalty",
}
"""The objectives of one turn that may be asked for, each with what the optimiser is asked for it."""

PLANS_SHOWN: Final = 3
STRENGTH_SECONDS: Final = 0.1
"""How long after the budget turns are still ranked by strength; then the least penalty is answered instead."""


def turn(position: Position, options: Options, objective: str = "penalty") -> TurnAnswer:
    """The best whole turn by `strength`, `penalty`, `points`, `cards` or `close`, and the next best.

    Where the time does not suffice for `strength`, the answer is that of `penalty`, and says so.
    Before the draw the answer is of draws: taking the discard or bottom card with the plan that meets its duty, and
    the stock with the mean over all cards that can still come; else of the hand as it stands. `optimal` is false if and
    only if anything that went into the answer ran out of time. Source: the rules' sections 3 to 8.
    Raises InvalidPosition for a draw that was forbidden.
    """
    check_draw(position)
    with watched() as watch:
        answer = _turn(position, options, objective)
    return replace(answer, optimal=answer.optimal and not watch.ran_out)


def _turn(position: Position, options: Options, objective: str) -> TurnAnswer:
    """The answer, though parts of it may have run out of time."""
    deadline = deadline_of(options)
    if objective == "strength":
        try:
            with until(deadline + STRENGTH_SECONDS):
                return strength_turn(position, options)
        except TimedOut:
            return _turn(position, replace(options, time_ms=0), "penalty")
    wanted = max(PLANS_SHOWN, 1 + options.alternatives)
    if not position.draws_first:
        plans, optimal, bound = best_plans(position, objective, deadline, wanted)
        scored = tuple(replace(one, score=score_of(one, position, objective)) for one in plans)
        reason = why_nothing_laid(position, plans[0], deadline, proved=optimal)
        return TurnAnswer(position, objective, scored[0], scored, reason, optimal, bound)
    plans = [
        one
        for one in (_taken(position, "discard", objective, deadline), _taken(position, "bottom", objective, deadline))
        if one
    ]
    stock, proved = _stock(position, objective, deadline)
    plans.append(stock)
    plans.sort(key=lambda one: (one.score if one.score is not None else 0.0, one is stock))
    return TurnAnswer(position, objective, plans[0], tuple(plans), None, proved, None)


def best_plans(position: Position, objective: str, deadline: float, wanted: int) -> tuple[list[Plan], bool, int | None]:
    """The best turns after the draw; to `close`, one from hand is worth more than another."""
    plans, optimal, bound = best_turns(position, OBJECTIVES[objective], deadline, wanted)
    if objective == "close" and plans[0].closes and not position.opened and not plans[0].from_hand:
        by_hand, _ = first_in_time(position, closing_questions(position)[0], deadline)
        if by_hand is not None:
            plans = [by_hand.plan, *plans][:wanted]
    return plans, optimal, bound


def score_of(plan: Plan, position: Position, objective: str) -> float | None:
    """How good a plan is, less is better: penalty points left; minus points laid on the table; cards left; or 0 for a
    close and 1 for none. None for a plan that only returns a taken card."""
    if plan.penalty is None:
        return None
    if objective == "points":
        if not position.opened:
            return 0.0 - float(plan.points or 0)
        return float(sum(one.meld.points for one in position.table) - sum(one.meld.points for one in plan.table_after))
    kept = len(plan.left) - (plan.discard is not None)
    if objective == "cards":
        return 0.0 if plan.closes else float(kept)
    if objective == "close":
        return 0.0 if plan.closes else 1.0
    return float(plan.penalty or 0)


def _taken(position: Position, source: str, objective: str, deadline: float) -> Plan | None:
    """The best turn that takes the discard or the bottom card; None if it may not be taken or not be laid."""
    if source == "discard":
        if not position.discard_pile or discard_forbidden(position) is not None:
            return None
        card = position.discard_pile[-1]
        drawn = after_drawing(position, "discard")
    else:
        if position.bottom_card is None or position.opened:
            return None
        card = position.bottom_card
        drawn = after_drawing(position, "bottom")
    plans, _, _ = best_plans(drawn, objective, deadline, 1)
    plan = plans[0]
    if plan.penalty is None or not plan.actions:
        return None
    draw = Draw("discard" if source == "discard" else "bottom", card)
    actions: tuple[Action, ...] = (draw, *plan.actions)
    score = score_of(plan, position, objective) or 0.0
    why = (Reason(f"draw_{source}", "draw", {"card": str(card), "expected": round(score, 2)}),)
    return replace(plan, actions=actions, score=score, why=why)


def useful(card: Card, position: Position) -> bool:
    """Could a card be laid with those in hand or on the table? All others of the same penalty are worth the same."""
    profile = position.profile
    if card is JOKER or (profile.rearrange and position.table):
        return True
    for one in position.table:
        if (one.meld.kind == "run" and one.meld.suit == card.suit) or (
            one.meld.kind == "set" and one.meld.rank == card.rank
        ):
            return True
    held = counts((*position.hand, card))
    jokers = held[JOKER.kind] + sum(one.meld.jokers for one in position.table)
    return any(card.kind in one.naturals for one in catalogue(profile).of(held, jokers))


def _stock(position: Position, objective: str, deadline: float) -> tuple[Plan, bool]:
    """Drawing from the stock: the mean score over every card that can still come, and whether all are proved."""
    left = cards_left(position)
    total = weight = 0.0
    proved = True
    alike: dict[int, float] = {}
    for card in CARDS:
        if left[card.kind] <= 0:
            continue
        if time.perf_counter() > deadline:
            proved = False
            break
        score = None if useful(card, position) else alike.get(card_penalty(card, position.profile))
        if score is None:
            drawn = after_drawing(position, "stock", card)
            score, optimal = worth(drawn, objective, deadline)
            proved = proved and optimal
            if not useful(card, position):
                alike[card_penalty(card, position.profile)] = score
        total += left[card.kind] * score
        weight += left[card.kind]
    expected = total / weight if weight else 0.0
    return draw_from_stock(position, round(expected, 4), round(expected, 2)), proved
