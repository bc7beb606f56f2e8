"""What the tournament makes of a wrong laying, and what must be said before a throw."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Ask

WRONG: dict[str, Any] = {"hand": "KS KH 2S 9D 3C", "opened": True, "melds": [{"cards": "KS KH 2S"}]}
TABLE = [{"id": "m1", "owner": "Eva", "cards": "9H 10H JH"}, {"id": "m2", "owner": "Eva", "cards": "2S 2D 2C"}]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "In these rules a player who lays wrongly takes the cards back and sits out one round."),
        ("cs", "Kdo podle těchto pravidel vyloží chybně, vezme si karty zpět a jedno kolo vynechá."),
        ("sk", "Kto podľa týchto pravidiel vyloží chybne, vezme si karty späť a jedno kolo vynechá."),
    ],
)
def test_a_wrong_laying_has_consequences(ask: Ask, language: str, expected: str) -> None:
    answer = ask("check", WRONG | {"rules": "tournament", "language": language})
    assert [(follow["code"], follow["rule"]) for follow in answer["follows"]] == [
        ("cards_back_and_sit_out", "wrong_laying")
    ]
    assert expected in answer["explanation"]["text"]


def test_elsewhere_nothing_follows_and_nothing_after_a_right_laying(ask: Ask) -> None:
    assert ask("check", WRONG)["follows"] == []
    house = {"base": "zoliky-online", "wrong_laying": "cards_back_and_sit_out"}
    assert len(ask("check", WRONG | {"rules": house})["follows"]) == 1
    right = {"rules": "tournament", "hand": "6H 7H 8H 2D", "opened": True, "melds": [{"cards": "6H 7H 8H"}]}
    assert ask("check", right)["follows"] == []
    throw = {"rules": "tournament", "hand": "JK 2D", "round": 2, "actions": [{"type": "discard", "card": "JK"}]}
    answer = ask("check", throw)
    assert (answer["legal"], answer["follows"]) == (False, [])


@pytest.mark.parametrize("call", ["penalty", "turn", "opening", "outlook"])
def test_only_fitting_cards_are_announced(ask: Ask, call: str) -> None:
    """8H and QH go on the run, 2H on the twos; with 5D there is a card that fits nowhere."""
    body = {"rules": "tournament", "table": TABLE, "opened": False, "phase": "after_draw"}
    for hand, announced in (("8H QH 2H", True), ("8H QH 5D", False)):
        answer = ask(call, body | {"hand": hand})
        told = answer["recommendation"]["announce"] if call == "turn" else answer["announce"]
        assert (told is not None) is announced, answer
        text = "Every card in your hand fits on the table: say so before you throw one."
        assert (text in answer["explanation"]["text"]) is announced
    other = ask(call, body | {"hand": "8H QH 2H", "rules": "joker-club"})
    assert (other["recommendation"] if call == "turn" else other)["announce"] is None
