"""Alternatives are the next best turns, all of them, against trying everything."""

from __future__ import annotations

from random import Random

import pytest

from advisor.answers import Options
from advisor.opening import opening as ask_opening
from advisor.penalty import penalty as ask_penalty
from solver.game.position import Position
from solver.game.position_line import read_position_line
from solver.rules.presets import PROFILES
from tests.comparison import order_of, playable_order
from tests.oracles.brute_force import least_of_each, openings_of_each, partition_is_enough
from tests.random_positions import random_hand_position

OPTIONS = Options(time_ms=10_000, alternatives=9)


def check(position: Position) -> None:
    answer = ask_penalty(position, OPTIONS)
    assert answer.optimal
    orders = [playable_order(position, one) for one in (answer.plan, *answer.alternatives)]
    assert [order for order in orders if order] == least_of_each(position)[: 1 + OPTIONS.alternatives]
    opening = ask_opening(position, OPTIONS)
    assert opening.optimal
    openings = [
        (-(one.points or 0), *(order_of(one) or ())) for one in (opening.plan, *opening.alternatives) if opening.opens
    ]
    assert openings == openings_of_each(position)[: 1 + OPTIONS.alternatives]


@pytest.mark.parametrize("base", list(PROFILES))
@pytest.mark.parametrize("seed", range(12))
def test_the_next_best_turns(base: str, seed: int) -> None:
    rng = Random(f"alternatives {seed}")
    position = random_hand_position(rng, base, most_overrides=2)
    while not partition_is_enough(position):  # or lay-offs on melds of the same turn count too
        position = random_hand_position(rng, base, most_overrides=2)
    check(position)


@pytest.mark.parametrize(
    "line",
    [
        # the same meld twice in the best turn, and none of them in another
        "z1~tournament~2H2H3H3H4H4H5HJD~r9~o1~ds5H",
        "z1~wikipedia~6S6S7S7S8S8SKSTD~r9~o1~dsTD",
        "z1~family~6S6S7S7S8S8STS8C~r9~o1~ds6S",
    ],
)
def test_alternatives_that_were_once_missed(line: str) -> None:
    check(read_position_line(line))
