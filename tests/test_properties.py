"""What holds for the answers of every analysis, whatever the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given, note, settings
from hypothesis import strategies as st

from advisor.answers import ClosingAnswer, OpeningAnswer, Options, PenaltyAnswer, Plan, TurnAnswer
from advisor.closing import closing
from advisor.helps import cards_left
from advisor.opening import opening
from advisor.penalty import penalty
from advisor.plan import rank
from advisor.turn import turn
from solver.errors import InvalidPosition
from solver.game.actions import Discard, Draw, Return
from solver.game.cards import CARDS, JOKER, Card, without
from solver.game.position import Drawn, Position, make_position
from solver.game.position_line import position_line, read_position_line
from solver.referee.judge import check_draw, judge
from tests import strategies
from tests.builders import fully_stated
from tests.random_positions import TRIES, random_position

OPTIONS = Options(alternatives=3, time_ms=60_000)
Answer = OpeningAnswer | ClosingAnswer | PenaltyAnswer | TurnAnswer
ANALYSES: dict[str, Callable[[Position, Options], Answer]] = {
    "opening": opening,
    "closing": closing,
    "penalty": penalty,
    "turn": turn,
}
few = settings(max_examples=30)
fewer = settings(max_examples=15)


@st.composite
def playable(draw: st.DrawFn) -> Position:
    """A position whose draw was allowed."""
    position = draw(strategies.positions(most_overrides=2))
    try:
        check_draw(position)
    except InvalidPosition:
        position = replace(position, drawn=Drawn("stock"))
    note(position_line(position))
    return position


hand_positions = playable().map(
    lambda one: make_position(one.profile, one.hand, round=one.round, opened=one.opened and one.may_lay)
)
"""The hand of such a position on an empty table."""


def card_left(position: Position, rng: Random) -> Card:
    """A card of which a copy may still be drawn."""
    left = cards_left(position)
    return rng.choice([card for card in CARDS if left[card.kind] > 0])


def unopened_hand(rng: Random) -> tuple[Position, OpeningAnswer]:
    """A hand after the draw that may lay and ends its turn with a throw, but cannot open; and what is answered."""
    for _ in range(TRIES):
        position = random_position(rng, most_overrides=2)
        if position.may_lay and position.profile.ends_with_discard:
            hand = make_position(position.profile, position.hand, round=position.round)
            position = replace(hand, phase="after_draw", phase_told=True)
            answer = opening(position, OPTIONS)
            if not answer.opens:
                return position, answer
    raise AssertionError(f"none of {TRIES} hands fits")


def plans_of(answer: Answer) -> list[Plan]:
    """Every plan that may be played."""
    if isinstance(answer, TurnAnswer):
        return [answer.recommendation, *answer.plans]
    if isinstance(answer, OpeningAnswer) and not answer.opens:
        return []
    return [answer.plan, *(() if isinstance(answer, ClosingAnswer) else answer.alternatives)]


def on_table(position: Position) -> Counter[Card]:
    return Counter(card for lying in position.table for card in lying.meld.cards)


def assert_cards_conserved(position: Position, plan: Plan) -> None:
    """Hand and table before are the melds and the hand after, with what the turn throws, returns or clears away."""
    if not plan.actions or isinstance(plan.actions[0], Draw):
        return
    last = plan.actions[-1]
    after = Counter(plan.left) + Counter(card for one in plan.table_after for card in one.meld.cards)
    after.update((last.card,) if isinstance(last, Return) else ())
    before = Counter(position.hand) + on_table(position)
    cleared = before - after
    assert after <= before
    assert not cleared or position.profile.fours_to_discard
    assert cleared.total() % 4 == 0
    assert JOKER not in cleared
    assert plan.discard is None or plan.discard in plan.left
    if not position.table and not isinstance(last, Return):
        laid = Counter(card for meld in plan.melds for card in meld.cards)
        assert laid + Counter(plan.left) == Counter(position.hand)


@pytest.mark.parametrize("call", list(ANALYSES))
@given(position=playable())
@few
def test_every_plan_is_legal_and_keeps_all_cards(call: str, position: Position) -> None:
    answer = ANALYSES[call](position, OPTIONS)
    assert answer.optimal or position.profile.rearrange or not fully_stated(position)
    for plan in plans_of(answer):
        verdict = judge(position, plan.actions)
        assert verdict.legal, verdict.problems
        assert_cards_conserved(position, plan)
        if plan.penalty is not None and plan.actions:
            assert (plan.penalty, plan.closes, plan.from_hand) == (
                verdict.end.penalty,
                verdict.end.closes,
                verdict.end.from_hand,
            )


@pytest.mark.parametrize("call", list(ANALYSES))
@given(position=playable(), seed=st.integers(0, 1000))
@fewer
def test_answers_are_the_same_every_time(call: str, position: Position, seed: int) -> None:
    answer = ANALYSES[call](position, OPTIONS)
    assert ANALYSES[call](position, OPTIONS) == answer
    shuffled = list(position.hand)
    Random(seed).shuffle(shuffled)
    assert ANALYSES[call](replace(position, hand=tuple(shuffled)), OPTIONS) == answer
    assert ANALYSES[call](read_position_line(position_line(position)), OPTIONS) == answer


def what_lies(position: Position, plan: Plan) -> tuple[tuple[str, ...], tuple[Card, ...]]:
    """The melds at the end and the hand that they leave; melds of the table by name, unless they may be rebuilt."""
    names = not position.profile.rearrange
    lying = [(one.id if names and not one.id.startswith("new:") else "") + f" {one.meld}" for one in plan.table_after]
    return tuple(sorted(lying)), tuple(sorted(plan.left))


def order_of(position: Position, plan: Plan) -> tuple[int, ...]:
    """The order of the rules' section 8; where the table is rebuilt its melds are not counted as those of the turn."""
    return rank(plan)[:-1] if position.profile.rearrange else rank(plan)


@given(position=playable())
@example(position=read_position_line("z1~wikipedia~6C7C~o1~ds7C~mm1.Jan.3C4C5CJK.y~qJan.13.1"))
@few
def test_alternatives_come_best_first_and_differ(position: Position) -> None:
    best = opening(position, OPTIONS)
    if best.opens:
        plans = [best.plan, *best.alternatives]
        points = [plan.points or 0 for plan in plans]
        assert points == sorted(points, reverse=True)
        assert len({what_lies(position, plan) for plan in plans}) == len(plans)
    least = penalty(position, OPTIONS)
    plans = [least.plan, *least.alternatives]
    ranks = [order_of(position, plan) for plan in plans]
    assert ranks == sorted(ranks)
    assert len({what_lies(position, plan) for plan in plans}) == len(plans)
    assert len(plans) <= 1 + OPTIONS.alternatives


@given(position=playable())
@example(position=read_position_line("z1~wikipedia~5SKS5HKH2D3D5DKD8C9CTC~ds~mt0.anna.AH2H3H"))
@few
def test_asking_for_alternatives_does_not_change_the_answer(position: Position) -> None:
    alone = replace(OPTIONS, alternatives=0)
    assert replace(opening(position, OPTIONS), alternatives=()) == opening(position, alone)
    assert replace(penalty(position, OPTIONS), alternatives=()) == penalty(position, alone)


@given(position=playable())
@example(
    position=read_position_line("z1~wikipedia.run_length_min-5.ace_wraps-t.opening_minimum-20~2H5HJC~r4~o1~ddJC~tJan")
)
@few
def test_the_analyses_agree(position: Position) -> None:
    """The least penalty closes whenever a close is there; the turn's best plan is that of the least penalty."""
    close, least, best = closing(position, OPTIONS), penalty(position, OPTIONS), opening(position, OPTIONS)
    assert close.closes == least.plan.closes
    assert (close.left_over == 0) >= close.closes
    assert close.closes >= close.from_hand >= close.special
    assert (close.reason is None) == close.closes or not close.optimal
    assert (best.reason is None) == best.opens or not best.optimal
    assert best.missing == max(0, best.required - best.points)
    if best.opens:
        assert best.points >= best.required
        assert best.plan.penalty is not None
        assert least.plan.penalty is not None
        assert least.plan.penalty <= best.plan.penalty
        if position.profile.opening_pure_run:
            assert best.points <= best.without_pure_run.points or position.table
    if position.drawn is not None or position.starts_without_draw:
        assert replace(turn(position, OPTIONS).recommendation, score=None, kind=None) == least.plan


@given(position=hand_positions, rng=strategies.randoms)
@few
def test_a_card_more_never_lowers_the_best_opening(position: Position, rng: Random) -> None:
    """What was laid and thrown can be laid and thrown again; the new card stays in hand."""
    card = card_left(position, rng)
    before = opening(position, OPTIONS)
    after = opening(replace(position, hand=(*position.hand, card)), OPTIONS)
    assert after.opens >= before.opens
    if before.opens:
        assert after.points >= before.points
        assert not position.profile.ends_with_discard or after.plan.discard in after.plan.left
    assert after.without_pure_run.points >= before.without_pure_run.points


@given(position=hand_positions)
@few
def test_the_structural_penalty_is_a_lower_bound(position: Position) -> None:
    """On an empty table nobody can do better than one who has opened; who has can do just as well."""
    answer = penalty(position, OPTIONS)
    assert answer.plan.penalty is not None
    assert answer.structural.penalty <= answer.plan.penalty
    if position.opened:
        assert answer.structural.penalty == answer.plan.penalty
    kept = without(answer.structural.left, (answer.structural.discard,) if answer.structural.discard else ())
    laid = [card for meld in answer.structural.melds for card in meld.cards]
    thrown = (answer.structural.discard,) if answer.structural.discard else ()
    assert Counter(position.hand) == Counter((*laid, *kept, *thrown))


@given(rng=strategies.randoms)
@fewer
def test_helps_are_the_cards_that_open(rng: Random) -> None:
    """A card is named at distance 1 just if the hand opens with it when another card has been thrown before, with the
    most points that it then has and the copies still to come."""
    position, answer = unopened_hand(rng)
    card, left = card_left(position, rng), cards_left(position)
    points = []
    for thrown in sorted(set(position.hand)):
        if judge(position, (Discard(thrown),)).legal:
            with_it = opening(replace(position, hand=(*without(position.hand, (thrown,)), card)), OPTIONS)
            points += [with_it.points] if with_it.opens else []
    helps = {one.card: one for one in answer.helps if one.distance == 1}
    assert (card in helps) == bool(points)
    if card in helps:
        assert (helps[card].points, helps[card].left) == (max(points), left[card.kind])
