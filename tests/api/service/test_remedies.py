"""Melds checked in whatever order, all that is wrong with them, and remedies that are true when carried out."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.api.conftest import Ask

Json = dict[str, Any]


def remedies(answer: Json) -> list[tuple[str, str | None, Any]]:
    """For each problem its code, its remedy's code, and what the remedy names."""
    found = []
    for problem in answer["problems"]:
        cure = problem.get("remedy") or {}
        found.append((problem["code"], cure.get("code"), cure.get("melds") or cure.get("cards") or cure.get("round")))
    return found


@pytest.mark.parametrize("rules", ["joker-club", "tournament"])
def test_any_order_will_do(ask: Ask, rules: str) -> None:
    body = {"rules": rules, "hand": "4S 5S 6S KS KD JK 9C", "melds": [{"cards": "KS KD JK"}, {"cards": "4S 5S 6S"}]}
    answer = ask("check", body)
    assert (answer["legal"], answer["opens"], answer["order"]) == (True, True, [1, 0])


def test_the_taken_card_comes_first(ask: Ask) -> None:
    body = {"hand": "6H 7H 8H KS KH KC 2D", "drawn": {"from": "discard", "card": "KC"}}
    answer = ask("check", body | {"melds": [{"cards": "6H 7H 8H"}, {"cards": "KS KH KC"}]})
    assert (answer["legal"], answer["order"]) == (True, [1, 0])
    lone = ask("check", body | {"melds": [{"cards": "6H 7H 8H"}], "opened": True})
    assert remedies(lone) == [("taken_card_not_next", "return_card", None)]


def test_points_count_all_valid_melds(ask: Ask) -> None:
    body = {"rules": "joker-club", "hand": "AS AH AD AC 2D 3D", "melds": [{"cards": "AS AH AD AC"}]}
    lone = ask("check", body)
    assert (lone["legal"], lone["points"]) == (False, 40)
    assert [problem["code"] for problem in lone["problems"]] == ["not_enough_points", "no_pure_run"]
    opened = ask("check", body | {"opened": True})
    assert (opened["legal"], opened["points"]) == (True, 40)


@pytest.mark.parametrize(
    ("hand", "meld", "code", "remedy", "cards"),
    [
        ("7D 8D 9D 10D 2C", "7D 8D 10D", "run_not_consecutive", "lay_instead", "7D 8D 9D 10D"),
        ("JK QH KH AH 2C", "QH KH AH JK", "run_not_consecutive", "lay_in_order", "JK QH KH AH"),
        ("JK 9H 7H 2C", "9H 7H JK", "run_not_consecutive", "lay_in_order", "7H JK 9H"),
        ("KH KS KD KH 2C", "KH KS KH", "set_same_suit", "lay_instead", "KS KH KD"),
        ("KH KS KD 2C", "KH KS", "meld_too_short", "lay_instead", "KS KH KD"),
        ("KH AH 2H 9C", "KH AH 2H", "run_not_consecutive", None, None),
    ],
)
def test_what_to_lay_instead(ask: Ask, hand: str, meld: str, code: str, remedy: str | None, cards: str | None) -> None:
    answer = ask("check", {"hand": hand, "opened": True, "melds": [{"cards": meld}]})
    assert remedies(answer) == [(code, remedy, cards.split() if cards else None)]


def test_colours_side_by_side_have_the_right_order(ask: Ask) -> None:
    body = {"hand": "KS KC KH 2D 3C", "rules": "tournament", "opened": True, "melds": [{"cards": ["KS", "KC", "KH"]}]}
    assert remedies(ask("check", body)) == [("like_colours_adjacent", "lay_in_order", ["KS", "KH", "KC"])]


def test_what_else_to_lay_for_the_opening(ask: Ask) -> None:
    """30 points and no pure run; 6-7-8 adds both."""
    answer = ask("check", {"hand": "6H 7H 8H KS KH KD 2D", "melds": [{"cards": "KS KH KD"}]})
    assert remedies(answer) == [
        ("not_enough_points", "lay_also", [["6H", "7H", "8H"]]),
        ("no_pure_run", "lay_also", [["6H", "7H", "8H"]]),
    ]
    assert "Lay also 6H 7H 8H: 51 points in all." in answer["problems"][0]["text"]


def test_every_problem_is_named(ask: Ask) -> None:
    melds = [{"cards": "KS KH KD"}, {"cards": "6H 8H 2D"}, {"cards": "3C 4C 5C"}]
    answer = ask("check", {"hand": "6H 7H 8H KS KH KD 2D", "round": 3, "melds": melds})
    assert remedies(answer) == [
        ("too_early", "wait_for_round", 4),
        ("run_suits_differ", "lay_instead", ["6H", "7H", "8H"]),
        ("not_in_hand", None, None),
        ("not_enough_points", "lay_also", [["6H", "7H", "8H"]]),
        ("no_pure_run", "lay_also", [["6H", "7H", "8H"]]),
    ]


def test_a_card_must_stay_to_be_thrown(ask: Ask) -> None:
    answer = ask("check", {"hand": "6H 7H 8H 9H", "opened": True, "melds": [{"cards": "6H 7H 8H 9H"}]})
    assert remedies(answer) == [("no_card_to_discard", "keep_back", ["9H"])]


def test_actions_have_remedies(ask: Ask) -> None:
    table = [{"id": "m1", "owner": "Eva", "cards": "QS QD JK"}]
    give: Json = {"type": "exchange", "meld": "m1", "cards": ["QH"], "jokers": 1}
    answer = ask("check", {"hand": "QH QC 2D", "opened": True, "table": table, "actions": [give]})
    assert remedies(answer) == [("set_not_completed", "give_all", ["QH", "QC"])]
    throw = {"type": "discard", "card": "JK"}
    early = ask("check", {"rules": "tournament", "hand": "JK 2D", "round": 2, "actions": [throw]})
    assert remedies(early) == [("joker_thrown_too_early", "throw_instead", ["2D"])]


def test_remedies_are_true(ask: Ask) -> None:
    """What is to be laid instead is a legal meld of the hand, in that order; what is to be laid also opens."""
    deck = [
        f"{rank}{suit}"
        for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
        for suit in "SHDC"
    ] * 2 + ["JK"] * 4
    rng = Random(5)
    told = 0
    for number in range(150):
        rules = ("zoliky-online", "joker-club", "wikipedia", "family", "tournament")[number % 5]
        suit = rng.choice("SHDC")
        pool = [card for card in deck if card.endswith(suit) or card[:-1] in ("K", "7") or card == "JK"]
        hand = rng.sample(pool, 12)
        body: Json = {"rules": rules, "hand": hand, "melds": [{"cards": hand[:3]}, {"cards": hand[3:6]}]}
        for opened in (True, False):
            asked = body | {"opened": opened}
            for problem in ask("check", asked)["problems"]:
                cure = problem.get("remedy") or {}
                if cure.get("code") in ("lay_in_order", "lay_instead"):
                    meld = {"cards": cure["cards"], "kind": cure["kind"]}
                    again = ask("check", {"rules": rules, "hand": hand, "opened": True, "melds": [meld]})
                    assert again["legal"], (asked, problem)
                    told += 1
                if cure.get("code") == "lay_also":
                    wrong = {problem["meld"] for problem in ask("check", asked)["problems"]}
                    kept = [meld for at, meld in enumerate(body["melds"]) if at not in wrong]
                    more = [{"cards": meld} for meld in cure["melds"]]
                    again = ask("check", asked | {"melds": [*kept, *more]})
                    assert (again["legal"], again["opens"]) == (True, True), (asked, problem)
                    assert again["points"] == cure["points"]
                    told += 1
    assert told > 40


def test_lay_offs_that_count_may_reach_the_minimum(ask: Ask) -> None:
    """15 + 24 = 39; QH and 2H on the others' melds are 12 more."""
    table = [{"id": "m1", "owner": "Eva", "cards": "9H 10H JH"}, {"id": "m2", "owner": "Eva", "cards": "2S 2D 2C"}]
    melds = [{"cards": "4S 5S 6S"}, {"cards": "8H 8D 8C"}]
    body: Json = {"rules": "family", "hand": "4S 5S 6S 8H 8D 8C QH 2H KC", "table": table}
    (problem,) = ask("check", body | {"melds": melds})["problems"]
    remedy = problem["remedy"]
    assert (problem["missing"], remedy["code"], remedy["points"]) == (12, "lay_off_also", 51)
    assert "Laying off QH 2H on the table as well makes 51 points in all." in problem["text"]
    laid = [{"type": "meld"} | meld for meld in melds] + [{"type": "layoff"} | layoff for layoff in remedy["layoffs"]]
    again = ask("check", body | {"actions": [*laid, {"type": "discard", "card": "KC"}]})
    assert (again["legal"], again["opens"], again["points"]) == (True, True, 51)
    (none,) = ask("check", body | {"rules": "wikipedia", "melds": melds})["problems"]
    assert "remedy" not in none


def test_points_where_jokers_count_nothing(ask: Ask) -> None:
    """8-9-10 is 27, the set of kings 30 or, with a joker that counts nothing, 20."""
    body: Json = {"hand": "8C 9C 10C KS KD JK 2H", "melds": [{"cards": "8C 9C 10C"}, {"cards": "KS KD JK"}]}
    assert (ask("check", body)["points"], ask("check", body)["opens"]) == (57, True)
    house = body | {"rules": {"base": "zoliky-online", "joker_points_in_opening": "zero"}}
    answer = ask("check", house)
    assert (answer["legal"], answer["points"], answer["problems"][0]["missing"]) == (False, 47, 4)
