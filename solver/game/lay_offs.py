"""What goes on a meld on the table, and what it frees: the one list for all but referee, model and oracles.

On 5♥ 6♥ JK go 4♥, 8♥ or a joker, each by itself; 7♥ frees the joker. On K♠ K♥ JK go K♦, K♣ or a joker; K♦ and K♣
together free the joker. Who may lay off or exchange, and when, is asked elsewhere; only which runs may get no joker is
said here. The referee states the same in words of its own (`solver.referee.table`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from solver.game.actions import End
from solver.game.cards import JOKER, Card, Suit, card
from solver.game.melds import Meld, NotAMeld, high_places, low_places, make_run, place_card, read_meld
from solver.game.position import Position
from solver.rules.profile import RuleProfile


class SingleLayOff(NamedTuple):
    """A card that goes on a meld by itself: at which end (None: on a set), and the meld with it, whose `stands_for`
    says what its jokers are then."""

    card: Card
    end: End | None
    meld: Meld


class JokerExchange(NamedTuple):
    """Natural cards that, given together, free jokers of a meld: how many, and the meld with the cards."""

    cards: tuple[Card, ...]
    jokers: int
    meld: Meld


@lru_cache(maxsize=4096)
def single_lay_offs(meld: Meld, profile: RuleProfile) -> tuple[SingleLayOff, ...]:
    """Every card that goes on a meld by itself, the low end before the high one."""
    found: list[SingleLayOff] = []
    if meld.kind == "set":
        for one in (*(card(meld.rank, suit) for suit in meld.missing_suits), JOKER):
            try:
                found.append(SingleLayOff(one, None, read_meld((*meld.cards, one), profile, "set")))
            except NotAMeld:
                continue
        return tuple(found)
    ends: tuple[tuple[End, range], ...] = (("low", low_places(meld, profile)), ("high", high_places(meld, profile)))
    for end, place in ((end, places[0]) for end, places in ends if places):
        for one in (place_card(place, meld.suit), JOKER):
            cards = (one, *meld.cards) if end == "low" else (*meld.cards, one)
            try:
                read_meld(cards, profile, "run")
            except NotAMeld:
                continue
            jokers_at = [at for at, lying in enumerate(cards) if lying is JOKER]
            longer = make_run(meld.suit, min(place, meld.low), jokers_at, len(cards), profile)
            found.append(SingleLayOff(one, end, longer))
    return tuple(found)


@lru_cache(maxsize=4096)
def joker_exchanges(meld: Meld, profile: RuleProfile) -> tuple[JokerExchange, ...]:
    """Every exchange of a meld as it lies: out of a run each joker by itself, out of a set all at once, by all the
    suits that are missing; where each of these wins one, by any of them."""
    if not meld.jokers or profile.exchange == "none":
        return ()
    if meld.kind == "run":
        found = []
        for index, cards in meld.stands_for.items():
            left = [at for at, card in enumerate(meld.cards) if card is JOKER and at != index]
            lies = make_run(meld.suit, meld.low, left, len(meld.cards), profile)
            found.append(JokerExchange(cards, 1, lies))
        return tuple(found)
    if profile.exchange != "runs_and_sets":
        return ()
    missing = tuple(card(meld.rank, suit) for suit in meld.missing_suits)
    if profile.exchange_set == "any_missing":
        return tuple(_some_suits(meld, missing, profile))
    if profile.set_size_max < len(Suit):
        return ()
    return (JokerExchange(missing, meld.jokers, read_meld((*meld.naturals, *missing), profile, "set")),)


def _some_suits(meld: Meld, missing: tuple[Card, ...], profile: RuleProfile) -> Iterator[JokerExchange]:
    for number in range(1, len(missing) + 1):
        for chosen in combinations(missing, number):
            back = min(number, meld.jokers)
            try:
                lies = read_meld((*meld.naturals, *chosen, *[JOKER] * (meld.jokers - back)), profile, "set")
            except NotAMeld:
                continue
            yield JokerExchange(chosen, back, lies)


def frees_joker(one: Card, meld: Meld, profile: RuleProfile) -> bool:
    """Is a joker of a meld won by this card, in a set together with the others that are missing?"""
    return any(one in exchange.cards for exchange in joker_exchanges(meld, profile))


def guarded_runs(position: Position) -> frozenset[str]:
    """The ids of the runs on the table that may never get a joker: those that opened, or, where an owner's is not
    known, each that it may be; none where no opening needs a pure run."""
    if position.profile.opening_run_joker != "never" or not position.profile.opening_pure_run:
        return frozenset()
    known = {lying.owner for lying in position.table if lying.opening_run}
    return frozenset(
        lying.id
        for lying in position.table
        if lying.opening_run or (lying.opening_run is None and lying.owner not in known and lying.meld.pure)
    )
