"""The melds of an opening are those that count; what is added to them later is told as what follows."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.api.conftest import Ask


@pytest.mark.parametrize("rules", ["zoliky-online", "joker-club", "wikipedia", "tournament"])
def test_the_points_shown_are_those_of_the_melds(ask: Ask, rules: str) -> None:
    for hand in ("10D JD QD 7S 7H 7D JK 2H", "8C 9C 10C JC QC JK KS KH KD JK 2H 4D", "4S 5S 6S KS KD KH JK JK 9C 9D"):
        answer = ask("opening", {"rules": rules, "hand": hand, "alternatives": 3})
        for one in (answer, *answer["alternatives"]):
            assert sum(meld["points"] for meld in one["melds"]) == one["points"]
            assert all(action["type"] != "discard" for action in one["after_opening"])
            laid = [action for action in one["actions"] if action["type"] != "discard"]
            assert laid[len(laid) - len(one["after_opening"]) :] == one["after_opening"]


def test_ids_are_followed(ask: Ask) -> None:
    cards = ["8C", "9C", "10C", "JC", "QC", "JK", "KS", "KH", "KD", "2H"]
    body = {"hand": [{"card": card, "id": number} for number, card in enumerate(cards)], "alternatives": 2}
    answer = ask("opening", body)
    for one in (answer, *answer["alternatives"]):
        ids = [card["id"] for meld in one["melds"] for card in meld["cards"]]
        assert len(ids) == len(set(ids))


def test_a_card_is_shown_in_one_place_where_lay_offs_count(ask: Ask) -> None:
    """One five of diamonds is shown on the run, the other stays; so of two fours of spades. None is named twice."""
    for hand, table, number in (
        ("8S 9S AH 7H KH 4D 5D 5D 9D JD QD AC 6C JC KC", ["6D JK 8D", "10S JK QS KS"], 6),
        ("2S 2S 4S 4S 5S 3H 4H 5H 3D 5D QD 3C KC JK", ["6S JK 8S 9S 10S"], 9),
    ):
        cards = [{"card": one, "id": number} for number, one in enumerate(hand.split())]
        melds = [{"owner": "Eva", "cards": lying, "opening_run": False} for lying in table]
        answer = ask("opening", {"rules": "family", "hand": cards, "table": melds, "round": number, "phase": "free"})
        assert not answer["opens"]
        assert answer["layoffs"]
        shown = [card for one in (*answer["melds"], *answer["layoffs"]) for card in one["cards"]]
        assert sorted(one["id"] for one in (*shown, *answer["left"])) == [*range(len(cards))]
        if answer["discard"]["card"] in [one["card"] for one in answer["left"]]:
            assert answer["discard"] in answer["left"]


def test_a_player_who_has_opened_is_told_his_turn(client: FlaskClient) -> None:
    """There is nothing to open, and nothing to keep in hand for it: `7D 8D 9D` is laid, and K♥ closes."""
    table = [{"id": "m1", "owner": "Eva", "cards": "7D 8D 9D"}, {"id": "m2", "owner": "me", "cards": "5H 6H 7H"}]
    body = {"hand": "7D 8D 9D KH", "table": table, "drawn": {"from": "stock"}}
    answer = client.post("/v1/opening", json=body).get_json()
    assert (answer["opens"], answer["reason"]["code"]) == (False, "already_opened")
    assert [action["type"] for action in answer["actions"]] == ["meld", "discard"]
    assert answer["penalty_left"] == 0
    assert "keep it in hand" not in answer["explanation"]["text"]
