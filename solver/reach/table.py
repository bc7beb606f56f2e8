"""What can be done at the table's melds, as pieces of a reach question: cards laid off, and jokers exchanged.

Rearranging is not among them. In a lay-off gaps up to a card of the hand are filled with drawn cards or jokers; beyond
the last card of the hand it goes on by fewer drawn cards than make a run, since more of them are a meld of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from solver.game.cards import JOKER, JOKER_KIND, Card, card, counts
from solver.game.lay_offs import guarded_runs, joker_exchanges
from solver.game.melds import (
    Meld,
    NotAMeld,
    added_points,
    high_places,
    joker_counts,
    last_place,
    longest_run,
    low_places,
    place_card,
    read_meld,
    set_points,
)
from solver.game.position import Position, TableMeld
from solver.reach.question import Piece
from solver.rules.profile import RuleProfile

MOST_DRAWN: Final = 3
"""Most cards to be drawn in one lay-off."""

_LOW, _HIGH = 1, 2


@dataclass(frozen=True, slots=True)
class _Row:
    """Cards put at one end of a run, inner ones first."""

    cards: tuple[Card, ...]
    points: int


def table_pieces(position: Position, left: Sequence[int]) -> tuple[Piece, ...]:
    """Every lay-off on the position's melds, and every exchange, with cards of the hand and cards that can come.

    For a player who has not opened these are what may follow the opening in its turn; lay-offs have points only where
    the profile counts them for the opening. `left` are 53 counts of the cards that can come.
    """
    profile = position.profile
    if not position.may_lay or (not position.opened and not profile.layoffs_in_opening_turn):
        return ()
    held = counts(position.hand)
    guarded = guarded_runs(position)
    exchanges = profile.exchange != "none" and (position.opened or profile.exchange_when != "earlier")
    pieces: dict[Piece, None] = {}
    there = sum(1 << kind for kind in range(JOKER_KIND) if held[kind] or left[kind])
    most = (
        held[JOKER_KIND] + left[JOKER_KIND] + (sum(lying.meld.jokers for lying in position.table) if exchanges else 0)
    )
    place = 1
    for target in position.table:
        jokers = 0 if target.id in guarded else min(profile.jokers, most)
        found = [*_lay_offs(target, profile, held, left, jokers), *(_exchanges(target, profile) if exchanges else ())]
        for one in found:
            if not one.kinds & ~there:
                points = one.points if profile.layoffs_count else 0
                pieces.setdefault(Piece(one.kinds, one.jokers, points, one.size, one.pure, one.place * place))
        place <<= 2 + len(target.meld.cards)
    return tuple(pieces)


def _lay_offs(
    target: TableMeld, profile: RuleProfile, held: Sequence[int], left: Sequence[int], jokers: int
) -> Iterator[Piece]:
    meld = target.meld
    if meld.kind == "set":
        yield from _set_additions(meld, profile, jokers)
        return
    low = list(_rows(meld, low_places(meld, profile), profile, held, left, jokers))
    high = list(_rows(meld, high_places(meld, profile), profile, held, left, jokers))
    limited = (
        longest_run(profile) < last_place(profile)
        or profile.max_jokers_per_meld is not None
        or profile.jokers_fewer_than_naturals
        or not profile.adjacent_jokers
    )
    nothing = _Row((), 0)
    for below, above in (*((row, nothing) for row in low), *((nothing, row) for row in high)):
        if not limited or _is_meld((*below.cards[::-1], *meld.cards, *above.cards), profile):
            place = _LOW | _HIGH if limited else _LOW if below.cards else _HIGH
            yield _piece((*below.cards, *above.cards), below.points + above.points, place)
    for below in low if limited else ():
        for above in high:
            cards = (*below.cards, *above.cards)
            naturals = [card for card in cards if card is not JOKER]
            once = cards.count(JOKER) <= jokers and len(set(naturals)) == len(naturals)
            if once and _is_meld((*below.cards[::-1], *meld.cards, *above.cards), profile):
                yield _piece(cards, below.points + above.points, _LOW | _HIGH)


def _rows(
    meld: Meld, places: range, profile: RuleProfile, held: Sequence[int], left: Sequence[int], jokers: int
) -> Iterator[_Row]:
    """Every row of cards outward from one end."""

    def go(at: int, row: _Row, used: int, drawn: int, tail: int) -> Iterator[_Row]:
        if row.cards and tail < profile.run_length_min:
            yield row
        if at == len(places):
            return
        place = places[at]
        one = place_card(place, meld.suit)
        points = row.points + added_points(place, profile)
        if held[one.kind]:
            yield from go(at + 1, _Row((*row.cards, one), points), used, drawn, 0)
        elif left[one.kind] and drawn < max(MOST_DRAWN, profile.run_length_min - 1):
            yield from go(at + 1, _Row((*row.cards, one), points), used, drawn + 1, tail + 1)
        if used < jokers:
            counted = points if joker_counts(profile) else row.points
            yield from go(at + 1, _Row((*row.cards, JOKER), counted), used + 1, drawn, tail)

    return go(0, _Row((), 0), 0, 0, 0)


def _set_additions(meld: Meld, profile: RuleProfile, jokers: int) -> Iterator[Piece]:
    missing = [card(meld.rank, suit) for suit in meld.missing_suits]
    for naturals in range(len(missing) + 1):
        for chosen in combinations(missing, naturals):
            for used in range(jokers + 1):
                cards = (*chosen, *[JOKER] * used)
                if cards and _is_meld((*meld.cards, *cards), profile, is_set=True):
                    yield _piece(cards, set_points(meld.rank, naturals, used, profile), _LOW)


def _exchanges(target: TableMeld, profile: RuleProfile) -> Iterator[Piece]:
    """The natural cards given for jokers: one by one out of a run, all at once out of a set."""
    meld = target.meld
    for exchange in joker_exchanges(meld, profile):
        kinds = sum(1 << card.kind for card in exchange.cards)
        place = _LOW
        if meld.kind == "run":
            after = exchange.meld.cards
            place = 4 << next(at for at, lying in enumerate(meld.cards) if lying is not after[at])
        yield Piece(kinds, -exchange.jokers, 0, len(exchange.cards) - exchange.jokers, pure=False, place=place)


def _piece(cards: Sequence[Card], points: int, place: int) -> Piece:
    kinds = sum(1 << card.kind for card in cards if card is not JOKER)
    return Piece(kinds, cards.count(JOKER), points, len(cards), pure=False, place=place)


def _is_meld(cards: Sequence[Card], profile: RuleProfile, *, is_set: bool = False) -> bool:
    try:
        read_meld(cards, profile, "set" if is_set else "run")
    except NotAMeld:
        return False
    return True
