"""Rearranging: a card of the hand is laid, and jokers built in were in hand before."""

from __future__ import annotations

import pytest

from tests.solver.model.rules.cases import Case, Cases, Three, case, check, listed

TWO = "anna: 5H 6H 7H 8H | anna: 8S 8D 8C"
MOVED = "tear t0 t1 -> 5H 6H 7H / 8S 8H 8D 8C"
JOKERED = "anna: 5H JK 7H | anna: 8S 8D 8C"

CASES: Cases = {
    "rearranging_adds_a_card": Three(
        case("4H 2S 3S", f"{MOVED} +; throw 2S", "rearranging_adds_a_card", table=TWO, rules="wikipedia"),
        case(
            "4H 2S 3S",
            "tear t0 t1 -> 4H 5H 6H 7H / 8S 8H 8D 8C + 4H; throw 2S",
            table=TWO,
            rules="wikipedia",
        ),
        case("2S 2H 2D 4H 3S", f"{MOVED} +; meld 2S 2H 2D; throw 4H", table=TWO, rules="wikipedia"),
    ),
    "pool_uses_jokers_at_hand": Three(
        case(
            "4H 6H 2S 3S",
            "tear t0 t1 -> 4H 5H JK 7H / 8S JK 8D 8C + 4H JK; swap new:0 6H; throw 2S",
            "pool_uses_jokers_at_hand: in hand",
            "pool_uses_jokers_at_hand: not built in and bought out at once",
            table=JOKERED,
            rules="wikipedia",
        ),
        case(
            "4H JK 2S 3S",
            "tear t0 t1 -> 4H 5H JK 7H / 8S JK 8D 8C + 4H JK; throw 2S",
            table=JOKERED,
            rules="wikipedia",
        ),
        case("6H 2S 3S", "swap t0 6H; tear t1 -> 8S JK 8D 8C + JK; throw 2S", table=JOKERED, rules="wikipedia"),
    ),
}


@pytest.mark.parametrize("one", listed(CASES))
def test_three_turns_a_rule(one: Case) -> None:
    check(one)
