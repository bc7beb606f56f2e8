"""Alternatives that differ: plans of other kinds come before further throws, each with its worth and reason."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from advisor.answers import Options, Plan
from advisor.objectives import OBJECTIVES
from advisor.plan_kinds import differing
from advisor.turn import turn
from advisor.words.explain import explain, reason_text
from solver.errors import InvalidInput
from solver.game.cards import JOKER
from solver.game.melds import read_meld
from solver.game.notation import read_cards
from solver.game.position import Drawn, Opponent, Position, TableMeld, make_position
from solver.referee.judge import judge
from solver.rules.presets import PROFILES
from tests.random_positions import random_position

PATIENT = Options(time_ms=10_000)
ONLINE = PROFILES["zoliky-online"]


def opens_or_waits() -> Position:
    """10-J-Q-K and 9-9-9 open with 67; nobody has laid anything, so that a close from hand would be worth more."""
    return make_position(
        ONLINE,
        read_cards("10H JH QH KH 9S 9H 9D 2C 3C 4C 7D 8D KS KD 5S"),
        round=5,
        drawn=Drawn("stock"),
        opponents=(Opponent("Eva", 14, False), Opponent("Jan", 14, False)),
    )


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_opening_and_waiting_are_both_shown(objective: str) -> None:
    answer = turn(opens_or_waits(), PATIENT, objective)
    kinds = [plan.kind for plan in answer.plans]
    assert {"open", "wait"} <= set(kinds[:3])
    assert kinds[0] != kinds[1]
    told = {str(one.code): one for one in answer.plans[1].why}
    if kinds[1] == "open":
        assert told["plan_open"].params["points"] == answer.plans[1].points
    else:
        assert "plan_wait" in told
    costs = {"plan_expected_worse", "plan_leaves_more", "plan_leaves_more_cards", "plan_lays_fewer_points"}
    assert costs & set(told) or told.keys() & {"plan_as_good"}


def test_a_lay_off_may_be_held_back_and_jokers_kept() -> None:
    table = (TableMeld("m1", "me", read_meld(read_cards("5D 6D 7D"), ONLINE), True),)
    position = make_position(
        ONLINE, read_cards("8D 3S 3H JK QC 9C"), table=table, opened=True, round=8, drawn=Drawn("stock")
    )
    plans = turn(position, replace(PATIENT, alternatives=6), "strength").plans
    kinds = [plan.kind for plan in plans]
    assert {"lay", "hold_back", "keep_jokers"} <= set(kinds)
    assert len(set(kinds[:3])) == 3
    assert all(plan.left.count(JOKER) for plan in plans if plan.kind == "keep_jokers")


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_kinds_in_general(objective: str) -> None:
    """Every plan has a kind that its actions bear out, is legal, differs from the others, and says what it costs."""
    for index in range(40):
        base = tuple(PROFILES)[index % len(PROFILES)]
        position = random_position(Random(f"kinds/{index}"), base, most_cards=9, most_melds=3, most_overrides=0)
        try:
            position = replace(position, drawn=Drawn("stock"), phase="after_draw")
        except InvalidInput:
            continue
        answer = turn(position, replace(PATIENT, alternatives=4), objective)
        assert len({(plan.actions, plan.left) for plan in answer.plans}) == len(answer.plans) <= 5
        for plan in answer.plans:
            assert plan.kind is not None
            assert judge(position, plan.actions).legal or not plan.actions
            assert (plan.kind in ("close", "close_from_hand")) == plan.closes
            assert (plan.kind == "close_from_hand") == (plan.closes and plan.from_hand)
            assert plan.kind != "open" or plan.points is not None
            for language in ("en", "cs", "sk"):
                assert all(reason_text(reason, language) for reason in plan.why)
        others = [plan.kind for plan in answer.plans[1:] if plan.kind != answer.plans[0].kind]
        if others:
            assert answer.plans[1].kind != answer.plans[0].kind
        costs = [reason.code for plan in answer.plans[1:] for reason in plan.why if reason.code.startswith("plan_")]
        assert len(costs) >= len(answer.plans) - 1 - sum(plan.score is None for plan in answer.plans)
        assert explain(answer)


def test_the_order_of_differing_plans() -> None:
    base = Plan((), (), (), None, 0, None)
    cards = read_cards("2S 3S 4S 5S")
    lay = [replace(base, kind="lay", discard=card, score=float(at)) for at, card in enumerate(cards)]
    held = [replace(base, kind="hold_back", left=read_cards("9S"), score=2.5 + at) for at in range(2)]
    other = replace(base, kind="lay", left=read_cards("KS"), score=9.0)
    plans = [*lay, *held, other]
    assert differing(plans, 10) == [lay[0], held[0], other, *lay[1:], held[1]]
    assert differing(plans, 2) == [lay[0], held[0]]
