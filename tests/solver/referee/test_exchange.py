"""The referee on joker exchanges and won jokers: each clause refused once, its neighbour allowed."""

from __future__ import annotations

import pytest

from solver.referee.judge import judge
from tests.builders import cards, pos, turn
from tests.solver.referee.cases import Case, check, params

OPENED = {"opened": True}
RUN = "anna: 5C JK 7C"
JOKERS = "anna: 5C JK JK 8C"
SET = "anna: 9S 9H JK"


def swap(code: str, lies: str, wrong: str, right: str, profile: object = "joker-club", **but: object) -> Case:
    """An exchange by an opened player who holds all that either turn needs."""
    return Case("exchange", code, "6C 7C 4C 9D 9C KD", wrong, right, lies, profile, OPENED, but)


EXCHANGES = [
    swap("not_the_jokers_card", RUN, "swap t0 4C", "swap t0 6C"),
    swap("not_the_jokers_card", "anna: 5C 6C 7C", "swap t0 6C", "swap t0 6C", table=RUN),
    swap("not_the_jokers_card", JOKERS, "swap t0 6C 4C *2", "swap t0 6C 7C *2"),
    swap("wrong_joker_count", JOKERS, "swap t0 6C *2", "swap t0 6C"),
    swap("set_not_completed", SET, "swap t0 9D", "swap t0 9D 9C"),
    swap("set_not_completed", SET, "swap t0 9D", "off t0 9D; swap t0 9C"),
    swap(
        "set_not_completed",
        "anna: 9S JK JK set",
        "swap t0 9D 9C *2",
        "swap t0 9C *1",
        "wikipedia",
        table="anna: 9S 9H 9D JK",
    ),
    swap("wrong_joker_count", "anna: 9S 9H JK JK", "swap t0 9D 9C", "swap t0 9D 9C *2"),
    swap("no_exchange", SET, "swap t0 9D 9C", "swap t0 6C", {"exchange": "runs"}, table=RUN),
    swap("no_exchange", RUN, "swap t0 6C", "off t0 4C", {"exchange": "none"}),
    swap("no_exchange", RUN, "off t0 6C", "swap t0 6C", {"exchange": "none"}, rules={"exchange": "runs"}),
    Case("lay_off", "nothing_laid", "6C KD", "swap t0 *0", "swap t0 6C", RUN, more=OPENED),
    Case("hand", "not_in_hand", "6C KD", "swap t0 6C 7C *2", "swap t0 6C", JOKERS, more=OPENED),
    Case(
        "exchange_automatic",
        "jokers_own_card",
        "6C KD",
        "off t0 6C",
        "off t0 6C; throw KD",
        RUN,
        "wikipedia",
        OPENED,
        {"rules": "zoliky-online"},
    ),
    Case(
        "exchange_automatic", "jokers_own_card", "9C 9D KD", "off t0 9C 9D", "swap t0 9C 9D", SET, "joker-club", OPENED
    ),
    Case(
        "set_size_max",
        "set_too_long",
        "9C 9D KD",
        "swap t0 9C 9D",
        "swap t0 9C 9D",
        SET,
        {"set_size_max": 3},
        OPENED,
        {"rules": "zoliky-online"},
    ),
]

WON = [
    Case(
        "won_joker",
        "won_joker_kept",
        "6C KD 2H",
        "swap t0 6C; throw 2H",
        "swap t0 6C; off t0 JK; throw 2H",
        RUN,
        more=OPENED,
    ),
    Case(
        "won_joker",
        "won_joker_kept",
        "6C KD 2H",
        "swap t0 6C; throw 2H",
        "swap t0 6C; throw 2H",
        RUN,
        more=OPENED,
        but={"rules": "wikipedia"},
    ),
    # thrown is not laid
    Case(
        "won_joker",
        "won_joker_kept",
        "6C KD",
        "swap t0 6C; throw JK",
        "swap t0 6C; throw KD closes table",
        RUN,
        more=OPENED,
    ),
    # two won: one laid and one thrown at the close leaves none carried
    Case(
        "won_joker",
        "won_joker_kept",
        "6C 7C",
        "swap t0 6C 7C *2; off t0 JK; throw JK",
        "swap t0 6C 7C *2; throw JK closes table",
        JOKERS,
        more=OPENED,
    ),
    Case(
        "won_joker",
        "won_joker_kept",
        "6C 2H",
        "swap t0 6C; throw 2H",
        "swap t0 6C; off t0 JK; throw 2H closes table",
        RUN,
        "tournament",
        OPENED,
    ),
    Case(
        "won_joker",
        "won_joker_kept",
        "6C 2H",
        "swap t0 6C; throw 2H",
        "swap t0 6C; throw 2H",
        RUN,
        {"carry_max": 0},
        OPENED,
        {"rules": "zoliky-online"},
    ),
    # four jokers at most may remain at the close that excuses from laying a won one
    Case(
        "won_joker",
        "won_joker_kept",
        "6C JK JK JK 8C KD 2H",
        "swap t0 6C; off t0 8C; throw 2H",  # the king remains too
        "swap t0 6C; off t0 8C; throw 2H closes table",
        RUN,
        more=OPENED,
        but={"hand": "6C JK JK JK 8C 2H"},
    ),
    # a joker laid before the exchange does not pay for the one won
    Case(
        "won_joker",
        "won_joker_kept",
        "6C JK KD 2H",
        "off t0 JK; swap t0 6C; throw 2H",
        "swap t0 6C; off t0 JK; throw 2H",
        RUN,
        more=OPENED,
    ),
    Case(
        "won_joker",
        "won_joker_kept",
        "6C JK KD 2H",
        "off t0 6C JK; throw 2H",
        "off t0 6C; off t0 JK; throw 2H",
        RUN,
        more=OPENED,
    ),
]


@pytest.mark.parametrize("case", params(EXCHANGES + WON))
def test_clauses(case: Case) -> None:
    check(case)


@pytest.mark.parametrize(
    ("table", "hand", "played", "result", "won"),
    [
        (RUN, "6C", "swap t0 6C", "5C 6C 7C", 1),
        (JOKERS, "6C", "swap t0 6C", "5C 6C JK 8C", 1),
        (JOKERS, "7C", "swap t0 7C", "5C JK 7C 8C", 1),
        (JOKERS, "7C 6C", "swap t0 7C 6C *2", "5C 6C 7C 8C", 2),
        (SET, "9D 9C", "swap t0 9C 9D", "9S 9H 9D 9C", 1),
        (SET, "9D 9C", "off t0 9D; off t0 9C", "9S 9H 9D 9C", 1),
        ("anna: 9S 9H JK JK", "9D 9C", "off t0 9C 9D", "9S 9H 9D 9C", 2),
        ("anna: 9S JK JK JK set", "9D 9C 9H", "swap t0 9C 9D 9H *3", "9S 9H 9D 9C", 3),
        (RUN, "6C 8C 9C", "off t0 9C 6C 8C", "5C 6C 7C 8C 9C", 1),
        (RUN, "4C 6C", "off t0 4C 6C", "4C 5C 6C 7C", 1),
        ("anna: QH KH JK", "AH", "off t0 AH", "QH KH AH", 1),
    ],
)
def test_what_an_exchange_leaves(table: str, hand: str, played: str, result: str, won: int) -> None:
    verdict = judge(pos(f"{hand} KD 2S", table, opened=True), turn(played))
    assert verdict.legal
    assert verdict.end.table[0].meld.cards == cards(result)
    assert (verdict.end.won, verdict.end.owed) == (won, won)
    assert verdict.end.hand == (*cards("2S KD"), *cards("JK " * won))


def test_an_ace_laid_at_the_free_end_is_no_exchange() -> None:
    table = "anna: JK 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    at_end = judge(pos("AH KD 2S", table, opened=True), turn("off t0 AH high"))
    assert (at_end.legal, at_end.end.won) == (True, 0)
    assert judge(pos("AH KD 2S", table, opened=True), turn("off t0 AH")).end.won == 1


def test_an_exchange_with_the_last_card_leaves_the_joker_to_throw() -> None:
    verdict = judge(pos("6C", RUN, "joker-club", opened=True), turn("swap t0 6C; throw JK closes table"))
    assert verdict.legal
