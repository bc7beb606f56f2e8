"""Turns in which rearranging and exchanging alternate, and limits on jokers where the table is rebuilt.

The lines and values come from a search of all sequences of steps (`oracles.deep_search`), which is asked again here.
"""

from __future__ import annotations

import pytest

from advisor import plan
from advisor.answers import Options
from advisor.penalty import penalty as ask_penalty
from solver.game.position_line import read_position_line
from solver.referee.judge import judge
from tests.comparison import compare_deep, order_of
from tests.oracles.deep_search import deep_search

OPTIONS = Options(time_ms=10_000)

BOUGHT = [
    # the joker is bought where it stands for 7S, and all but it goes into sets
    ("z1~wikipedia.run_length_max-3.set_size_max-3~3S7S6H7H7D~r6~mt0.me.7H7DJK~mt1.me.JK6S7S", (0, 0, -1, 0, 1)),
    # two jokers bought in two arrangements, one after the other
    ("z1~wikipedia~7S8S3H7C~r6~mt0.A.3C4C5C~mt1.A.7D7CJKJK~mt2.me.8H8CJKJK", (0, 0, -2, 0, 2)),
    # in the opening turn
    ("z1~wikipedia~TS3HTHAC8C9CTCTCQC~r6~mt0.Eva.AH2HJKJK~mt1.Eva.3HJKJK.s", (0, 0, -2, 0, 2)),
    # an own joker laid for the points it earns, moved and bought back
    ("z1~wikipedia~7S8S9S2D7C8C9CJK~r6", (0, 0, -1, 1, 1)),
    # three jokers bought of one set, one laid again
    ("z1~wikipedia.opening_minimum-30~QSQSQH6DQD~r6~o1~dsQD~mm1.Eva.QCJKJKJK.s", (0, 0, -2, 1, 2)),
]
LIMITED = [
    (
        "z1~wikipedia.min_naturals-3.max_jokers_per_meld-2.ace_low-null~7S8STSTHTH~r6~mt0.me.TCJCQC~mt1.A.7S8S9S"
        "~mt2.me.JKJSQSJKAS~mt3.A.JKTSJSJKKS",
        (1, 10, 0, 0, 1),
    ),
    (
        "z1~wikipedia.min_naturals-3.jokers_fewer_than_naturals-t.opening_minimum-15.exchange-runs~3H5H6H7H3DJKJK~r6"
        "~mt0.A.JK3D4D5D~mt1.A.2S2D2C",
        (1, 3, 0, 2, 1),
    ),
    (
        "z1~wikipedia.adjacent_jokers-f.penalty_joker-0~8D9D9D~r6~mt0.me.7DJKJKJK.s~mt1.me.KSKDKC~mt2.Eva.8S8HJK",
        (0, 0, -2, 0, 2),
    ),
]


@pytest.mark.parametrize(("line", "best"), [*BOUGHT, *LIMITED])
def test_the_best_end_of_any_sequence(line: str, best: tuple[int, ...]) -> None:
    position = read_position_line(line)
    assert deep_search(position).best == best
    before = plan.disagreements
    answer = ask_penalty(position, OPTIONS)
    assert ((order_of(answer.plan) or ())[:5], answer.optimal) == (best, True)
    assert judge(position, answer.plan.actions).legal
    assert plan.disagreements == before
    assert not compare_deep(position)[0]


def test_little_time_gives_no_worse_than_without_rearranging() -> None:
    line = LIMITED[0][0]
    still = ask_penalty(read_position_line(line.replace("wikipedia.", "wikipedia.rearrange-f.")), OPTIONS)
    for time_ms in (60, 200, 1000):
        answer = ask_penalty(read_position_line(line), Options(time_ms=time_ms))
        assert (answer.plan.penalty or 0) <= (still.plan.penalty or 0)
