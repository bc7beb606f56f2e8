"""Bottom: a drawn bottom card is melded, or thrown where the profile allows it."""

from __future__ import annotations

import pytest

from tests.solver.model.rules.cases import Case, Cases, Three, case, check, listed

CASES: Cases = {
    "bottom_card_is_used": Three(
        case(
            "9D TD JD KS KH KC 5C",
            "meld 9D TD JD; meld KS KH KC; throw 5C",
            "bottom_card_is_used: 5C",
            rules="joker-club",
            drawn="bottom 5C",
            opened=False,
        ),
        case(
            "9D TD JD 5C 5D 5H 2S",
            "meld 9D TD JD; meld 5H 5D 5C; throw 2S",
            rules="joker-club",
            drawn="bottom 5C",
            opened=False,
        ),
        case(
            "9D TD JD KS KH KC 5C",
            "meld 9D TD JD; meld KS KH KC; throw 5C",
            rules={"base": "joker-club", "bottom": "meld_or_discard"},
            drawn="bottom 5C",
            opened=False,
        ),
    ),
}


@pytest.mark.parametrize("one", listed(CASES))
def test_three_turns_a_rule(one: Case) -> None:
    check(one)
