"""The benchmarks run and compare answers; what they measure is no matter here."""

from __future__ import annotations

import json

import pytest

from solver.rules.presets import PROFILES
from tests.benchmarks.__main__ import MARK, README, main
from tests.benchmarks.measure import ratio, spread
from tests.benchmarks.peers import TILES, deadwood
from tests.benchmarks.report import Goal, Report
from tests.benchmarks.work import rearrangements
from tests.builders import cards


def test_a_quick_run_tells_every_goal_and_equal_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "--json", "--peers"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["answers_different"] == []
    assert told["answers_compared"] > 40  # more where the peers are set up
    names = " ".join(goal["goal"] for goal in told["goals"]) + " ".join(told["skipped"])
    for wanted in (
        "best opening: ordinary",
        "p95 / p50",
        "whole turn with 8 melds",
        "rearrangement: 90",
        "rearrangement: slowest",
        "full outlook",
        "POST /v1/opening",
        "second identical",
        "memory",
        "rummikub",
        "RLCard" if "rlcard" not in told["skipped"] else "rlcard",
        "OpenSpiel" if "pyspiel" not in told["skipped"] else "pyspiel",
    ):
        assert wanted in names
    assert all(one["n"] > 0 and one["p50"] <= one["p95"] <= one["max"] for one in told["times_ms"])


def test_the_readme_tells_every_goal_of_a_full_run() -> None:
    table = README.read_text().partition(MARK)[2]
    assert "answers compared, 0 different" in table
    for tiles in TILES:
        assert f"rummikub, {tiles} table tiles: rummikub-solver / ours" in table


def test_goals_and_differences_are_told() -> None:
    report = Report()
    report.goal("fast", 2.0, ">=", 3)
    report.goal("even", 2.0, "<=", 3)
    report.compare("sums", [1, 2], [1, 3])
    assert [goal.met for goal in report.goals] == [False, True]
    assert report.different == ["sums 1: 2 ≠ 3"]
    assert not report.good
    assert "| fast | 2.00 × | ≥ 3 × | **no** |" in report.as_text()
    assert Goal("just", 3.0, 3.0, "<=").met


def test_spreads_and_ratios() -> None:
    # of 1 … 100 the 95th of 100 is the value after 95 % of them
    assert spread([float(one) for one in range(1, 101)]).p95 == 96
    assert spread([3.0, 1.0, 2.0]).p50 == 2
    assert ratio([2.0, 9.0, 4.0], [1.0, 3.0, 4.0]) == 2
    with pytest.raises(ValueError, match="nothing"):
        spread([])


@pytest.mark.parametrize("on_table", [0, 20, 90, 100])
def test_tables_to_rebuild_have_exactly_so_many_cards(on_table: int) -> None:
    for position in rearrangements(PROFILES["wikipedia"], on_table, 3, hand=10):
        assert sum(len(lying.meld.cards) for lying in position.table) == on_table


def test_deadwood_of_gin() -> None:
    # 4-5-6 and three nines are melded; A 1 + K 10 + 2 + 7 are left
    assert deadwood(list(cards("4S 5S 6S 9S 9H 9D AC KC 2H 7D"))) == 20
    # the ace is low only, so Q-K-A is none: 10 + 10 + 1 + 10 + 8 + 6 + 4 + 2 + 3 + 5 = 59
    assert deadwood(list(cards("QS KS AS JH 8D 6C 4H 2D 3C 5C"))) == 59
