"""All that is lacking is told, the first of it in the contract's order, each with a remedy that is computed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Ask

Json = dict[str, Any]
SHORT = "KS KH KD 6C 7C 2D 2H"
"""30 points and no pure run."""


def told(answer: Json) -> list[tuple[str, str | None]]:
    """For each reason its code and its remedy's code."""
    assert answer["reason"] == (answer["reasons"][0] if answer["reasons"] else None)
    return [(reason["code"], (reason.get("remedy") or {}).get("code")) for reason in answer["reasons"]]


@pytest.mark.parametrize(
    ("call", "remedies", "cards"),
    [
        *((call, ("draw_one_of", "draw_one_of"), ["8C"]) for call in ("opening", "closing")),
        *((call, ("pure_run_with", None), ["5C", "8C"]) for call in ("penalty", "turn")),
    ],
)
def test_all_that_an_opening_lacks(ask: Ask, call: str, remedies: tuple[str | None, ...], cards: list[str]) -> None:
    """The card that cures all may come in the next turn, when the round allows laying; opening and closing look for
    it, the others only for the run."""
    answer = ask(call, {"hand": SHORT, "round": 3, "phase": "after_draw"})
    assert told(answer) == [
        ("too_early", "wait_for_round"),
        ("no_pure_run", remedies[0]),
        ("not_enough_points", remedies[1]),
    ]
    early, run, points = answer["reasons"]
    assert (early["remedy"]["round"], run["remedy"]["cards"], points["missing"]) == (4, cards, 21)
    for reason in answer["reasons"]:
        by_a_card = (reason.get("remedy") or {}).get(
            "code"
        ) == "draw_one_of"  # the cards that help are told once, for all
        assert reason["text"].partition(". It would help" if by_a_card else "\n")[0] in answer["explanation"]["text"]


def test_a_card_that_cures_both(ask: Ask) -> None:
    """With 8C the hand has 21 and 30 points."""
    answer = ask("opening", {"hand": SHORT, "phase": "after_draw"})
    assert told(answer) == [("no_pure_run", "draw_one_of"), ("not_enough_points", "draw_one_of")]
    assert [reason["remedy"]["cards"] for reason in answer["reasons"]] == [["8C"], ["8C"]]
    again = ask("opening", {"hand": SHORT + " 8C", "phase": "after_draw"})
    assert (again["opens"], again["points"]) == (True, 51)


def test_no_pure_run_and_no_card_to_throw(ask: Ask) -> None:
    answer = ask("opening", {"hand": "KS KH KD QS QH QD", "phase": "after_draw"})
    assert told(answer)[:2] == [("no_pure_run", "pure_run_with"), ("no_card_to_discard", None)]


def test_a_taken_card_goes_back_and_the_opening_lacks(ask: Ask) -> None:
    drawn = {"from": "discard", "card": "2H"}
    for call in ("opening", "penalty"):
        answer = ask(call, {"hand": SHORT, "drawn": drawn})
        assert told(answer)[0] == ("draw_duty_unmet", "return_card")
        assert [code for code, _ in told(answer)][1:] == ["no_pure_run", "not_enough_points"]


def test_barred_and_not_opened(ask: Ask) -> None:
    body = {"hand": SHORT, "rules": "tournament", "round": 5, "closing_barred": True, "phase": "after_draw"}
    answer = ask("closing", body)
    assert told(answer)[:2] == [("closing_barred", "wait_for_round"), ("no_pure_run", "draw_one_of")]
    assert answer["reasons"][0]["remedy"]["round"] == 6


def test_no_reason_where_it_opens(ask: Ask) -> None:
    for call in ("opening", "closing", "penalty", "turn"):
        answer = ask(call, {"hand": "6H 7H 8H KS KH KD 2D", "phase": "after_draw"})
        assert (answer["reason"], answer["reasons"]) == (None, [])


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "A pure run would be there with one of 5C 8C."),
        ("cs", "Čistá postupka by vznikla s některou z karet 5C 8C."),
        ("sk", "Čistá postupka by vznikla s niektorou z kariet 5C 8C."),
    ],
)
def test_remedies_are_told_once(ask: Ask, language: str, expected: str) -> None:
    answer = ask("penalty", {"hand": SHORT, "phase": "after_draw", "language": language})
    assert answer["explanation"]["text"].count(expected) == 1
