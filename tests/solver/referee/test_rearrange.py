"""The referee on tearing melds apart and building new ones: each clause refused once, its neighbour allowed."""

from __future__ import annotations

import pytest

from solver.referee.judge import judge
from tests.builders import pos, turn
from tests.solver.referee.cases import Case, check, params

OPENED = {"opened": True}
TWO = "anna: 3H 4H 5H 6H | bert: 6S 6D 6C"
REARRANGED = [
    Case(
        "rearrange",
        "no_rearranging",
        "7H KD 2S",
        "tear t0 -> 3H 4H 5H 6H 7H + 7H",
        "tear t0 -> 3H 4H 5H 6H 7H + 7H",
        TWO,
        more=OPENED,
        but={"rules": "wikipedia"},
    ),
    Case(
        "rearrange",
        "cards_not_conserved",
        "7H KD 2S",
        "tear t0 -> 4H 5H 6H 7H + 7H",
        "tear t0 -> 3H 4H 5H 6H 7H + 7H",
        TWO,
        "wikipedia",
        OPENED,
    ),
    Case(
        "rearrange",
        "cards_not_conserved",
        "7H KD 2S",
        "tear t0 -> 3H 4H 5H / 6H 7H 8H + 7H",
        "tear t0 -> 3H 4H 5H / 6H 7H 8H + 7H 8H",
        TWO,
        "wikipedia",
        OPENED,
        {"hand": "7H 8H 2S"},
    ),
    Case(
        "rearrange",
        "cards_not_conserved",
        "6H KD 2S",
        "tear t0 -> 5H 6H 7H + 6H",
        "swap t0 6H",
        "anna: 5H JK 7H",
        "wikipedia",
        OPENED,
    ),
    Case(
        "rearrange",
        "no_card_added",
        "7H KD 2S",
        "tear t0 t1 -> 3H 4H 5H / 6H 6S 6D 6C; throw 2S",
        "tear t0 t1 -> 3H 4H 5H / 6H 6S 6D 6C; off new:0 2H; throw 2S",
        TWO,
        "wikipedia",
        OPENED,
        {"hand": "2H KD 2S"},
    ),
    Case(
        "rearrange",
        "nothing_rearranged",
        "7H KD 2S",
        "tear t0 t0 -> 3H 4H 5H 6H / 3H 4H 5H 6H",
        "tear t0 -> 3H 4H 5H 6H 7H + 7H",
        TWO,
        "wikipedia",
        OPENED,
    ),
    Case(
        "table",
        "unknown_meld",
        "7H KD 2S",
        "tear t0 -> 3H 4H 5H 6H 7H + 7H; off t0 KD",
        "tear t0 -> 3H 4H 5H 6H 7H + 7H; off new:0 8H",
        TWO,
        "wikipedia",
        OPENED,
        {"hand": "7H 8H 2S"},
    ),
    Case(
        "hand",
        "not_in_hand",
        "KD 2S",
        "tear t0 -> 3H 4H 5H 6H 7H + 7H",
        "tear t0 -> 3H 4H 5H 6H / KD KH KS + KD KH KS",
        TWO,
        "wikipedia",
        OPENED,
        {"hand": "KD KH KS 2S"},
    ),
    Case(
        "run",
        "run_not_consecutive",
        "8H KD 2S",
        "tear t0 -> 3H 4H 5H 6H 8H + 8H",
        "tear t0 -> 3H 4H 5H 6H JK 8H + 8H JK",
        TWO,
        "wikipedia",
        OPENED,
        {"hand": "8H JK 2S"},
    ),
    Case(
        "order_rule",
        "others_already_served",
        "7H KD KS KH 2S",
        "tear t0 -> 3H 4H 5H 6H 7H + 7H; meld KD KS KH",
        "meld KD KS KH; tear t0 -> 3H 4H 5H 6H 7H + 7H",
        TWO,
        {"base": "wikipedia", "order_rule": True},
        OPENED,
    ),
    # won jokers are paid by those added in rearranging
    Case(
        "won_joker",
        "won_joker_kept",
        "7H 8H 9S 2S",
        "swap t1 9S; tear t0 -> 3H 4H 5H 6H 7H + 7H; throw 2S",
        "swap t1 9S; tear t0 -> 3H 4H 5H 6H JK 8H + JK 8H; throw 2S",
        "anna: 3H 4H 5H 6H | bert: 9H 9D 9C JK",
        {"base": "wikipedia", "won_joker": "lay"},
        OPENED,
    ),
]


@pytest.mark.parametrize("case", params(REARRANGED))
def test_clauses(case: Case) -> None:
    check(case)


def test_a_rearranged_meld_belongs_to_the_owner_of_the_first_one_taken() -> None:
    verdict = judge(pos("5S 2S", TWO, "wikipedia", opened=True), turn("tear t1 t0 -> 3H 4H 5H / 6H 6S 6D 6C"))
    assert [(lying.id, lying.owner) for lying in verdict.end.table] == [("new:0", "bert"), ("new:1", "bert")]


def test_melds_of_this_turn_may_be_rearranged() -> None:
    start = pos("7H 7S 7D 3C 2S", TWO, "wikipedia", opened=True)
    verdict = judge(start, turn("meld 7H 7S 7D; tear t0 new:0 -> 3H 4H 5H 6H 7H / 7S 7D JK + JK"))
    assert [problem.reason.code for problem in verdict.problems] == ["not_in_hand"]
    built = "tear t0 t1 new:0 -> 3H 4H 5H / 6H 6S 6D 6C / 7H 7S 7D"
    assert judge(start, turn(f"meld 7H 7S 7D; {built}; throw 3C")).legal
