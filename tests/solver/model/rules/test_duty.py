"""Duty: the card taken from the discard pile is laid, in the three ways that profiles know."""

from __future__ import annotations

import pytest

from tests.solver.model.rules.cases import Case, Cases, Three, case, check, listed

TURN, OWN = {"base": "joker-club"}, {"discard_duty": "own_card"}
RUN = "anna: 5C 6C 7C"

CASES: Cases = {
    "draw_duty, in the very next action": Three(
        case("5C 7D 8D 9D 2S 3S", "meld 7D 8D 9D; throw 2S", "draw_duty: 5C", drawn="discard 5C"),
        case("5C 5D 5H 2S 3S", "meld 5H 5D 5C; throw 2S", drawn="discard 5C"),
        case(
            "5C 5D 7H 2S 3S",  # the joker would have to be won first
            "swap t0 7H; meld 5D 5C JK; throw 2S",
            "draw_duty: 5C",
            table="anna: 6H JK 8H",
            drawn="discard 5C",
        ),
    ),
    "draw_duty, with jokers of the hand": Three(
        case(
            "5C 5D 7H 6S 8S JK 2S 3S",  # one joker is held, one is won: the first of them goes with 5C
            "swap t0 7H; meld 5D 5C JK; throw 2S",
            "won_jokers_are_laid: all",
            table="anna: 6H JK 8H",
            drawn="discard 5C",
        ),
        case(
            "5C 5D 7H 6S 8S JK 2S 3S",
            "meld 5D 5C JK; swap t0 7H; meld 6S JK 8S; throw 2S",
            table="anna: 6H JK 8H",
            drawn="discard 5C",
        ),
        case("5C 5D 7H JK 2S", "meld 5D 5C JK; throw 2S", drawn="discard 5C"),
    ),
    "draw_duty, in the turn": Three(
        case("5C 7D 8D 9D 2S 3S", "meld 7D 8D 9D; throw 2S", "draw_duty: 5C", rules=TURN, drawn="discard 5C"),
        case(
            "5C 5D 7H 2S 3S",
            "swap t0 7H; meld 5D 5C JK; throw 2S",
            table="anna: 6H JK 8H",
            rules=TURN,
            drawn="discard 5C",
        ),
        case("5C 2S", "throw 5C", "draw_duty: 5C", rules=TURN, drawn="discard 5C"),
    ),
    "draw_duty, with an own card": Three(
        case(
            "5C 2S 3S",
            "off t0 5C low; throw 2S",
            "draw_duty: 5C",
            table="anna: 6C 7C 8C",
            rules=OWN,
            drawn="discard 5C",
        ),
        case("5C 5D 5H 2S 3S", "meld 5H 5D 5C; throw 2S", rules=OWN, drawn="discard 5C"),
        case(
            "5C 9C 2S 3S",
            "off t0 5C low; off t0 9C high; throw 2S",
            table="anna: 6C 7C 8C",
            rules=OWN,
            drawn="discard 5C",
        ),
    ),
    "draw_duty, a joker bought back": Three(
        case("JK 8D 2S 3S", "throw 2S", "draw_duty: JK", table=RUN, rules=TURN, drawn="discard JK"),
        case("JK 8C 2S 3S", "off t0 JK high; swap t0 8C; throw 2S", table=RUN, rules=TURN, drawn="discard JK"),
        case("JK 8C 2S 3S", "off t0 JK high; throw 2S", table=RUN, rules=TURN, drawn="discard JK"),
    ),
}


@pytest.mark.parametrize("one", listed(CASES))
def test_three_turns_a_rule(one: Case) -> None:
    check(one)
