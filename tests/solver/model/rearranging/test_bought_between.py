"""Jokers bought in an arrangement in between: where they are worth it, and never at the cost of what is plain."""

from __future__ import annotations

import pytest

from advisor.answers import Options
from advisor.closing import closing as ask_closing
from advisor.penalty import penalty as ask_penalty
from advisor.turn import turn as ask_turn
from solver.game.actions import Discard, Exchange, Rearrange
from solver.game.position_line import read_position_line
from solver.model.engine import NoSolution, Solved, solve
from solver.model.question import opened_question
from tests.benchmarks.ordinary import stated
from tests.comparison import order_of

OPTIONS = Options(time_ms=10_000)


def test_a_joker_is_moved_bought_and_carried() -> None:
    line = "z1~wikipedia~8S8H8D8C~o1~dd8S~mm1.Jan.5S6S7S.n~mm2.Eva.QSQDQCJK~qEva.12.1~qJan.11.1~tEva"
    plan = ask_closing(read_position_line(line), OPTIONS).plan
    assert [type(action) for action in plan.actions] == [Rearrange, Exchange, Rearrange, Discard]
    assert (plan.closes, plan.carried) == (True, 1)


def test_the_fewest_cards_left_are_not_given_up_for_a_joker_to_carry() -> None:
    line = "z1~wikipedia~8S8H8D8C~o1~dd8S~mm1.Jan.5S6S7S.n~mm2.Eva.QSQDQCJK~qEva.12.1~qJan.11.1~tEva"
    plan = ask_turn(read_position_line(line), OPTIONS, "cards").recommendation
    assert (plan.closes, plan.carried, len(plan.left)) == (True, 0, 1)


@pytest.mark.parametrize(
    "line",
    [
        "z1~wikipedia~8S8H8D7S~o1~ds8D~mm0.Jan.QSQDQCJK.s~mm1.Jan.5S5H5D5C.s~mm2.Jan.6S6H6D6C.s~mm3.Jan.2S2D2H.s"
        "~mm4.Jan.KSKHKD.s~mm5.Jan.TSTDTC.s~mm6.Jan.ASAHAC.s~mm7.Jan.2S2D2C.s~mm8.Jan.THTDTC.s~mm9.Jan.KSKCKD.s",
        "z1~wikipedia~9S9H9D9C~r4~ds9D~mm1.Jan.TSTDTCJK~mm2.Eva.8H8D8C~mm3.Eva.8H8D8C~mm4.me.4H5HJK7H.y"
        "~mm5.me.5S5D5CJK~mm6.me.ASAHAC~qEva.2.1~qJan.4.1",
        "z1~wikipedia~ASAHADAC~r4~ddAH~mm1.Eva.3H3D3CJK~mm2.Jan.9STSJSQS~mm3.me.4C5CJK~mm4.Jan.3H4HJKJK"
        "~mm5.Jan.8S8D8C~mm6.Eva.7C8C9CTC~qEva.3.1~qJan.6.1",
    ],
)
def test_a_plain_close_is_found_on_a_large_table(line: str) -> None:
    answer = ask_penalty(read_position_line(line), Options(time_ms=60_000))  # enough for a busy machine too
    assert (answer.plan.closes, answer.plan.penalty, answer.optimal) == (True, 0, True)


def test_alternatives_lay_won_jokers_too() -> None:
    line = "z1~wikipedia~AD6DKD4C~o1~mm1.Jan.JK9DTDJD.y~mm2.Eva.JK6C7C8C~qEva.11.1~qJan.10.1"
    answer = ask_penalty(read_position_line(line), Options(time_ms=10_000, alternatives=1))
    assert [(order_of(one) or ())[:5] for one in (answer.plan, *answer.alternatives)] == [
        (0, 0, 0, 0, 0),
        (0, 0, 0, 1, 0),
    ]


def test_work_is_given_up_at_the_same_place_whatever_the_time() -> None:
    position = read_position_line("z1~wikipedia~8S8H8D8C~o1~dd8S~mm1.Jan.5S6S7S.n~mm2.Eva.QSQDQCJK~tEva")
    model = stated(position, opened_question(position)).model
    for _ in range(3):
        found = solve(model, work=1e-9)
        assert isinstance(found, NoSolution)
        assert (found.timed_out, found.given_up) == (False, True)
    whole = solve(model, work=1.0)
    assert isinstance(whole, Solved)
    assert whole.optimal
