"""Filling groups of a hand up to melds: with jokers, and with cards that can still come, each copy once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from solver.cards import JOKER_KIND
from solver.reach import JOKER_KIND_BIT, Piece, ReachQuestion, kinds_of
from solver.reach_bounds import Array


@dataclass(frozen=True, slots=True)
class Way:
    """Melds that fill a group alike: with `drawn` cards to be drawn and `jokers` jokers.

    `kinds` are all kinds that one of the melds draws, `places` those at table melds that one of them takes.
    """

    drawn: int
    jokers: int
    size: int
    kinds: int
    places: int
    pieces: tuple[Piece, ...]
    low: int
    high: int


class Filler:
    """What can be drawn for one hand, and how its groups become melds."""

    def __init__(self, question: ReachQuestion, pieces: Sequence[Piece]) -> None:
        self.question = question
        self.profile = question.profile
        self.least = 0 if question.opened else question.profile.opening_minimum
        self.drawable = sum(1 << kind for kind in range(JOKER_KIND) if question.left[kind])
        held = sum(1 << kind for kind in range(JOKER_KIND) if question.held[kind])
        self.pieces = [one for one in pieces if not one.kinds & ~self.drawable & ~held]
        self._kinds = np.array([one.kinds for one in self.pieces], np.uint64)
        self._pure = np.array([one.pure for one in self.pieces], bool)
        self._ways: dict[int, tuple[Way, ...]] = {}

    def ways(self, group: int) -> tuple[Way, ...]:
        """The ways to fill a group (as a set of kinds) with jokers and cards that can come, fewest cards first.

        The empty group is filled by melds of drawn cards and jokers alone.
        """
        if group not in self._ways:
            self._ways[group] = self._fitting(group, np.ones(len(self.pieces), bool))
        return self._ways[group]

    def pure_ways(self, group: int) -> tuple[Way, ...]:
        """The ways to fill a group to a run without a joker."""
        return self._fitting(group, self._pure)

    def _fitting(self, group: int, among: Array) -> tuple[Way, ...]:
        drawn = self._kinds & ~np.uint64(group)
        fits = among & (self._kinds & np.uint64(group) == group) & (drawn & ~np.uint64(self.drawable) == 0)
        alike: dict[tuple[int, int], list[Piece]] = {}
        for at in np.flatnonzero(fits).tolist():
            piece = self.pieces[at]
            alike.setdefault((int(drawn[at]).bit_count(), piece.jokers), []).append(piece)
        ways = [self._way(group, number, jokers, some) for (number, jokers), some in alike.items()]
        return tuple(sorted(ways, key=lambda way: (way.size, way.drawn)))

    def _way(self, group: int, drawn: int, jokers: int, pieces: list[Piece]) -> Way:
        kinds = places = 0
        for piece in pieces:
            kinds |= piece.kinds & ~group
            places |= piece.place
        points = [piece.points for piece in pieces]
        pieces = sorted(pieces, key=lambda piece: (-piece.points, piece.kinds))
        return Way(drawn, jokers, pieces[0].size, kinds, places, tuple(pieces), min(points), max(points))

    def fill(
        self, fixed: Sequence[tuple[int, Way]], groups: Sequence[int], jokers: int, draws: int, wanted: int
    ) -> int | None:
        """Kinds that are drawn when the groups become melds and exactly `jokers` jokers of the hand and `draws` cards
        drawn are all laid or carried; None if they cannot be.

        `fixed` are groups whose way is chosen. If `wanted` is not 0, only closes that draw this kind count. Melds of
        drawn cards and jokers alone are added where they are needed. Not all kinds need be found at once.
        """
        parts = [*(group for group, _ in fixed), *groups]
        choices = [*((way,) for _, way in fixed), *map(self.ways, groups)]
        for more in (False, True):
            found: int | None = None
            for ways in self._combine(choices, jokers, draws, more=more):
                if (found is None or self._safe(ways)) and not self._wins_wrongly(ways, jokers, draws):
                    drawn = self._drawn([*parts, *[0] * (len(ways) - len(parts))], ways, draws, wanted)
                    if drawn is not None:
                        if wanted:
                            return drawn
                        found = drawn | (found or 0)
            if found is not None:
                return found
        return None

    def _combine(
        self, choices: Sequence[tuple[Way, ...]], jokers: int, draws: int, *, more: bool
    ) -> Iterator[tuple[Way, ...]]:
        """One way for each group, so that draws and jokers come out even; if `more`, with further melds beside."""
        spare = min(draws, self.question.left[JOKER_KIND])
        free = self.ways(0) if more else ()
        won = sum(max(0, -min((way.jokers for way in ways), default=0)) for ways in choices)

        def go(at: int, drawn: int, laid: int) -> Iterator[tuple[Way, ...]]:
            if drawn > draws or laid > jokers + min(spare, draws - drawn) + won:
                return
            if at < len(choices):
                for way in choices[at]:
                    for others in go(at + 1, drawn + way.drawn, laid + way.jokers):
                        yield (way, *others)
                return
            drawn_jokers = draws - drawn
            carried = jokers + drawn_jokers - laid
            if drawn_jokers <= spare and 0 <= carried <= self.profile.carry_max and more == (at > len(choices)):
                yield ()
            if carried > 0 or drawn_jokers > 0:
                for index in range(max(0, at - len(choices) - 1), len(free)):
                    way = free[index]
                    for others in go(len(choices) + 1 + index, drawn + way.drawn, laid + way.jokers):
                        yield (way, *others)

        yield from go(0, 0, 0)

    def _wins_wrongly(self, ways: tuple[Way, ...], jokers: int, draws: int) -> bool:
        """Are jokers won that the profile does not let carry, or that the opening itself would need?"""
        won = -sum(way.jokers for way in ways if way.jokers < 0)
        if not won:
            return False
        if self.profile.won_joker == "lay" and sum(way.jokers for way in ways if way.jokers > 0) < won:
            return True
        own = jokers + draws - sum(way.drawn for way in ways)
        return not self.question.opened and sum(way.jokers for way in ways if not way.places) > own

    def _safe(self, ways: tuple[Way, ...]) -> bool:
        """Is any choice of melds of these ways possible: points enough, no copy and no place needed twice?"""
        if sum(way.low for way in ways) < self.least:
            return False
        kinds = places = 0
        for way in ways:
            if kinds & way.kinds or places & way.places:
                return False
            kinds |= way.kinds
            places |= way.places
        return True

    def _drawn(self, groups: Sequence[int], ways: tuple[Way, ...], draws: int, wanted: int) -> int | None:
        """Kinds drawn by choices of melds of these ways that need no copy twice; None if there is no such choice."""
        if sum(way.high for way in ways) < self.least:
            return None
        jokers = JOKER_KIND_BIT if draws > sum(way.drawn for way in ways) else 0
        everything = jokers
        for way in ways:
            everything |= way.kinds
        if wanted & ~everything:
            return None
        if self._safe(ways):
            return everything
        chosen = self._choose(groups, ways, wanted & ~jokers)
        return None if chosen is None else chosen | jokers

    def _choose(self, groups: Sequence[int], ways: tuple[Way, ...], wanted: int) -> int | None:
        """The kinds drawn by a meld for each way, so that no copy is drawn twice, the points suffice and `wanted` is
        drawn; with the kinds that other melds in the place of one of them would draw. None if there are none."""
        left = list(self.question.left)
        chosen: list[Piece] = []
        most = [0] * (len(ways) + 1)
        for at in range(len(ways) - 1, -1, -1):
            most[at] = most[at + 1] + ways[at].high

        def take(kinds: int, step: int) -> None:
            for kind in kinds_of(kinds):
                left[kind] += step

        def fits(at: int, piece: Piece, places: int) -> int | None:
            drawn = piece.kinds & ~groups[at]
            clash = piece.place & places or any(not left[kind] for kind in kinds_of(drawn))
            return None if clash else drawn

        def go(at: int, points: int, places: int, got: int) -> int | None:
            if points + most[at] < self.least:
                return None
            if at == len(ways):
                return got | swapped(points, places) if got & wanted == wanted else None
            for piece in ways[at].pieces:
                drawn = fits(at, piece, places)
                if drawn is not None:
                    take(drawn, -1)
                    chosen.append(piece)
                    found = go(at + 1, points + piece.points, places | piece.place, got | drawn)
                    chosen.pop()
                    take(drawn, 1)
                    if found is not None:
                        return found
            return None

        def swapped(points: int, places: int) -> int:
            found = 0
            for at, piece in enumerate(chosen):
                drawn = piece.kinds & ~groups[at]
                take(drawn, 1)
                for other in ways[at].pieces:
                    if points - piece.points + other.points >= self.least:
                        found |= fits(at, other, places & ~piece.place) or 0
                take(drawn, -1)
            return found

        return go(0, 0, 0, 0)
