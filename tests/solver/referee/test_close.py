"""The referee on discards, closing, closing from hand and the end of a turn: each clause with its neighbour."""

from __future__ import annotations

from typing import Any

import pytest

from solver.referee.judge import judge, may_throw
from tests.builders import cards, pos, turn
from tests.solver.referee.cases import Case, check, params

OPENED = {"opened": True}
FIFTY_ONE = "meld 4S 5S 6S; meld 9S 9H 9D 9C"  # 15 + 36
HAND = "4S 5S 6S 9S 9H 9D 9C"
NINES = "anna: 9H 10H JH"
LATE = {"round": 3}

DISCARDS = [
    Case("hand", "not_in_hand", "8S 9S 3D", "throw 3C", "throw 3D"),
    Case("hand", "not_in_hand", "8S 9S 10S 3D", "meld 8S 9S 10S; throw 8S", "meld 8S 9S 10S; throw 3D", more=OPENED),
    Case(
        "ends_with_discard",
        "no_card_to_discard",
        "8S 9S 10S",
        "meld 8S 9S 10S",
        "meld 8S 9S 10S",
        more=OPENED,
        but={"rules": {"ends_with_discard": False}},
    ),
    Case("ends_with_discard", "no_card_to_discard", "8H QH", "off t0 8H QH", "off t0 8H; throw QH", NINES, more=OPENED),
    Case(
        "ends_with_discard",
        "no_discards",
        "8S 9S 3D",
        "throw 3D",
        "throw 3D",
        rules={"ends_with_discard": False},
        but={"rules": "zoliky-online"},
    ),
    Case(
        "joker_discard_from_round",
        "joker_thrown_too_early",
        "8S JK",
        "throw JK",
        "throw JK",
        rules="tournament",
        more=LATE,
        but={"round": 4},
    ),
    Case(
        "joker_discard_from_round",
        "joker_thrown_too_early",
        "8S JK",
        "throw JK",
        "throw JK",
        rules="tournament",
        more=LATE,
        but={"rules": "joker-club"},
    ),
    Case(
        "close_with_joker",
        "last_joker_thrown",
        "JK",
        "throw JK",
        "throw JK",
        rules="tournament",
        more=OPENED,
        but={"rules": "zoliky-online"},
    ),
    Case(
        "close_with_joker",
        "last_joker_thrown",
        "JK",
        "throw JK",
        "throw JK stays",
        rules="tournament",
        more=OPENED,
        but={"hand": "JK JK"},
    ),
    Case(
        "joker_discard_bars_closing",
        "last_card_while_barred",
        "5C 7D",
        "off t0 5C; throw 7D",
        "throw 7D",
        "me: 2C 3C 4C!",
        rules="tournament",
        more={"closing_barred": True},
    ),
    Case(
        "joker_discard_bars_closing",
        "last_card_while_barred",
        "5C 7D",
        "off t0 5C; throw 7D",
        "off t0 5C; throw 7D closes",
        "me: 2C 3C 4C!",
        rules="zoliky-online",
        more={"closing_barred": True},
        but={"closing_barred": False},
    ),
    Case(
        "joker_discard_bars_closing",
        "last_card_while_barred",
        "7D",
        "throw 7D",
        "throw 7D",
        rules="tournament",
        more={"closing_barred": True},
        but={"closing_barred": False},
    ),
    Case("unopened_fit_ban", "fitting_card_thrown", "QH 8C", "throw QH", "throw 8C", NINES, "tournament"),
    Case(
        "unopened_fit_ban",
        "fitting_card_thrown",
        "QH 8C",
        "throw QH",
        "throw QH",
        NINES,
        "tournament",
        but={"hand": "QH 8H"},
    ),
    Case("unopened_fit_ban", "fitting_card_thrown", "QH 8C", "throw QH", "throw QH", NINES, "tournament", but=OPENED),
    Case(
        "unopened_fit_ban",
        "fitting_card_thrown",
        "QH 8C",
        "throw QH",
        "throw QH",
        NINES,
        "tournament",
        but={"rules": "joker-club"},
    ),
    # the ban ends with the opening, in the same turn
    Case(
        "unopened_fit_ban",
        "fitting_card_thrown",
        f"{HAND} QH 8C",
        "throw QH",
        f"{FIFTY_ONE}; throw QH",
        NINES,
        "tournament",
    ),
    # a joker fits wherever it may be put
    Case(
        "unopened_fit_ban",
        "fitting_card_thrown",
        "JK 8C",
        "throw JK",
        "throw JK",
        "anna: 2S 2D 2C",
        "tournament",
        but={"table": "anna: 4C 5C 6C!"},
    ),
    Case("close", "wrong_claim", "8S 3D", "throw 3D closes", "throw 3D stays", more=OPENED),
    Case("close", "wrong_claim", "3D", "throw 3D stays", "throw 3D closes", more=OPENED),
    Case("close", "wrong_claim", "3D", "throw 3D closes", "throw 3D stays"),  # has not opened
    Case("from_hand", "wrong_claim", "3D", "throw 3D closes hand", "throw 3D closes table", more=OPENED),
]


@pytest.mark.parametrize("case", params(DISCARDS))
def test_clauses(case: Case) -> None:
    check(case)


@pytest.mark.parametrize(
    ("rules", "left", "carried"),
    # how many jokers stay in hand at the close; None: it is none
    [
        ("zoliky-online", "JK JK JK JK", 4),
        ("joker-club", "JK", 1),
        ("wikipedia", "JK JK", 2),
        ("wikipedia", "", 0),
        ("family", "", 0),
        ("family", "JK", None),
        ("tournament", "JK", 1),
        ("tournament", "JK JK", None),
        ("zoliky-online", "3D", None),
    ],
)
def test_jokers_carried_at_the_close(rules: str, left: str, carried: int | None) -> None:
    end = judge(pos(f"2D {left}", rules=rules, opened=True), turn("throw 2D")).end
    assert (end.closes, end.carried) == (carried is not None, carried or 0)
    assert (end.penalty == 0) == end.closes


@pytest.mark.parametrize(
    ("hand", "rules", "more", "closes"),
    [
        ("JK", "zoliky-online", OPENED, True),
        ("JK JK", "zoliky-online", OPENED, True),
        ("JK JK", "tournament", OPENED, False),
        ("2D JK", "tournament", OPENED | {"closing_barred": True}, False),
        ("2D JK", "zoliky-online", OPENED | {"closing_barred": True}, False),
        ("JK JK", "tournament", OPENED | {"closing_barred": True}, False),
        ("2D", "zoliky-online", {"opened": False}, False),
    ],
)
def test_what_the_last_throw_closes(hand: str, rules: str, more: dict[str, Any], closes: bool) -> None:
    verdict = judge(pos(hand, rules=rules, **more), turn(f"throw {hand.split()[0]}"))
    assert (verdict.legal, verdict.end.finished, verdict.end.closes) == (True, True, closes)


CLOSE = f"{FIFTY_ONE}; throw KD"
EXTENDED = f"{FIFTY_ONE}; off t0 QH; throw KD"
OWN = f"{FIFTY_ONE}; off new:0 7S; throw KD"


@pytest.mark.parametrize(
    ("rules", "table", "more_cards", "played", "from_hand", "special"),
    [
        ("zoliky-online", "", "", CLOSE, True, True),
        ("zoliky-online", NINES, "", CLOSE, True, False),
        ("zoliky-online", NINES, "QH", EXTENDED, True, False),
        ("zoliky-online", "", "7S", OWN, True, True),
        ("joker-club", "", "", CLOSE, True, True),
        ("joker-club", NINES, "", CLOSE, True, True),
        ("joker-club", NINES, "QH", EXTENDED, False, False),
        ("joker-club", NINES, "7S", OWN, True, True),
        ("wikipedia", NINES, "", CLOSE, True, False),
        ("wikipedia", NINES, "QH", EXTENDED, False, False),
        (
            "wikipedia",
            NINES,
            "10C JK",
            f"{FIFTY_ONE}; tear new:1 -> 9S 9H 9D / 9C 10C JK + 10C JK; throw KD",
            True,
            False,
        ),
        ("wikipedia", NINES, "QH", f"{FIFTY_ONE}; tear t0 -> 9H 10H JH QH + QH; throw KD", False, False),
        ("family", NINES, "QH", EXTENDED, True, False),
        ("tournament", NINES, "QH", EXTENDED, True, False),
    ],
)
def test_closing_from_hand(
    rules: str, table: str, more_cards: str, played: str, from_hand: bool, special: bool
) -> None:
    verdict = judge(pos(f"{HAND} KD {more_cards}", table, rules), turn(played))
    assert verdict.legal
    assert (verdict.end.closes, verdict.end.from_hand, verdict.end.special) == (True, from_hand, special)


def test_exchanging_out_of_others_melds_is_no_close_from_hand_in_joker_club() -> None:
    played = turn(f"{FIFTY_ONE}; swap t0 6C; throw KD")
    club = judge(pos(f"{HAND} KD 6C", "anna: 5C JK 7C", "joker-club"), played)
    assert (club.legal, club.end.closes, club.end.from_hand, club.end.carried) == (True, True, False, 1)
    online = judge(pos(f"{HAND} KD 6C", "anna: 5C JK 7C"), played)
    assert (online.end.closes, online.end.from_hand, online.end.special) == (True, True, False)


def test_a_close_after_an_earlier_opening_is_not_from_hand() -> None:
    end = judge(pos("3D", "me: 4S 5S 6S"), turn("throw 3D")).end
    assert (end.closes, end.from_hand, end.special) == (True, False, False)


def test_fours_go_under_the_discard_at_the_end_of_the_turn() -> None:
    table = "anna: 7S 7H 7D | bert: 8S 8H 8D JK | anna: 5C 6C 7C"
    rules = {"base": "family", "fours_to_discard": True}
    played = "off t0 7C; meld 9S 9H 9D 9C; throw 2D"
    start = pos("7C 9S 9H 9D 9C 2D KD", table, rules, opened=True)
    end = judge(start, turn(played)).end
    assert end.to_discard_pile == cards("7S 7H 7D 7C 9S 9H 9D 9C")
    assert [lying.id for lying in end.table] == ["t1", "t2"]
    assert not judge(start, turn("off t0 7C; meld 9S 9H 9D 9C")).end.to_discard_pile
    kept = judge(pos("7C 9S 9H 9D 9C 2D KD", table, "family", opened=True), turn(played)).end
    assert (len(kept.table), kept.to_discard_pile) == (4, ())


def test_without_discards_a_turn_ends_by_itself() -> None:
    rules = {"ends_with_discard": False}
    start = pos(f"{HAND} KD", rules=rules)
    done = judge(start, turn(FIFTY_ONE)).end
    assert (done.finished, done.closes, done.hand, done.penalty) == (True, False, cards("KD"), 10)
    closed = judge(pos(HAND, rules=rules), turn(FIFTY_ONE)).end
    assert (closed.closes, closed.from_hand, closed.discard) == (True, True, None)
    carried = judge(pos(f"{HAND} JK", rules=rules), turn(FIFTY_ONE)).end
    assert (carried.closes, carried.carried) == (True, 1)
    short = judge(start, turn("meld 9S 9H 9D 9C"))
    assert [(problem.step, problem.reason.rule) for problem in short.problems] == [
        (None, "opening_minimum"),
        (None, "opening_pure_run"),
    ]
    assert judge(start, turn("meld 9S 9H 9D 9C"), finish=False).legal
    assert judge(start, ()).end.finished
    assert not judge(start, turn("draw stock")).end.finished


@pytest.mark.parametrize(
    ("rules", "penalty"),
    # ace + joker + queen + 7: 10 + 50 + 10 + 7; joker-club 20 for the ace; tournament 11 and 20
    [("zoliky-online", 77), ("joker-club", 87), ("wikipedia", 77), ("family", 77), ("tournament", 48)],
)
def test_penalty_of_the_cards_left(rules: str, penalty: int) -> None:
    assert judge(pos("AS JK QD 7C 2H", rules=rules), turn("throw 2H")).end.penalty == penalty


def test_may_throw_without_a_turn() -> None:
    start = pos("QH 8C", NINES, "tournament")
    reason = may_throw(start, cards("QH 8C"), cards("QH")[0], opened=False)
    assert reason is not None
    assert reason.rule == "unopened_fit_ban"
    assert may_throw(start, cards("QH 8C"), cards("QH")[0], opened=True) is None
    assert may_throw(start, cards("QH"), cards("QH")[0], opened=False) is None
    missing = may_throw(start, cards("QH"), cards("8C")[0], opened=False)
    assert missing is not None
    assert missing.code == "not_in_hand"
