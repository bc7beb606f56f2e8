"""Known answers through the service, each with its arithmetic; the texts' languages."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Ask

Json = dict[str, Any]
MAIN_HAND = "7♦ 8♦ 9♦ 10♦ K♥ K♠ K♦ Q♣ A♣ JK 2♣ 5♥ 5♠ 9♣ 3♥"


def melds(answer: Json) -> list[str]:
    return [" ".join(meld["cards"]) for meld in answer["melds"]]


@pytest.mark.parametrize(
    ("rules", "points", "required"),
    [
        # 7-10 of diamonds 34 + three kings 30 + Q-joker-A of clubs with the joker as the king:
        # 10 + 10 + 10 = 30, in tournament, where the ace counts 11, 31
        ("zoliky-online", 94, 51),
        ("joker-club", 94, 42),
        ("wikipedia", 94, 51),
        ("family", 94, 51),
        ("tournament", 95, 42),
    ],
)
def test_the_best_opening_of_a_hand_in_every_profile(ask: Ask, rules: str, points: int, required: int) -> None:
    answer = ask("opening", {"hand": MAIN_HAND, "rules": rules})
    assert (answer["opens"], answer["points"], answer["required"], answer["missing"]) == (True, points, required, 0)
    assert sum(meld["points"] for meld in answer["melds"]) == points
    assert answer["optimal"]
    assert answer["reason"] is None
    assert answer["pure_run"]
    # 3 + 5 + 5 + 2 stay when the nine, the highest card left, is thrown
    assert answer["discard"] == "9C"
    assert answer["penalty_left"] == 15


def test_two_runs_that_must_not_be_joined(ask: Ask) -> None:
    # 8-9-10 = 27, pure, and J-Q-joker as the king = 30: together 57; one long run would not be pure
    answer = ask("opening", {"hand": "8C 9C 10C JC QC JK 2H", "round": 5})
    assert answer["points"] == 57
    assert melds(answer) == ["8C 9C 10C", "JC QC JK"]
    assert answer["melds"][1]["stands_for"] == {"2": "KC"}
    assert answer["actions"][-1] == {"type": "discard", "card": "2H", "closes": True, "from_hand": True}


def test_the_taken_discard_is_laid_first(ask: Ask) -> None:
    # kings 30, then 6 + 7 + 8 = 21: together 51
    body = {"hand": "6H 7H 8H KS KH KC 2D", "drawn": {"from": "discard", "card": "KC"}}
    answer = ask("opening", body)
    assert answer["points"] == 51
    assert [action["cards"] for action in answer["actions"][:2]] == [["KS", "KH", "KC"], ["6H", "7H", "8H"]]
    wrong = ask("check", body | {"actions": [answer["actions"][1], answer["actions"][0]]})
    assert not wrong["legal"]
    assert wrong["problems"][0]["step"] == 0
    assert wrong["problems"][0]["rule"] == "discard_duty"


def test_nine_points_are_missing(ask: Ask) -> None:
    # A-2-3 = 1 + 2 + 3 = 6 and three nines 27: 33 of 42
    body = {"hand": "AS 2S 3S 9H 9D 9C 4D", "rules": {"base": "zoliky-online", "opening_minimum": 42}}
    answer = ask("opening", body)
    assert (answer["opens"], answer["points"], answer["required"], answer["missing"]) == (False, 33, 42, 9)
    assert answer["reason"]["code"] == "not_enough_points"
    assert answer["reason"]["rule"] == "opening_minimum"
    assert "9" in answer["reason"]["text"]
    helps = {one["card"]: one for one in answer["helps"]}
    # a fourth nine makes 33 + 9 = 42, with both copies of 9S still to come; a joker as the fourth nine too
    assert (helps["9S"]["left"], helps["9S"]["points"]) == (2, 42)
    assert helps["JK"]["left"] == 4
    # in joker-club the low ace counts 10: 15 + 27 = 42
    assert ask("opening", body | {"rules": "joker-club"})["points"] == 42


def test_close_with_a_carried_joker_or_not(ask: Ask) -> None:
    body = {
        "hand": "6C 2H",
        "table": [{"id": "m1", "owner": "Eva", "cards": ["5C", "JK", "7C"]}],
        "opened": True,
        "drawn": {"from": "stock"},
    }
    answer = ask("closing", body)
    assert (answer["closes"], answer["from_hand"], answer["carried"], answer["left_over"]) == (True, False, 1, 0)
    assert [action["type"] for action in answer["actions"]] == ["exchange", "discard"]
    # family carries none: the won joker goes back to the run
    answer = ask("closing", body | {"rules": "family"})
    assert (answer["closes"], answer["carried"]) == (True, 0)
    assert answer["actions"][1]["cards"] == ["JK"]


def test_least_penalty_against_most_points(ask: Ask) -> None:
    # opened earlier; two jokers and one card are no meld in joker-club (its min_naturals is 2):
    # both jokers go to 3-4-5, the king is thrown, 7 stays
    body = {
        "hand": "JK JK 7D KC",
        "rules": "joker-club",
        "table": [{"id": "mine", "owner": "me", "cards": ["3H", "4H", "5H"]}],
        "drawn": {"from": "stock"},
    }
    answer = ask("penalty", body)
    assert (answer["penalty"], answer["discard"], answer["left"]) == (7, "KC", ["7D", "KC"])
    assert ask("penalty", body | {"rules": "zoliky-online"})["closes"]


def test_flat_score_of_a_held_hand(ask: Ask) -> None:
    # nothing to lay: K 10 + Q 10 + 2 thrown the king leaves 12; joker-club scores 100 flat for who never opened
    answer = ask("penalty", {"hand": "KC QD 2H", "rules": "joker-club"})
    assert (answer["penalty"], answer["held_if_beaten"]) == (12, 100)
    assert ask("penalty", {"hand": "KC QD 2H"})["held_if_beaten"] == 12


def test_too_early_to_lay(ask: Ask) -> None:
    answer = ask("opening", {"hand": MAIN_HAND, "round": 3})
    assert not answer["opens"]
    assert (answer["reason"]["code"], answer["reason"]["rule"]) == ("too_early", "first_laying_round")


def test_alternatives_are_as_many_as_asked_and_different(ask: Ask) -> None:
    answer = ask("opening", {"hand": MAIN_HAND, "alternatives": 4})
    laid = [answer, *answer["alternatives"]]
    assert len(laid) == 5
    assert len({str(sorted(melds(one))) for one in laid}) == 5
    points = [one["points"] for one in laid]
    assert points == sorted(points, reverse=True)


def test_a_plan_can_be_checked_as_it_is(ask: Ask) -> None:
    table = [{"owner": "Eva", "cards": "5C JK 7C"}]
    body = {"hand": "10D JD QD 7S 7H 7D 6C 2H", "table": table, "drawn": {"from": "stock"}}
    plan = ask("turn", body)["recommendation"]
    # 30 + 21 opens, the six frees the joker, the two closes with the joker carried
    assert [action["type"] for action in plan["actions"]] == ["meld", "meld", "exchange", "discard"]
    answer = ask("check", body | {"actions": plan["actions"]})
    assert answer["legal"]
    assert (answer["points"], answer["closes"], answer["from_hand"], answer["special"]) == (51, True, True, False)
    assert answer["left"] == plan["left"]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "You can open"), ("cs", "Můžeš vyložit 94 bodů"), ("sk", "Môžeš vyložiť 94 bodov")]
)
def test_the_explanation_in_every_language(ask: Ask, language: str, words: str) -> None:
    by_field = ask("opening", {"hand": MAIN_HAND, "language": language})
    by_header = ask("opening", {"hand": MAIN_HAND}, Accept_Language=f"{language};q=0.9, de")
    assert by_field == by_header
    assert words in by_field["explanation"]["text"]
    assert " ".join(step["text"] for step in by_field["explanation"]["steps"]) == by_field["explanation"]["text"]
