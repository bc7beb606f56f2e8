"""Lay-offs: the rows of the variables of one table meld, which its extension posts."""

from __future__ import annotations

import pytest

from tests.solver.model.rules.cases import Case, Cases, Three, case, check, listed

RUN = "anna: 5H 6H 7H"
SHORT, LIMIT = {"run_length_max": 4}, {"max_jokers_per_meld": 1}
FEWER, APART = {"jokers_fewer_than_naturals": True}, {"adjacent_jokers": False}

CASES: Cases = {
    "lay_off, place after place": Three(
        case("8H 9H 2S 3S", "off t0 9H high; throw 2S", "lay_off: t0: 9H", "lay_off: t0: early", table=RUN),
        case("8H 9H 2S 3S", "off t0 8H 9H high; throw 2S", table=RUN),
        case("JK 9H 2S 3S", "off t0 JK 9H high; throw 2S", table=RUN),
    ),
    "lay_off, length of a run": Three(
        case("4H 8H 2S 3S", "off t0 4H low; off t0 8H high; throw 2S", "lay_off: t0: length", table=RUN, rules=SHORT),
        case("4H 8H 2S 3S", "off t0 4H low; throw 2S", table=RUN, rules=SHORT),
        case("4H 8H 2S 3S", "off t0 4H low; off t0 8H high; throw 2S", table=RUN, rules={"run_length_max": 5}),
    ),
    "lay_off, room in a set": Three(
        case("5C JK 2S 3S", "off t0 5C JK; throw 2S", "lay_off: t0: room", table="anna: 5S 5H 5D"),
        case("5C JK 2S 3S", "off t0 5C; throw 2S", table="anna: 5S 5H 5D"),
        case("5C 5D 2S 3S", "swap t0 5D 5C; off t1 JK high; throw 2S", table=f"anna: 5S 5H JK | {RUN}"),
    ),
    "lay_off, jokers in a meld": Three(
        case("JK 2S 3S", "off t0 JK high; throw 2S", "lay_off: t0: jokers", table="anna: 5H JK 7H", rules=LIMIT),
        case("JK 2S 3S", "off t0 JK high; throw 2S", table=RUN, rules=LIMIT),
        case(
            "JK 6H 2S 3S",
            "swap t0 6H; off t0 JK high; off t1 JK low; throw 2S",
            table=f"anna: 5H JK 7H | {RUN}",
            rules=LIMIT,
        ),
    ),
    "lay_off, fewer jokers than naturals": Three(
        case(
            "JK 2S 3S",
            "off t0 JK high; throw 2S",
            "lay_off: t0: fewer jokers than naturals",
            table="anna: 5H JK 7H",
            rules=FEWER,
        ),
        case("JK 2S 3S", "off t0 JK high; throw 2S", table=RUN, rules=FEWER),
        case("8H JK 2S 3S", "off t0 8H JK high; throw 2S", table="anna: 5H JK 7H", rules=FEWER),
    ),
    "lay_off, neighbouring jokers": Three(
        case(
            "JK 2S 3S",
            "off t0 JK high; throw 2S",
            "lay_off: t0: neighbouring jokers",
            table="anna: 5H 6H JK",
            rules=APART,
        ),
        case("JK 2S 3S", "off t0 JK low; throw 2S", table="anna: 5H 6H JK", rules=APART),
        case("JK 8H 2S 3S", "off t0 8H JK high; throw 2S", table="anna: 5H 6H JK", rules=APART),
    ),
}


@pytest.mark.parametrize("one", listed(CASES))
def test_three_turns_a_rule(one: Case) -> None:
    check(one)
