"""The referee on the duties of a taken discard: each refused once, its nearest neighbour allowed."""

from __future__ import annotations

import pytest

from solver.referee.judge import judge
from tests.builders import pos, turn
from tests.solver.referee.cases import Case, check, params

OPENED = {"opened": True}
CARL = {"top_discard_by": "carl"}
"""Thrown by one who has not opened, so that a fitting card may be taken."""
ANNA = "anna: 5H 6H 7H"

SEVENS = "4S 5S 6S KS KH 8D 9D 10D 7C 2H"  # 15, 30 with a king taken, 27
KING = {"drawn": "discard KC"}
WITH_KING = f"{SEVENS} KC"
DUTIES = [
    # next: the very first meld or lay-off
    Case(
        "discard_duty",
        "taken_card_not_next",
        WITH_KING,
        "meld 8D 9D 10D; meld KS KH KC; throw 2H",
        "meld KS KH KC; meld 8D 9D 10D; throw 2H",
        more=KING,
    ),
    Case(
        "discard_duty",
        "taken_card_not_next",
        WITH_KING,
        "meld 8D 9D 10D; meld KS KH KC; throw 2H",
        "meld 8D 9D 10D; meld KS KH KC; throw 2H",
        more=KING,
        but={"rules": "wikipedia"},
    ),
    Case(
        "discard_duty",
        "taken_card_not_next",
        "8H 9H 2H",
        "off t0 8H; off t1 9H",
        "off t1 9H; off t0 8H",
        "anna: 5H 6H 7H | bert: 9S 9D 9C",
        more={"drawn": "discard 9H", **OPENED},
    ),
    Case("discard_duty", "draw_duty_unmet", WITH_KING, "throw KC", "return KC", more=KING),
    Case(
        "discard_duty",
        "draw_duty_unmet",
        WITH_KING,
        "throw 2H",
        "throw 2H",
        more=KING,
        but={"rules": {"discard_duty": "none"}},
    ),
    # turn: in the same turn, and who has not opened must open in it
    Case(
        "discard_duty",
        "draw_duty_unmet",
        WITH_KING,
        "meld 4S 5S 6S; meld 8D 9D 10D; throw KC",
        "meld 4S 5S 6S; meld 8D 9D 10D; throw 2H",
        rules="joker-club",
        more=KING,
        but={"drawn": "stock KC"},
    ),
    Case(
        "opening_minimum",
        "not_enough_points",
        WITH_KING,
        "meld 4S 5S 6S; meld KS KH KC; throw 2H",
        "meld 4S 5S 6S; meld KS KH KC; throw 2H",
        rules="wikipedia",
        more=KING,
        but={"rules": "joker-club"},
    ),
    Case(
        "discard_duty",
        "draw_duty_unmet",
        "8H 9D 2H",
        "throw 2H",
        "off t0 8H; throw 2H",
        ANNA,
        "joker-club",
        {"drawn": "discard 8H", **OPENED},
    ),
    # after the opening the taken card may be laid off
    Case(
        "discard_duty",
        "draw_duty_unmet",
        "4S 5S 6S 9S 9D 9C 8H 2H",
        "meld 4S 5S 6S; meld 9S 9D 9C; throw 2H",
        "meld 4S 5S 6S; meld 9S 9D 9C; off t0 8H; throw 2H",
        ANNA,
        "joker-club",
        {"drawn": "discard 8H"},
    ),
    # round 1 of family: kept, or thrown again; a ban on throwing it ends with a second copy
    Case(
        "round_1_return",
        "taken_card_thrown",
        "8H 9D 2H",
        "throw 8H",
        "throw 2H",
        rules={"base": "family", "round_1_return": False},
        more={"round": 1, "drawn": "discard 8H"},
    ),
    Case(
        "round_1_return",
        "taken_card_thrown",
        "8H 9D 2H",
        "throw 8H",
        "throw 8H",
        rules={"base": "family", "round_1_return": False},
        more={"round": 1, "drawn": "discard 8H"},
        but={"hand": "8H 8H 9D 2H"},
    ),
    Case(
        "round_1_return",
        "taken_card_thrown",
        "9D 2H",
        "draw discard; throw 8H",
        "draw discard; throw 2H",
        rules={"base": "family", "round_1_return": False},
        more={"round": 1, "discard_pile": "8H"},
    ),
    # own card: in a new meld, or with a card of one's own on the same meld
    Case(
        "discard_duty",
        "draw_duty_unmet",
        "8C 9C 2H",
        "off t0 8C; throw 2H",
        "off t0 8C 9C; throw 2H",
        "anna: 5C 6C 7C",
        "tournament",
        {"drawn": "discard 8C", **OPENED, **CARL},
    ),
    Case(
        "discard_duty",
        "draw_duty_unmet",
        "8C 9C 2H",
        "off t0 8C; throw 2H",
        "off t0 8C; off t0 9C; throw 2H",
        "anna: 5C 6C 7C",
        "tournament",
        {"drawn": "discard 8C", **OPENED, **CARL},
    ),
    Case(
        "discard_duty",
        "draw_duty_unmet",
        "8C JK 2H KD",
        "off t0 8C; off t1 JK; throw 2H",
        "off t0 8C; off t0 JK; throw 2H",
        "anna: 5C 6C 7C? | bert: 5D JK 7D",
        "tournament",
        {"drawn": "discard 8C", **OPENED, **CARL},
    ),
    # the own card may come first, and lie at the other end
    Case(
        "discard_duty",
        "draw_duty_unmet",
        "4C 8C 9D 2H",
        "off t0 8C; throw 2H",
        "off t0 4C; off t0 8C; throw 2H",
        "anna: 5C 6C 7C?",
        "tournament",
        {"drawn": "discard 8C", **OPENED, **CARL},
    ),
    Case(
        "discard_duty",
        "draw_duty_unmet",
        "8C 9H 2H",
        "off t0 8C; off t1 9H; throw 2H",
        "off t0 8C; off t1 9H; throw 2H",
        "anna: 5C 6C 7C | bert: 6H 7H 8H",
        "tournament",
        {"drawn": "discard 8C", **OPENED, **CARL},
        {"rules": "joker-club"},
    ),
    # returning
    Case("order", "return_after_laying", WITH_KING, "meld KS KH KC; return KC", "return KC", more=KING),
    Case("discard", "not_the_taken_card", WITH_KING, "return KS", "return KC", more=KING),
    Case("discard", "not_the_taken_card", WITH_KING, "return KC", "throw KC", more={"drawn": "stock KC"}),
    Case("order", "turn_is_over", WITH_KING, "return KC; throw 2H", "return KC", more=KING),
]
EXCHANGE_DUTY = [
    # an exchange is a lay-off for the duty if the joker lay there before the turn
    Case(
        "discard_duty",
        "draw_duty_unmet",
        "6C JK 4C 2H",
        "throw 2H",
        "swap t0 6C; throw 2H",
        "anna: 5C JK 7C",
        "wikipedia",
        {"drawn": "discard 6C", **OPENED},
    ),
    Case(
        "discard_duty",
        "draw_duty_unmet",
        "8S 9S JK 10S 2H",
        "meld 8S 9S JK; swap new:0 10S; throw 2H",
        "meld 8S 9S 10S; throw 2H",
        "",
        "wikipedia",
        {"drawn": "discard 10S", **OPENED},
    ),
    Case(
        "discard_duty",
        "draw_duty_unmet",
        "8C JK 2H",
        "off t0 JK; swap t0 8C; throw 2H",
        "off t0 8C; throw 2H",
        "anna: 5C 6C 7C",
        "wikipedia",
        {"drawn": "discard 8C", **OPENED},
    ),
    Case(
        "discard_duty",
        "draw_duty_unmet",
        "6C 8C 2H",
        "swap t0 6C; off t1 JK; throw 2H",
        "swap t0 6C; off t0 JK; throw 2H",
        "anna: 5C JK 7C | bert: 5D 6D 7D?",
        "tournament",
        {"drawn": "discard 6C", **OPENED, **CARL},
    ),
    Case(
        "discard_duty",
        "draw_duty_unmet",
        "8C 2H",
        "throw 2H",
        "tear t0 -> 5C 6C 7C 8C + 8C; throw 2H",
        "anna: 5C 6C 7C",
        "wikipedia",
        {"drawn": "discard 8C", **OPENED},
    ),
    # in the duty for one's own card a new meld of the turn will do, whatever joker it had
    Case(
        "discard_duty",
        "draw_duty_unmet",
        "8S 9S JK 10S KS KD 2H",
        "meld 8S 9S JK; swap new:0 10S; meld KS KD JK; throw 2H",
        "meld 8S 9S JK; swap new:0 10S; meld KS KD JK; throw 2H",
        "",
        {"base": "joker-club", "discard_duty": "turn"},
        {"drawn": "discard 10S", **OPENED},
        {"rules": {"base": "joker-club", "discard_duty": "own_card"}},
    ),
]


@pytest.mark.parametrize("case", params(DUTIES + EXCHANGE_DUTY))
def test_clauses(case: Case) -> None:
    check(case)


def test_a_copy_of_the_taken_card_meets_the_duty() -> None:
    start = pos("8S 8S 9S 10S KD", drawn="discard 8S", opened=True)
    assert judge(start, turn("meld 8S 9S 10S; throw 8S")).legal


def test_an_unmet_duty_tells_its_remedy() -> None:
    verdict = judge(pos(WITH_KING, **KING), turn("throw 2H"))
    remedy = verdict.problems[0].reason.remedy
    assert remedy is not None
    assert (remedy.code, dict(remedy.params)) == ("return_card", {"card": "KC", "duty": "next"})
