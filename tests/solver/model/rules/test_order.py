"""Order: own melds come before those of others, but for won jokers.

The model knows no order of actions, so that what it says of this rule is about jokers: those won from others are laid
late, and all else must be possible before.
"""

from __future__ import annotations

import pytest

from tests.solver.model.rules.cases import Case, Cases, Three, case, check, listed

JOKERED = "anna: 6H JK 8H"
NOT_LAID = ("won_jokers_are_laid: all", "order_rule: jokers won from others are laid")

CASES: Cases = {
    "order_rule": Three(
        case("7H 2S 3S 4D", "swap t0 7H; throw 2S", *NOT_LAID, table=JOKERED, rules="tournament"),
        case("7H KS KH 2S 3S", "swap t0 7H; meld KS JK KH; throw 2S", table=JOKERED, rules="tournament"),
        case(
            "7H KS KH KC 2S 3S", "meld KS KH KC; off t0 7H high; throw 2S", table="anna: 4H 5H 6H", rules="tournament"
        ),
    ),
}


@pytest.mark.parametrize("one", listed(CASES))
def test_three_turns_a_rule(one: Case) -> None:
    check(one)
