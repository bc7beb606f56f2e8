"""The referee on draws and their duties: each clause refused once, its nearest neighbour allowed."""

from __future__ import annotations

import pytest

from solver.errors import InvalidPosition
from solver.referee.judge import check_draw, discard_forbidden, judge
from tests.builders import cards, pos, turn
from tests.solver.referee.cases import Case, check, params

OPENED = {"opened": True}
PILE = {"discard_pile": "2D 8H"}
ANNA = "anna: 5H 6H 7H"

DRAWS = [
    Case(
        "starter_extra",
        "starter_does_not_draw",
        "8S 9S 3D",
        "draw stock",
        "draw stock",
        rules="family",
        more={"starter": True, "round": 1},
        but={"round": 2},
    ),
    Case("draw", "already_drawn", "8S 9S 3D", "draw stock", "throw 3D", more={"drawn": "stock 3D"}),
    Case("draw", "already_drawn", "8S 9S 3D", "draw stock 4D; draw stock 5D", "draw stock 4D; throw 4D"),
    Case("draw", "drawn_card_unknown", "8S 9S 10S 3D", "draw stock; throw 3D", "draw stock KD; throw 3D"),
    Case("draw", "drawn_card_unknown", "8S 9S 3D", "draw stock; meld 8S 9S 10S", "draw stock 10S; meld 8S 9S 10S"),
    Case("cards", "no_copy_left", "8S 8S 3D", "draw stock 8S", "draw stock 8S", but={"hand": "8S 3D"}),
    Case("draw", "no_discard", "8S 9S 3D", "draw discard", "draw discard", more=OPENED, but=PILE),
    Case("draw", "not_the_card_drawn", "8S 9S 3D", "draw discard 2D", "draw discard 8H", more=PILE | OPENED),
    Case(
        "discard_from_round",
        "discard_too_early",
        "8S 9S 3D",
        "draw discard",
        "draw discard",
        more=PILE | {"round": 3},
        but={"round": 4},
    ),
    Case(
        "discard_from_round",
        "discard_too_early",
        "8S 9S 3D",
        "draw discard",
        "draw discard; throw 8H",
        rules="family",
        more=PILE | {"round": 2},
        but={"round": 1},
    ),
    Case(
        "discard_not_by_starter_in_first",
        "discard_not_by_starter",
        "8S 9S 3D",
        "draw discard",
        "draw discard",
        rules="joker-club",
        more=PILE | {"round": 4, "starter": True},
        but={"round": 5},
    ),
    Case(
        "discard_not_by_starter_in_first",
        "discard_not_by_starter",
        "8S 9S 3D",
        "draw discard",
        "draw discard",
        rules="joker-club",
        more=PILE | {"round": 4, "starter": True},
        but={"starter": False},
    ),
    Case(
        "discard_fitting_forbidden",
        "discard_fitted",
        "8S 8D 3D",
        "draw discard; meld 8S 8D 8H; throw 3D",
        "draw discard; meld 8S 8D 8H; throw 3D",
        ANNA,
        "tournament",
        PILE | OPENED,
        {"table": "anna: 4H 5H 6H"},
    ),
    Case(
        "bottom", "no_bottom_card", "8S 9S 3D", "draw bottom", "draw bottom", rules="family", but={"bottom_card": "KD"}
    ),
    Case("bottom", "no_bottom_card", "8S 9S 3D", "draw bottom", "draw stock"),
    Case(
        "bottom",
        "bottom_after_opening",
        "8S 9S 3D",
        "draw bottom",
        "draw bottom",
        rules="family",
        more=OPENED | {"bottom_card": "KD"},
        but={"opened": False},
    ),
]

FROM_HAND = "4S 5S 6S KS KH 8D 9D 10D"
BOTTOM = {"drawn": "bottom KC"}
BOTTOMS = [
    Case(
        "bottom",
        "bottom_without_close",
        f"{FROM_HAND} KC 2H 3H",
        "meld 4S 5S 6S; meld KS KH KC; meld 8D 9D 10D; throw 2H",
        "meld 4S 5S 6S; meld KS KH KC; meld 8D 9D 10D; throw 2H",
        rules="joker-club",
        more=BOTTOM,
        but={"hand": f"{FROM_HAND} KC 2H"},
    ),
    Case("bottom", "bottom_without_close", f"{FROM_HAND} KC 2H", "throw 2H", "return KC", rules="family", more=BOTTOM),
    Case(
        "bottom",
        "bottom_not_melded",
        "4S 5S 6S KS KH KD KC",
        "meld 4S 5S 6S; meld KS KH KD; throw KC",
        "meld 4S 5S 6S; meld KS KH KD; throw KC",
        rules="joker-club",
        more=BOTTOM,
        but={"rules": {"base": "wikipedia", "opening_minimum": 42}},
    ),
    # a lay-off on another's meld is no close from hand in wikipedia, in family it is
    Case(
        "bottom",
        "bottom_without_close",
        "4S 5S 6S 9S 9D 9C KC 2H",
        "meld 4S 5S 6S; meld 9S 9D 9C; off t0 KC; throw 2H",
        "meld 4S 5S 6S; meld 9S 9D 9C; off t0 KC; throw 2H",
        "anna: KS KH KD",
        {"base": "wikipedia", "opening_minimum": 42},
        BOTTOM,
        {"rules": "family"},
    ),
]


@pytest.mark.parametrize("case", params(DRAWS + BOTTOMS))
def test_clauses(case: Case) -> None:
    check(case)


def test_an_unknown_draw_and_a_returned_card_leave_the_turn_open() -> None:
    assert not judge(pos("8S 3D"), turn("draw stock")).end.finished
    returned = judge(pos("8S 3D", drawn="discard 8S"), turn("return 8S"))
    assert (returned.legal, returned.end.finished, returned.end.hand) == (True, False, cards("3D"))
    both = judge(pos("3D", opened=True, discard_pile="8S"), turn("draw discard; return 8S"))
    assert (both.legal, both.end.hand) == (True, cards("3D"))


def test_a_fitting_discard_of_an_opened_player_is_never_taken() -> None:
    told = {"rules": "tournament", "table": ANNA, "discard_pile": "8H"}
    assert discard_forbidden(pos("8S 8D 3D", **told)) is not None
    assert discard_forbidden(pos("8S 8D 3D", **told, top_discard_by="bert")) is None
    assert discard_forbidden(pos("8S 8D 3D", **told, top_discard_by="anna")) is not None
    assert discard_forbidden(pos("8S 8D 3D", **{**told, "rules": "zoliky-online"})) is None
    # exchangeable alone; a set that lacks two suits is not completed by one card
    one = pos("3D", "anna: 5C JK 7C", "tournament", discard_pile="6C")
    two = pos("3D", "anna: 5C JK 5D 5H", "tournament", discard_pile="5S")
    three = pos("3D", "anna: 5C JK 5D", {"base": "tournament", "set_size_max": 3}, discard_pile="5S")
    assert [discard_forbidden(each) is None for each in (one, two, three)] == [False, False, True]


def test_a_position_with_a_forbidden_draw_is_refused() -> None:
    start = pos("8H 8S 8D 3D", ANNA, "tournament", drawn="discard 8H", opened=True)
    with pytest.raises(InvalidPosition) as caught:
        check_draw(start)
    fault = caught.value.faults[0]
    assert (fault.pointer, fault.reason.rule) == (("drawn", "from"), "discard_fitting_forbidden")
    verdict = judge(start, turn("meld 8H 8S 8D; throw 3D"))
    assert [(problem.step, problem.reason.code) for problem in verdict.problems] == [(None, "discard_fitted")]
    assert verdict.end.hand == start.hand
    check_draw(pos("9H 9S 9D 3D", ANNA, "tournament", drawn="discard 9H", opened=True))
    check_draw(pos("8H 8S 8D 3D", ANNA, "tournament", drawn="stock 8H", opened=True))
