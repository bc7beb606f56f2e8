"""The melds of an opening are those that count; what is added to them later is told as what follows."""

from __future__ import annotations

import pytest

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
    body = {"hand": [{"card": one, "id": number} for number, one in enumerate(cards)], "alternatives": 2}
    answer = ask("opening", body)
    for one in (answer, *answer["alternatives"]):
        ids = [card["id"] for meld in one["melds"] for card in meld["cards"]]
        assert len(ids) == len(set(ids))
