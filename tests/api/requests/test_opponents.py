"""What an opponent picked up and threw: read, told back in the position line, and used in the outlook's dangers."""

from __future__ import annotations

from tests.api.conftest import Ask

HAND = "8D 7C KS QS 5H"
EVA = {"name": "Eva", "cards": 9, "picked": "7D", "thrown": ["KS", "2C"]}


def test_the_next_players_cards_make_throws_dangerous_or_safe(ask: Ask) -> None:
    answer = ask("outlook", {"hand": HAND, "drawn": {"from": "stock"}, "opponents": [EVA, {"name": "Jan"}]})
    rows = {row["card"]: (row["wanted"], row["unwanted"]) for row in answer["discards"]}
    assert rows == {
        "8D": (["7D"], []),
        "7C": (["7D"], []),
        "KS": ([], ["KS"]),
        "QS": ([], ["KS"]),
        "5H": ([], []),
    }
    assert ask("outlook", {"position": answer["position"]})["discards"] == answer["discards"]
    assert answer["position"].endswith("~qEva.9.0.7D.KS2C~qJan..0")


def test_a_card_that_was_picked_up_cannot_come(ask: Ask) -> None:
    """2-3 of hearts and three kings want 4H (or AH): one copy of 4H is in Eva's hand."""
    body = {"hand": "2H 3H KS KH KD 9C 8D", "rules": {"base": "zoliky-online", "opening_minimum": 35}}
    told = ask("opening", body | {"opponents": [{"name": "Eva", "picked": ["4H"]}]})["helps"]
    assert [one["left"] for one in told if one["card"] == "4H"] == [1]


def test_impossible_cards_are_refused(ask: Ask) -> None:
    problem = ask("outlook", {"hand": "7D 7D 2C", "opponents": [{"name": "Eva", "picked": ["7D"]}]}, 422)
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [
        ("/opponents/0/picked/0", "too_many_copies")
    ]
    problem = ask("outlook", {"hand": "2C", "opponents": [{"name": "Eva", "cards": 1, "picked": ["7D", "8D"]}]}, 422)
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [
        ("/opponents/0/picked", "picked_too_many")
    ]


def test_a_hand_before_its_draw_is_told_as_such(ask: Ask) -> None:
    """5-6-7 and no draw told: any card is the one to throw."""
    answer = ask("outlook", {"hand": "5D 6D 7D", "opened": True})
    assert (answer["before_draw"], answer["to_close"]["distance"]) == (True, 1)
    assert answer["to_close"]["next_draw_probability"] == 1
    assert not ask("outlook", {"hand": "5D 6D 7D", "opened": True, "drawn": {"from": "stock"}})["before_draw"]
