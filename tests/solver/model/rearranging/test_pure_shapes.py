"""Limits on pooled jokers: kept by whatever can be dealt, broken by what evidently cannot."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from solver.game.notation import read_card
from solver.model.engine import Model
from solver.model.rearranging.joker_dealing import Built
from solver.model.rearranging.pure_shapes import COPIES, JokerLimits, Shape, shapes
from solver.rules.presets import PROFILES
from solver.rules.profile import RuleProfile

WIKIPEDIA = PROFILES["wikipedia"]
ALL = shapes(1, 14, (3, 5), 4)


class Dealt:
    """Limits over all shapes, and a solution of them that is told shape by shape."""

    def __init__(self, profile: RuleProfile) -> None:
        self.model = Model()
        built = [(one, self.model.variable(COPIES)) for one in ALL]
        staying = {kind: self.model.variable(COPIES) for kind in range(52)}
        bought = {kind: self.model.variable(COPIES) for kind in range(52)}
        self.variables, self.staying, self.bought = dict(built), staying, bought
        self.values = [0] * len(self.model.lows)
        self.limits = JokerLimits(built, (staying, bought), profile, 4)

    def add(self, shape: Shape, stays: Any = (), buys: Any = ()) -> None:
        self.values[self.variables[shape]] += 1
        for kind in stays:
            self.values[self.staying[kind]] += 1
        for kind in buys:
            self.values[self.bought[kind]] += 1

    def refused(self) -> bool:
        """Is the solution refused? No row is stated that it keeps."""
        before = len(self.model.rows)
        refused = self.limits.state(self.model, self.values)
        assert refused == (len(self.model.rows) > before)
        return refused


def shape(text: str) -> Shape:
    kinds = tuple(read_card(one).kind for one in text.split())
    return next(one for one in ALL if one.kinds == kinds)


@pytest.mark.parametrize(
    "overrides",
    [{}, {"min_naturals": 2}, {"max_jokers_per_meld": 1}, {"jokers_fewer_than_naturals": True}, {"exchange": "runs"}],
)
def test_what_can_be_dealt_keeps_all_rows(overrides: dict[str, object]) -> None:
    profile = WIKIPEDIA.with_overrides(overrides)
    rng = Random(str(overrides))
    dealt_jokers = 0
    for _ in range(300):
        dealt = Dealt(profile)
        for choice in rng.choices(ALL, k=rng.randint(1, 6)):
            places = [at for at in range(len(choice.kinds)) if rng.random() < 0.5]
            buys = frozenset(places if rng.random() < 0.3 else [])
            stays = frozenset(places) - buys
            if not Built(choice.kind, choice.kinds, choice.low, stays, buys).allowed(profile):
                continue
            dealt.add(choice, [choice.kinds[at] for at in stays], [choice.kinds[at] for at in buys])
            dealt_jokers += len(places)
        if max(dealt.values) <= COPIES:
            assert not dealt.refused()
    assert dealt_jokers > 100


def test_a_run_lent_by_its_neighbour_keeps_all_rows() -> None:
    dealt = Dealt(WIKIPEDIA)
    low, high = shape("3H 4H 5H"), shape("6H 7H 8H")
    dealt.add(low, low.kinds)  # one run JK JK JK 6 7 8
    dealt.add(high)
    assert not dealt.refused()


def test_jokers_alone_are_no_meld() -> None:
    dealt = Dealt(WIKIPEDIA)
    run = shape("3H 4H 5H")
    dealt.add(run, run.kinds)
    dealt.add(shape("9H 10H JH"))
    assert dealt.refused()


def test_a_set_from_which_a_joker_is_bought_keeps_none() -> None:
    dealt = Dealt(WIKIPEDIA)
    queens = shape("QS QH QD QC")
    dealt.add(queens, [queens.kinds[0]], [queens.kinds[1]])
    assert dealt.refused()
    dealt = Dealt(WIKIPEDIA)
    dealt.add(queens, [queens.kinds[0]], [queens.kinds[1]])
    dealt.add(shape("10S JS QS"))  # takes the joker that stays
    assert not dealt.refused()


def test_more_limits_than_one_meld_may_hold() -> None:
    dealt = Dealt(WIKIPEDIA.with_overrides({"min_naturals": 2}))
    run = shape("3H 4H 5H")
    dealt.add(run, run.kinds[:2])
    assert dealt.refused()
    dealt.add(shape("4S 4H 4D"))
    assert not dealt.refused()
