"""What the one list says of a table meld is what the referee allows, no more and no less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from solver.errors import InvalidPosition
from solver.game.actions import End
from solver.game.cards import CARDS, JOKER, Card
from solver.game.lay_offs import frees_joker, guarded_runs, joker_exchanges, single_lay_offs
from solver.game.melds import Meld, read_meld
from solver.game.notation import read_cards
from solver.referee import table as referee
from solver.rules.presets import PROFILES, read_profile
from solver.rules.profile import RuleProfile
from tests.random_positions import random_position


def tables(rng: Random, base: str, wanted: int) -> Iterator[tuple[Meld, RuleProfile]]:
    """Random melds, each under a random profile that allows it."""
    found = 0
    while found < wanted:
        position = random_position(rng, base, most_cards=3, most_melds=4, most_overrides=3)
        for lying in position.table:
            found += 1
            yield lying.meld, position.profile


@pytest.mark.parametrize("base", list(PROFILES))
def test_single_lay_offs_are_what_the_referee_allows(base: str) -> None:
    for meld, profile in tables(Random(f"single {base}"), base, 120):
        told = {(off.card, off.end): off.meld for off in single_lay_offs(meld, profile)}
        ends: tuple[End | None, ...] = (None,) if meld.kind == "set" else ("low", "high")
        allowed = {}
        for card in CARDS:
            for end in ends:
                try:
                    allowed[card, end] = referee.extended(meld, (card,), end, profile)
                except referee.Refused:
                    continue
        assert told == allowed, (str(meld), profile.overrides)


@pytest.mark.parametrize("base", list(PROFILES))
def test_exchanges_are_what_the_referee_allows(base: str) -> None:
    """One card, and any two or three of a rank: what the list names, and for runs several of its exchanges at once."""
    for meld, profile in tables(Random(f"exchange {base}"), base, 120):
        told = {
            tuple(sorted(exchange.cards)): (exchange.meld, exchange.jokers)
            for exchange in joker_exchanges(meld, profile)
        }
        groups: list[tuple[Card, ...]] = [(card,) for card in CARDS]
        if meld.kind == "set":
            rank = [card for card in CARDS if card is not JOKER and card.rank == meld.rank]
            groups += [some for number in (2, 3) for some in combinations(rank, number)]
        allowed = {}
        for cards in groups:
            try:
                result, places = referee.exchanged(meld, cards, profile)
            except referee.Refused:
                continue
            allowed[tuple(sorted(cards))] = result, len(places)
        if meld.kind == "run" and sum(card.rank == 1 for cards in told for card in cards) > 1:
            continue  # an ace at both ends: the referee takes the low one first
        assert told == allowed, (str(meld), profile.overrides)
        for card in CARDS:
            assert frees_joker(card, meld, profile) == any(card in cards for cards in allowed), (str(meld), card)


@pytest.mark.parametrize("base", list(PROFILES))
def test_guarded_runs_are_the_referees(base: str) -> None:
    rng = Random(f"guarded {base}")
    for _ in range(60):
        position = random_position(rng, base, most_cards=3, most_melds=4)
        assert guarded_runs(position) == referee.guarded_runs(position)
        try:
            never = replace(position, profile=replace(position.profile, opening_run_joker="never"))
        except InvalidPosition:
            continue
        assert guarded_runs(never) == referee.guarded_runs(never)


def test_jokers_stand_for_something_after_a_lay_off() -> None:
    profile = read_profile("zoliky-online")
    longer = {(str(off.card), off.end): off.meld for off in single_lay_offs(meld_of("5H 6H JK"), profile)}
    assert longer.keys() == {("4H", "low"), ("8H", "high"), ("JK", "low"), ("JK", "high")}
    assert {str(card) for cards in longer["JK", "low"].stands_for.values() for card in cards} == {"4H", "7H"}


def meld_of(text: str) -> Meld:
    return read_meld(read_cards(text), PROFILES["zoliky-online"])
