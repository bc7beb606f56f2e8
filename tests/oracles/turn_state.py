"""How a turn stands in the exhaustive turn search, and what a clause says of single melds.

Cards are the numbers of their kinds (0 … 51, 52 the joker) to keep the search fast. Only `read_meld` is taken over, as
the definition of a meld.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from solver.game.cards import CARDS, JOKER_KIND
from solver.game.melds import MeldKind, NotAMeld, read_meld
from solver.game.position import ME, Position
from tests.oracles.brute_force import points_of

Kinds = tuple[int, ...]


class Shape(NamedTuple):
    """A meld: runs in their order from place `low`, sets sorted with the jokers last and `low` 0."""

    kind: MeldKind
    low: int
    cards: Kinds

    @property
    def jokers(self) -> int:
        return self.cards.count(JOKER_KIND)

    @property
    def suit(self) -> int:
        return min(self.cards) // 13

    @property
    def missing(self) -> Kinds:
        """The cards that a set has not."""
        rank = min(self.cards) % 13
        return tuple(13 * suit + rank for suit in range(4) if 13 * suit + rank not in self.cards)

    @property
    def joker_places(self) -> Kinds:
        """The places of a run at which jokers lie; in a set, which has no places, 0 for each."""
        if self.kind == "set":
            return (0,) * self.jokers
        return tuple(place for place, card in enumerate(self.cards, self.low) if card == JOKER_KIND)

    def stands_for(self, index: int) -> int:
        """The card that the joker at an index of a run stands for."""
        return at_place(self.low + index, self.suit)


class Lying(NamedTuple):
    """A meld on the table during the turn. `old`: it lay there before; `pure`: 2 for the first pure run laid in this
    turn, 1 for a further one, 0 for all else and once a joker came to it; `laid`: cards of the hand laid on it, and
    `fresh`: the jokers that came in this turn, as :attr:`Shape.joker_places`, both where a duty asks for that."""

    shape: Shape
    mine: bool
    old: bool
    sealed: bool
    pure: int
    laid: Kinds
    fresh: Kinds
    id: str


class State(NamedTuple):
    """A moment of the turn. `frozen`: what is laid no longer counts for the opening; `others`: the order rule is in
    force; `foreign`: something of another's was touched; `moved`: melds were rearranged; `settled`: they were since the
    last exchange, so that more rearranging brings nothing that one would not; `melds`, `made`: new melds laid, and
    melds named so far."""

    hand: Kinds
    table: tuple[Lying, ...]
    points: int = 0
    pure_laid: bool = False
    frozen: bool = False
    others: bool = False
    foreign: bool = False
    owed: int = 0
    won: int = 0
    duty_met: bool = False
    laid: bool = False
    moved: bool = False
    settled: bool = False
    acted: bool = False
    early: bool = False
    melds: int = 0
    made: int = 0

    def key(self) -> tuple[object, ...]:
        """The same for states that differ in nothing that matters: melds without their names, in any order."""
        return (self.hand, tuple(sorted(lying[:-1] for lying in self.table)), *self[2:-1])


def at_place(place: int, suit: int) -> int:
    """The card at a place of a run (1 and 14 are the ace)."""
    return 13 * suit + (place - 1) % 13


def remove(hand: Kinds, cards: Sequence[int]) -> Kinds:
    """The hand without the cards, which it must hold."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)


def add_jokers(hand: Kinds, jokers: int) -> Kinds:
    """The hand, which is sorted, with so many jokers more."""
    return hand + (JOKER_KIND,) * jokers


def fillings(wanted: Sequence[int], hand: Kinds) -> Iterator[Kinds]:
    """Every way to fill places with the card itself or with a joker."""
    options = [(one, JOKER_KIND) if one in hand else (JOKER_KIND,) for one in wanted]
    jokers = hand.count(JOKER_KIND)
    if sum(len(option) == 1 for option in options) > jokers:
        return
    for cards in product(*options):
        if all(cards.count(card) <= hand.count(card) for card in cards):
            yield cards


class Melds:
    """The melds of a profile, remembered."""

    def __init__(self, position: Position) -> None:
        self.profile = position.profile
        self.first = 2 if self.profile.ace_low is None else 1
        self.last = 13 if self.profile.ace_high is None else 14
        self._points: dict[Shape, int | None] = {}
        self._from: dict[Kinds, tuple[Shape, ...]] = {}
        self._partitions: dict[Kinds, tuple[tuple[Shape, ...], ...]] = {}

    def points(self, shape: Shape) -> int | None:
        """Points of a meld; None if it is none."""
        if shape not in self._points:
            try:
                meld = read_meld([CARDS[card] for card in shape.cards], self.profile, shape.kind)
            except NotAMeld:
                self._points[shape] = None
            else:
                assert meld.low == shape.low
                self._points[shape] = points_of(meld, self.profile)
        return self._points[shape]

    def from_cards(self, hand: Kinds) -> tuple[Shape, ...]:
        """Every meld that some of the cards form."""
        if hand not in self._from:
            shapes = [*self._runs(hand), *self._sets(hand)]
            self._from[hand] = tuple(shape for shape in shapes if self.points(shape) is not None)
        return self._from[hand]

    def _runs(self, hand: Kinds) -> Iterator[Shape]:
        for suit in {card // 13 for card in hand if card != JOKER_KIND}:
            wraps = self.profile.ace_wraps
            for low in range(1, 14) if wraps else range(self.first, self.last - 1):
                for high in range(low + 2, low + 13 if wraps else self.last + 1):
                    places = [at_place(place, suit) for place in range(low, high + 1)]
                    for cards in fillings(places, hand):
                        if min(cards) != JOKER_KIND:
                            yield Shape("run", low, cards)

    def _sets(self, hand: Kinds) -> Iterator[Shape]:
        jokers = hand.count(JOKER_KIND)
        for rank in {card % 13 for card in hand if card != JOKER_KIND}:
            held = [13 * suit + rank for suit in range(4) if 13 * suit + rank in hand]
            for chosen in subsets(held):
                for number in range(jokers + 1):
                    if chosen and 3 <= len(chosen) + number <= 4:
                        yield Shape("set", 0, add_jokers(chosen, number))

    def partitions(self, cards: Kinds) -> tuple[tuple[Shape, ...], ...]:
        """Every way to make melds of all the cards."""
        if cards not in self._partitions:
            found: set[tuple[Shape, ...]] = set() if cards else {()}
            for shape in self.from_cards(cards):
                if cards[0] in shape.cards and cards[0] != JOKER_KIND:
                    for rest in self.partitions(remove(cards, shape.cards)):
                        found.add(tuple(sorted((shape, *rest))))
            self._partitions[cards] = tuple(sorted(found))
        return self._partitions[cards]

    def extensions(self, shape: Shape, hand: Kinds, *, low: bool) -> Iterator[tuple[Kinds, Shape]]:
        """Every lay-off of hand cards at one end of a run: the cards and the run that comes of it."""
        high_place = shape.low + len(shape.cards) - 1
        room = shape.low - self.first if low else self.last - high_place
        if self.profile.ace_wraps:
            room = 13 - len(shape.cards)
        for number in range(1, min(room, len(hand)) + 1):
            start = shape.low - number if low else high_place + 1
            for cards in fillings([at_place(start + index, shape.suit) for index in range(number)], hand):
                longer = cards + shape.cards if low else shape.cards + cards
                result = Shape("run", (start - 1) % 13 + 1 if low else shape.low, longer)
                if self.points(result) is not None:
                    yield cards, result

    def additions(self, shape: Shape, hand: Kinds) -> Iterator[tuple[Kinds, Shape]]:
        """Every lay-off of hand cards on a set."""
        for chosen in subsets([one for one in shape.missing if one in hand]):
            for number in range(min(hand.count(JOKER_KIND), 4 - len(shape.cards)) + 1):
                cards = add_jokers(chosen, number)
                result = Shape("set", 0, tuple(sorted(shape.cards + cards)))
                if cards and self.points(result) is not None:
                    yield cards, result

    def exchanges(self, shape: Shape, hand: Kinds) -> Iterator[tuple[Kinds, int, Shape]]:
        """Every exchange: the cards given, the jokers taken, and the meld that comes of it."""
        if not shape.jokers or self.profile.exchange == "none":
            return
        if shape.kind == "set" and self.profile.exchange_set == "any_missing":
            if self.profile.exchange != "runs_and_sets":
                return
            lies = tuple(card for card in shape.cards if card != JOKER_KIND)
            for given in subsets([one for one in shape.missing if one in hand]):
                back = min(len(given), shape.jokers)
                after = add_jokers(tuple(sorted(lies + given)), shape.jokers - back)
                if given and self.points(Shape("set", 0, after)) is not None:
                    yield given, back, Shape("set", 0, after)
            return
        if shape.kind == "set":
            full = Shape("set", 0, tuple(sorted(shape.missing + tuple(c for c in shape.cards if c != JOKER_KIND))))
            supplied = all(one in hand for one in shape.missing)
            if self.profile.exchange == "runs_and_sets" and supplied and self.points(full) is not None:
                yield shape.missing, shape.jokers, full
            return
        places = [index for index, card in enumerate(shape.cards) if card == JOKER_KIND]
        for chosen in subsets(places):
            cards = tuple(shape.stands_for(index) for index in chosen)
            if cards and all(cards.count(card) <= hand.count(card) for card in cards):
                new = tuple(shape.stands_for(i) if i in chosen else card for i, card in enumerate(shape.cards))
                result = Shape("run", shape.low, new)
                if self.points(result) is not None:
                    yield cards, len(cards), result

    def fits(self, card: int, meld: Lying) -> bool:
        """Could this single card be laid off on the meld by an opened player, or exchanged there for a joker?"""
        if card == JOKER_KIND and meld.sealed:
            return False
        shape, alone = meld.shape, (card,)
        if any(True for _ in self.exchanges(shape, alone)):
            return True
        if shape.kind == "set":
            return any(True for _ in self.additions(shape, alone))
        return any(True for low in (True, False) for _ in self.extensions(shape, alone, low=low))


def subsets(items: Sequence[int]) -> Iterator[Kinds]:
    """Every choice of items, the empty one too, in their order."""
    for chosen in product((False, True), repeat=len(items)):
        yield tuple(one for one, take in zip(items, chosen, strict=True) if take)


def start(position: Position) -> State:
    """The state at the start of the turn, the drawn card in hand."""
    protects = position.profile.opening_pure_run and position.profile.opening_run_joker == "never"
    marked = {lying.owner for lying in position.table if lying.opening_run}
    table = []
    for lying in position.table:
        shape = Shape(lying.meld.kind, lying.meld.low, tuple(card.kind for card in lying.meld.cards))
        if shape.kind == "set":
            shape = shape._replace(cards=tuple(sorted(shape.cards)))
        unknown = lying.opening_run is None and lying.meld.pure and lying.owner not in marked
        sealed = protects and (bool(lying.opening_run) or unknown)
        table.append(Lying(shape, lying.owner == ME, True, sealed, 0, (), (), lying.id))
    return State(tuple(card.kind for card in position.hand), tuple(table))
