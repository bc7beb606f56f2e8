"""Most points laid: by how much all that lies on the table grows, whatever is laid, exchanged or moved there."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from advisor.answers import Options
from advisor.plan import first
from advisor.turn import turn as ask_turn
from solver.model.decide import states_all
from solver.model.question import opened_question, opening_question
from tests.builders import pos
from tests.oracles.turn_search import TooLarge, Turn
from tests.random_positions import random_position

OPTIONS = Options(time_ms=60_000)


@pytest.mark.parametrize(
    ("hand", "table", "rules", "points"),
    [
        # the six takes the place of a joker that counts as much, which goes back as the eight
        ("6C KD 2S", "anna: 5C JK 7C", "joker-club", 8),
        # where jokers count nothing the six is worth its six
        ("6C KD 2S", "anna: 5C JK 7C", {"base": "joker-club", "joker_points_in_opening": "zero"}, 6),
        # of the two queens one takes the joker's place
        ("QD QC 3S KD", "anna: QS QH JK", "joker-club", 10),
        # the king laid off is one card more
        ("KC 9D 2S", "anna: KS KH KD", "family", 10),
        # four kings leave the table for the pile at the end of the turn, and were laid all the same
        ("KC 9D 2S", "anna: KS KH KD", {"base": "family", "fours_to_discard": True}, 10),
    ],
)
def test_what_counts(hand: str, table: str, rules: Any, points: int) -> None:
    plan = ask_turn(pos(hand, table, rules, opened=True, drawn="stock"), OPTIONS, "points").recommendation
    assert (plan.points_laid, plan.score) == (points, -points)


def test_in_an_opening_all_that_is_laid_counts() -> None:
    """57 open, and the eight of spades is laid off on the run of the table."""
    position = pos("8C 9C 10C KS KH KD 8S 3H 2H", "anna: 5S 6S 7S", drawn="stock")
    plan = ask_turn(position, OPTIONS, "points").recommendation
    assert (plan.points, plan.points_laid) == (57, 65)


def test_random_turns_lay_the_most_points() -> None:
    compared = 0
    for index in range(30):
        position = random_position(Random(f"points {index}"), most_overrides=2, most_melds=2, most_cards=6)
        turn = Turn(position)
        if not position.may_lay or turn.bottom:
            continue
        question = (opened_question if position.opened else opening_question)(position, "points")
        before = sum(turn.melds.points(lying.shape) or 0 for lying in turn.first.table)
        try:
            grown = [
                sum(turn.melds.points(lying.shape) or 0 for lying in state.table) - before
                for state, _ in turn.states(10_000, 30_000)
                for end in turn.ends(state)
                if position.opened or end.points is not None
            ]
        except TooLarge:
            continue
        if not states_all(position, question):
            continue
        found = first(position, question)
        compared += 1
        assert (found.plan.points_laid if found else None) == max(grown, default=None)
        assert found is None or found.decision.levels["points"] == -found.plan.points_laid
    assert compared > 10
