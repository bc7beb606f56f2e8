"""Games with up to eight packs and sixteen jokers: hands with many copies of a card."""

from __future__ import annotations

from random import Random

import pytest

from advisor.answers import Options
from advisor.closing import closing
from advisor.opening import opening
from advisor.outlook import outlook
from advisor.penalty import penalty
from solver.errors import InvalidInput
from solver.game.cards import CARDS, JOKER, Card
from solver.game.position import Position, make_position
from solver.game.position_line import position_line
from solver.rules.presets import PROFILES
from tests.builders import pos
from tests.comparison import compare_hand

OPTIONS = Options(time_ms=60_000)
MANY = PROFILES["zoliky-online"].with_overrides({"decks": 8, "jokers": 16})


def crowded(rng: Random, base: str, most: int) -> Position:
    """A hand of few kinds, so that there are many copies of each."""
    profile = PROFILES[base].with_overrides({"decks": 8, "jokers": 16, "opening_minimum": rng.choice((1, 20, 51))})
    low, suit = rng.randrange(11), rng.randrange(4)
    kinds: list[Card] = [CARDS[13 * suit + low + step] for step in range(3)]
    kinds += [CARDS[13 * ((suit + step) % 4) + low] for step in range(1, 3)] + [JOKER]
    weights = [rng.random() for _ in kinds]
    while True:
        hand = rng.choices(kinds, weights, k=rng.randint(6, most))
        if hand.count(JOKER) > 5:
            continue
        try:
            return make_position(profile, hand, round=profile.first_laying_round + 1, opened=rng.random() < 0.5)
        except InvalidInput:
            continue


@pytest.mark.parametrize("base", list(PROFILES))
def test_crowded_hands_are_used_as_well_as_they_can_be(base: str) -> None:
    for index in range(12):
        position = crowded(Random(f"31/{index}"), base, 9)
        found = compare_hand(position)
        assert not found, "\n".join(map(str, found)) + position_line(position)


def test_eight_runs_of_the_same_cards() -> None:
    """8 × (5 + 6 + 7) = 144, three of each suit's card more than a packed hand counts."""
    position = pos("5S 6S 7S " * 8 + "2H", rules=MANY)
    answer = opening(position, OPTIONS)
    assert (answer.points, answer.optimal) == (144, True)
    assert closing(position, OPTIONS).closes
    assert penalty(pos("5S " * 8 + "6H", rules=MANY, opened=True), OPTIONS).plan.penalty == 40


def test_sixteen_jokers_complete_eight_melds() -> None:
    position = pos("KS " * 8 + "JK " * 16 + "2H", rules=MANY, opened=True)
    answer = penalty(position, OPTIONS)
    assert answer.plan.closes
    assert sum(meld.jokers for meld in answer.plan.melds) in range(12, 17)


def test_an_outlook_that_counts_too_few_copies_is_not_told_as_proved() -> None:
    answer = outlook(pos("5S 5S 5S 5S 6H 9D KC 2C 3D JH QH 8S 10C", rules=MANY), OPTIONS)
    assert not answer.to_open.optimal
    few = outlook(pos("5S 6S 6H 9D", rules=MANY.with_overrides({"opening_minimum": 1})), OPTIONS)
    assert (few.to_open.distance, few.to_open.optimal) == (1, True)
