"""The generators give valid, varied and repeatable positions."""

from __future__ import annotations

from collections import Counter

from hypothesis import given

from solver.game.position import Position
from solver.game.position_line import position_line, read_position_line
from solver.rules.presets import PROFILES
from tests import strategies
from tests.random_positions import positions


def test_the_same_seed_gives_the_same_positions() -> None:
    assert list(positions(1, 20)) == list(positions(1, 20))
    assert list(positions(1, 20)) != list(positions(2, 20))


def test_positions_are_varied() -> None:
    found = list(positions(3, 600))
    assert {one.profile.id for one in found} == set(PROFILES)
    sources = Counter(one.drawn.source if one.drawn else None for one in found)
    assert all(sources[source] > 10 for source in (None, "stock", "discard", "bottom"))
    assert 150 < sum(one.opened for one in found) < 450
    assert {len(one.table) for one in found} >= {0, 1, 2, 3}
    assert sum(any(meld.meld.jokers for meld in one.table) for one in found) > 100
    assert sum(bool(one.profile.overrides) for one in found) > 200
    assert sum(not one.may_lay for one in found) > 5


@given(strategies.positions())
def test_positions_of_hypothesis_are_kept_by_their_line(position: Position) -> None:
    assert read_position_line(position_line(position)) == position
