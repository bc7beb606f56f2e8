"""The whole turn by strength: the plans of `advisor.strength`, ranked, as the service answers them.

A plan's `score` is the expected penalty of the player at the end of the deal less the mean of his opponents', in
points; less is better, negative is in his favour. It is an estimate in closed form (`advisor.expectation`), made to
rank plans; how strong the advice is, is measured in the arena. `stock` is worth what the hand before the draw is.
"""

from __future__ import annotations

from dataclasses import replace

from advisor.answers import Options, Plan, TurnAnswer
from advisor.opening import deadline_of
from advisor.penalty import best_turns, why_nothing_laid
from advisor.plan import draw_from_stock, plan_of
from advisor.players import with_bottom, with_discard
from advisor.quick import may_lay_something
from advisor.strength import Turn, ranked_turns, stock_expected
from solver.actions import Draw
from solver.errors import Reason
from solver.position import Position
from solver.questions import obliged_card

PLANS_SHOWN = 3


def strength_turn(position: Position, options: Options) -> TurnAnswer:
    """The best whole turn by strength, and the next best, each laying something else or throwing another card."""
    deadline = deadline_of(options)
    wanted = max(PLANS_SHOWN, 1 + options.alternatives)
    if not position.draws_first:
        turns = ranked_turns(position, deadline, layings=1 + options.alternatives)
        if not turns:
            plans, optimal, bound = best_turns(position, "penalty", deadline, wanted)
            reason = why_nothing_laid(position, plans[0], deadline)
            return TurnAnswer(position, "strength", plans[0], tuple(plans), reason, optimal, bound)
        found = tuple(_plan(position, one) for one in turns[:wanted])
        waits = any(one.code == "expected_wait" for one in found[0].why)
        reason = None if waits else why_nothing_laid(position, found[0], deadline)
        return TurnAnswer(position, "strength", found[0], found, reason, True, None)
    plans = [one for source in ("discard", "bottom") if (one := _taken(position, source, deadline)) is not None]
    expected = round(stock_expected(position, can_open=may_lay_something(position)).score, 2)
    plans.append(draw_from_stock(position, expected, round(expected, 2)))
    plans.sort(key=lambda one: (one.score or 0.0, one.actions == (Draw("stock"),)))
    return TurnAnswer(position, "strength", plans[0], tuple(plans), None, True, None)


def _plan(position: Position, turn: Turn) -> Plan:
    return replace(plan_of(position, turn.actions, turn.end), score=round(turn.score, 2), why=turn.why)


def _taken(position: Position, source: str, deadline: float) -> Plan | None:
    """The best turn that takes the discard or the bottom card; None if it may not be taken or not be laid."""
    taken = with_discard(position) if source == "discard" else with_bottom(position)
    if taken is None or (obliged_card(taken) is not None and not may_lay_something(taken)):
        return None
    turns = ranked_turns(taken, deadline)
    if not turns or taken.drawn is None or taken.drawn.card is None:
        return None
    card = taken.drawn.card
    plan = _plan(taken, turns[0])
    draw = Draw("discard" if source == "discard" else "bottom", card)
    why = Reason(f"draw_{source}", "draw", {"card": str(card), "expected": plan.score or 0.0})
    return replace(plan, actions=(draw, *plan.actions), why=(why, *plan.why))
