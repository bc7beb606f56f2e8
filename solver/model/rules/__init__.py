"""The rules that a turn of the model keeps: one file a family, in each one function a rule.

What is posted here is necessary for every legal turn; `model.action_order` then finds the order, and the referee has
the last word. Example: `cards.cards_are_laid_once` posts a row for each kind of card in hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from solver.model.rules.bottom import bottom_card_is_used
from solver.model.rules.cards import cards_are_laid_once
from solver.model.rules.close import (
    a_card_stays_while_closing_is_barred,
    a_close_leaves_only_carried_jokers,
    a_joker_may_not_close,
)
from solver.model.rules.discard import a_joker_is_thrown_only_to_close, one_card_is_thrown
from solver.model.rules.duty import draw_duty
from solver.model.rules.opening import (
    opening_has_a_pure_run,
    opening_reaches_the_minimum,
    opening_uses_own_jokers,
)
from solver.model.rules.order import order_rule
from solver.model.rules.rearranging import pool_uses_jokers_at_hand, rearranging_adds_a_card
from solver.model.rules.won_joker import won_jokers_are_laid
from solver.model.variables import Variables

Rule: TypeAlias = Callable[[Variables], None]
"""Posts the rows of one rule; none where the position, the question or the profile does not ask for it."""

RULES: Final[tuple[Rule, ...]] = (
    cards_are_laid_once,
    one_card_is_thrown,
    a_close_leaves_only_carried_jokers,
    a_joker_may_not_close,
    a_joker_is_thrown_only_to_close,
    a_card_stays_while_closing_is_barred,
    opening_reaches_the_minimum,
    opening_has_a_pure_run,
    opening_uses_own_jokers,
    pool_uses_jokers_at_hand,
    rearranging_adds_a_card,
    draw_duty,
    won_jokers_are_laid,
    order_rule,
    bottom_card_is_used,
)


def post(turn: Variables) -> None:
    """Every rule that the question keeps."""
    for rule in RULES:
        turn.model.rule(rule.__name__)
        rule(turn)
