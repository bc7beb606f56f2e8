"""The referee on the first opening and on the order of a turn: each clause refused once, its neighbour allowed."""

from __future__ import annotations

import pytest

from solver.referee.judge import judge
from tests.builders import pos, turn
from tests.solver.referee.cases import Case, check, params

OPENED = {"opened": True}
THEIRS = "anna: 5C JK 7C | bert: 9H 10H JH"
FIFTY_ONE = "meld 4S 5S 6S; meld 9S 9H 9D 9C"  # 15 + 36
HAND = "4S 5S 6S 9S 9H 9D 9C 6C QH JK KD 2D"
ALWAYS = {"base": "family", "exchange_when": "always", "won_joker": "free"}

OPENING = [
    # 14 + 36 = 50; 15 + 36 = 51
    Case(
        "opening_minimum",
        "not_enough_points",
        "2S 3S 4S 5S 9S 9H 9D 9C KD",
        "meld 2S 3S 4S 5S; meld 9S 9H 9D 9C; throw KD",
        f"{FIFTY_ONE}; throw KD",
        but={"hand": "4S 5S 6S 9S 9H 9D 9C KD"},
    ),
    # 14 + 27 = 41; 18 + 24 = 42
    Case(
        "opening_minimum",
        "not_enough_points",
        "2S 3S 4S 5S 9S 9H 9D KD",
        "meld 2S 3S 4S 5S; meld 9S 9H 9D; throw KD",
        "meld 5S 6S 7S; meld 8S 8H 8D; throw KD",
        rules="joker-club",
        but={"hand": "5S 6S 7S 8S 8H 8D KD"},
    ),
    Case(
        "opening_pure_run",
        "no_pure_run",
        "JS QS JK KS KH KD 2D",
        "meld JS QS JK; meld KS KH KD; throw 2D",
        "meld JS QS KS; meld JK KH KD; throw 2D",
    ),
    Case(
        "opening_pure_run",
        "no_pure_run",
        "JS QS JK KS KH KD 2D",
        "meld JS QS JK; meld KS KH KD; throw 2D",
        "meld JS QS JK; meld KS KH KD; throw 2D",
        but={"rules": {"opening_pure_run": False}},
    ),
    Case(
        "pure_run_first",
        "pure_run_not_first",
        "JS QS KS KH KD JK 2D",
        "meld KH KD JK; meld JS QS KS; throw 2D",
        "meld JS QS KS; meld KH KD JK; throw 2D",
        rules="joker-club",
    ),
    Case(
        "pure_run_first",
        "pure_run_not_first",
        "JS QS KS KH KD KC 2D",
        "meld KH KD KC; meld JS QS KS; throw 2D",
        "meld KH KD KC; meld JS QS KS; throw 2D",
        rules="tournament",
        but={"rules": "zoliky-online"},
    ),
    Case(
        "pure_run_first",
        "pure_run_not_first",
        "JS QS KS KH KD KC JK 2D",
        "meld KH KD KC JK; meld JS QS KS; throw 2D",
        "meld KH KD KC; meld JS QS KS; throw 2D",
        rules="joker-club",
    ),
    Case(
        "pure_run_first",
        "pure_run_not_first",
        "JS QS KS 2D JK 2H",
        "off t0 JK; meld JS QS KS; throw 2D",
        "meld JS QS KS; off t0 JK; throw 2D",
        "anna: 9S 9H 9C",
        rules={"base": "family", "pure_run_first": "before_jokers", "opening_minimum": 30},
    ),
    Case("first_laying_round", "too_early", HAND, FIFTY_ONE, FIFTY_ONE, more={"round": 3}, but={"round": 4}),
    Case("opening", "not_opened", HAND, "off t1 QH", f"{FIFTY_ONE}; off t1 QH; throw KD", THEIRS),
    Case("opening", "not_opened", HAND, "meld 4S 5S 6S; off t1 QH", f"{FIFTY_ONE}; off t1 QH", THEIRS),
    Case("opening", "not_opened", HAND, "meld 4S 5S 6S; off new:0 JK", f"{FIFTY_ONE}; off t1 JK", THEIRS),
    Case("opening", "not_opened", HAND, "swap t0 6C", f"{FIFTY_ONE}; swap t0 6C; off t1 JK; throw KD", THEIRS),
    Case("opening", "not_opened", HAND, "off t1 QH", "off t1 QH", THEIRS, but={"opened": True}),
    Case(
        "opening",
        "not_opened",
        HAND,
        "tear t1 -> 9H 10H JH QH + QH",
        f"{FIFTY_ONE}; tear t1 -> 9H 10H JH QH + QH",
        THEIRS,
        "wikipedia",
    ),
    Case(
        "layoffs_in_opening_turn",
        "not_in_opening_turn",
        HAND,
        f"{FIFTY_ONE}; off t1 QH",
        f"{FIFTY_ONE}; off t1 QH",
        THEIRS,
        {"layoffs_in_opening_turn": False},
        but={"opened": True},
    ),
    Case(
        "layoffs_in_opening_turn",
        "not_in_opening_turn",
        HAND,
        f"{FIFTY_ONE}; swap t0 6C",
        f"{FIFTY_ONE}; swap t0 6C",
        THEIRS,
        {"layoffs_in_opening_turn": False},
        but={"rules": "zoliky-online"},
    ),
    Case("hand", "not_in_hand", HAND, "meld 4S 5S 6S; meld 5S 6S 7S", "meld 4S 5S 6S; meld 9S 9H 9D"),
]

NO_PURE_RUN = {
    base: {"base": base, "opening_pure_run": False, "pure_run_first": "no"}
    for base in ("zoliky-online", "wikipedia", "tournament")
}
RUN_AND_KINGS = "meld 4S 5S 6S; meld KS KH KC; meld 2D 3D 4D"  # 15 + 30 + 9 = 54
SECOND = "4S 5S 6S KS KH KC 2D 3D 4D JK 7S QD"
PROTECTED = [
    Case(
        "opening_run_joker",
        "joker_on_opening_run",
        "9S 10S JS KS KH KC JK 8S QD",
        "meld 9S 10S JS; meld KS KH KC; off new:0 JK; throw QD",
        "meld 9S 10S JS; meld KS KH KC; off new:0 8S; off new:1 JK; throw QD",
    ),
    Case(
        "opening_run_joker",
        "joker_on_opening_run",
        "9S 10S JS KS KH KC JK QD",
        "meld 9S 10S JS; meld KS KH KC; off new:0 JK; throw QD",
        "meld 9S 10S JS; meld KS KH KC; off new:0 JK; throw QD",
        but={"rules": {"opening_run_joker": "yes"}},
    ),
    # where the opening needs no pure run, none is protected
    Case(
        "opening_run_joker",
        "joker_on_opening_run",
        "9S 10S JS KS KH KC JK QD",
        "meld 9S 10S JS; meld KS KH KC; off new:0 JK; throw QD",
        "meld 9S 10S JS; meld KS KH KC; off new:0 JK; throw QD",
        but={"rules": NO_PURE_RUN["zoliky-online"]},
    ),
    Case(
        "opening_run_joker",
        "opening_run_taken",
        "9S 10S JS KS KH KC 8S QD",
        "meld 9S 10S JS; meld KS KH KC; tear new:0 -> 8S 9S 10S JS + 8S; throw QD",
        "meld 9S 10S JS; meld KS KH KC; tear new:0 -> 8S 9S 10S JS + 8S; throw QD",
        rules="wikipedia",
        but={"rules": NO_PURE_RUN["wikipedia"]},
    ),
    Case(
        "opening_run_joker",
        "joker_on_opening_run",
        "4S 5S 6S KS KH KC 2D 3D 4D JK JK QD",
        f"{RUN_AND_KINGS}; off new:2 JK; off new:0 JK; throw QD",
        f"{RUN_AND_KINGS}; off new:0 JK; off new:0 JK; throw QD",
    ),
    Case(
        "opening_run_joker",
        "joker_on_opening_run",
        SECOND,
        f"{RUN_AND_KINGS}; off new:0 JK; throw QD",
        f"{RUN_AND_KINGS}; off new:2 JK; throw QD",
        rules="tournament",
        more={"phase": "free"},
    ),
    Case(
        "opening_run_joker",
        "opening_run_taken",
        "9S 10S JS KS KH KC 8S QD",
        "meld 9S 10S JS; meld KS KH KC; tear new:0 -> 8S 9S 10S JS + 8S",
        "meld 9S 10S JS; meld KS KH KC; off new:0 8S",
        rules="wikipedia",
    ),
    # in later turns: marked, or any joker-free run of an owner without a marked one
    *(
        Case(
            "opening_run_joker",
            "joker_on_opening_run",
            "JK 2D 3H",
            "off t0 JK; throw 2D",
            "off t0 JK; throw 2D",
            table,
            "tournament",
            OPENED,
            but,
        )
        for table, but in (
            ("anna: 5C 6C 7C!", {"rules": "zoliky-online"}),
            ("anna: 5C 6C 7C!", {"rules": NO_PURE_RUN["tournament"]}),
            ("anna: 5C 6C 7C", {"table": "anna: 5C 6C 7C | anna: 9H 10H JH!"}),
            ("anna: 5C 6C 7C", {"table": "anna: 5C 6C 7C?"}),
            ("anna: 5C 6C 7C", {"table": "anna: 5C JK 7C"}),
        )
    ),
]

FAMILY_TABLE = "anna: 9H 10H JH | bert: 2S 2D 2C"
FAMILY = [
    # 15 + 24 + queen 10 + two 2 = 51, a lay-off first; without the two 49
    Case(
        "opening_minimum",
        "not_enough_points",
        "4S 5S 6S 8H 8D 8C QH 2H KC",
        "off t0 QH; meld 8H 8D 8C; meld 4S 5S 6S; throw KC",
        "off t0 QH; meld 8H 8D 8C; off t1 2H; meld 4S 5S 6S; throw KC closes hand",
        FAMILY_TABLE,
        "family",
    ),
    Case(
        "opening_pure_run",
        "no_pure_run",
        "4S JK 6S 8H 8D 8C QH 2H KC",
        "meld 4S JK 6S; meld 8H 8D 8C; off t0 QH; off t1 2H; throw KC",
        "meld 4S 5S 6S; meld 8H JK 8C; off t0 QH; off t1 2H; throw KC",
        FAMILY_TABLE,
        "family",
        but={"hand": "4S 5S 6S 8H JK 8C QH 2H KC"},
    ),
    Case(
        "opening_run_joker",
        "joker_on_opening_run",
        "4S 5S 6S JK QH 2H KC",
        "meld 4S 5S 6S; off new:0 JK",
        "meld 4S 5S 6S; off t0 JK",
        FAMILY_TABLE,
        "family",
    ),
    Case(
        "exchange_when",
        "exchange_too_early",
        HAND,
        f"{FIFTY_ONE}; swap t0 6C; throw 2D",
        "swap t0 6C; throw 2D",
        THEIRS,
        "family",
        but={"opened": True},
    ),
    Case(
        "exchange_when",
        "exchange_too_early",
        HAND,
        f"{FIFTY_ONE}; off t0 6C; throw 2D",
        f"{FIFTY_ONE}; swap t0 6C; throw 2D",
        THEIRS,
        "family",
        but={"rules": {"base": "family", "exchange_when": "opened"}},
    ),
    # with exchanging allowed in the opening turn it still waits for the minimum
    Case(
        "opening",
        "not_opened",
        HAND,
        "meld 4S 5S 6S; swap t0 6C",
        f"{FIFTY_ONE}; swap t0 6C",
        THEIRS,
        {"base": "family", "exchange_when": "opened"},
    ),
    # exchanged before the opening, by the house rule: nothing opens after it in that turn
    Case(
        "opening_minimum",
        "not_enough_points",
        HAND,
        f"swap t0 6C; {FIFTY_ONE}; throw 2D",
        "swap t0 6C; throw 2D",
        THEIRS,
        ALWAYS,
    ),
    # nor is anything laid before it that is no opening
    Case("opening", "not_opened", HAND, "meld 4S 5S 6S; swap t0 6C", f"{FIFTY_ONE}; swap t0 6C", THEIRS, ALWAYS),
    # a taken card that must be laid asks for an opening
    Case(
        "opening",
        "not_opened",
        HAND,
        "swap t0 6C; throw 2D",
        "swap t0 6C; throw 2D",
        THEIRS,
        ALWAYS,
        more={"drawn": "discard 6C"},
        but={"drawn": "stock 6C"},
    ),
    Case(
        "won_joker",
        "won_joker_kept",
        HAND,
        "swap t0 6C; throw 2D",
        "swap t0 6C; throw 2D",
        THEIRS,
        {**ALWAYS, "won_joker": "lay"},
        but={"rules": ALWAYS},
    ),
]

OURS = "me: 3D 4D 5D | anna: 5C JK 7C"
ORDER = [
    Case(
        "order",
        "turn_is_over",
        "8S 9S 10S 2D",
        "throw 2D; meld 8S 9S 10S",
        "meld 8S 9S 10S; throw 2D",
        more=OPENED,
    ),
    Case(
        "order",
        "draw_comes_first",
        "8S 9S 10S 2D",
        "meld 8S 9S 10S; draw stock",
        "draw stock KD; meld 8S 9S 10S",
        more=OPENED,
    ),
    Case(
        "order_rule",
        "others_already_served",
        "8S 9S 10S 8C 2H",
        "off t1 8C; meld 8S 9S 10S",
        "meld 8S 9S 10S; off t1 8C",
        OURS,
        "tournament",
    ),
    Case(
        "order_rule",
        "others_already_served",
        "6D 8C 2H",
        "off t1 8C; off t0 6D",
        "off t0 6D; off t1 8C",
        OURS,
        "tournament",
    ),
    Case(
        "order_rule",
        "others_already_served",
        "6D 8C 2H",
        "off t1 8C; off t0 6D",
        "off t1 8C; off t0 6D",
        OURS,
        "tournament",
        but={"rules": "joker-club"},
    ),
    Case(
        "order_rule",
        "others_already_served",
        "6C 10S JS 6D 2H",
        "swap t1 6C; off t0 6D",
        "swap t1 6C; meld 10S JS JK; throw 2H",
        OURS,
        "tournament",
    ),
    Case(
        "order_rule",
        "others_already_served",
        "6C JK 10S JS 8D 9D 2H",
        "swap t1 6C; off t1 JK; meld 10S JS JK",  # the won joker is laid already
        "swap t1 6C; meld 10S JS JK; off t1 JK; throw 2H",
        OURS,
        "tournament",
    ),
    Case("table", "unknown_meld", "6D 2H", "off t7 6D", "off t0 6D", OURS),
]


@pytest.mark.parametrize("case", params(OPENING + PROTECTED + FAMILY + ORDER))
def test_clauses(case: Case) -> None:
    check(case)


def test_points_end_with_the_first_action_of_another_kind() -> None:
    start = pos("4S 5S 6S 9S 9H 9D 9C QH 3D 4D 5D KD", THEIRS)
    assert judge(start, turn(f"{FIFTY_ONE}; meld 3D 4D 5D; off t1 QH")).end.points == 63
    assert judge(start, turn(f"{FIFTY_ONE}; off t1 QH; meld 3D 4D 5D")).end.points == 51
    assert judge(pos("QH KD 2D", THEIRS, opened=True), turn("off t1 QH")).end.points == 0


def test_in_a_family_opening_a_joker_laid_off_counts_as_its_card() -> None:
    start = pos("4S 5S 6S JK 2H KC", FAMILY_TABLE, rules="family")
    assert judge(start, turn("meld 4S 5S 6S; off t0 JK high")).end.points == 15 + 10
    assert judge(start, turn("meld 4S 5S 6S; off t0 JK low")).end.points == 15 + 8


def test_the_opening_run_is_the_first_that_stayed_without_a_joker() -> None:
    later = judge(pos(SECOND), turn(f"{RUN_AND_KINGS}; off new:0 JK; throw QD"))
    assert (later.legal, later.end.opening_run) == (True, "new:2")
    assert [(lying.id, lying.opening_run) for lying in later.end.table] == [
        ("new:0", False),
        ("new:1", False),
        ("new:2", True),
    ]
    first = judge(pos(SECOND, rules="tournament", phase="free"), turn(f"{RUN_AND_KINGS}; off new:2 JK; throw QD"))
    assert (first.legal, first.end.opening_run) == (True, "new:0")
    none = judge(pos(SECOND, rules=NO_PURE_RUN["zoliky-online"]), turn(f"{RUN_AND_KINGS}; throw QD"))
    assert (none.legal, none.end.opening_run) == (True, None)


def test_an_unfinished_opening_is_no_problem_until_the_discard() -> None:
    verdict = judge(pos(HAND), turn("meld 9S 9H 9D 9C"))
    assert verdict.legal
    assert (verdict.end.points, verdict.end.opens, verdict.end.opened, verdict.end.finished) == (
        36,
        False,
        False,
        False,
    )
    both = judge(pos(HAND), turn("meld 9S JK 9D; throw KD"))
    assert [problem.reason.rule for problem in both.problems] == ["opening_minimum", "opening_pure_run"]
    assert dict(both.problems[0].reason.params) == {"points": 27, "required": 51, "missing": 24}
