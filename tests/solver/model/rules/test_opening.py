"""Opening: the minimum, a pure run, jokers of the hand."""

from __future__ import annotations

import pytest

from tests.solver.model.rules.cases import Case, Cases, Three, case, check, listed

NOTHING = {"opening_minimum": 0, "opening_pure_run": False}
FREE = {"opening_minimum": 80, "won_joker": "free"}
LAID = "opening_reaches_the_minimum: something is laid"

CASES: Cases = {
    "opening_reaches_the_minimum": Three(
        case(
            "7D 8D 9D 5S 6S 7S 8S 2H 3H",  # 24 + 26
            "meld 7D 8D 9D; meld 5S 6S 7S 8S; throw 2H",
            "opening_reaches_the_minimum: points",
            opened=False,
        ),
        case("7D 8D 9D 9S 9H 9C 2H 3H", "meld 7D 8D 9D; meld 9S 9H 9C; throw 2H", opened=False),  # 24 + 27
        case(
            "7D 8D 9D 5S 6S 7S 8S 2H 3H",
            "meld 7D 8D 9D; meld 5S 6S 7S 8S; throw 2H",
            rules={"opening_minimum": 50},
            opened=False,
        ),
    ),
    "opening_reaches_the_minimum, before lay-offs": Three(
        case(
            "7D 8D 9D 8S 8H 8C 9S 2H",  # 24 + 24, and 9 that do not count
            "meld 7D 8D 9D; meld 8S 8H 8C; off t0 9S high; throw 2H",
            "opening_reaches_the_minimum: points",
            table="anna: 6S 7S 8S",
            opened=False,
        ),
        case(
            "7D 8D 9D 8S 8H 8C 9S 2H",
            "meld 7D 8D 9D; meld 8S 8H 8C; off t0 9S high; throw 2H",
            table="anna: 6S 7S 8S",
            rules="family",
            opened=False,
        ),
        case(
            "7D 8D 9D TD 8S 8H 8C 9S 2H 3H",  # the ten of diamonds counts, whenever it is laid
            "meld 7D 8D 9D TD; meld 8S 8H 8C; off t0 9S high; throw 2H",
            table="anna: 6S 7S 8S",
            opened=False,
        ),
    ),
    "opening_reaches_the_minimum, though it is 0": Three(
        case("7D 8D 9D 2H", "off t0 9D; throw 2H", LAID, table="anna: 9S 9H 9C", rules=NOTHING, opened=False),
        case(
            "7D 8D 9D TD 2H",
            "meld 7D 8D 9D; off t0 TD; throw 2H",
            table="anna: TS TH TC",
            rules=NOTHING,
            opened=False,
        ),
        case("7D 8D 9D 2H", "meld 7D 8D 9D; throw 2H", rules=NOTHING, opened=False),
    ),
    "opening_has_a_pure_run": Three(
        case(
            "9D JK JD KS KH KC 2S 3S",
            "meld 9D JK JD; meld KS KH KC; throw 2S",
            "opening_has_a_pure_run",
            opened=False,
        ),
        case("9D TD JD KS KH KC 2S 3S", "meld 9D TD JD; meld KS KH KC; throw 2S", opened=False),
        case(
            "9D TD JD JK KS KH KC 2S 3S",  # the run is pure at first only
            "meld 9D TD JD; meld KS KH KC; off new:0 JK high; throw 2S",
            rules={"opening_run_joker": "yes"},
            opened=False,
        ),
    ),
    "opening_uses_own_jokers": Three(
        case(
            "9D TD JD KS KH JK QS QH 6H 2S 3S",  # 29 + 30 + 30, one of the jokers won
            "meld 9D TD JD; meld KS KH JK; swap t0 6H; meld QS QH JK; throw 2S",
            "opening_uses_own_jokers",
            table="anna: 5H JK 7H",
            rules=FREE,
            opened=False,
        ),
        case(
            "9D TD JD KS KH JK QS QH 6H 2S 3S",
            "meld 9D TD JD; meld KS KH JK; swap t0 6H; meld QS QH JK; throw 2S",
            table="anna: 5H JK 7H",
            opened=False,
        ),
        case(
            "9D TD JD KS KH JK QS QH JK 2S 3S",
            "meld 9D TD JD; meld KS KH JK; meld QS QH JK; throw 2S",
            table="anna: 5H JK 7H",
            rules=FREE,
            opened=False,
        ),
    ),
}


@pytest.mark.parametrize("one", listed(CASES))
def test_three_turns_a_rule(one: Case) -> None:
    check(one)
