"""Discard: one card is thrown, a joker only where the profile lets it."""

from __future__ import annotations

import pytest

from tests.solver.model.rules.cases import Case, Cases, Three, case, check, listed

OPTIONAL = {"ends_with_discard": "optional"}
NO_CLOSE = "a_close_leaves_only_carried_jokers: no natural card"
TO_CLOSE = {"joker_discard": "to_close"}

CASES: Cases = {
    "one_card_is_thrown": Three(
        case("7D 8D 9D 2S 3S", "meld 7D 8D 9D", "one_card_is_thrown"),
        case("7D 8D 9D 2S 3S", "meld 7D 8D 9D; throw 2S"),
        case("7D 8D 9D 2S 3S", "throw 2S"),
    ),
    "one_card_is_thrown, but at a close": Three(
        case("7D 8D 9D 2S", "meld 7D 8D 9D", NO_CLOSE, rules=OPTIONAL),
        case("7D 8D 9D", "meld 7D 8D 9D", rules=OPTIONAL),
        case("7D 8D 9D 2S", "meld 7D 8D 9D; throw 2S", rules=OPTIONAL),
    ),
    "a_joker_is_thrown_only_to_close": Three(
        case("7D 8D 9D JK 2S", "meld 7D 8D 9D; throw JK", "a_joker_is_thrown_only_to_close", rules=TO_CLOSE),
        case("7D 8D 9D JK", "meld 7D 8D 9D; throw JK", rules=TO_CLOSE),
        case("7D 8D 9D JK JK", "meld 7D 8D 9D; throw JK", rules=TO_CLOSE),
    ),
}


@pytest.mark.parametrize("one", listed(CASES))
def test_three_turns_a_rule(one: Case) -> None:
    check(one)
