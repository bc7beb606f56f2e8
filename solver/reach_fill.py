"""Filling groups of a hand up to melds: with jokers, and with cards that can still come, each copy once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from solver.cards import JOKER_KIND
from solver.reach import JOKER_KIND_BIT, Piece, ReachQuestion, at_least, kinds_of, profile_pieces
from solver.reach_bounds import Array
from solver.rules import RuleProfile


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """Melds that fill a group alike: with `drawn` cards to be drawn and `jokers` jokers.

    `kinds` are all kinds that one of the melds draws, `places` those at table melds that one of them takes, `members`
    the melds' numbers; they earn `low` to `high` points.
    """

    drawn: int
    jokers: int
    size: int
    kinds: int
    places: int
    members: tuple[int, ...]
    low: int
    high: int


class _Columns:
    """Pieces as columns, those of most points first."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = tuple(sorted(pieces, key=lambda piece: (-piece.points, piece.kinds)))
        self.kinds = np.array([one.kinds for one in self.pieces], np.uint64)
        self.jokers = np.array([one.jokers for one in self.pieces], np.int64)
        self.points = np.array([one.points for one in self.pieces], np.int64)
        self.pure = np.array([one.pure for one in self.pieces], bool)


@lru_cache(maxsize=64)
def _profile_columns(profile: RuleProfile, jokers: int) -> _Columns:
    return _Columns(profile_pieces(profile, jokers))


_WON = 16
"""More jokers than one piece can win."""


class Filler:
    """What can be drawn for one hand, and how its groups become melds."""

    def __init__(self, question: ReachQuestion, groups: Iterable[int]) -> None:
        self.question = question
        self.profile = question.profile
        self.least = 0 if question.opened else question.profile.opening_minimum
        self._columns = _profile_columns(self.profile, question.most_jokers)
        if question.pieces:
            self._columns = _Columns((*self._columns.pieces, *question.pieces))
        chosen = sorted(set(groups) | {0})
        every = np.ones(len(self._columns.pieces), bool)
        self._ways = self._fitting(chosen, every)
        self._pure = self._fitting(chosen, self._columns.pure)

    def ways(self, group: int) -> tuple[Way, ...]:
        """The ways to fill a group (as a set of kinds) with jokers and cards that can come, fewest cards first.

        The empty group is filled by melds of drawn cards and jokers alone.
        """
        return self._ways.get(group, ())

    def pure_ways(self, group: int) -> tuple[Way, ...]:
        """The ways to fill a group to a run without a joker."""
        return self._pure.get(group, ())

    def _fitting(self, groups: list[int], among: Array) -> dict[int, tuple[Way, ...]]:
        """For each group the pieces that hold it and can be drawn for the rest, those alike together."""
        columns = self._columns
        parts = np.array(groups, np.uint64)[:, None]
        rest = columns.kinds[None, :] & ~parts
        drawable = np.uint64(at_least(self.question.left, 1))
        fits = (columns.kinds[None, :] & parts == parts) & (rest & ~drawable == 0) & among[None, :]
        rows, members = np.nonzero(fits)
        if not len(rows):
            return {}
        drawn = rest[rows, members]
        numbers = np.bitwise_count(drawn).astype(np.int64)
        keys = (rows * 64 + numbers) * 64 + columns.jokers[members] + _WON
        order = np.argsort(keys, kind="stable")
        keys, members, drawn = keys[order], members[order], drawn[order]
        starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
        ends = [*starts[1:].tolist(), len(keys)]
        kinds = np.bitwise_or.reduceat(drawn, starts).tolist()
        lows = np.minimum.reduceat(columns.points[members], starts).tolist()
        highs = np.maximum.reduceat(columns.points[members], starts).tolist()
        numbered = members.tolist()
        found: dict[int, list[Way]] = {}
        for index, (start, key) in enumerate(zip(starts.tolist(), keys[starts].tolist(), strict=True)):
            alike = tuple(numbered[start : ends[index]])
            places = 0
            for at in alike if self.question.pieces else ():
                places |= columns.pieces[at].place
            row, number = divmod(key >> 6, 64)
            one = columns.pieces[alike[0]]
            way = Way(number, one.jokers, one.size, kinds[index], places, alike, lows[index], highs[index])
            found.setdefault(groups[row], []).append(way)
        return {group: tuple(sorted(ways, key=lambda way: (way.size, way.drawn))) for group, ways in found.items()}

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
        pieces = self._columns.pieces
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
            for piece in map(pieces.__getitem__, ways[at].members):
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
                for other in map(pieces.__getitem__, ways[at].members):
                    if points - piece.points + other.points >= self.least:
                        found |= fits(at, other, places & ~piece.place) or 0
                take(drawn, -1)
            return found

        return go(0, 0, 0, 0)
