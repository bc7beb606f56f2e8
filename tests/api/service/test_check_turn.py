"""A turn checked action by action: every wrong one is named, what depends on a refused one is marked."""

from __future__ import annotations

from typing import Any

from tests.api.conftest import Ask

Json = dict[str, Any]
HAND = "6H 7H 8H KS KH KD 2D 9H 9C"


def meld(cards: str) -> Json:
    return {"type": "meld", "cards": cards.split()}


def off(name: str, cards: str) -> Json:
    return {"type": "layoff", "meld": name, "cards": cards.split()}


def told(answer: Json) -> list[tuple[str, int | None, int | None]]:
    return [(problem["code"], problem["step"], problem["depends_on"]) for problem in answer["problems"]]


def test_every_wrong_action_is_named(ask: Ask) -> None:
    """9H on the kings waits for the opening; 9C 9H 2D is no meld, so nothing can be laid off on it."""
    actions = [
        meld("KS KH KD"), off("new:0", "9H"), meld("9C 9H 2D"), off("new:1", "9C"), {"type": "discard", "card": "2D"},
    ]  # fmt: skip
    answer = ask("check", {"hand": HAND, "actions": actions})
    assert told(answer) == [
        ("not_opened", 1, None),
        ("run_suits_differ", 2, None),
        ("not_judged", 3, 2),
        ("not_enough_points", 4, 1),
        ("no_pure_run", 4, 1),
    ]
    assert answer["problems"][1]["meld"] == 1
    assert sorted(answer["left"]) == ["2D", "6H", "7H", "8H", "9C", "9H"]  # as before the first wrong action


def test_melds_of_the_turn_keep_their_numbers(ask: Ask) -> None:
    """The second meld is refused; 9H goes on the third, which the caller counts as new:2."""
    actions = [
        meld("KS KH KD"), meld("2D 9C 9H"), meld("6H 7H 8H"), off("new:2", "9H"), {"type": "discard", "card": "2D"},
    ]  # fmt: skip
    answer = ask("check", {"hand": HAND, "actions": actions})
    assert told(answer) == [("run_suits_differ", 1, None)]


def test_a_problem_after_a_refused_action_says_so(ask: Ask) -> None:
    actions = [meld("KS KH 2D"), meld("6H 7H 8H"), {"type": "discard", "card": "9C"}]
    answer = ask("check", {"hand": HAND, "actions": actions})
    assert told(answer) == [("run_suits_differ", 0, None), ("not_enough_points", 2, 0)]
    assert "Action 3, with action 1 not done: 30 points are missing: 21 of 51." in answer["explanation"]["text"]


def test_nothing_is_judged_after_a_refused_draw(ask: Ask) -> None:
    actions: list[Json] = [
        {"type": "draw", "from": "discard"}, meld("6H 7H 8H"), {"type": "discard", "card": "2D"},
    ]  # fmt: skip
    answer = ask("check", {"hand": HAND, "phase": "before_draw", "opened": True, "actions": actions})
    assert told(answer) == [("no_discard", 0, None), ("not_judged", 1, 0), ("not_judged", 2, 0)]
