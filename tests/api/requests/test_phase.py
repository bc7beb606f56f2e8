"""The phase in requests and answers: echoed by every call, told by field, option and line, and checked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Ask

HAND = "9H 10H JH QH KH AH 3S 4S 5S 7C 7D 7H 7S KC"
CALLS = ("opening", "closing", "penalty", "turn", "outlook", "check")


@pytest.mark.parametrize(
    ("fields", "phase", "told"),
    [
        ({}, "before_draw", False),
        ({"phase": None}, "before_draw", False),
        ({"phase": "free"}, "free", True),
        ({"drawn": {"from": "stock"}}, "after_draw", False),
        ({"phase": "after_draw", "drawn": {"from": "stock"}}, "after_draw", True),
    ],
)
def test_every_answer_says_of_which_phase_it_speaks(ask: Ask, fields: dict[str, Any], phase: str, told: bool) -> None:
    for call in CALLS:
        more: dict[str, Any] = {"melds": []} if call == "check" else {}
        answer = ask(call, {"hand": HAND, **fields, **more})
        assert (answer["phase"], answer["phase_told"]) == (phase, told), call
        again = ask(call, {"position": answer["position"], **more})
        assert (again["phase"], again["phase_told"], again["position"]) == (phase, told, answer["position"])


def test_a_draw_told_besides_a_line_takes_the_place_of_its_phase(ask: Ask) -> None:
    line = ask("penalty", {"hand": "7D 8D 9D", "phase": "before_draw"})["position"]
    answer = ask("penalty", {"position": line, "hand": "7D 8D 9D 2C", "drawn": {"from": "stock", "card": "2C"}})
    assert (answer["phase"], answer["phase_told"]) == ("after_draw", False)


@pytest.mark.parametrize(
    ("fields", "pointer", "code"),
    [
        ({"phase": "before"}, "/phase", "not_one_of"),
        ({"phase": 1}, "/phase", "wrong_type"),
        ({"phase": "before_draw", "drawn": {"from": "stock"}}, "/phase", "phase_drawn"),
        ({"phase": "free", "drawn": {"from": "stock"}}, "/phase", "phase_drawn"),
        ({"stock_left": -1}, "/stock_left", "out_of_range"),
        ({"stock_left": 95}, "/stock_left", "out_of_range"),
        ({"stock_left": 84, "opponents": [{"name": "Eva", "cards": 11}]}, "/stock_left", "out_of_range"),
    ],
)
def test_a_phase_or_stock_that_cannot_be_is_refused(ask: Ask, fields: dict[str, Any], pointer: str, code: str) -> None:
    problem = ask("penalty", {"hand": HAND, **fields}, 422)
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [(pointer, code)]


def test_the_stock_may_hold_all_that_is_not_visible(ask: Ask) -> None:
    opponents = [{"name": "Eva", "cards": 11}]
    assert ask("penalty", {"hand": HAND, "stock_left": 83, "opponents": opponents})["position"].endswith("~l83")
