"""Cards: none is used more often than it is held."""

from __future__ import annotations

import pytest

from tests.solver.model.rules.cases import Case, Cases, Three, case, check, listed

CASES: Cases = {
    "cards_are_laid_once": Three(
        case("7D 8D 9D 7C 7H 2S 3S", "meld 7D 8D 9D; meld 7H 7D 7C; throw 2S", "cards_are_laid_once: 7D"),
        case("7D 7D 8D 9D 7C 7H 2S 3S", "meld 7D 8D 9D; meld 7H 7D 7C; throw 2S"),
        case("7D 8D 9D 7C 7H JK 2S 3S", "meld 7D 8D 9D; meld 7H JK 7C; throw 2S"),
    ),
    "cards_are_laid_once, laid and thrown": Three(
        case("7D 8D 9D 2S", "meld 7D 8D 9D; throw 7D", "cards_are_laid_once: 7D"),
        case("7D 7D 8D 9D 2S", "meld 7D 8D 9D; throw 7D"),
        case("7D 8D 9D 2S", "meld 7D 8D 9D; throw 2S"),
    ),
    "cards_are_laid_once, jokers": Three(
        case("7D 8D 9D TD JK 2S 3S", "meld 7D 8D JK; meld 9D TD JK; throw 2S", "cards_are_laid_once: JK"),
        case("7D 8D 9D TD JK JK 2S 3S", "meld 7D 8D JK; meld 9D TD JK; throw 2S"),
        case("7D 8D 9D TD JK 6H 2S 3S", "swap t0 6H; meld 7D 8D JK; meld 9D TD JK; throw 2S", table="anna: 5H JK 7H"),
    ),
}


@pytest.mark.parametrize("one", listed(CASES))
def test_three_turns_a_rule(one: Case) -> None:
    check(one)
