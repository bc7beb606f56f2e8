"""Chances that come true: their tables, their features, and figures that agree in themselves."""

from dataclasses import replace
from itertools import pairwise

import pytest

from advisor.strength.chances import OPENS_WITHIN, Chances, State, chances_of, neighbours
from solver.game.notation import read_cards
from tests.calibration.figures import Pair, pairs
from tests.calibration.play import play
from tests.calibration.tables import tables

OPENED = State("opened", 5.0, 4, 0, 0.0, 0.0, 8, ((True, 4),), False)
WAITS = State("waiting", 4.0, 14, 1, 5.0, 0.0, 6, ((False, 14),), True)
COLLECTS = State("collecting", 7.0, 14, 0, 3.0, 0.4, 6, ((False, 14),), True)


@pytest.mark.parametrize("state", [OPENED, WAITS, COLLECTS])
def test_chances_agree_in_themselves(state: State) -> None:
    """Who closes from hand closes first; who is caught does not."""
    for needed in (1.0, 4.0, 9.0, 20.0):
        for round_ in (1, 5, 12, 40):
            chances = chances_of(replace(state, needed=needed, round=round_))
            assert 0 < chances.first < 1
            assert 0 <= chances.from_hand <= chances.first
            assert 0 <= chances.caught <= 1 - chances.first
            assert 0 < chances.opens <= 1
            assert chances.turns >= 1


def test_standing_still_costs() -> None:
    """With the same hand the chance to close first falls with every round of waiting, and to be caught grows."""
    found = [chances_of(replace(WAITS, round=round_)) for round_ in range(4, 20)]
    assert all(later.first < sooner.first and later.caught > sooner.caught for sooner, later in pairwise(found))


def test_a_nearer_close_and_slower_opponents_are_better() -> None:
    for state in (OPENED, WAITS, COLLECTS):
        assert first(replace(state, needed=state.needed - 2)) > first(state)
    assert first(OPENED) > first(replace(OPENED, opponents=((True, 1),)))
    assert first(OPENED) > first(replace(OPENED, opponents=((True, 4), (True, 4))))


def first(state: State) -> float:
    found: Chances = chances_of(state)
    return found.first


def test_neighbours_are_counted_in_suit() -> None:
    """3-4 whole, 4-6 half, ace and king whole, ace and two whole: 1 + 0.5 + 1; 2S 3H nothing."""
    assert neighbours(read_cards("3H 4H 6H AS KS 2C")) == 2.5
    assert neighbours(read_cards("2S AS JK")) == 1
    assert neighbours(read_cards("2S 3H")) == 0


def test_a_table_tells_what_was_shown_and_what_came() -> None:
    """300 chances of 0.2 of which 60 came, 300 of 0.8 of which 150 came; the mean is 0.35."""
    found = [Pair("a", 0.2, float(at < 60)) for at in range(300)] + [
        Pair("a", 0.8, float(at < 150)) for at in range(300)
    ]
    (table,) = tables(found)
    assert [one.count for one in table.bins] == [300, 300]
    assert [one.shown for one in table.bins] == pytest.approx([0.2, 0.8])
    assert [one.came for one in table.bins] == pytest.approx([0.2, 0.5])
    assert table.error == pytest.approx((0.16 + 0.34) / 2)
    assert table.constant == pytest.approx(0.35 * 0.65)
    assert table.worst == pytest.approx(0.3)
    assert tables(found[:199]) == []


def test_what_answers_show_is_read() -> None:
    """One deal: every answer that closes nothing tells what is expected, and it is read beside what came."""
    (deal,) = play(1, "few")
    told = [
        (turn.position.round, turn.advice.why)
        for turn in deal.turns
        if turn.advice is not None and not turn.advice.closes
    ]
    found = list(pairs(deal))
    assert len(told) > 5
    for number, why in told:
        rounds = [reason.params["by_round"] for reason in why if "by_round" in reason.params]
        assert rounds in ([], [number + OPENS_WITHIN])
    assert sum(one.figure.startswith("closes first") for one in found) == len(told)
    assert all(0 <= one.shown <= 1 for one in found if not one.figure.startswith(("turns", "expected")))
