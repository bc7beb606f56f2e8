"""Phases: all calls speak of the same one; before the draw an answer is what holds with every card that can come."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import cast

import pytest

from advisor.answers import Options
from advisor.before_draw import cards_to_come
from advisor.closing import closing
from advisor.opening import opening
from advisor.penalty import penalty
from advisor.turn import turn
from solver.game.actions import Draw
from solver.game.notation import read_card
from solver.game.phase import Phase
from solver.game.position import Position, after_drawing, make_position
from solver.referee.judge import judge
from solver.rules.presets import PROFILES
from tests.builders import fully_stated, pos
from tests.random_positions import random_position

OPTIONS = Options(time_ms=20_000)
SAMPLE = 6


def before(position: Position, seed: int) -> Position:
    """A random position, before its draw."""
    rng = Random(seed)
    hand = list(position.hand)
    if len(hand) > 1 and rng.random() < 0.5:
        hand.remove(rng.choice(hand))
    return make_position(
        position.profile,
        hand,
        table=position.table,
        round=max(2, position.round),
        opened=position.opened,
        opponents=position.opponents,
        closing_barred=position.closing_barred,
        phase="before_draw",
    )


@pytest.mark.parametrize("rules", PROFILES)
@pytest.mark.parametrize("seed", range(8))
def test_before_the_draw_answers_hold_with_every_card(rules: str, seed: int) -> None:
    position = before(random_position(Random(f"{rules} {seed}"), rules, most_cards=8), seed)
    close, open_, least = closing(position, OPTIONS), opening(position, OPTIONS), penalty(position, OPTIONS)
    assert all((close.optimal, open_.optimal, least.optimal)) or not fully_stated(position)
    assert close.closes == least.plan.closes
    for plan in (close.plan, open_.plan, least.plan):
        assert plan.actions[0] == Draw("stock")
        assert plan.discard is None
        assert judge(position, plan.actions).legal
    cards = cards_to_come(position)
    every = [turn(after_drawing(position, "stock", card), OPTIONS, "close").recommendation.closes for card in cards]
    assert close.closes == all(every)
    sample = Random(seed).sample(cards, SAMPLE)
    for card in sample:
        drawn = after_drawing(position, "stock", card)
        assert penalty(drawn, OPTIONS).plan.penalty <= least.plan.penalty  # type: ignore[operator]
        if open_.opens:
            assert opening(drawn, OPTIONS).points >= open_.points
    if not open_.opens:
        assert not all(opening(after_drawing(position, "stock", card), OPTIONS).opens for card in cards)


@pytest.mark.parametrize("rules", PROFILES)
@pytest.mark.parametrize("phase", ["after_draw", "free"])
def test_within_a_phase_the_calls_agree(rules: str, phase: str) -> None:
    for seed in range(8):
        found = random_position(Random(f"{rules} {seed}"), rules, most_cards=8)
        position = replace(found, drawn=None, phase=cast(Phase, phase), phase_told=True)
        close, open_, least = closing(position, OPTIONS), opening(position, OPTIONS), penalty(position, OPTIONS)
        whole = turn(position, OPTIONS, "close").recommendation
        assert close.closes == least.plan.closes == whole.closes
        assert not any(isinstance(action, Draw) for action in whole.actions)
        if close.closes and not position.opened:
            assert open_.opens


CLOSED = "9H 10H JH QH KH AH 3S 4S 5S 7C 7D 7H 7S"


def test_nobody_closes_undrawn() -> None:
    table = "anna: JK JD QD"
    position = pos(f"{CLOSED} KC", table, round=6)
    assert position.phase == "before_draw"
    assert not closing(position, OPTIONS).closes
    assert closing(position, OPTIONS).left_over == 1
    assert closing(replace(position, phase="after_draw"), OPTIONS).closes
    assert closing(pos(CLOSED, table, round=6, phase="before_draw"), OPTIONS).closes


def test_a_joker_that_may_not_be_thrown_keeps_a_close_from_being_certain() -> None:
    hand = "9H 10H JH 3S 4S 5S 7C 7D 7S"
    position = pos(hand, "", "tournament", phase="before_draw")
    answer = closing(position, OPTIONS)
    with_joker = closing(after_drawing(position, "stock", read_card("JK")), OPTIONS)
    assert answer.closes == with_joker.closes
    if not answer.closes:
        assert answer.reason is not None
        assert answer.reason.code == "closes_unless_drawn"
        assert answer.reason.params["cards"] == ["JK"]


def test_a_card_that_may_not_be_thrown_counts_as_kept() -> None:
    position = pos("3C 2D 2S", "anna: 10H JH QH", "tournament", phase="before_draw")
    answer = penalty(position, OPTIONS)
    king = penalty(after_drawing(position, "stock", read_card("KH")), OPTIONS)
    assert answer.plan.penalty == king.plan.penalty == 14
    assert [one.code for one in answer.plan.why] == ["unless_drawn_left"]
