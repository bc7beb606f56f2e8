"""The referee on melds and lay-offs: each clause refused once, its nearest neighbour allowed."""

from __future__ import annotations

import pytest

from solver.referee.judge import judge
from tests.builders import cards, pos, turn
from tests.solver.referee.cases import Case, check, params

OPENED = {"opened": True}
ALL_SPADES = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"


def meld(rule: str, code: str, wrong: str, right: str, rules: object = "zoliky-online") -> Case:
    """Laid by an opened player whose hand is the wrong meld, or the right one, and a card to throw."""
    return Case(
        rule,
        code,
        f"{wrong} 4D",
        f"meld {wrong}",
        f"meld {right}",
        rules=rules,
        more=OPENED,
        but={"hand": f"{right} 4D"},
    )


MELDS = [
    meld("run", "run_not_consecutive", "KS AS 2S", "QS KS AS"),
    meld("run", "run_not_consecutive", "KS AS JK", "JK KS AS"),
    meld("run", "run_not_consecutive", "4S 5S 7S", "4S 5S JK 7S"),
    meld("run", "run_not_consecutive", "4S 5S JK 6S", "4S 5S JK 7S"),
    meld("run", "run_suits_differ", "4S 5S 6H", "4S 5S 6S"),
    meld("set", "set_same_suit", "7S 7H 7H", "7S 7H 7D"),
    meld("set", "set_same_suit", "7S JK 7S", "7S JK 7H"),
    meld("set_size_max", "set_too_long", "7S 7H 7D 7C JK", "7S 7H 7D 7C"),
    meld("set_size_max", "set_too_long", "7S 7H 7D 7C", "7S 7H 7D", {"set_size_max": 3}),
    meld("run_length_max", "run_too_long", "4S 5S 6S 7S", "4S 5S 6S", {"run_length_max": 3}),
    meld("meld", "meld_too_short", "7S 7H", "7S 7H JK"),
    meld("meld", "neither_run_nor_set", "7S JK 8H", "7S JK 7H"),
    meld("min_naturals", "meld_of_jokers", "JK JK JK", "7S JK JK JK"),
    meld("min_naturals", "too_few_naturals", "7S JK JK", "7S 8S JK JK", "joker-club"),
    meld("max_jokers_per_meld", "too_many_jokers", "7S JK JK", "7S JK 9S", {"max_jokers_per_meld": 1}),
    meld(
        "jokers_fewer_than_naturals",
        "jokers_not_fewer",
        "4S 5S JK JK",
        "4S 5S JK",
        {"jokers_fewer_than_naturals": True},
    ),
    meld("adjacent_jokers", "adjacent_jokers", "4S JK JK 7S", "4S JK 6S JK", {"adjacent_jokers": False}),
    meld("ace_low", "ace_not_there", "AS 2S 3S", "QS KS AS", {"ace_low": None}),
    meld("ace_high", "ace_not_there", "QS KS AS", "AS 2S 3S", {"ace_high": None}),
]


@pytest.mark.parametrize("case", params(MELDS))
def test_melds(case: Case) -> None:
    check(case)


def test_a_run_may_go_from_ace_to_ace() -> None:
    verdict = judge(pos(f"{ALL_SPADES} AS 4D", opened=True), turn(f"meld {ALL_SPADES} AS; throw 4D closes table"))
    assert verdict.legal


@pytest.mark.parametrize(("order", "points"), [("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", 94), (ALL_SPADES, 85)])
def test_the_order_laid_tells_which_end_of_thirteen_the_ace_is(order: str, points: int) -> None:
    # 2…10 are 54, J Q K 30, the ace 10 above the king and 1 below the two
    assert judge(pos(f"{ALL_SPADES} 4D"), turn(f"meld {order}")).end.points == points


@pytest.mark.parametrize(
    ("rules", "points"),
    # ace low, ace high and ace in a set: 1 + 5, 10 + 20, 30; joker-club and wikipedia ace low 10; tournament 11s
    [
        ("zoliky-online", (6, 30, 30)),
        ("joker-club", (15, 30, 30)),
        ("wikipedia", (15, 30, 30)),
        ("family", (6, 30, 30)),
        ("tournament", (6, 31, 33)),
    ],
)
def test_aces_count_by_their_place(rules: str, points: tuple[int, int, int]) -> None:
    low, high, group = points
    start = pos("AS 2S 3S QH KH AH AD AC AS 5C", rules=rules)
    assert judge(start, turn("meld AS 2S 3S")).end.points == low
    assert judge(start, turn("meld QH KH AH")).end.points == high
    # a pure run first, where it must be
    assert judge(start, turn("meld QH KH AH; meld AD AC AS")).end.points == high + group


def off(rule: str, code: str, table: str, hand: str, wrong: str, right: str, rules: object = "zoliky-online") -> Case:
    """Laid off on the one meld of an opponent by an opened player with a card to throw."""
    return Case(rule, code, f"{hand} 2D", f"off t0 {wrong}", f"off t0 {right}", f"anna: {table}", rules, OPENED)


LAY_OFFS = [
    off("lay_off", "does_not_fit", "5H 6H 7H", "9H 8H", "9H", "8H"),
    off("lay_off", "does_not_fit", "5H 6H 7H", "8S 8H", "8S", "8H"),
    off("lay_off", "does_not_fit", "5H 6H 7H", "8H 4H", "8H low", "8H high"),
    off("lay_off", "does_not_fit", "5H 6H 7H", "8H 4H", "8H 4H low", "8H 4H"),
    off("lay_off", "does_not_fit", "5H 6H 7H", "6H 8H", "6H", "8H"),
    off("lay_off", "does_not_fit", "QH KH AH", "2H JH", "2H", "JH"),
    off("lay_off", "does_not_fit", "5H 6H 7H", "10H JK JK", "10H JK", "10H JK JK"),
    off("lay_off", "nothing_laid", "5H 6H 7H", "8H", "", "8H"),
    off("set", "set_same_suit", "7S 7H 7D", "7S 7C", "7S", "7C"),
    off("set", "set_ranks_differ", "7S 7H 7D", "8C 7C", "8C", "7C"),
    off("set_size_max", "set_too_long", "7S 7H 7D", "7C JK", "7C JK", "7C"),
    off("run_length_max", "run_too_long", "5H 6H 7H", "8H 9H", "8H 9H", "8H", {"run_length_max": 4}),
    off("ace_high", "ace_not_there", "JH QH KH", "AH 10H", "AH", "10H", {"ace_high": None}),
    off("ace_high", "ace_not_there", "JH JK KH", "JK 10H", "JK high", "JK", {"ace_high": None}),
    off("ace_low", "ace_not_there", "2H 3H 4H", "AH 5H", "AH", "5H", {"ace_low": None}),
    off("max_jokers_per_meld", "too_many_jokers", "5H JK 7H", "JK 8H", "JK", "8H", {"max_jokers_per_meld": 1}),
    off("adjacent_jokers", "adjacent_jokers", "5H 6H JK", "JK", "JK high", "JK low", {"adjacent_jokers": False}),
    off("hand", "not_in_hand", "5H 6H 7H", "8H", "8H 9H", "8H"),
]


@pytest.mark.parametrize("case", params(LAY_OFFS))
def test_lay_offs(case: Case) -> None:
    check(case)


@pytest.mark.parametrize(
    ("table", "laid", "result"),
    [
        ("5H 6H 7H", "8H", "5H 6H 7H 8H"),
        ("5H 6H 7H", "4H 3H", "3H 4H 5H 6H 7H"),
        ("5H 6H 7H", "9H 4H 8H", "4H 5H 6H 7H 8H 9H"),
        ("5H 6H 7H", "JK 9H", "5H 6H 7H JK 9H"),  # a joker fills the gap
        ("5H 6H 7H", "JK", "5H 6H 7H JK"),  # then it goes to the high end
        ("5H 6H 7H", "JK low", "JK 5H 6H 7H"),
        ("QH KH AH", "JK", "JK QH KH AH"),  # then to the low end
        ("3H 4H 5H", "AH JK JK", "AH JK 3H 4H 5H JK"),
        ("2H 3H 4H", "AH", "AH 2H 3H 4H"),
        ("JH QH KH", "AH", "JH QH KH AH"),
        ("10H JH QH", "AH JK", "10H JH QH JK AH"),
        ("7S 7H JK", "7D", "7S 7H 7D JK"),
        ("7S 7H 7D", "JK", "7S 7H 7D JK"),
    ],
)
def test_where_laid_cards_come_to_lie(table: str, laid: str, result: str) -> None:
    hand = f"{laid.removesuffix(' low')} 2D"
    verdict = judge(pos(hand, f"anna: {table}", opened=True), turn(f"off t0 {laid}"))
    assert verdict.legal
    assert verdict.end.table[0].meld.cards == cards(result)
    assert verdict.end.hand == cards("2D")


def test_every_wrong_meld_is_named_and_what_stood_before_stands() -> None:
    start = pos("8C 9C 10C 7S 7H 7S KS KH QD QD 2H")
    verdict = judge(start, turn("meld 8C 9C 10C; meld 7S 7H 7S; meld KS KH KD; meld QD QD 2H"))
    assert [(problem.step, problem.meld, problem.reason.code) for problem in verdict.problems] == [
        (1, 1, "set_same_suit"),
        (2, 2, "not_in_hand"),
        (3, 3, "run_suits_differ"),
    ]
    assert verdict.problems[1].cards == cards("KD")
    assert [lying.meld.cards for lying in verdict.end.table] == [cards("8C 9C 10C")]
    assert verdict.end.points == 27


def test_the_shown_order_of_a_set_is_judged_only_when_asked() -> None:
    start = pos("7S 7C 7H 2D", rules="tournament", opened=True)
    like_colours = turn("meld 7S 7C 7H")
    assert judge(start, like_colours).legal
    shown = judge(start, like_colours, order_shown=True)
    assert [problem.reason.rule for problem in shown.problems] == ["set_colours_alternate"]
    assert judge(start, turn("meld 7S 7H 7C"), order_shown=True).legal
    assert judge(pos("7S 7C 7H 2D", opened=True), like_colours, order_shown=True).legal
