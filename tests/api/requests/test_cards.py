"""Cards in every form that requests may use, and in every notation of the answers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Ask

LINE = "z1~zoliky-online~2H7D8DTDJK"


@pytest.mark.parametrize(
    "hand",
    [
        ["7D", "8D", "10D", "JK", "2H"],
        ["7d", "8d", "TD", "jk", "2h"],
        ["D7", "D8", "D10", "*", "H2"],
        ["7♦", "♦8", "10♦", "X", "2♥"],
        ["7♦️", "♦️8", "♦10", "🃏", "♥️2"],
        ["🃇", "🃈", "🃊", "🃟", "🂲"],
        ["7 káry", "káry 8", "kára 10", "žolík", "2 srdce"],
        "7D 8D 10D JK 2H",
        "7D,8D;10D – JK 2H",
        "7-8♦ ♦10 ŽOLÍK ♥2",
        "7D⸺8D〜10D־JK⸻2H",
        '["7D", "8D", "10D", "X1", "2H"]',
        "♦ 7 8 10 JK 2♥.",
        "kule sedma, kule osma, kulová desítka, žolík, 2 of hearts",
        "7D\u200b8D\u00ad10D\u200eJK\ufeff 2H",
        ["7 ka\u0301ry", "ka\u0301ry 8", "ka\u0301ra 10", "z\u030coli\u0301k", "2 srdce"],
        [{"card": "7D", "id": 1}, "8D", {"card": "10♦", "id": "x"}, {"card": "*"}, "2H"],
    ],
)
def test_a_hand_in_every_form(ask: Ask, hand: Any) -> None:
    assert ask("check", {"hand": hand, "melds": []})["position"] == LINE


@pytest.mark.parametrize("cards", ["5C JK 7C", ["♣5", "*", "7C"], [{"card": "5C"}, "JK", {"card": "C7"}]])
def test_other_cards_in_every_form(ask: Ask, cards: Any) -> None:
    answer = ask(
        "check",
        {
            "hand": "2H 3H 4H",
            "rules": "family",
            "table": [{"owner": "Eva", "cards": cards}],
            "discard_pile": cards,
            "seen": "AS, ♠2",
            "bottom_card": {"card": "♣9", "id": 9},
            "melds": [],
        },
    )
    assert answer["position"] == "z1~family~2H3H4H~p5CJK7C~b9C~mm1.Eva.5CJK7C~eAS2S"


@pytest.mark.parametrize(
    ("notation", "nine", "ten", "joker"),
    [("ascii", "9C", "10C", "JK"), ("unicode", "♣9", "♣10", "🃏"), ("emoji", "♣\ufe0f9", "♣\ufe0f10", "🃏")],
)
def test_answers_use_the_asked_notation_everywhere(ask: Ask, notation: str, nine: str, ten: str, joker: str) -> None:
    # family carries no joker: the run with the joker as the ten is laid, the other card closes
    body = {"hand": "9C JK JC 10H", "opened": True, "rules": "family", "notation": notation}
    answer = ask("penalty", body)
    (run,) = answer["melds"]
    assert run["cards"][:2] == [nine, joker]
    assert run["stands_for"] == {"1": ten}
    assert answer["discard"] == ten.replace("C", "H").replace("♣", "♥")
    assert answer["actions"][0]["cards"] == run["cards"]
    assert f"{nine} {joker}" in answer["explanation"]["text"]
    melds = [{"cards": ["9C", "10H", "JC"]}]
    (problem,) = ask("check", body | {"melds": melds})["problems"]
    assert problem["cards"][0] == nine
    assert nine in problem["text"]


def test_a_card_object_keeps_its_form_in_the_answer(ask: Ask) -> None:
    body = {"hand": [{"card": "♦7", "id": "a"}, "8D", {"card": "9D"}], "melds": [], "notation": "unicode"}
    assert ask("check", body)["left"] == [{"card": "♦7", "id": "a"}, "♦8", "♦9"]
