"""Tables over all parts of a hand: how many of its natural cards melds of a given total size can hold.

A part of a hand is an integer with a bit for each natural card, lowest rank first. A group is the part of a hand that
one meld takes; the rest of that meld are jokers or cards still to be drawn. The tables bound what can be kept: they do
not ask whether two melds wait for the same last copy of a card.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any, Final, TypeAlias

import numpy as np

from solver.game.cards import JOKER_KIND
from solver.reach.question import ReachQuestion, at_least, kinds_of, profile_pieces

Array: TypeAlias = np.ndarray[Any, Any]

MOST_NATURALS: Final = 20
"""Natural cards in hand up to which the tables are made; a real game reaches no more."""

_FAR: Final = 100


@dataclass(frozen=True, slots=True)
class Group:
    """Cards of the hand that one meld takes: as bits of the hand, as a set of kinds, the smallest meld, how many."""

    part: int
    kinds: int
    size: int
    cards: int


class HandTables:
    """The groups of a hand, and `kept[part, room]`: the most natural cards of a part that melds of that room hold."""

    def __init__(self, question: ReachQuestion, room: int) -> None:
        held = question.held
        self.kinds = [kind for rank in range(13) for kind in range(rank, JOKER_KIND, 13) for _ in range(held[kind])]
        self._bits: dict[int, list[int]] = {}
        for at, kind in enumerate(self.kinds):
            self._bits.setdefault(kind, []).append(1 << at)
        self.whole = (1 << len(self.kinds)) - 1
        self.groups = self._groups(question)
        self.by_lowest: list[list[Group]] = [[] for _ in self.kinds]
        for one in sorted(self.groups, key=lambda group: (-group.cards, group.size, group.part)):
            self.by_lowest[(one.part & -one.part).bit_length() - 1].append(one)
        self.kept = self._kept(self._sizes(), room)

    def without(self, kind: int) -> int:
        """The whole hand less one copy of a natural kind."""
        return self.whole ^ self._bits[kind][0]

    def _groups(self, question: ReachQuestion) -> list[Group]:
        """Every group of at least one card that some meld can take, with the size of the smallest."""
        held = at_least(question.held, 1)
        absent = ~at_least(question.left, 1)
        shapes = [(meld.kinds, meld.size, question.most_jokers) for meld in profile_pieces(question.profile, 0)]
        shapes += [(piece.kinds, piece.size, 0) for piece in question.pieces]
        smallest: dict[int, int] = {}
        for kinds, size, most in shapes:
            chosen = there = kinds & held
            while chosen:
                if smallest.get(chosen, _FAR) > size and (kinds & ~chosen & absent).bit_count() <= most:
                    smallest[chosen] = size
                chosen = (chosen - 1) & there
        groups = [
            Group(sum(bits), kinds, size, len(bits))
            for kinds, size in smallest.items()
            for bits in product(*(self._bits[kind] for kind in kinds_of(kinds)))
        ]
        return sorted(groups, key=lambda group: group.part)

    def _sizes(self) -> Array:
        """For each part the least total size of melds that take exactly its cards."""
        number = len(self.kinds)
        sizes = np.full(1 << number, _FAR, np.int8)
        sizes[0] = 0
        by_highest: list[list[Group]] = [[] for _ in self.kinds]
        for group in self.groups:
            by_highest[group.part.bit_length() - 1].append(group)
        for at in range(number):
            block = sizes[: 2 << at].reshape((2,) * (at + 1))
            for group in by_highest[at]:
                axes = [at - bit for bit in kinds_of(group.part)]
                into, out_of = [slice(None)] * (at + 1), [slice(None)] * (at + 1)
                for axis in axes:
                    into[axis], out_of[axis] = slice(1, 2), slice(0, 1)
                target = block[tuple(into)]
                np.minimum(target, block[tuple(out_of)] + np.int8(group.size), out=target)
        return sizes

    def _kept(self, sizes: Array, room: int) -> Array:
        number = len(self.kinds)
        cards = np.bitwise_count(np.arange(1 << number, dtype=np.uint32)).astype(np.int8)
        rooms = np.arange(room + 1, dtype=np.int8)
        kept = np.where(sizes[:, None] <= rooms[None, :], cards[:, None], np.int8(-1))
        for at in range(number):
            halves = kept.reshape(-1, 2, (room + 1) << at)
            np.maximum(halves[:, 1], halves[:, 0], out=halves[:, 1])
        return kept
