"""The caller's card ids come back wherever that physical card is named, each card once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from solver.rules.presets import PROFILES
from solver.rules.profile import RuleProfile
from tests import random_positions
from tests.api.conftest import Ask

Json = dict[str, Any]


def with_ids(cards: str, prefix: str) -> list[Json]:
    return [{"card": one, "id": f"{prefix}{index}"} for index, one in enumerate(cards.split())]


def test_melds_actions_left_and_discard_name_the_same_cards(ask: Ask) -> None:
    hand = with_ids("7D 8D 9D 10D KH KS KD QC AC JK 2C 5H 5S 9C 3H", "h")
    answer = ask("opening", {"hand": hand})
    laid = [card for meld in answer["melds"] for card in meld["cards"]]
    assert [meld["cards"] for meld in answer["melds"]] == [action["cards"] for action in answer["actions"][:-1]]
    assert answer["discard"] == answer["actions"][-1]["card"]
    assert answer["discard"] in answer["left"]
    assert Counter(map(json.dumps, laid + answer["left"])) == Counter(map(json.dumps, hand))
    others = [card for meld in answer["without_pure_run"]["melds"] for card in meld["cards"]]
    assert all(other in hand for other in others)


@pytest.mark.parametrize("own_id", ["", "x", 0, -1, 1.5, 10**25, "♦\u0000\n", "new:0"])
def test_any_text_or_number_is_an_id(ask: Ask, own_id: object) -> None:
    answer = ask("check", {"hand": ["8D", {"card": "7D", "id": own_id}], "melds": []})
    assert answer["left"] == [{"card": "7D", "id": own_id}, "8D"]


def test_copies_are_handed_out_in_the_order_of_the_request(ask: Ask) -> None:
    hand = [{"card": "7D", "id": "first"}, "8D", {"card": "7D", "id": "second"}, "9D", "KS", "KH", "KC"]
    melds = [{"cards": "7D 8D 9D"}]
    answer = ask("check", {"hand": hand, "melds": melds, "opened": True})
    assert answer["left"] == ["KS", "KH", {"card": "7D", "id": "second"}, "KC"]


def test_a_check_lays_the_copies_that_its_actions_name(ask: Ask) -> None:
    hand = [{"card": "7D", "id": "first"}, "8D", {"card": "7D", "id": "second"}, "9D", "KS"]
    actions = [
        {"type": "meld", "cards": [{"card": "7D", "id": "second"}, "8D", "9D"]},
        {"type": "discard", "card": "KS"},
    ]
    answer = ask("check", {"hand": hand, "actions": actions, "opened": True})
    assert answer["left"] == ["KS", {"card": "7D", "id": "first"}]


def test_an_exchanged_joker_is_the_one_that_lay_there(ask: Ask) -> None:
    # 5C JK 7C JK 9C: the 8C frees the second joker, which stays in hand at the close
    table = [{"id": "m1", "owner": "Eva", "cards": with_ids("5C JK 7C JK 9C", "t")}]
    hand = with_ids("8C 2H", "h")
    plan = ask("turn", {"hand": hand, "table": table, "opened": True, "drawn": {"from": "stock"}})["recommendation"]
    assert plan["closes"]
    assert plan["carried"] == 1
    (meld,) = plan["table_after"]
    assert [card["id"] for card in meld["cards"]] == ["t0", "t1", "t2", "h0", "t4"]
    assert {"card": "JK", "id": "t3"} in plan["left"]


def test_a_drawn_card_is_the_one_named(ask: Ask) -> None:
    # the nine cannot be used at once, so the copy that was taken goes back
    hand = [{"card": "9C", "id": "old"}, {"card": "9C", "id": "taken"}, "KS", "2H"]
    drawn = {"from": "discard", "card": {"card": "9C", "id": "taken"}}
    answer = ask("turn", {"hand": hand, "opened": True, "drawn": drawn})
    assert answer["recommendation"]["actions"] == [{"type": "return", "card": {"card": "9C", "id": "taken"}}]
    assert answer["recommendation"]["left"] == ["KS", "2H", {"card": "9C", "id": "old"}]
    plain = ["9C", {"card": "9C", "id": "old"}, "KS", "2H"]
    answer = ask("turn", {"hand": plain, "opened": True, "drawn": drawn})
    assert answer["recommendation"]["actions"] == [{"type": "return", "card": {"card": "9C", "id": "taken"}}]


def test_a_drawn_id_that_the_hand_does_not_hold_is_refused(ask: Ask) -> None:
    hand = [{"card": "9C", "id": "old"}, "KS", "2H"]
    drawn = {"from": "stock", "card": {"card": "9C", "id": "other"}}
    problem = ask("turn", {"hand": hand, "opened": True, "drawn": drawn}, 422)
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [("/drawn/card", "drawn_not_in_hand")]


def test_a_card_that_goes_back_keeps_its_id_in_the_laying_shown_beside(ask: Ask) -> None:
    # joker-club: 4 + 5 + 6 = 15 of 42, so the taken five goes back; of the two sixes one stays outside the run
    hand = with_ids("5C 6C 6C 4C", "h")
    answer = ask("opening", {"rules": "joker-club", "hand": hand, "drawn": {"from": "discard", "card": hand[0]}})
    assert answer["actions"] == [{"type": "return", "card": hand[0]}]
    assert answer["melds"][0]["cards"] == [hand[3], hand[0], hand[1]]
    assert answer["left"] == [hand[2]]


def test_a_copy_of_the_card_that_goes_back_stays(ask: Ask) -> None:
    hand = with_ids("5C 5C 9H", "h")
    answer = ask("penalty", {"hand": hand, "drawn": {"from": "discard", "card": hand[0]}})
    assert answer["actions"] == [{"type": "return", "card": hand[0]}]
    assert answer["left"] == [hand[2], hand[1]]


def test_scores_name_the_cards_as_they_were_given(ask: Ask) -> None:
    hand = [*with_ids("AS 5D", "c"), "AS"]
    body = {"closer": "Jan", "players": [{"name": "Jan", "hand": []}, {"name": "Eva", "hand": hand}]}
    items = ask("score", body)["players"][1]["items"]
    assert [item["card"] for item in items] == hand
    assert [item["points"] for item in items] == [10, 5, 10]


def test_table_cards_keep_their_ids_in_every_order_of_a_meld(ask: Ask) -> None:
    table = [
        {"owner": "me", "cards": with_ids("7C JK 5C", "down")},
        {"owner": "me", "cards": with_ids("KD KS KH", "set")},
        {"owner": "Eva", "cards": with_ids("4H 2H 3H", "mixed")},
    ]
    plan = ask("turn", {"hand": "9S 8D", "table": table, "drawn": {"from": "stock"}})["recommendation"]
    ids = [[card["id"] for card in meld["cards"]] for meld in plan["table_after"]]
    assert ids == [["down2", "down1", "down0"], ["set1", "set2", "set0"], ["mixed1", "mixed2", "mixed0"]]


def named(value: Any) -> Iterator[str]:
    """Every card with an id in a piece of an answer."""
    if isinstance(value, dict) and set(value) == {"card", "id"}:
        yield json.dumps(value)
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from named(one)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=str)
def test_every_card_is_in_a_plan_exactly_once(ask: Ask, profile: RuleProfile) -> None:
    rng = Random(profile.id)
    for _ in range(6):
        deck = random_positions.Deck(profile)
        table = random_positions.random_table(rng, profile, deck, ("me", "Eva"), 4)
        hand = random_positions.random_hand(rng, profile, deck, table, 9)
        body = {
            "rules": profile.id,
            "hand": [{"card": str(card), "id": f"h{index}"} for index, card in enumerate(hand)],
            "opened": True,
            "drawn": {"from": "stock"},
            "table": [
                {
                    "id": lying.id,
                    "owner": lying.owner,
                    "kind": lying.meld.kind,
                    "cards": [
                        {"card": str(card), "id": f"{lying.id}-{at}"} for at, card in enumerate(lying.meld.cards)
                    ],
                }
                for lying in table
            ],
        }
        asked = Counter(named(body))
        for plan in ask("turn", body)["plans"]:
            assert Counter(named([plan["table_after"], plan["left"]])) == asked
            thrown = list(named(plan["discard"]))
            assert set(thrown) <= set(named(plan["left"]))
            laid = Counter(
                named([action for action in plan["actions"] if action["type"] in ("meld", "layoff", "exchange")])
            )
            assert all(count == 1 for count in laid.values())
            assert not set(laid) & set(thrown)


def test_a_plan_says_where_every_card_on_the_table_comes_from(ask: Ask) -> None:
    # opening 30 + 21 = 51, then 6C is exchanged for Eva's joker, which is carried at the close
    table = [{"id": "m1", "owner": "Eva", "cards": "5C JK 7C"}, {"id": "m2", "owner": "Eva", "cards": "2S 2D 2C"}]
    hand = "10D JD QD 7S 7H 7D 6C 2H"
    for given in (hand, with_ids(hand, "h")):
        plan = ask("turn", {"hand": given, "table": table, "drawn": {"from": "stock"}})["recommendation"]
        after = {one["id"]: one for one in plan["table_after"]}
        assert plan["closes"]
        assert (after["m1"]["fate"], after["m1"]["from"]) == ("exchanged", ["m1", "hand", "m1"])
        assert (after["m2"]["fate"], after["m2"]["from"]) == ("kept", ["m2", "m2", "m2"])
        assert (after["new:0"]["fate"], after["new:0"]["from"]) == ("new", ["hand", "hand", "hand"])


def test_a_won_joker_laid_again_comes_from_its_meld(ask: Ask) -> None:
    # tournament: the joker won for 6C must be laid in the same turn, and fits on no meld but the clubs
    table = [{"id": "m1", "owner": "Eva", "cards": "5C JK 7C"}]
    body = {"rules": "tournament", "hand": "6C 2H", "table": table, "opened": True, "drawn": {"from": "stock"}}
    plan = ask("turn", body)["recommendation"]
    (meld,) = plan["table_after"]
    assert plan["closes"]
    assert sorted(zip(meld["from"], meld["cards"], strict=True)) == [
        ("hand", "6C"),
        ("m1", "5C"),
        ("m1", "7C"),
        ("m1", "JK"),
    ]


def test_cards_of_rearranged_melds_come_from_where_they_lay(ask: Ask) -> None:
    # wikipedia: 4H 5H need the 3H, which may leave the set of four threes
    table = [
        {"id": "threes", "owner": "Eva", "cards": "3S 3H 3D 3C"},
        {"id": "run", "owner": "Jan", "cards": "8S 9S 10S"},
    ]
    body = {"rules": "wikipedia", "hand": "4H 5H KC", "table": table, "opened": True, "drawn": {"from": "stock"}}
    plan = ask("turn", body)["recommendation"]
    assert plan["closes"]
    places = {card: place for one in plan["table_after"] for card, place in zip(one["cards"], one["from"], strict=True)}
    assert places == dict.fromkeys(["3S", "3H", "3D", "3C"], "threes") | dict.fromkeys(["8S", "9S", "10S"], "run") | {
        "4H": "hand",
        "5H": "hand",
    }
    assert {one["fate"] for one in plan["table_after"] if one["id"] != "run"} <= {"rearranged", "new"}


SEVEN, EIGHT, NINE = ({"card": one, "id": one.lower()} for one in ("7D", "8D", "9D"))


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"hand": [SEVEN, "8D", {"card": "7D", "id": "7d"}]}, "/hand/2"),
        ({"hand": [{"card": "7D", "id": 1}, {"card": "8D", "id": 1.0}]}, "/hand/1"),
        ({"discard_pile": ["2C", {"card": "3C", "id": "8d"}]}, "/discard_pile/1"),
        ({"seen": [{"card": "3C", "id": "8d"}]}, "/seen/0"),
        ({"table": [{"owner": "Eva", "cards": ["5C", "6C", {"card": "7C", "id": "8d"}]}]}, "/table/0/cards/2"),
        ({"rules": "family", "bottom_card": {"card": "3C", "id": "8d"}}, "/bottom_card"),
    ],
)
def test_two_cards_of_one_id_are_refused(ask: Ask, fields: Json, pointer: str) -> None:
    problem = ask("check", {"hand": [SEVEN, EIGHT, "KS"], "melds": [], **fields}, 422)
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [(pointer, "duplicate_card_id")]


def test_the_card_drawn_from_the_bottom_is_told_twice(ask: Ask) -> None:
    drawn = {"drawn": {"from": "bottom", "card": SEVEN}, "bottom_card": SEVEN}
    assert ask("check", {"rules": "family", "hand": [SEVEN, EIGHT], "melds": [], **drawn})["left"] == [SEVEN, EIGHT]


@pytest.mark.parametrize(
    ("asked", "pointer", "code"),
    [
        ({"melds": [{"cards": [SEVEN, EIGHT, {"card": "9D", "id": "x"}]}]}, "/melds/0/cards/2", "unknown_card_id"),
        ({"melds": [{"cards": [SEVEN, EIGHT, {"card": "9D", "id": "7d"}]}]}, "/melds/0/cards/2", "other_cards_id"),
        ({"melds": [{"cards": [SEVEN, EIGHT, NINE]}, {"cards": [SEVEN]}]}, "/melds/1/cards/0", "duplicate_card_id"),
        ({"actions": [{"type": "discard", "card": {"card": "KS", "id": 0}}]}, "/actions/0/card", "unknown_card_id"),
        (
            {"actions": [{"type": "layoff", "meld": "m1", "cards": [SEVEN, SEVEN]}]},
            "/actions/0/cards/1",
            "duplicate_card_id",
        ),
        (
            {"actions": [{"type": "rearrange", "take": ["m1"], "melds": [{"cards": [{"card": "4D", "id": "x"}]}]}]},
            "/actions/0/melds/0/cards/0",
            "unknown_card_id",
        ),
    ],
)
def test_an_id_that_no_such_card_has_is_refused(ask: Ask, asked: Json, pointer: str, code: str) -> None:
    problem = ask("check", {"hand": [SEVEN, EIGHT, NINE, "KS"], "opened": True, **asked}, 422)
    assert (pointer, code) in [(error["pointer"], error["code"]) for error in problem["errors"]]


def test_a_card_drawn_in_the_actions_brings_its_id(ask: Ask) -> None:
    nine = {"card": "9D", "id": "new"}
    actions = [
        {"type": "draw", "from": "stock", "card": nine},
        {"type": "meld", "cards": [SEVEN, EIGHT, nine]},
        {"type": "discard", "card": "KS"},
    ]
    assert ask("check", {"hand": [SEVEN, EIGHT, "KS"], "opened": True, "actions": actions})["closes"]
