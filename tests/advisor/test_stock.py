"""What the stock is worth: the exact mean over all cards that can come, grouped or not, or so said."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from advisor.answers import Options
from advisor.helps import cards_left
from advisor.objectives import OBJECTIVES
from advisor.stock import stock_value
from advisor.turn import turn
from advisor.words.explain import explain
from solver.game.actions import Draw
from solver.game.cards import CARDS
from solver.game.position import Position, after_drawing
from solver.game.position_line import read_position_line
from solver.rules.presets import PROFILES
from tests.random_positions import random_position

PATIENT = Options(time_ms=20_000)
MEASURED = [name for name, objective in OBJECTIVES.items() if objective.measured]


def before_draw(seed: str, number: int) -> Iterator[tuple[int, Position]]:
    from dataclasses import replace

    for index in range(number):
        base = tuple(PROFILES)[index % len(PROFILES)]
        position = random_position(Random(f"{seed}/{index}"), base, most_cards=10, most_melds=4, most_overrides=0)
        if not position.starts_without_draw:
            yield index, replace(position, drawn=None, phase="before_draw", phase_told=True)


def asked_separately(position: Position, objective: str) -> float:
    """The mean of the best turns' scores, each draw asked with ample time."""
    left = cards_left(position)
    total = sum(
        left[card.kind] * (turn(after_drawing(position, "stock", card), PATIENT, objective).recommendation.score or 0.0)
        for card in CARDS
        if left[card.kind] > 0
    )
    return total / sum(one for one in left if one > 0)


def of_the_stock(position: Position, objective: str) -> float:
    plans = turn(position, PATIENT, objective).plans
    return next(plan.score or 0.0 for plan in plans if plan.actions == (Draw("stock"),))


def test_the_mean_is_exact() -> None:
    """A sample of a campaign of some hundred positions; all objectives, all rule sets."""
    for index, position in before_draw("stock", 20):
        objective = MEASURED[index // 5 % len(MEASURED)]
        assert of_the_stock(position, objective) == pytest.approx(asked_separately(position, objective), abs=1e-3)


@pytest.mark.parametrize(
    "line",
    [
        # a natural card into a set beside its joker, and jokers moved in a rearrangement: points counted alike
        "z1~tournament~7SQSKSQHQD3C4C5C6CQC~r4~s~mm1.Jan.6S6HJK6D~mm2.me.4H5H6HJK8H~qEva.9.1~qJan.14.1~fb",
        "z1~wikipedia~7SJSJHJDJC~r6~mm1.me.JKJK4S5S.y~qEva.11.0~qJan.8.0~fb",
    ],
)
def test_points_are_counted_as_after_the_draw(line: str) -> None:
    position = read_position_line(line)
    assert of_the_stock(position, "points") == pytest.approx(asked_separately(position, "points"), abs=1e-3)


def test_without_time_the_value_is_a_bound_and_says_so() -> None:
    for _, position in before_draw("no time", 10):
        for objective in MEASURED:
            answer = turn(position, Options(time_ms=-1000), objective)
            stock = next(plan for plan in answer.plans if plan.actions == (Draw("stock"),))
            assert not answer.optimal
            assert "stock_not_all" in [one.code for one in stock.why]
            assert stock.score is not None
            if objective != "points":  # a close may lay fewer points
                assert stock.score >= stock_value(position, objective).expected - 1e-4
            for language in ("en", "cs", "sk"):
                assert explain(answer, language)
