"""Every analysis ends soon after its budget, however large the question, and then says that nothing is proved."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from advisor import analysis
from advisor.answers import Options
from solver.position_line import read_position_line

LARGE = (
    "z1~wikipedia~AS3S3S4S3H4HJHADAD3D4D4D5D7D9DTDQDQDKDAC3C4C9CJCQCKCJKJKJKJK~o1~ds",
    "z1~wikipedia~AS3H6H7H8H8H3D5D5D6D6D8DQDQD3C8CKCJKJKJK~ds~mm1.bert.QSQHQCJK~mm2.anna.AD2D3D4D",
    "z1~family~TS8HTHTHJHQHQH2D3D4DAC2C3C6CTCQCKCJKJKJK~mm1.bert.6C7C8C~mm2.bert.2S2H2DJK",
)
TIME_MS = 10
SOON = 0.15
"""Seconds after the budget, on a machine that does other things as well."""


@pytest.mark.parametrize("line", LARGE)
@pytest.mark.parametrize("call", [analysis.opening, analysis.closing, analysis.penalty], ids=lambda one: one.__name__)
def test_a_short_budget_is_kept(call: Callable[..., Any], line: str) -> None:
    position = read_position_line(line)
    options = Options(alternatives=10, time_ms=TIME_MS)
    spent = []
    for _ in range(5):
        begun = time.perf_counter()
        answer = call(position, options)
        spent.append(time.perf_counter() - begun)
        assert answer.plan.left  # there is an answer all the same
    assert min(spent) < TIME_MS / 1000 + SOON


def test_a_pure_run_that_is_there_is_not_denied_for_want_of_time() -> None:
    # A-2-3-4 of diamonds; no budget at all, so that nothing is found
    position = read_position_line(f"{LARGE[0][:-6]}~o0~ds")
    answer = analysis.opening(position, Options(time_ms=-1000))
    assert (answer.opens, answer.optimal) == (False, False)
    assert answer.reason is not None
    assert answer.reason.code == "not_enough_points"
