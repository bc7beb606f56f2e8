"""Jokers exchanged before the opening, by the house rule."""

from __future__ import annotations

import pytest

from advisor.answers import Options
from advisor.closing import closing
from advisor.distances import Distances
from advisor.penalty import penalty
from advisor.turn import turn
from solver.game.actions import Exchange
from solver.game.notation import read_cards
from tests.builders import pos

RULES = {"base": "joker-club", "exchange_when": "always"}
OPTIONS = Options(time_ms=60_000)
HAND, TABLE = "QD QC 3S 4H", "anna: QS QH JK"


def test_two_queens_win_the_joker_which_is_thrown() -> None:
    """7 points are left instead of 17; that player has not opened, and owes the flat 100 if he is beaten."""
    answer = penalty(pos(HAND, TABLE, RULES), OPTIONS)
    assert (answer.plan.penalty, answer.optimal, answer.held_if_beaten) == (7, True, 100)
    assert set(answer.plan.actions[0].cards) == set(read_cards("QD QC"))  # type: ignore[union-attr]


def test_it_leaves_the_fewest_cards() -> None:
    """4♥ beside the joker, which could be carried; without exchanging three cards stay."""
    answer = closing(pos(HAND, TABLE, RULES), OPTIONS)
    assert (answer.closes, answer.left_over) == (False, 1)


@pytest.mark.parametrize("objective", ["strength", "penalty", "cards"])
def test_it_is_among_the_turns(objective: str) -> None:
    answer = turn(pos(HAND, TABLE, RULES), OPTIONS, objective)
    assert any(isinstance(plan.actions[0], Exchange) for plan in answer.plans)


def test_before_the_draw_and_over_several_turns_nothing_is_told_as_proved() -> None:
    position = pos(HAND, TABLE, RULES, phase="before_draw")
    assert not penalty(position, OPTIONS).optimal
    found = Distances(position).reach("open").now
    assert found.distance != 0
    assert not found.proved


def test_a_joker_that_must_be_laid_is_not_won_before_the_opening() -> None:
    answer = penalty(pos(HAND, TABLE, {**RULES, "won_joker": "lay"}), OPTIONS)
    assert (answer.plan.penalty, answer.optimal) == (17, True)
