"""The kernel's own catalogue of melds: every meld of a profile that is no sum of smaller ones, as packed numbers.

A packed hand is one integer: three bits for each natural kind (a count of 0 … 3 and a guard bit), rank by rank and in
each rank suit by suit, and seven bits for the jokers on top (a count of 0 … 63 and a guard bit). Adding and subtracting
packed hands is adding and subtracting integers; guard bits tell whether one hand lies within another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from solver.game.cards import CARDS, JOKER, RANKS, Card, Suit, card
from solver.game.melds import place_card
from solver.rules.profile import MeldRules, RuleProfile

JOKER_BIT: Final = 3 * 52
MOST_COPIES: Final = 3
"""Copies of a natural kind that a packed hand counts."""
ONE_JOKER: Final = 1 << JOKER_BIT
NATURALS: Final = ONE_JOKER - 1
GUARD: Final = sum(4 << 3 * place for place in range(52)) | 64 << JOKER_BIT

UNITS: Final = (
    *(1 << 3 * (4 * (card.rank - 1) + card.suit) for card in CARDS[:-1]),
    ONE_JOKER,
)
"""The packed hand of a single card, by the card's kind number."""

FIELD_CARDS: Final = tuple(card(rank, suit) for rank in RANKS for suit in Suit)
"""The natural card of each field, lowest first."""


def pack(cards: Iterable[Card]) -> int:
    """The packed hand of some cards: at most `MOST_COPIES` of a natural kind, at most 63 jokers."""
    return sum(UNITS[card.kind] for card in cards)


def packable(cards: Sequence[Card], profile: RuleProfile) -> bool:
    """Can a hand be packed: does it hold no more copies of a natural kind than a packed hand counts?"""
    if profile.decks <= MOST_COPIES:
        return True
    return max(Counter(card for card in cards if card is not JOKER).values(), default=0) <= MOST_COPIES


def pack_most(cards: Sequence[Card], profile: RuleProfile) -> int:
    """The packed hand of some cards, for rough measures: copies of a kind beyond those that it counts are left out."""
    if packable(cards, profile):
        return pack(cards)
    return sum(
        UNITS[one.kind] * (count if one is JOKER else min(count, MOST_COPIES)) for one, count in Counter(cards).items()
    )


def unpack(hand: int) -> tuple[Card, ...]:
    """The cards of a packed hand, sorted, jokers last."""
    kinds: list[int] = []
    naturals = hand & NATURALS
    while naturals:
        field = ((naturals & -naturals).bit_length() - 1) // 3
        kinds += [FIELD_CARDS[field].kind] * (naturals >> 3 * field & 3)
        naturals &= ~(7 << 3 * field)
    kinds.sort()
    return (*map(CARDS.__getitem__, kinds), *[JOKER] * (hand >> JOKER_BIT))


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


def _jokers_allowed(rules: MeldRules, size: int, jokers: int) -> bool:
    """May a meld of so many cards hold so many jokers? (Neighbouring jokers are judged apart.)"""
    naturals = size - jokers
    return (
        naturals >= rules.min_naturals
        and (rules.max_jokers_per_meld is None or jokers <= rules.max_jokers_per_meld)
        and (not rules.jokers_fewer_than_naturals or jokers < naturals)
    )


def _values(rules: MeldRules) -> tuple[int, ...]:
    """Points of the places of a run, by place: 1 … 14, and those over the ace; an ace that may not stand there is 0."""
    return (0, rules.ace_low or 0, *(once := (*range(2, 11), *rules.court_points)), rules.ace_high or 0, *once)


def catalogue(profile: RuleProfile, jokers: int) -> tuple[tuple[PackedMeld, ...], ...]:
    """Every meld with at most `jokers` jokers that is no sum of smaller melds, by the field of its lowest natural card.

    Melds of the same cards are one entry with the most points that these cards can earn. A run that can be cut into
    two melds is left out: cutting changes neither its cards nor its points.
    """
    return rules_catalogue(profile.meld_rules, jokers)


@lru_cache(maxsize=64)
def rules_catalogue(rules: MeldRules, jokers: int) -> tuple[tuple[PackedMeld, ...], ...]:
    """The same for the parameters that matter."""
    best: dict[int, PackedMeld] = {}
    for meld in (*_runs(rules, jokers), *_sets(rules, jokers)):
        known = best.get(meld.cards)
        if known is None or known.points < meld.points:
            best[meld.cards] = meld
    fields: list[list[PackedMeld]] = [[] for _ in FIELD_CARDS]
    for meld in sorted(best.values(), key=lambda one: (-one.points, one.cards)):
        fields[meld.lowest].append(meld)
    return tuple(map(tuple, fields))


def _runs(rules: MeldRules, jokers: int) -> Iterator[PackedMeld]:
    first = 2 if rules.ace_low is None else 1
    last = 13 if rules.ace_high is None else 14
    values = _values(rules)
    places = [UNITS[place_card(place, Suit.SPADES).kind] if place else 0 for place in range(27)]
    for size, shape, cut in _run_shapes(rules, jokers):
        naturals = [index for index in range(size) if not shape >> index & 1]
        for low in range(1, 14) if rules.ace_wraps else range(first, last - size + 2):
            if cut and low + cut != 14:
                continue
            counted = range(size) if rules.joker_points_in_opening == "stands_for" else naturals
            points = sum(values[low + index] for index in counted)
            spades = sum(places[low + index] for index in naturals)
            for suit in Suit:
                cards = (spades << 3 * suit) + shape.bit_count() * ONE_JOKER
                yield PackedMeld(cards, points, size, pure=not shape)


def _run_shapes(rules: MeldRules, jokers: int) -> Iterator[tuple[int, int, int]]:
    """Length of a run and where it has jokers (as bits), for runs that cannot be cut into two; where runs go on over
    the ace also those that can be cut in one place (else 0), as an ace that starts a run counts as a low one."""
    longest = min(13, rules.run_length_max) if rules.ace_wraps else rules.run_length_max
    for size in range(rules.run_length_min, longest + 1):
        for number in range(min(jokers, size) + 1):
            if _jokers_allowed(rules, size, number):
                for places in combinations(range(size), number):
                    shape = sum(1 << place for place in places)
                    if not _apart(shape, rules):
                        continue
                    cuts = _cuts(size, shape, rules)
                    if not cuts or (rules.ace_wraps and len(cuts) == 1):
                        yield size, shape, sum(cuts)


def _apart(shape: int, rules: MeldRules) -> bool:
    """Do jokers lie side by side only where they may?"""
    return rules.adjacent_jokers or not shape & shape >> 1


def _cuts(size: int, shape: int, rules: MeldRules) -> list[int]:
    """Where a run can be cut into two."""
    found = []
    for cut in range(rules.run_length_min, size - rules.run_length_min + 1):
        lower, upper = shape & (1 << cut) - 1, shape >> cut
        if _jokers_allowed(rules, cut, lower.bit_count()) and _jokers_allowed(rules, size - cut, upper.bit_count()):
            found.append(cut)
    return found


def _sets(rules: MeldRules, jokers: int) -> Iterator[PackedMeld]:
    values = _values(rules)
    for rank in RANKS:
        each = rules.ace_set if rank == 1 else values[rank]
        for naturals in range(1, 5):
            for suits in combinations(Suit, naturals):
                for number in range(max(0, 3 - naturals), min(jokers, rules.set_size_max - naturals) + 1):
                    size = naturals + number
                    if size <= rules.set_size_max and _jokers_allowed(rules, size, number):
                        cards = pack(card(rank, suit) for suit in suits) + number * ONE_JOKER
                        counted = size if rules.joker_points_in_opening == "stands_for" else naturals
                        yield PackedMeld(cards, counted * each, size, pure=False)
