"""Chaining: the actions of a turn in which jokers are bought in arrangements one after another.

Each arrangement is told as the melds that then lie on the table. What lies already stays untouched; a meld that only
grows gets a lay-off, one of hand cards alone is laid, and all others are rebuilt out of those that are gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from solver.game.actions import Action, End, Exchange, LayMeld, LayOff, Rearrange
from solver.game.cards import CARDS, JOKER, Card
from solver.game.melds import Meld, MeldKind, make_set
from solver.game.position import TableMeld
from solver.model.candidates import Candidate
from solver.model.rearranging.joker_dealing import Built
from solver.model.solutions import Choice, MeldChoice, PoolChoice, TableChoice
from solver.rules.profile import RuleProfile


class Piece(NamedTuple):
    """A meld as it lies: a run with its first place, or a set (place 0) in one fixed order of its cards."""

    kind: MeldKind
    low: int
    cards: tuple[Card, ...]


def piece_of(meld: Meld) -> Piece:
    """A meld of the table."""
    return _piece(meld.kind, meld.low, meld.cards)


def piece_laid(candidate: Candidate, profile: RuleProfile) -> Piece:
    """A new meld."""
    return piece_of(candidate.meld(profile))


def _piece(kind: MeldKind, low: int, cards: Iterable[Card]) -> Piece:
    return Piece(kind, low, tuple(cards)) if kind == "run" else Piece(kind, 0, tuple(sorted(cards)))


def _built(one: Built) -> Piece:
    return _piece(one.kind, one.low, one.cards)


def _changed(one: TableChoice) -> Piece:
    """A meld of the table with what is laid on it and exchanged out of it."""
    meld = one.target.meld
    if meld.kind == "set":
        given = [kind for exchange in one.exchanges for kind in exchange.kinds]
        jokers = meld.jokers - sum(exchange.jokers for exchange in one.exchanges)
        more = [CARDS[kind] for kind in (*given, *(step.kind for step in one.steps))]
        return _piece("set", 0, [*meld.naturals, *more, *[JOKER] * jokers])
    at = {meld.low + index: card for index, card in enumerate(meld.cards)}
    at |= {meld.low + exchange.index: CARDS[exchange.kinds[0]] for exchange in one.exchanges}
    at |= {step.place: CARDS[step.kind] for step in one.steps}
    return Piece("run", min(at), tuple(at[place] for place in sorted(at)))


def end_pieces(
    choice: Choice, usable: Sequence[TableMeld], profile: RuleProfile, stays: MeldChoice | None
) -> list[Piece]:
    """What lies on the table in the end, but for the run that opens and stays, if there is one."""
    assert choice.pool is not None
    changed = {meld.target.id: meld for meld in choice.table}
    taken = {one.id for one in choice.pool.taken}
    pieces = [
        _changed(changed[one.id]) if one.id in changed else piece_of(one.meld) for one in usable if one.id not in taken
    ]
    pieces += [piece_laid(meld.candidate, profile) for meld in choice.melds if meld is not stays and not meld.torn]
    return pieces + [_built(replace(meld, bought=frozenset())) for meld in choice.pool.built]


class Chaining:
    """The table during such a turn: melds by their names, and the actions so far. `new` is the number of the next new
    meld."""

    def __init__(self, lying: dict[str, Piece], new: int, profile: RuleProfile) -> None:
        self.lying, self.new, self.profile = lying, new, profile
        self.first = Counter(lying.values())
        self.actions: list[Action] = []

    def buy(self, stage: PoolChoice) -> None:
        """Builds an arrangement, told by what it moves of the first table, and buys jokers in it."""
        still = self.first - Counter(piece_of(one.meld) for one in stage.taken)
        self.build([*still.elements(), *map(_built, stage.built)])
        for meld in stage.built:
            if meld.bought:
                piece = _built(meld)
                name = next(name for name, lies in self.lying.items() if lies == piece)
                self.actions.append(Exchange(name, meld.given, len(meld.bought)))
                self.lying[name] = _built(replace(meld, bought=frozenset()))

    def build(self, target: Sequence[Piece]) -> None:
        """Makes the table lie as told, with cards of the hand."""
        wanted = Counter(target)
        gone: dict[str, Piece] = {}
        for name, piece in self.lying.items():
            if wanted[piece]:
                wanted[piece] -= 1
            else:
                gone[name] = piece
        new = list(wanted.elements())
        hand = _cards(new) - _cards(gone.values())
        self._lay_off(gone, new, hand)
        melds = []
        for one in new:
            if not gone or _take(hand, one.cards):
                self.actions.append(self._meld(one))
                self._lies(one)
            else:
                melds.append(one)
        if gone:
            self.actions.append(Rearrange(tuple(gone), tuple(map(self._meld, melds)), tuple(sorted(hand.elements()))))
            for name in gone:
                del self.lying[name]
            for meld in melds:
                self._lies(meld)

    def _lay_off(self, gone: dict[str, Piece], new: list[Piece], hand: Counter[Card]) -> None:
        """Lays off where a meld only grows."""
        for name, piece in list(gone.items()):
            for longer in new:
                steps = _grown(piece, longer)
                if steps and _take(hand, [card for _, cards in steps for card in cards]):
                    self.actions += [LayOff(name, cards, end) for end, cards in steps]
                    self.lying[name] = longer
                    new.remove(longer)
                    del gone[name]
                    break

    def _lies(self, piece: Piece) -> None:
        self.lying[f"new:{self.new}"] = piece
        self.new += 1

    def _meld(self, piece: Piece) -> LayMeld:
        cards = piece.cards
        if piece.kind == "set":
            naturals = [card for card in cards if card is not JOKER]
            cards = make_set(naturals, len(cards) - len(naturals), self.profile).cards
        return LayMeld(cards, piece.kind)


def _grown(piece: Piece, longer: Piece) -> list[tuple[End | None, tuple[Card, ...]]]:
    """The cards by which a meld grows to another, at each end; none if it does not."""
    if piece.kind != longer.kind:
        return []
    if piece.kind == "set":
        more = Counter(longer.cards) - Counter(piece.cards)
        grows = more.total() == len(longer.cards) - len(piece.cards) > 0
        return [(None, tuple(more.elements()))] if grows else []
    below = piece.low - longer.low
    above = below + len(piece.cards)
    if below < 0 or longer.cards[below:above] != piece.cards:
        return []
    ends: tuple[tuple[End | None, tuple[Card, ...]], ...] = (
        ("low", longer.cards[:below]),
        ("high", longer.cards[above:]),
    )
    return [end for end in ends if end[1]]


def _cards(pieces: Iterable[Piece]) -> Counter[Card]:
    return Counter(card for piece in pieces for card in piece.cards)


def _take(hand: Counter[Card], cards: Sequence[Card]) -> bool:
    """Takes cards, if all are there."""
    there = Counter(cards) <= hand
    if there:
        hand.subtract(cards)
    return there
