"""Hypothesis strategies: cards, hands, profiles, melds, positions and actions.

What has to be consistent in itself is made by the generators of `tests.random_positions`, seeded by hypothesis.
"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from solver.game.actions import Action, Discard, Draw, Exchange, LayMeld, LayOff, Rearrange, Return
from solver.game.cards import CARDS, JOKER, Card
from solver.game.melds import Meld
from solver.game.position import Position, TableMeld
from solver.rules.presets import PROFILES
from solver.rules.profile import RuleProfile
from tests import random_positions

naturals: st.SearchStrategy[Card] = st.sampled_from(CARDS[:-1])
cards: st.SearchStrategy[Card] = st.sampled_from(CARDS)
presets: st.SearchStrategy[RuleProfile] = st.sampled_from(list(PROFILES.values()))
randoms: st.SearchStrategy[Random] = st.integers(0, 2**32).map(Random)


@st.composite
def profiles(draw: st.DrawFn, most_overrides: int = 4) -> RuleProfile:
    """A preset with some valid overrides."""
    return random_positions.random_profile(draw(randoms), most_overrides=most_overrides)


@st.composite
def hands(draw: st.DrawFn, smallest: int = 1, largest: int = 15) -> tuple[Card, ...]:
    """A hand of two packs and four jokers, rich in melds, with up to four jokers."""
    profile = PROFILES["zoliky-online"]
    size = draw(st.integers(smallest, largest))
    deck = random_positions.Deck(profile)
    hand = random_positions.random_hand(draw(randoms), profile, deck, (), size)
    hand += [card for card in CARDS if len(hand) < size and deck.take([card])][: size - len(hand)]
    return tuple(hand)


@st.composite
def melds(draw: st.DrawFn, profile: RuleProfile) -> Meld:
    """A valid meld of a profile."""
    rng = draw(randoms)
    tries = (random_positions.random_meld(rng, profile) for _ in range(random_positions.TRIES))
    pure = (random_positions.random_meld(rng, profile, jokers=0, most=3) for _ in range(random_positions.TRIES))
    return next((one for one in tries if one), None) or next(one for one in pure if one)


@st.composite
def tables(draw: st.DrawFn, profile: RuleProfile, most: int = 4) -> list[TableMeld]:
    """Valid melds whose copies are consistent with the profile's packs."""
    deck = random_positions.Deck(profile)
    owners = ("me", *random_positions.OPPONENTS[:2])
    return random_positions.random_table(draw(randoms), profile, deck, owners, draw(st.integers(0, most)))


@st.composite
def positions(
    draw: st.DrawFn, base: str | None = None, most_cards: int = 7, most_melds: int = 3, most_overrides: int = 3
) -> Position:
    """A position in any profile: opened or not, drawn from anywhere or not."""
    rng = draw(randoms)
    return random_positions.random_position(
        rng,
        base,
        most_cards=draw(st.integers(3, most_cards)),
        most_melds=draw(st.integers(0, most_melds)),
        most_overrides=draw(st.integers(0, most_overrides)),
    )


def some_cards(least: int = 0, most: int = 5) -> st.SearchStrategy[tuple[Card, ...]]:
    """A few cards, jokers among them."""
    return st.lists(cards | st.just(JOKER), min_size=least, max_size=most).map(tuple)


def actions(position: Position) -> st.SearchStrategy[Action]:
    """An action that may well be wrong, mostly with cards of the hand and melds of the table."""
    ids = st.sampled_from([*(lying.id for lying in position.table), "new:0", "new:1"])
    held = st.lists(st.sampled_from(position.hand) | cards, max_size=5).map(tuple)
    ends = st.sampled_from(("low", "high", None))
    lays = st.builds(LayMeld, held, st.sampled_from(("run", "set", None)))
    one = st.sampled_from(position.hand) | cards
    truth_values = st.none() | st.booleans()
    return st.one_of(
        lays,
        st.builds(LayOff, ids, held, ends),
        st.builds(Exchange, ids, held, st.integers(0, 3)),
        st.builds(Rearrange, st.lists(ids, max_size=3).map(tuple), st.lists(lays, max_size=3).map(tuple), held),
        st.builds(Discard, one, truth_values, truth_values),
        st.builds(Draw, st.sampled_from(("stock", "discard", "bottom")), st.none() | one),
        st.builds(Return, one),
    )
