"""The whole turn by strength: the plans of `advisor.strength`, ranked, as the service answers them.

A plan's `score` is the expected penalty of the player at the end of the deal less the mean of his opponents', in
points; less is better, negative is in his favour. It is an estimate in closed form (`strength.expectation`), made to
rank plans; how strong the advice is, is measured in the arena. `stock` is worth what the hand before the draw is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from advisor.answers import Options, Plan, TurnAnswer
from advisor.before_draw import cards_to_come
from advisor.best_turns import best_turns
from advisor.draws import ranked_draws, taking, with_bottom, with_discard
from advisor.penalty import why_nothing_laid
from advisor.plan import draw_from_stock, plan_of
from advisor.plan_kinds import compared, differing, with_kinds
from advisor.prechecks import may_lay_something
from advisor.strength.expectation import Expectation
from advisor.strength.ranking import WeighedTurn, ranked_turns, stock_expected
from solver.game.position import Position, after_drawing
from solver.model.question import obliged_card

PLANS_SHOWN = 3


def strength_turn(position: Position, options: Options) -> TurnAnswer:
    """The best whole turn by strength, and the next best: of the other kinds, then such as lay something else, and then
    further throws."""
    wanted = max(PLANS_SHOWN, 1 + options.alternatives)
    if not position.draws_first:
        turns = ranked_turns(position)
        if not turns:
            found_least, optimal, bound = best_turns(position, "penalty", wanted)
            plans = with_kinds(position, found_least)
            reasons = why_nothing_laid(position, plans[0])
            return TurnAnswer(position, "strength", plans[0], tuple(plans), reasons, optimal, bound)
        shown = differing(with_kinds(position, [_plan(position, turn) for turn in turns]), wanted)
        found = compared(shown, "strength")
        waits = any(one.code == "expected_wait" for one in found[0].why)
        reasons = () if waits else why_nothing_laid(position, found[0])
        return TurnAnswer(position, "strength", found[0], found, reasons, True, None)
    taken = [one for one in (_taken(position, "discard"), _taken(position, "bottom")) if one]
    stock = draw_from_stock(position, round(_of_the_stock(position), 2))
    closing = Expectation(position).closing
    plans = ranked_draws(position, stock, taken, lambda end: closing(end).score)
    told = compared(with_kinds(position, plans), "strength")
    return TurnAnswer(position, "strength", told[0], told, (), True, None)


def _plan(position: Position, turn: WeighedTurn) -> Plan:
    return replace(plan_of(position, turn.verdict), score=round(turn.score, 2), why=turn.why)


def _of_the_stock(position: Position) -> float:
    """What a draw from the stock is worth; where the card that comes is known, what the best turn with it is."""
    known = cards_to_come(position)
    turns = ranked_turns(after_drawing(position, "stock", known[0])) if len(known) == 1 else []
    return turns[0].score if turns else stock_expected(position).score


def _taken(position: Position, source: Literal["discard", "bottom"]) -> Plan | None:
    """The best turn that takes the discard or the bottom card; None if it may not be taken or not be laid."""
    taken = with_discard(position) if source == "discard" else with_bottom(position)
    if taken is None or (obliged_card(taken) is not None and not may_lay_something(taken)):
        return None
    turns = ranked_turns(taken)
    if not turns:
        return None
    plan = _plan(taken, turns[0])
    return taking(plan, source, taken, plan.score or 0.0)
