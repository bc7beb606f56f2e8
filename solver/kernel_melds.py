"""The kernel's own catalogue of melds: every meld of a profile that is no sum of smaller ones, as packed numbers.

A packed hand is one integer: three bits for each natural kind (a count of 0 … 3 and a guard bit), rank by rank and in
each rank suit by suit, and five bits for the jokers on top (a count of 0 … 15 and a guard bit). Adding and subtracting
packed hands is adding and subtracting integers; guard bits tell whether one hand lies within another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from solver.cards import CARDS, JOKER, RANKS, Card, Suit, card
from solver.rules import RuleProfile

JOKER_BIT: Final = 3 * 52
ONE_JOKER: Final = 1 << JOKER_BIT
NATURALS: Final = ONE_JOKER - 1
GUARD: Final = sum(4 << 3 * place for place in range(52)) | 16 << JOKER_BIT

UNITS: Final = (
    *(1 << 3 * (4 * (one.rank - 1) + one.suit) for one in CARDS[:-1]),
    ONE_JOKER,
)
"""The packed hand of a single card, by the card's kind number."""

FIELD_CARDS: Final = tuple(card(rank, suit) for rank in RANKS for suit in Suit)
"""The natural card of each field, lowest first."""


def pack(cards: Iterable[Card]) -> int:
    """The packed hand of some cards: at most three copies of a natural kind, at most fifteen jokers."""
    return sum(UNITS[one.kind] for one in cards)


def unpack(hand: int) -> tuple[Card, ...]:
    """The cards of a packed hand, sorted, jokers last."""
    naturals = [one for one in CARDS[:-1] for _ in range(copies(hand, one))]
    return (*naturals, *[JOKER] * (hand >> JOKER_BIT))


def copies(hand: int, one: Card) -> int:
    """How many copies of a card a packed hand holds."""
    return hand >> JOKER_BIT if one is JOKER else hand // UNITS[one.kind] & 3


def kinds_held(hand: int) -> int:
    """The set of natural kinds in a packed hand, a bit for each kind number."""
    kinds = 0
    naturals = hand & NATURALS
    while naturals:
        field = ((naturals & -naturals).bit_length() - 1) // 3
        kinds |= 1 << FIELD_CARDS[field].kind
        naturals &= ~(7 << 3 * field)
    return kinds


def within(part: int, hand: int) -> bool:
    """Does a packed hand hold all cards of another?"""
    return (hand | GUARD) - part & GUARD == GUARD


@dataclass(frozen=True, slots=True)
class PackedMeld:
    """A meld as the kernel sees it: its cards, its points, and whether it is a run without a joker."""

    cards: int
    points: int
    size: int
    pure: bool

    @property
    def jokers(self) -> int:
        return self.cards >> JOKER_BIT

    @property
    def lowest(self) -> int:
        """The field (0 … 51) of its first natural card."""
        return ((self.cards & -self.cards).bit_length() - 1) // 3


@lru_cache(maxsize=64)
def catalogue(profile: RuleProfile, jokers: int) -> tuple[tuple[PackedMeld, ...], ...]:
    """Every meld with at most `jokers` jokers that is no sum of smaller melds, by the field of its lowest natural card.

    Melds of the same cards are one entry with the most points that these cards can earn. A run that can be cut into
    two melds is left out: cutting changes neither its cards nor its points.
    """
    best: dict[int, PackedMeld] = {}
    for meld in (*_runs(profile, jokers), *_sets(profile, jokers)):
        known = best.get(meld.cards)
        if known is None or known.points < meld.points:
            best[meld.cards] = meld
    fields: list[list[PackedMeld]] = [[] for _ in FIELD_CARDS]
    for meld in sorted(best.values(), key=lambda one: (-one.points, one.cards)):
        fields[meld.lowest].append(meld)
    return tuple(map(tuple, fields))


def _runs(profile: RuleProfile, jokers: int) -> Iterator[PackedMeld]:
    first = 2 if profile.ace_low is None else 1
    last = 13 if profile.ace_high is None else 14
    values = _place_values(profile)
    for shape in _run_shapes(profile, jokers):
        size = len(shape)
        for low in range(first, last - size + 2):
            points = sum(values[low + index] for index in range(size))
            for suit in Suit:
                cards = pack(
                    JOKER if is_joker else card((low + index - 1) % 13 + 1, suit)
                    for index, is_joker in enumerate(shape)
                )
                yield PackedMeld(cards, points, size, not any(shape))


def _run_shapes(profile: RuleProfile, jokers: int) -> Iterator[tuple[bool, ...]]:
    """Where a run of any length has jokers (True), for runs that cannot be cut into two."""
    for size in range(3, profile.run_length_max + 1):
        for number in range(min(jokers, size) + 1):
            for places in combinations(range(size), number):
                shape = tuple(index in places for index in range(size))
                if _run_shape_allowed(shape, profile) and not any(
                    _run_shape_allowed(shape[:cut], profile) and _run_shape_allowed(shape[cut:], profile)
                    for cut in range(3, size - 2)
                ):
                    yield shape


def _run_shape_allowed(shape: Sequence[bool], profile: RuleProfile) -> bool:
    together = any(one and other for one, other in zip(shape, shape[1:], strict=False))
    return _jokers_allowed(len(shape), sum(shape), profile) and (profile.adjacent_jokers or not together)


def _jokers_allowed(size: int, jokers: int, profile: RuleProfile) -> bool:
    naturals = size - jokers
    return (
        naturals >= profile.min_naturals
        and (profile.max_jokers_per_meld is None or jokers <= profile.max_jokers_per_meld)
        and (not profile.jokers_fewer_than_naturals or jokers < naturals)
    )


def _sets(profile: RuleProfile, jokers: int) -> Iterator[PackedMeld]:
    values = _place_values(profile)
    for rank in RANKS:
        each = profile.ace_set if rank == 1 else values[rank]
        for naturals in range(1, 5):
            for suits in combinations(Suit, naturals):
                for number in range(max(0, 3 - naturals), min(jokers, profile.set_size_max - naturals) + 1):
                    size = naturals + number
                    if size <= profile.set_size_max and _jokers_allowed(size, number, profile):
                        cards = pack(card(rank, suit) for suit in suits) + number * ONE_JOKER
                        yield PackedMeld(cards, size * each, size, pure=False)


def _place_values(profile: RuleProfile) -> tuple[int, ...]:
    """Points of the places 1 … 14 of a run, by place; an ace that may not stand there counts 0."""
    return (0, profile.ace_low or 0, *range(2, 11), *profile.court_points, profile.ace_high or 0)
