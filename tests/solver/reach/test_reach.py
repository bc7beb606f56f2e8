"""Distances to opening and closing against their definition, worked out by the kernel."""

from __future__ import annotations

from random import Random

import pytest

from solver.game.cards import CARDS, JOKER_KIND
from solver.reach.closing import closing_now, closing_reach
from solver.reach.opening import opening_now, opening_reach
from solver.reach.question import Reach, ReachAnswer, ReachQuestion, cards_of
from solver.rules.presets import read_profile
from solver.rules.profile import RuleProfile
from tests.oracles import reach_brute_force as brute

HOUSE_RULES: tuple[dict[str, object], ...] = (
    {"opening_minimum": 20},
    {"base": "joker-club", "opening_minimum": 25},
    {"base": "joker-club", "opening_minimum": 30},
    {"base": "wikipedia", "opening_minimum": 25},
    {"base": "family", "opening_minimum": 30},
    {"base": "tournament", "opening_minimum": 15},
    {"opening_pure_run": False, "opening_minimum": 40},
    {"max_jokers_per_meld": 1, "opening_minimum": 25},
    {"adjacent_jokers": False, "opening_minimum": 30, "opening_pure_run": False},
    {"jokers_fewer_than_naturals": True, "opening_minimum": 25},
    {"min_naturals": 3, "opening_minimum": 12},
    {"run_length_min": 4, "opening_minimum": 20},
    {"joker_points_in_opening": "zero", "opening_minimum": 25},
    {"ace_low": None, "run_length_max": 4, "set_size_max": 3, "opening_minimum": 30},
    {"decks": 3, "opening_minimum": 30, "court_points": [11, 12, 13]},
    {"base": "tournament", "opening_minimum": 12, "joker_discard_from_round": 9},
    {"carry_max": 0, "close_with_joker": False, "opening_minimum": 9},
)


def small_case(rng: Random, profile: RuleProfile, size: int, jokers: int) -> tuple[brute.Counts, brute.Counts]:
    """A hand of cards that lie near each other, and few kinds that can still come."""
    base = rng.randrange(13)
    suits = rng.sample(range(4), 3)
    near = [13 * suit + (base + step) % 13 for suit in suits for step in range(5)]
    held = [0] * len(CARDS)
    while sum(held) < size:
        kind = JOKER_KIND if jokers else rng.choice(near)
        jokers -= kind == JOKER_KIND
        if held[kind] < brute.all_counts(profile)[kind]:
            held[kind] += 1
    left = [0] * len(CARDS)
    for kind in (*rng.sample(near, 6), JOKER_KIND):
        left[kind] = rng.randint(0, brute.all_counts(profile)[kind] - held[kind]) if rng.random() < 0.8 else 0
    return tuple(held), tuple(min(2, count) for count in left)


def check(question: ReachQuestion, answer: ReachAnswer, ready: brute.Ready, all_ready: brute.Ready, most: int) -> int:
    """The answer of a question against its definition, as far as `most` draws; the number of distances compared."""
    held, left = question.held, question.left
    expected = brute.reach(held, left, ready, most, throws_first=True)
    assert answer.now.proved
    assert within(answer.now, most) == expected
    if expected:
        assert names(answer.now) == {str(one) for one in brute.accepts_in_turn(held, left, ready, expected)}
    for kind in range(len(CARDS)):
        rest = brute.moved(held, (kind,), -1)
        if not held[kind] or rest is None:
            assert kind not in answer.after
            continue
        reach = answer.after[kind]
        distance = 0 if all_ready(rest) else brute.reach(rest, left, ready, most, throws_first=False)
        assert within(reach, most) == distance, CARDS[kind]
        if distance:
            assert names(reach) == {str(accept) for accept in brute.accepts(rest, left, ready, distance)}, CARDS[kind]
        elif distance == 0:
            assert not reach.accepts
    return len(answer.after) + 1


def names(reach: Reach) -> set[str]:
    return {str(one) for one in cards_of(reach.accepts)}


def within(reach: Reach, most: int) -> int | None:
    return reach.distance if reach.distance is not None and reach.distance <= most else None


@pytest.mark.parametrize("number", range(len(HOUSE_RULES)))
def test_distance_to_opening_is_by_its_definition(number: int) -> None:
    rng = Random(number)
    profile = read_profile(HOUSE_RULES[number])
    for _ in range(4):
        size = rng.randint(5, 8)
        held, left = small_case(rng, profile, size, rng.choice((0, 0, 1, 1, 2, 3)))
        turn = rng.choice((4, 4, 9))
        question = ReachQuestion(profile, held, left, turn=turn)
        answer = opening_reach(question)
        check(question, answer, brute.opens(profile, turn), brute.opens(brute.keeps_all(profile), turn), 2)
        assert opening_now(question, question.size) == answer.now


@pytest.mark.parametrize("number", range(len(HOUSE_RULES)))
def test_distance_to_closing_is_by_its_definition(number: int) -> None:
    rng = Random(100 + number)
    profile = read_profile(HOUSE_RULES[number])
    for _ in range(4):
        held, left = small_case(rng, profile, rng.randint(1, 8), rng.choice((0, 0, 1, 1, 2, 3)))
        turn, opened = rng.choice((4, 4, 9)), rng.random() < 0.5
        question = ReachQuestion(profile, held, left, opened=opened, turn=turn)
        every = brute.closes(brute.keeps_all(profile), turn, opened=opened)
        answer = closing_reach(question)
        check(question, answer, brute.closes(profile, turn, opened=opened), every, 2)
        assert closing_now(question, question.size) == answer.now


@pytest.mark.parametrize("number", range(len(HOUSE_RULES)))
def test_distance_before_the_draw_is_by_its_definition(number: int) -> None:
    """As after a throw: it draws once more than it throws, and distance 0 is that any card will do."""
    rng = Random(200 + number)
    profile = read_profile(HOUSE_RULES[number])
    every = brute.keeps_all(profile)
    for round_ in range(6):
        held, left = small_case(rng, profile, rng.randint(1, 7), rng.choice((0, 0, 1, 1, 2)))
        opened = round_ % 3 == 0
        question = ReachQuestion(profile, held, left, opened=opened, turn=9, undrawn=True)
        goals = [
            (closing_reach, closing_now, brute.closes(profile, 9, opened=opened), brute.closes(every, 9, opened=opened))
        ]
        if not opened:
            goals.append((opening_reach, opening_now, brute.opens(profile, 9), brute.opens(every, 9)))
        for reach, now, ready, all_ready in goals:
            answer = reach(question)
            assert answer.now.proved
            distance = 0 if all_ready(held) else brute.reach(held, left, ready, 2, throws_first=False)
            assert within(answer.now, 2) == distance
            assert now(question, question.size) == answer.now
            if distance:
                assert names(answer.now) == {str(accept) for accept in brute.accepts(held, left, ready, distance)}


@pytest.mark.parametrize("base", ["zoliky-online", "joker-club", "tournament"])
def test_throws_before_the_draw_are_those_after_a_useless_draw(base: str) -> None:
    """The same as with a card in hand that goes with nothing: in a suit of which nothing else can come."""
    rng = Random(base)
    profile = read_profile({"base": base, "opening_minimum": 18})
    for number in range(8):
        held, left = small_case(rng, profile, rng.randint(2, 7), number % 2)
        left = (*left[:JOKER_KIND], 0)
        ranks = {kind % 13 for kind in range(JOKER_KIND) if held[kind] or left[kind]}
        useless = next(kind for kind in range(13) if not {(kind + step) % 13 for step in range(-2, 3)} & ranks)
        for reach, opened in ((opening_reach, False), (closing_reach, False), (closing_reach, True)):
            answer = reach(ReachQuestion(profile, held, left, opened=opened, turn=9, undrawn=True))
            drawn = tuple(count + (kind == useless) for kind, count in enumerate(held))
            after = reach(ReachQuestion(profile, drawn, left, opened=opened, turn=9)).after
            assert after.pop(useless) == answer.now
            assert after == answer.after
