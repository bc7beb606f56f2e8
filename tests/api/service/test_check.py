"""POST /v1/check: what is wrong with melds and actions is an answer; malformed actions are errors."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Ask

Json = dict[str, Any]
MELD_CARD = "/actions/0/melds/0/cards/1"
HAND = "6H 7H 8H KS KH KD 2D"


def codes(answer: Json) -> list[tuple[str, int | None, int | None]]:
    return [(problem["code"], problem["meld"], problem["step"]) for problem in answer["problems"]]


def test_melds_that_open(ask: Ask) -> None:
    # 21 + 30 = 51
    answer = ask("check", {"hand": HAND, "melds": [{"cards": "6H 7H 8H"}, {"cards": "KS KH KD"}]})
    assert (answer["legal"], answer["points"], answer["opens"], answer["problems"]) == (True, 51, True, [])
    assert answer["left"] == ["2D"]


def test_melds_that_are_right_and_do_not_open(ask: Ask) -> None:
    answer = ask("check", {"hand": HAND, "melds": [{"cards": "6H 7H 8H"}]})
    assert (answer["legal"], answer["points"], answer["opens"]) == (False, 21, False)
    (problem,) = answer["problems"]
    assert (problem["code"], problem["rule"], problem["missing"]) == ("not_enough_points", "opening_minimum", 30)
    assert codes(answer) == [("not_enough_points", None, None)]
    opened = ask("check", {"hand": HAND, "melds": [{"cards": "6H 7H 8H"}], "opened": True})
    assert (opened["legal"], opened["problems"]) == (True, [])
    so_far = ask("check", {"hand": HAND, "actions": [{"type": "meld", "cards": ["6H", "7H", "8H"]}]})
    assert (so_far["legal"], so_far["opens"], so_far["finished"]) == (True, False, False)


def test_without_a_pure_run(ask: Ask) -> None:
    # 30 + 10 + 10 + 10 = 60 points and no run without a joker
    body = {"hand": "KS KH KD QS QH JK 2D", "melds": [{"cards": "KS KH KD"}, {"cards": "QS QH JK"}]}
    assert codes(ask("check", body)) == [("no_pure_run", None, None)]


def test_every_wrong_meld_is_told(ask: Ask) -> None:
    melds = [{"cards": "6H 7H KH"}, {"cards": "KS KD"}, {"cards": "8H 2D AS"}]
    found = codes(ask("check", {"hand": HAND, "melds": melds, "opened": True}))
    assert [(code, meld) for code, meld, _ in found][:2] == [("run_not_consecutive", 0), ("meld_too_short", 1)]
    assert any(meld == 2 for _, meld, _ in found)


def test_too_early(ask: Ask) -> None:
    answer = ask("check", {"hand": HAND, "round": 3, "melds": [{"cards": "KS KH KD"}]})
    assert answer["problems"][0]["rule"] == "first_laying_round"


def test_a_set_with_like_colours_side_by_side(ask: Ask) -> None:
    body = {"hand": "KS KC KH 2D 3C", "rules": "tournament", "opened": True}
    wrong = ask("check", body | {"melds": [{"cards": ["KS", "KC", "KH"]}]})
    assert not wrong["legal"]
    assert wrong["problems"][0]["rule"] == "set_colours_alternate"
    assert ask("check", body | {"melds": [{"cards": ["KS", "KH", "KC"]}]})["legal"]
    assert ask("check", body | {"rules": "family", "melds": [{"cards": ["KS", "KC", "KH"]}]})["legal"]


def test_a_turn_action_by_action(ask: Ask) -> None:
    body = {
        "hand": "6C 2H 9S 9D",
        "table": [{"id": "m1", "owner": "Eva", "cards": "5C JK 7C"}, {"id": "m2", "owner": "me", "cards": "9H 10H JH"}],
        "drawn": {"from": "stock", "card": "6C"},
        "rules": "wikipedia",
    }
    actions: list[Json] = [
        {"type": "exchange", "meld": "m1", "cards": ["6C"], "jokers": 1},
        {"type": "meld", "cards": ["9S", "9D", "JK"], "kind": "set"},
        {"type": "layoff", "meld": "m2", "cards": ["2H"], "end": "low"},
        {"type": "discard", "card": "2H"},
    ]
    answer = ask("check", body | {"actions": actions})
    assert codes(answer)[0][2] == 2
    assert answer["left"] == ["2H"]
    right = ask("check", body | {"actions": [*actions[:2], actions[3]]})
    assert (right["legal"], right["finished"], right["closes"], right["penalty"]) == (True, True, True, 0)
    assert right["discard"] == "2H"


def test_rearranging(ask: Ask) -> None:
    # the ten of 7-10 and the tens of the hand make a set; 7-8-9 stays a run
    body = {
        "hand": "10S 10D 2H",
        "table": [{"id": "m1", "owner": "me", "cards": "7C 8C 9C 10C"}],
        "rules": "wikipedia",
    }
    action = {
        "type": "rearrange",
        "take": ["m1"],
        "melds": [{"cards": "7C 8C 9C"}, {"cards": ["10S", "10D", "10C"]}],
        "from_hand": ["10S", "10D"],
    }
    answer = ask("check", body | {"actions": [action, {"type": "discard", "card": "2H", "closes": True}]})
    assert (answer["legal"], answer["closes"]) == (True, True)
    assert ask("check", body | {"rules": "family", "actions": [action]})["problems"][0]["rule"] == "rearrange"


def test_a_taken_card_may_go_back(ask: Ask) -> None:
    body = {"hand": "KS 9H 2D", "opened": True, "drawn": {"from": "discard", "card": "9H"}}
    assert ask("check", body | {"actions": [{"type": "return", "card": "9H"}]})["legal"]
    draws = [{"type": "draw", "from": "stock", "card": "3C"}, {"type": "discard", "card": "3C"}]
    assert ask("check", {"hand": "KS 9H 2D", "opened": True, "actions": draws})["legal"]


@pytest.mark.parametrize(
    ("action", "pointer", "code"),
    [
        ("discard", "/actions/0", "wrong_type"),
        ({}, "/actions/0/type", "required"),
        ({"type": 5}, "/actions/0/type", "wrong_type"),
        ({"type": "pass"}, "/actions/0/type", "not_one_of"),
        ({"type": "discard"}, "/actions/0/card", "required"),
        ({"type": "discard", "card": "1C"}, "/actions/0/card", "bad_card"),
        ({"type": "discard", "card": "2D", "closes": "yes"}, "/actions/0/closes", "wrong_type"),
        ({"type": "discard", "card": "2D", "how": 1}, "/actions/0/how", "unknown_field"),
        ({"type": "meld", "cards": ["6H", "7H", "8Q"]}, "/actions/0/cards/2", "bad_card"),
        ({"type": "meld", "cards": []}, "/actions/0/cards", "wrong_length"),
        ({"type": "meld", "cards": "6H 7H 8H", "kind": "flush"}, "/actions/0/kind", "not_one_of"),
        ({"type": "draw"}, "/actions/0/from", "required"),
        ({"type": "draw", "from": "none"}, "/actions/0/from", "not_one_of"),
        ({"type": "layoff", "cards": ["2D"]}, "/actions/0/meld", "required"),
        ({"type": "layoff", "meld": "m1", "cards": ["2D"], "end": "left"}, "/actions/0/end", "not_one_of"),
        ({"type": "exchange", "meld": "m1", "cards": ["2D"]}, "/actions/0/jokers", "required"),
        ({"type": "exchange", "meld": "m1", "cards": ["2D"], "jokers": 0}, "/actions/0/jokers", "out_of_range"),
        ({"type": "rearrange", "take": "m1", "melds": []}, "/actions/0/take", "wrong_type"),
        ({"type": "rearrange", "take": [1], "melds": [{"cards": "2D"}]}, "/actions/0/take/0", "wrong_type"),
        ({"type": "rearrange", "take": ["m1"], "melds": [{"cards": ["2D", 5]}]}, MELD_CARD, "wrong_type"),
    ],
)  # fmt: skip
def test_malformed_actions_are_errors(ask: Ask, action: Any, pointer: str, code: str) -> None:
    problem = ask("check", {"hand": HAND, "actions": [action]}, 422)
    assert (pointer, code) in [(error["pointer"], error["code"]) for error in problem["errors"]]


def test_either_melds_or_actions(ask: Ask) -> None:
    assert ask("check", {"hand": HAND}, 422)["errors"][0]["code"] == "melds_or_actions"
    both = ask("check", {"hand": HAND, "melds": [], "actions": []}, 422)
    assert (both["errors"][0]["pointer"], both["errors"][0]["code"]) == ("/actions", "melds_or_actions")


def test_each_wrong_claim_is_told_by_itself(ask: Ask) -> None:
    # 2D is the last card, so the turn closes; it is no close from hand, since the player has opened before
    thrown = {"type": "discard", "card": "2D", "closes": False, "from_hand": True}
    problems = ask("check", {"hand": "2D", "opened": True, "actions": [thrown]})["problems"]
    assert [(problem["code"], problem["field"], problem["claim"], problem["truth"]) for problem in problems] == [
        ("wrong_claim", "closes", False, True),
        ("wrong_claim", "from_hand", True, False),
    ]
    assert problems[0]["text"] == "The discard says “closes”: false, but it is true."
