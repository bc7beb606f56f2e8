"""Every analysis ends soon after its budget, however large the question, and then says that nothing is proved."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NoReturn

import pytest

from advisor.answers import Options
from advisor.closing import closing as ask_closing
from advisor.opening import opening as ask_opening
from advisor.outlook import outlook
from advisor.penalty import penalty as ask_penalty
from advisor.words.explain import explain
from solver.budget import of, strictly
from solver.game.actions import Discard, LayMeld, Return
from solver.game.notation import read_card
from solver.game.position_line import read_position_line
from solver.model.decide import TimedOut
from solver.referee.judge import judge

LARGE = (
    "z1~wikipedia~AS3S3S4S3H4HJHADAD3D4D4D5D7D9DTDQDQDKDAC3C4C9CJCQCKCJKJKJKJK~o1~ds",
    "z1~wikipedia~AS3H6H7H8H8H3D5D5D6D6D8DQDQD3C8CKCJKJKJK~ds~mm1.bert.QSQHQCJK~mm2.anna.AD2D3D4D",
    "z1~family~TS8HTHTHJHQHQH2D3D4DAC2C3C6CTCQCKCJKJKJK~mm1.bert.6C7C8C~mm2.bert.2S2H2DJK",
)
TIME_MS = 10
SOON = 0.15
"""Seconds after the budget, on a machine that does other things as well."""


@pytest.mark.parametrize("line", LARGE)
@pytest.mark.parametrize("call", [ask_opening, ask_closing, ask_penalty], ids=lambda one: one.__name__)
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


def test_an_opening_is_not_denied_for_want_of_time() -> None:
    # A-2-3-4 of diamonds and four jokers; no budget at all, so that nothing is found
    position = read_position_line(f"{LARGE[0][:-6]}~o0~ds")
    answer = ask_opening(position, Options(time_ms=-1000))
    assert (answer.opens, answer.optimal, answer.reason) == (False, False, None)
    assert next(iter(explain(answer, "en"))).text == "No way was found, but it is not proved that there is none."


def test_a_close_is_not_denied_for_want_of_time() -> None:
    position = read_position_line(LARGE[0])
    answer = ask_closing(position, Options(time_ms=-1000))
    assert (answer.closes, answer.optimal, answer.reason) == (False, False, None)


@pytest.fixture
def out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best opening is neither read off nor found in time; what the melds alone could be is."""

    def proposals(*_: object) -> NoReturn:
        raise TimedOut

    def asked_for(*_: object) -> None:
        return None

    monkeypatch.setattr("advisor.opening._read_off", asked_for)
    monkeypatch.setattr("advisor.opening.proposals", proposals)


@pytest.mark.usefixtures("out_of_time")
@pytest.mark.parametrize(
    ("line", "points", "laid"),
    [
        ("z1~zoliky-online~7D8D9DKHKSKD2C", 54, "7D 8D 9D; KS KH KD"),  # 24 + 30
        ("z1~joker-club~KHKSKD7D8D9D2C~ds2C", 54, "7D 8D 9D; KS KH KD"),  # the pure run first
        ("z1~zoliky-online~7D8D9DKHKSKD2C~ddKH", 54, "KS KH KD; 7D 8D 9D"),  # the taken card first
        ("z1~zoliky-online.ends_with_discard-f~7D8D9DKHKSKD", 54, "7D 8D 9D; KS KH KD"),
    ],
)
def test_melds_that_open_are_an_opening_without_proof(line: str, points: int, laid: str) -> None:
    position = read_position_line(line)
    answer = ask_opening(position, Options())
    assert (answer.opens, answer.points, answer.missing, answer.optimal) == (True, points, 0, False)
    melds = [action for action in answer.plan.actions if isinstance(action, LayMeld)]
    assert "; ".join(" ".join(map(str, meld.cards)) for meld in melds) == laid
    assert judge(position, answer.plan.actions).legal


@pytest.mark.usefixtures("out_of_time")
def test_without_an_opening_in_time_only_a_taken_card_goes_back() -> None:
    for draw, action in (("ds2C", Discard), ("dd2C", Return)):
        position = read_position_line(f"z1~zoliky-online~7D8D9DKH2C3C~{draw}")
        answer = ask_opening(position, Options())
        assert (answer.opens, answer.optimal, answer.reason) == (False, False, None)
        assert [type(action) for action in answer.plan.actions] == [action]
        assert judge(position, answer.plan.actions).legal


@pytest.mark.parametrize("call", [ask_opening, ask_closing, ask_penalty], ids=lambda one: one.__name__)
def test_a_taken_card_is_not_called_of_no_use_for_want_of_time(call: Callable[..., Any]) -> None:
    # kings 30 and 7-8-9 24, the taken king first; no budget at all, so that nothing is found
    position = read_position_line("z1~zoliky-online~7D8D9DKHKSKD2C~ddKH")
    assert call(position, Options()).plan.melds
    answer = call(position, Options(time_ms=-1000))
    assert (answer.optimal, answer.reason) == (False, None)
    assert answer.plan.actions == (Return(read_card("KH")),)


def test_an_outlook_answers_however_little_time_there_is() -> None:
    """Where the time of the whole call ends too, nothing is told that is not known, and nothing is refused."""
    line = "z1~family~6S7S8S8S8H9H8D4C5C6C7C8CJKJK~p7HTCTSJC8HTHAH~qEva.14.0~qJan.14.0~tJan"
    position = read_position_line(line)
    for milliseconds in (1, 5, 20, 60):
        with of(milliseconds), strictly():
            answer = outlook(position, Options(time_ms=milliseconds))
        assert len(answer.discards) == len(set(position.hand))


def timed_out(*_args: object, **_named: object) -> NoReturn:
    raise TimedOut


@pytest.mark.parametrize(
    "late", ["solver.reach.closing.closing_reach", "solver.reach.opening.opening_reach", "advisor.outlook.all_throws"]
)
def test_an_outlook_knows_a_close_at_hand_whatever_else_it_has_no_time_for(
    monkeypatch: pytest.MonkeyPatch, late: str
) -> None:
    """5-6-7-8 of clubs gives its five to the two others, and the king is thrown."""
    position = read_position_line("z1~wikipedia~5H5DKD~r6~o1~fa~mt1.Eva.5C6C7C8C")
    monkeypatch.setattr(late, timed_out)
    to_close = outlook(position, Options()).to_close
    assert (to_close.distance, to_close.optimal) == (0, True)


def test_an_outlook_keeps_the_close_it_has_found_where_its_later_trials_end(monkeypatch: pytest.MonkeyPatch) -> None:
    position = read_position_line("z1~wikipedia~5H5DKD~r6~o1~fa~mt1.Eva.5C6C7C8C")
    monkeypatch.setattr("advisor.exact_reach.TRIED_A_SECOND", 0)
    to_close = outlook(position, Options()).to_close
    assert (to_close.distance, to_close.optimal) == (0, True)


@pytest.mark.parametrize("late", ["advisor.penalty.exceptions", "advisor.before_draw.proposals"])
def test_a_penalty_knows_a_certain_close_whatever_else_it_has_no_time_for(
    monkeypatch: pytest.MonkeyPatch, late: str
) -> None:
    position = read_position_line("z1~wikipedia~5H5D~r6~o1~fb~mt1.Eva.5C6C7C8C")
    monkeypatch.setattr(late, timed_out)
    answer = ask_penalty(position, Options())
    assert (answer.plan.closes, answer.plan.penalty, answer.optimal) == (True, 0, False)


def test_a_penalty_without_a_certain_close_claims_none_for_want_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    position = read_position_line("z1~wikipedia~5H9D~r6~o1~fb~mt1.Eva.5C6C7C8C")
    monkeypatch.setattr("advisor.penalty.exceptions", timed_out)
    answer = ask_penalty(position, Options())
    assert (answer.plan.closes, answer.optimal) == (False, False)
