"""The race to close of a player who has opened: how many turns a hand still needs, looked at one draw ahead.

All cards that can go are taken as laid: melds of the hand exactly, also with jokers won by exchange, lay-offs on the
table by single cards, and a card or joker with the one that must lie before it. Cards that do nothing are taken to be
thrown until a useful one comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from advisor.prechecks import REAL_HAND
from solver.game.cards import CARDS, JOKER, JOKER_KIND, Card
from solver.game.lay_offs import joker_exchanges, single_lay_offs
from solver.game.melds import high_places, low_places, place_card, rank_at
from solver.game.position import TableMeld
from solver.kernel.melds import (
    GUARD,
    JOKER_BIT,
    MOST_COPIES,
    NATURALS,
    ONE_JOKER,
    UNITS,
    catalogue,
    pack_most,
)
from solver.rules.profile import RuleProfile

TURNS: Final = (0.0, 3.5, 6.0, 6.5, 7.3, 8.3, 9.2, 10.0, 10.7, 11.3, 11.9, 12.4, 12.9, 13.4, 13.9, 14.4, 14.9, 15.4)
"""Turns that a player who has opened needs on average to close, by the natural cards in his hand; seen in the arena."""

JOKER_HELPS: Final = 0.8
"""What each joker in hand makes of these turns."""

SLOW: Final = 4.0
"""How many more turns a hand is taken to need at most than is usual for so many cards."""

_Pieces = tuple[tuple[tuple[int, int], ...], ...]


MOST_SWAPS: Final = 4
"""Exchanges at the table that are looked at together."""

MEMO_LIMIT: Final = 10_000
"""Hands that are remembered before all are forgotten."""


@dataclass(frozen=True, slots=True)
class LayOffPiece:
    """Cards that can go to the table together, packed, and their natural kinds."""

    cards: int
    kinds: tuple[int, ...]


class Swap(NamedTuple):
    """Natural cards that buy jokers of one table meld: the cards, packed, their kinds, and how many jokers."""

    cards: int
    kinds: tuple[int, ...]
    jokers: int


@lru_cache(maxsize=16)
def _melds(profile: RuleProfile) -> tuple[_Pieces, ...]:
    """By jokers held and by the lowest natural card: every meld, packed, with the number of its natural cards."""
    fields = catalogue(profile, profile.jokers)
    return tuple(
        tuple(tuple((one.cards, one.size - one.jokers) for one in field if one.jokers <= held) for field in fields)
        for held in range(profile.jokers + 1)
    )


def turns_needed(naturals: int, jokers: int) -> float:
    """Turns to close on average with so many cards after a turn."""
    if naturals <= 0:
        return 0.0
    return float(TURNS[min(naturals, len(TURNS) - 1)] * JOKER_HELPS**jokers)


class Layable:
    """The most cards that can go from a hand: melds, some lay-offs and, before these, exchanges; remembers what it has
    worked out."""

    def __init__(self, profile: RuleProfile, lay_offs: Iterable[LayOffPiece], exchanges: Iterable[Swap] = ()) -> None:
        self._melds = _melds(profile)
        self._exchanges = sorted(exchanges)
        places: dict[int, list[tuple[int, int]]] = {}
        for piece in lay_offs:
            places.setdefault(min(map(_field, piece.kinds)), []).append((piece.cards, len(piece.kinds)))
        self._places = places
        self._memo: dict[int, int] = {}

    def most(self, hand: int) -> int:
        """The most natural cards of a packed hand that can be laid."""
        if len(self._memo) > MEMO_LIMIT:
            self._memo.clear()
        return max(gone + self._most(rest) for rest, gone in self._exchanged(hand))

    def _exchanged(self, hand: int) -> list[tuple[int, int]]:
        """The hand and what it becomes by exchanges, each with the natural cards that have gone."""
        hands = [(hand, 0)]
        for swap in self._exchanges[:MOST_SWAPS]:
            for rest, gone in tuple(hands):
                if (rest | GUARD) - swap.cards & GUARD == GUARD:
                    hands.append((rest - swap.cards + swap.jokers * ONE_JOKER, gone + len(swap.kinds)))
        return hands

    def _most(self, hand: int) -> int:
        naturals = hand & NATURALS
        if not naturals:
            return 0
        known = self._memo.get(hand)
        if known is not None:
            return known
        field = ((naturals & -naturals).bit_length() - 1) // 3
        best = self._most(hand & ~(7 << 3 * field))
        guarded = hand | GUARD
        for cards, value in self._melds[min(hand >> JOKER_BIT, len(self._melds) - 1)][field]:
            if guarded - cards & GUARD == GUARD:
                more = value + self._most(hand - cards)
                if more > best:
                    best = more
        for cards, value in self._places.get(field, ()):
            if guarded - cards & GUARD == GUARD:
                more = value + self._most(hand - cards)
                if more > best:
                    best = more
        self._memo[hand] = best
        return best


@lru_cache(maxsize=64)
def layable(profile: RuleProfile, lay_offs: frozenset[LayOffPiece], exchanges: tuple[Swap, ...]) -> Layable:
    """What can go from hands with some lay-offs and exchanges; the last ones are kept."""
    return Layable(profile, lay_offs, exchanges)


class Race:
    """A table, and the unseen cards, for hands of a player who has opened."""

    def __init__(self, table: Iterable[TableMeld], left: Sequence[int], profile: RuleProfile) -> None:
        table = tuple(table)
        pieces = frozenset(_lay_offs(table, profile))
        swaps = tuple(sorted(_swaps(table, profile)))
        self._layable = layable(profile, pieces, swaps)
        self._left, self._profile = left, profile
        self._unseen = max(1, sum(left))
        self.fits = {piece.kinds[0] for piece in pieces if len(piece.kinds) == 1 and piece.cards < ONE_JOKER}
        self._useful = {JOKER_KIND, *(kind for piece in pieces for kind in piece.kinds)}
        self._useful.update(kind for swap in swaps for kind in swap.kinds)

    def turns(self, hand: Sequence[Card]) -> float:
        """Turns that a hand, as it stays after a turn, still needs to close."""
        packed = pack_most(hand, self._profile)
        jokers = packed >> JOKER_BIT
        naturals = len(hand) - jokers
        if len(hand) > REAL_HAND:
            return turns_needed(naturals, jokers)
        kept = naturals - self._layable.most(packed)
        if kept == 0:
            return 1.0
        useful = total = 0.0
        for kind in self._relevant(hand, jokers):
            copies = self._left[kind]
            if not copies or (copies > MOST_COPIES and hand.count(CARDS[kind]) >= MOST_COPIES and kind != JOKER_KIND):
                continue
            more = kind != JOKER_KIND
            rest = naturals + more - self._layable.most(packed + UNITS[kind])
            after = max(0, rest - 1)
            if after < kept or not more:
                useful += copies
                total += copies * turns_needed(after, jokers + (not more))
        if not useful:
            return turns_needed(kept, jokers) + SLOW
        useful /= self._unseen
        return min((1.0 + total / self._unseen) / useful, turns_needed(kept, jokers) + SLOW)

    def _relevant(self, hand: Sequence[Card], jokers: int) -> set[int]:
        """The kinds whose drawing might let cards go."""
        kinds = set(self._useful)
        if jokers > 1:
            return set(range(JOKER_KIND + 1))
        for card in hand:
            if card.kind == JOKER_KIND:
                continue
            kinds.update(range(card.rank - 1, JOKER_KIND, 13))
            for step in (-2, -1, 1, 2):
                rank = card.rank + step
                if self._profile.ace_wraps:
                    rank = rank_at(rank)
                if 1 <= rank <= 13:
                    kinds.add(13 * card.suit + rank - 1)
            if card.rank == 1:
                kinds.update((13 * card.suit + 11, 13 * card.suit + 12))
            if card.rank >= 12:
                kinds.add(13 * card.suit)
        return kinds


def _field(kind: int) -> int:
    return (UNITS[kind].bit_length() - 1) // 3


def _swaps(table: Iterable[TableMeld], profile: RuleProfile) -> Iterator[Swap]:
    """The exchanges of the table."""
    for lying in table:
        for exchange in joker_exchanges(lying.meld, profile):
            kinds = tuple(card.kind for card in exchange.cards)
            yield Swap(sum(UNITS[kind] for kind in kinds), kinds, exchange.jokers)


def _lay_offs(table: Iterable[TableMeld], profile: RuleProfile) -> Iterator[LayOffPiece]:
    """What can go to the table: single cards, and a card with the one that must lie before it."""
    for lying in table:
        meld = lying.meld
        for single in single_lay_offs(meld, profile):
            if single.card is JOKER:
                continue
            kind = single.card.kind
            yield LayOffPiece(UNITS[kind], (kind,))
            if meld.kind == "set":
                continue
            places = low_places(meld, profile) if single.end == "low" else high_places(meld, profile)
            if len(places) > 1:
                beyond = place_card(places[1], meld.suit).kind
                if beyond != kind:
                    yield LayOffPiece(UNITS[kind] + UNITS[beyond], (kind, beyond))
                yield LayOffPiece(ONE_JOKER + UNITS[beyond], (beyond,))
