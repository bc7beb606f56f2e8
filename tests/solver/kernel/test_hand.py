"""The kernel against hand-computed values and against trying everything."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.game.cards import CARDS, JOKER, Card, Suit, card
from solver.game.notation import read_cards
from solver.game.position import make_position
from solver.kernel.hand import Kernel
from solver.kernel.melds import catalogue, copies, pack, unpack, within
from solver.rules.presets import PROFILES, read_profile
from solver.rules.profile import RuleProfile
from tests.oracles.brute_force import truth

ONLINE = PROFILES["zoliky-online"]

HOUSE_RULES: tuple[dict[str, object], ...] = (
    {},
    {"base": "joker-club"},
    {"base": "wikipedia"},
    {"base": "family"},
    {"base": "tournament"},
    {"max_jokers_per_meld": 1},
    {"max_jokers_per_meld": 0},
    {"jokers_fewer_than_naturals": True},
    {"adjacent_jokers": False},
    {"min_naturals": 3},
    {"min_naturals": 2, "adjacent_jokers": False},
    {"set_size_max": 3, "run_length_max": 4},
    {"run_length_max": 3},
    {"ace_low": None},
    {"ace_high": None},
    {"ace_low": None, "ace_high": None},
    {"court_points": [11, 12, 13], "penalty_court": [1, 2, 3]},
    {"opening_pure_run": False},
    {"ends_with_discard": False},
    {"ends_with_discard": "optional"},
    {"ends_with_discard": "optional", "carry_max": 1, "opening_minimum": 15, "joker_discard_from_round": 9},
    {"run_length_min": 4, "opening_minimum": 20},
    {"joker_discard": "to_close", "opening_minimum": 10},
    {"joker_points_in_opening": "zero", "opening_minimum": 20},
    {"carry_max": 0},
    {"base": "tournament", "opening_minimum": 20},
    {"base": "tournament", "opening_minimum": 20, "joker_discard_from_round": 9},
    {"opening_minimum": 10, "carry_max": 1, "close_with_joker": False},
    {"jokers": 8, "decks": 3},
)


@pytest.mark.parametrize(
    ("rules", "hand", "points"),
    [
        # section 10, 1: 8+9+10 = 27 pure, J+Q+K(joker) = 30, 2H is kept for the discard
        ("zoliky-online", "8C 9C 10C JC QC JK 2H", 57),
        # section 10, 2: kings 30 and 6+7+8 = 21
        ("zoliky-online", "6H 7H 8H KS KH KC 2D", 51),
        # section 10, 3: 4+5+6 = 15 and three kings 30
        ("joker-club", "4S 5S 6S KS KD JK 9C", 45),
        # section 10, 5: ace low is 10 in joker-club (10+2+3 = 15, nines 27), 1 online (6 + 27)
        ("joker-club", "AS 2S 3S 9H 9D 9C 4D", 42),
        ("zoliky-online", "AS 2S 3S 9H 9D 9C 4D", 33),
        # the last card is never laid, so one end of the run stays: 9 + 10 + 10
        ("zoliky-online", "8C 9C 10C JC", 29),
        # high ace 11 in tournament: 10 + 10 + 11
        ("tournament", "QC KC AC 2H", 31),
        # no pure run
        ("zoliky-online", "KS KH KC 2D JK", None),
    ],
)
def test_best_opening_by_hand(rules: str, hand: str, points: int | None) -> None:
    assert Kernel(read_profile(rules)).best_opening(read_cards(hand)) == points


def test_opening_without_a_pure_run() -> None:
    kernel = Kernel(ONLINE)
    assert kernel.best_opening(read_cards("KS KH KC 2D JK"), pure_run=False) == 40  # the joker is the fourth king


def test_a_lone_joker_cannot_be_kept_for_the_discard_where_it_may_not_close() -> None:
    hand = read_cards("6H 7H 8H JK")
    assert Kernel(ONLINE).best_opening(hand) == 21
    assert Kernel(PROFILES["tournament"]).best_opening(hand) is None
    assert Kernel(PROFILES["tournament"]).best_opening((*hand, JOKER)) == 21


def test_joker_limits_decide_whether_two_jokers_and_a_card_close() -> None:
    # section 10, 4: 7D with two jokers is a meld online; in joker-club one natural card is too few
    hand = read_cards("JK JK 7D KC")
    assert Kernel(ONLINE).closes(hand, opened=True)
    assert not Kernel(PROFILES["joker-club"]).closes(hand, opened=True)


def test_carried_jokers() -> None:
    hand = read_cards("8C 9C 10C JC QC KC JK 2H")
    assert Kernel(ONLINE).closes(hand, opened=False)
    assert Kernel(ONLINE).closes((*hand, JOKER), opened=False)
    # family carries none, but the joker is the ace above the king
    assert Kernel(PROFILES["family"]).closes(hand, opened=False)
    assert not Kernel(PROFILES["family"]).closes(read_cards("JK JK 2H"), opened=True)
    assert Kernel(ONLINE).closes(read_cards("JK JK 2H"), opened=True)


def test_structural_penalty_by_hand() -> None:
    least = Kernel(ONLINE).least_penalty(read_cards("6H 7H 8H KC QD 3S"))
    assert (least.penalty, str(least.discard), least.closes) == (13, "QD", False)  # K or Q goes, 10 + 3 stay
    assert Kernel(ONLINE).least_penalty(read_cards("6H 7H 8H JK KC")).penalty == 0


def test_packing_round_trip() -> None:
    cards = tuple(sorted(read_cards("AS AS KC KC 2D 10H JK JK JK")))
    hand = pack(cards)
    assert unpack(hand) == cards
    assert [copies(hand, one) for one in (card(1, CARDS[0].suit), JOKER)] == [2, 3]
    assert within(pack(cards[2:5]), hand)
    assert not within(pack(read_cards("2D 2D")), hand)


def test_catalogue_size() -> None:
    """Without jokers: 12 + 11 + 10 runs of 3, 4, 5 in four suits, 4 + 1 sets of each of 13 ranks: 132 + 65 = 197."""
    assert sum(map(len, catalogue(ONLINE, 0))) == 4 * (12 + 11 + 10) + 13 * (4 + 1)


@st.composite
def small_hands(draw: st.DrawFn) -> tuple[RuleProfile, tuple[Card, ...], int]:
    """A profile and up to seven cards that lie close together, so that melds are frequent."""
    profile = read_profile(draw(st.sampled_from(HOUSE_RULES)))
    base = draw(st.integers(1, 13))
    near = [
        card((base + step - 1) % 13 + 1, suit) for step in range(4) for suit in draw(st.permutations(list(Suit)))[:2]
    ]
    pool = [one for one in near for _ in range(profile.decks)] + [JOKER] * min(4, profile.jokers)
    size = draw(st.integers(1, 7))
    cards = draw(st.permutations(pool))[:size]
    return profile, tuple(cards), draw(st.sampled_from((4, 9)))


@settings(max_examples=80)
@given(small_hands())
def test_kernel_equals_trying_everything(case: tuple[RuleProfile, tuple[Card, ...], int]) -> None:
    profile, hand, round_ = case
    kernel = Kernel(profile)
    for opened in (False, True):
        position = make_position(profile, hand, opened=opened, round=max(round_, profile.first_laying_round))
        expected = truth(position)
        assert kernel.closes(hand, opened=opened, round_=position.round) == expected.closes
    assert kernel.best_opening(hand, pure_run=True, round_=position.round) == expected.pure_points
    assert kernel.best_opening(hand, pure_run=False, round_=position.round) == expected.any_points
    if expected.structural is not None:
        assert kernel.least_penalty(hand, round_=position.round).penalty == expected.structural[1]


def test_large_hands_are_answered() -> None:
    """Thirty cards of three packs with eight jokers: the answer comes, and more cards never mean fewer points."""
    profile = read_profile({"decks": 3, "jokers": 8})
    deck = [card for card in CARDS[:-1] for _ in range(3)] + [JOKER] * 8
    random.Random(7).shuffle(deck)
    kernel = Kernel(profile)
    points = [kernel.best_opening(deck[:size]) or 0 for size in range(8, 21, 4)]
    assert points == sorted(points)
