"""Close: nothing but carried jokers is left; some throws and some hands close nothing."""

from __future__ import annotations

import pytest

from tests.solver.model.rules.cases import Case, Cases, Three, case, check, listed

NO_JOKER = {"close_with_joker": False}
BARS = {"close_with_joker": False, "joker_discard_bars_closing": True}

CASES: Cases = {
    "a_close_leaves_only_carried_jokers": Three(
        case(
            "7D 8D 9D TD 2S",
            "meld 7D 8D 9D; throw 2S closes",
            "a_close_leaves_only_carried_jokers: no natural card",
        ),
        case("7D 8D 9D 2S", "meld 7D 8D 9D; throw 2S closes"),
        case("7D 8D 9D 2S JK", "meld 7D 8D 9D; throw 2S closes"),
    ),
    "a_close_leaves_only_carried_jokers, so many": Three(
        case(
            "7D 8D 9D 2S JK JK",
            "meld 7D 8D 9D; throw 2S closes",
            "a_close_leaves_only_carried_jokers: jokers",
            rules={"carry_max": 1},
        ),
        case("7D 8D 9D 2S JK JK", "meld 7D 8D 9D; throw 2S closes", rules={"carry_max": 2}),
        case("7D 8D 9D 2S JK JK", "meld 7D 8D 9D; throw 2S", rules={"carry_max": 1}),
    ),
    "a_joker_may_not_close": Three(
        case("7D 8D 9D JK", "meld 7D 8D 9D; throw JK", "a_joker_may_not_close: another card stays", rules=NO_JOKER),
        case("7D 8D 9D JK 2S", "meld 7D 8D 9D; throw JK", rules=NO_JOKER),
        case("7D 8D 9D JK 2S", "meld 7D 8D 9D; throw 2S closes", rules=NO_JOKER),
    ),
    "a_joker_may_not_close, nor its throw": Three(
        case("7D 8D 9D JK JK", "meld 7D 8D 9D; throw JK closes", "a_joker_may_not_close: by its throw", rules=BARS),
        case("7D 8D 9D JK JK", "meld 7D 8D 9D; throw JK", rules=BARS),
        case("7D 8D 9D JK JK", "meld 7D 8D 9D; throw JK closes"),
    ),
    "a_card_stays_while_closing_is_barred": Three(
        case("7D 8D 9D 2S", "meld 7D 8D 9D; throw 2S", "a_card_stays_while_closing_is_barred", closing_barred=True),
        case("7D 8D 9D 2S 3S", "meld 7D 8D 9D; throw 2S", closing_barred=True),
        case("7D 8D 9D 2S JK", "meld 7D 8D 9D; throw 2S", closing_barred=True),
    ),
}


@pytest.mark.parametrize("one", listed(CASES))
def test_three_turns_a_rule(one: Case) -> None:
    check(one)
