"""Won joker: it is laid in the same turn, or carried where the profile says so."""

from __future__ import annotations

import pytest

from tests.solver.model.rules.cases import Case, Cases, Three, case, check, listed

JOKERED = "anna: 6H JK 8H"

CASES: Cases = {
    "won_jokers_are_laid": Three(
        case("7H 2S 3S 4D", "swap t0 7H; throw 2S", "won_jokers_are_laid: all", table=JOKERED),
        case("7H KS KH 2S 3S", "swap t0 7H; meld KS KH JK; throw 2S", table=JOKERED),
        case("7H 2S", "swap t0 7H; throw 2S", table=JOKERED),
    ),
    "won_jokers_are_laid, closing or not": Three(
        case("7H 2S", "swap t0 7H; throw 2S", "won_jokers_are_laid: all", table=JOKERED, rules={"won_joker": "lay"}),
        case("7H KS KH 2S", "swap t0 7H; meld KS KH JK; throw 2S", table=JOKERED, rules={"won_joker": "lay"}),
        case("7H 2S 3S 4D", "swap t0 7H; throw 2S", table=JOKERED, rules={"won_joker": "free"}),
    ),
    "won_jokers_are_laid, after the opening": Three(
        case(
            "9D TD JD KS KH JK 7H 2S 3S",  # the joker laid is the one that opened
            "meld 9D TD JD; meld KS KH JK; swap t0 7H; throw 2S",
            "won_jokers_are_laid: all",
            table=JOKERED,
            opened=False,
        ),
        case(
            "9D TD JD KS KH JK 7H 2S 3S",
            "meld 9D TD JD; meld KS KH JK; swap t0 7H; off t0 JK high; throw 2S",
            table=JOKERED,
            opened=False,
        ),
        case(
            "9D TD JD KS KH KC 7H 2S", "meld 9D TD JD; meld KS KH KC; swap t0 7H; throw 2S", table=JOKERED, opened=False
        ),
    ),
}


@pytest.mark.parametrize("one", listed(CASES))
def test_three_turns_a_rule(one: Case) -> None:
    check(one)
