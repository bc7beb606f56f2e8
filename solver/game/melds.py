"""Melds: runs and sets, what their jokers stand for, their points and purity, and why cards are not a meld.

Places of a run are numbered 1 … 14: the ace below the two is 1, the ace above the king 14 (Czech: postupka; a set is
skupina or sada). By the house rule `ace_wraps` a run goes on from the ace at 14 to the two at 15, and so on; its first
place is one of 1 … 13, and no rank stands in it twice.

Source: every rule set's section on melds, digested in the rules' section 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import Final, Literal, TypeAlias

from solver import facts
from solver.errors import Reason, ZolikError
from solver.game.cards import CARDS, JOKER, RANKS, Card, Notation, Suit, card
from solver.rules.profile import RuleProfile

MeldKind: TypeAlias = Literal["run", "set"]
MIN_MELD: Final = 3


class NotAMeld(ZolikError):
    """Cards that are not a meld under a profile; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason


@dataclass(frozen=True, slots=True, repr=False)
class Meld:
    """A run or a set in the order in which it lies on the table, jokers at the place of the card they stand for.

    `low` is a run's first place (1 … 13), 0 for a set. `points` counts each joker as the card it stands for, or as
    nothing where the profile says so.
    """

    kind: MeldKind
    cards: tuple[Card, ...]
    low: int
    points: int

    @property
    def jokers(self) -> int:
        return self.cards.count(JOKER)

    @property
    def naturals(self) -> tuple[Card, ...]:
        return tuple(card for card in self.cards if card is not JOKER)

    @property
    def pure(self) -> bool:
        """A run without a joker (čistá postupka)."""
        return self.kind == "run" and JOKER not in self.cards

    @property
    def suit(self) -> Suit:
        """The suit of a run."""
        return self.naturals[0].suit

    @property
    def rank(self) -> int:
        """The rank of a set."""
        return self.naturals[0].rank

    @property
    def high(self) -> int:
        """The last place of a run."""
        return self.low + len(self.cards) - 1

    @property
    def missing_suits(self) -> tuple[Suit, ...]:
        """The suits that a set has no natural card of."""
        held = {card.suit for card in self.naturals}
        return tuple(suit for suit in Suit if suit not in held)

    @property
    def stands_for(self) -> dict[int, tuple[Card, ...]]:
        """For the index of each joker the card it stands for; in a set every suit that is left."""
        if self.kind == "run":
            return {
                index: (place_card(self.low + index, self.suit),)
                for index, card in enumerate(self.cards)
                if card is JOKER
            }
        left = tuple(card(self.rank, suit) for suit in self.missing_suits)
        return {index: left for index, card in enumerate(self.cards) if card is JOKER}

    def __repr__(self) -> str:
        return f"Meld({self.kind!r}, {str(self)!r}, points={self.points})"

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    def text(self, notation: Notation = "ascii") -> str:
        """The cards as they lie, in a notation."""
        return " ".join(card.text(notation) for card in self.cards)


def rank_at(place: int) -> int:
    """The rank at a place of a run: 1 and 14 are the ace, 0 and 13 the king, and so on round the corner."""
    return (place - 1) % len(RANKS) + 1


def place_card(place: int, suit: Suit) -> Card:
    """The card at a place of a run."""
    return card(rank_at(place), suit)


def place_points(place: int, profile: RuleProfile) -> int:
    """Points of a place of a run in a meld. Call it only for places that the profile has."""
    rank = rank_at(place)
    if rank == 1:
        points = profile.ace_low if place == 1 else profile.ace_high
        return 0 if points is None else points
    return rank if rank <= 10 else profile.court_points[rank - 11]


def added_points(place: int, profile: RuleProfile) -> int:
    """Points by which a run grows at a place that comes to it: the king laid below an ace makes a high one of it."""
    if place:
        return place_points(place, profile)
    return place_points(0, profile) + place_points(14, profile) - place_points(1, profile)


def rank_points(rank: int, profile: RuleProfile) -> int:
    """Points of a card of a rank in a set."""
    return profile.ace_set if rank == 1 else place_points(rank, profile)


def joker_counts(profile: RuleProfile) -> bool:
    """Does a joker in a meld count as the card that it stands for?"""
    return profile.joker_points_in_opening == "stands_for"


def run_points(low: int, jokers_at: Sequence[int], length: int, profile: RuleProfile) -> int:
    """Points of a run from place `low`, with jokers at the given indices."""
    nothing = () if joker_counts(profile) else jokers_at
    low = rank_at(low)
    return sum(place_points(low + index, profile) for index in range(length) if index not in nothing)


def set_points(rank: int, naturals: int, jokers: int, profile: RuleProfile) -> int:
    """Points of a set of so many natural cards and jokers."""
    return (naturals + jokers * joker_counts(profile)) * rank_points(rank, profile)


def card_penalty(card: Card, profile: RuleProfile) -> int:
    """Penalty points of one card left in hand."""
    if card is JOKER:
        return profile.penalty_joker
    if card.rank == 1:
        return profile.penalty_ace
    return card.rank if card.rank <= 10 else profile.penalty_court[card.rank - 11]


@lru_cache(maxsize=64)
def kind_penalties(profile: RuleProfile) -> tuple[int, ...]:
    """Penalty points of each kind of card left in hand."""
    return tuple(card_penalty(card, profile) for card in CARDS)


def first_place(profile: RuleProfile) -> int:
    """The lowest place of a run that the profile allows: 1 or 2."""
    return 2 if profile.ace_low is None else 1


def last_place(profile: RuleProfile) -> int:
    """The highest place of a run that the profile allows: 13 or 14."""
    return 13 if profile.ace_high is None else 14


def longest_run(profile: RuleProfile) -> int:
    """The most cards in a run; no rank twice where runs go on over the ace."""
    return min(profile.run_length_max, len(RANKS)) if profile.ace_wraps else profile.run_length_max


def low_places(meld: Meld, profile: RuleProfile) -> range:
    """The places by which a run may grow at its low end, the nearest first."""
    last = meld.high - len(RANKS) + 1 if profile.ace_wraps else first_place(profile)
    return range(meld.low - 1, last - 1, -1)


def high_places(meld: Meld, profile: RuleProfile) -> range:
    """The places by which a run may grow at its high end, the nearest first."""
    last = meld.low + len(RANKS) - 1 if profile.ace_wraps else last_place(profile)
    return range(meld.high + 1, last + 1)


def run_starts(length: int, profile: RuleProfile) -> range:
    """The first places of runs of so many cards."""
    if profile.ace_wraps:
        return range(1, len(RANKS) + 1 if length <= len(RANKS) else 1)
    return range(first_place(profile), last_place(profile) - length + 2)


def make_run(suit: Suit, low: int, jokers_at: Sequence[int], length: int, profile: RuleProfile) -> Meld:
    """The run of a suit from place `low`, with jokers at the given indices. It is not checked."""
    cards = tuple(JOKER if index in jokers_at else place_card(low + index, suit) for index in range(length))
    return Meld("run", cards, rank_at(low), run_points(low, jokers_at, length, profile))


def make_set(naturals: Sequence[Card], jokers: int, profile: RuleProfile) -> Meld:
    """The set of some naturals of one rank and some jokers, in the order in which the profile shows it. Not checked."""
    cards = (*sorted(naturals), *[JOKER] * jokers)
    if profile.set_colours_alternate:
        cards = _alternating(cards)
    return Meld("set", cards, 0, set_points(naturals[0].rank, len(naturals), jokers, profile))


def read_meld(cards: Sequence[Card], profile: RuleProfile, kind: MeldKind | None = None) -> Meld:
    """The meld that cards form, in its shown order.

    Runs with a joker come in order (either way), the joker at its place; joker-free runs and sets in any order. One
    natural card with jokers reads as a run unless `kind` says otherwise or the run is impossible.
    Raises NotAMeld.
    """
    given = tuple(cards)
    if len(given) < MIN_MELD:
        raise NotAMeld(facts.meld_too_short(given, least=MIN_MELD))
    naturals = [card for card in given if card is not JOKER]
    if not naturals:
        raise NotAMeld(facts.meld_of_jokers(given))
    if kind == "set" or (kind is None and len(naturals) > 1 and len({card.rank for card in naturals}) == 1):
        return _read_set(given, naturals, profile)
    try:
        return _read_run(given, naturals, profile, kind)
    except NotAMeld:
        if kind is None and len(naturals) == 1:
            try:
                return _read_set(given, naturals, profile)
            except NotAMeld:
                pass
        raise


def _read_set(given: tuple[Card, ...], naturals: list[Card], profile: RuleProfile) -> Meld:
    if len({card.rank for card in naturals}) > 1:
        raise NotAMeld(facts.set_ranks_differ(given))
    if len({card.suit for card in naturals}) < len(naturals):
        raise NotAMeld(facts.set_same_suit(given))
    if len(given) > profile.set_size_max:
        raise NotAMeld(facts.set_too_long(given, most=profile.set_size_max))
    _check_jokers(given, profile, run=False)
    return make_set(naturals, len(given) - len(naturals), profile)


def _read_run(given: tuple[Card, ...], naturals: list[Card], profile: RuleProfile, kind: MeldKind | None) -> Meld:
    if len({card.suit for card in naturals}) > 1:
        if kind is None and len(naturals) < len(given) and len({card.rank for card in naturals}) == 2:
            raise NotAMeld(facts.neither_run_nor_set(given))
        raise NotAMeld(facts.run_suits_differ(given))
    if len(given) < profile.run_length_min:
        raise NotAMeld(facts.run_too_short(given, least=profile.run_length_min))
    if len(given) > longest_run(profile):
        raise NotAMeld(facts.run_too_long(given, most=longest_run(profile)))
    orders: tuple[tuple[Card, ...], ...] = (given, given[::-1])
    if len(naturals) == len(given):
        orders += _rotations(naturals) if profile.ace_wraps else _ascending_orders(naturals)
    for order in orders:
        low = _run_low(order, profile)
        if low:
            run = make_run(
                naturals[0].suit, low, [i for i, one in enumerate(order) if one is JOKER], len(order), profile
            )
            _check_jokers(run.cards, profile, run=True)
            return run
    if any(_run_low(order, None) for order in orders):
        rule = "ace_low" if profile.ace_low is None else "ace_high"
        raise NotAMeld(facts.ace_not_there(given).citing(rule))
    raise NotAMeld(facts.run_not_consecutive(given))


def _ascending_orders(naturals: list[Card]) -> tuple[tuple[Card, ...], ...]:
    """Joker-free cards in run order, each of up to two aces low or high."""
    aces = [card for card in naturals if card.rank == 1]
    others = sorted(card for card in naturals if card.rank != 1)
    if len(aces) > 2:
        return ()
    splits = {0: ((0, 0),), 1: ((1, 0), (0, 1)), 2: ((1, 1),)}[len(aces)]
    return tuple(
        (*aces[:low], *others, *aces[len(aces) - high :]) if high else (*aces[:low], *others) for low, high in splits
    )


def _rotations(naturals: list[Card]) -> tuple[tuple[Card, ...], ...]:
    """Joker-free cards in every order that may go round the corner, the ace low first and high next."""
    cards = tuple(sorted(naturals))
    return tuple((*cards[at:], *cards[:at]) for at in range(len(cards)))


def _run_low(order: Sequence[Card], profile: RuleProfile | None) -> int:
    """The first place of cards that ascend one by one, 0 if none; without a profile aces may stand at both ends."""
    first, last = (1, 14) if profile is None else (first_place(profile), last_place(profile))
    at, natural = next((index, one) for index, one in enumerate(order) if one is not JOKER)
    if profile is not None and profile.ace_wraps:
        low = rank_at(natural.rank - at)
        return low if _ascends(order, low) else 0
    for low in (natural.rank - at, 14 - at) if natural.rank == 1 else (natural.rank - at,):
        if low >= first and low + len(order) - 1 <= last and _ascends(order, low):
            return low
    return 0


def _ascends(order: Sequence[Card], low: int) -> bool:
    return all(one is JOKER or one.rank in (place, place - 13) for place, one in enumerate(order, low))


def _check_jokers(cards: Sequence[Card], profile: RuleProfile, *, run: bool) -> None:
    """Raises NotAMeld if the jokers of an otherwise valid meld break a limit of the profile."""
    jokers = cards.count(JOKER)
    naturals = len(cards) - jokers
    if naturals < profile.min_naturals:
        raise NotAMeld(facts.too_few_naturals(cards, least=profile.min_naturals))
    if profile.max_jokers_per_meld is not None and jokers > profile.max_jokers_per_meld:
        raise NotAMeld(facts.too_many_jokers(cards, most=profile.max_jokers_per_meld))
    if profile.jokers_fewer_than_naturals and jokers >= naturals:
        raise NotAMeld(facts.jokers_not_fewer(cards))
    side_by_side = any(one is JOKER and after is JOKER for one, after in zip(cards, cards[1:], strict=False))
    if run and side_by_side and not profile.adjacent_jokers:
        raise NotAMeld(facts.adjacent_jokers(cards))


def colours_alternate(cards: Sequence[Card]) -> bool:
    """Can the jokers of a set stand for suits so that red and black alternate in this order?"""
    missing = [suit for suit in Suit if suit not in {card.suit for card in cards if card is not JOKER}]
    for filling in permutations(missing, cards.count(JOKER)):
        fill = iter(filling)
        colours = [(next(fill) if card is JOKER else card.suit).is_red for card in cards]
        if all(one != after for one, after in zip(colours, colours[1:], strict=False)):
            return True
    return False


@lru_cache(maxsize=1024)
def _alternating(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The first order of a set's cards in which colours alternate."""
    return next((order for order in permutations(cards) if colours_alternate(order)), cards)
