"""Filling groups of a hand up to melds: with jokers, and with cards that can still come, each copy once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from solver.game.cards import JOKER_KIND
from solver.reach.bounds import Array
from solver.reach.question import JOKER_KIND_BIT, Piece, ReachQuestion, at_least, profile_pieces
from solver.rules.profile import RuleProfile


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """Melds that fill a `group` (a set of kinds) alike: with `drawn` cards to be drawn and `jokers` jokers.

    `kinds` are all kinds that one of the melds draws, `places` those at table melds that one of them takes (0 for new
    melds), `members` the melds' numbers; they earn `low` to `high` points.
    """

    group: int
    drawn: int
    jokers: int
    size: int
    kinds: int
    places: int
    members: tuple[int, ...]
    low: int
    high: int


class _Option(NamedTuple):
    """One meld of a way: the kinds that it draws, its place at a table meld, its points."""

    drawn: int
    place: int
    points: int


class _Taken(NamedTuple):
    """Kinds drawn at least once, twice, three times, and places taken."""

    once: int
    twice: int
    thrice: int
    places: int

    def plus(self, one: _Option) -> _Taken:
        twice = self.twice | self.once & one.drawn
        return _Taken(self.once | one.drawn, twice, self.thrice | self.twice & one.drawn, self.places | one.place)


_NOTHING = _Taken(0, 0, 0, 0)


class _Columns:
    """Pieces as columns, those of most points first."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = tuple(sorted(pieces, key=lambda piece: (-piece.points, piece.kinds)))
        self.kinds = np.array([piece.kinds for piece in self.pieces], np.uint64)
        self.jokers = np.array([piece.jokers for piece in self.pieces], np.int64)
        self.points = np.array([piece.points for piece in self.pieces], np.int64)
        self.placed = np.array([piece.place != 0 for piece in self.pieces], np.int64)
        self.pure = np.array([piece.pure for piece in self.pieces], bool)


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
        self._options: dict[Way, list[_Option]] = {}
        self._bounded: dict[tuple[Way, ...], tuple[int, int, int, int]] = {}
        counts = [range(1, 2), range(2, 3), range(3, 100)]
        self._copies = [
            sum(1 << kind for kind in range(JOKER_KIND) if question.left[kind] in number) for number in counts
        ]
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
        keys = ((rows * 2 + columns.placed[members]) * 64 + numbers) * 64 + columns.jokers[members] + _WON
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
            row, number = key >> 13, key >> 6 & 63
            one = columns.pieces[alike[0]]
            way = Way(groups[row], number, one.jokers, one.size, kinds[index], places, alike, lows[index], highs[index])
            found.setdefault(groups[row], []).append(way)
        return {group: tuple(sorted(ways, key=lambda way: (way.size, way.drawn))) for group, ways in found.items()}

    def fill(self, fixed: Sequence[Way], groups: Sequence[int], jokers: int, draws: int, wanted: int) -> int | None:
        """Kinds that are drawn when the groups become melds and exactly `jokers` jokers of the hand and `draws` cards
        drawn are all laid or carried; None if they cannot be. -1 jokers: one that is won closes the round.

        `fixed` are ways chosen for further groups. If `wanted` is not 0, only closes that draw this kind count. Melds
        of drawn cards and jokers alone are added where they are needed. Not all kinds need be found at once.
        """
        choices = [*((way,) for way in fixed), *map(self.ways, groups)]
        for more in (False, True):
            found: int | None = None
            for ways in self._combine(choices, jokers, draws, more=more):
                if found is None or self._safe(ways):
                    drawn = self._drawn(ways, draws, wanted)
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
        """One way for each group, so that draws and jokers come out even; if `more`, with further melds beside.

        Before a player has opened, his melds get no more jokers than he has of his own.
        """
        least, carry_max = self.least, self.profile.carry_max
        # a joker won and thrown is not laid, which some rule sets allow only if another one stays
        carried_least = int(jokers < 0 and self.profile.won_joker == "lay_or_close")
        spare = min(draws, self.question.left[JOKER_KIND])
        own = self.question.most_jokers if self.question.jokers_anywhere else jokers
        free = self.ways(0) if more else ()
        best_free = max((way.high for way in free), default=0)
        to_win = self.question.winnable if any(way.jokers < 0 for way in free) else 0
        smallest = max(1, min((way.drawn + way.jokers for way in free if way.high), default=1))
        drawn_later, laid_later, filled_later, points_later = [0], [0], [0], [0]
        # the fewest cards drawn, jokers laid, cards of either kind, and the most points, by so many of the last groups
        for ways in reversed(choices):
            least_drawn, least_laid, least_filled, most_points = self._bounds(ways)
            drawn_later.append(drawn_later[-1] + least_drawn)
            laid_later.append(laid_later[-1] + least_laid)
            filled_later.append(filled_later[-1] + least_filled)
            points_later.append(points_later[-1] + most_points)

        def go(at: int, drawn: int, laid: int, in_melds: int, points: int) -> Iterator[tuple[Way, ...]]:
            after = len(choices) - at if at < len(choices) else 0
            drawable = draws - drawn - drawn_later[after]
            rest = jokers + draws - drawn - laid - filled_later[after]
            if (
                drawable < 0
                or rest < 0
                or in_melds > own + drawable
                or points + points_later[after] + best_free * (rest // smallest) < least
                or laid + laid_later[after] > jokers + to_win + (spare if spare < draws - drawn else draws - drawn)
            ):
                return
            if at < len(choices):
                following, among = at + 1, choices[at]
            else:
                drawn_jokers = draws - drawn
                carried = jokers + drawn_jokers - laid
                if drawn_jokers <= spare and carried_least <= carried <= carry_max and more == (at > len(choices)):
                    yield ()
                if carried <= 0 and drawn_jokers <= 0:
                    return
                following, among = 0, free[max(0, at - len(choices) - 1) :]
            for index, way in enumerate(among, len(free) - len(among)):
                inside = in_melds if way.places else in_melds + way.jokers
                next_at = following or len(choices) + 1 + index
                for others in go(next_at, drawn + way.drawn, laid + way.jokers, inside, points + way.high):
                    yield (way, *others)

        for ways in go(0, 0, 0, 0, 0):
            won = -sum(way.jokers for way in ways if way.jokers < 0)
            laid = sum(way.jokers for way in ways if way.jokers > 0)
            if not won or self.profile.won_joker != "lay" or laid >= won:
                yield ways

    def _bounds(self, ways: tuple[Way, ...]) -> tuple[int, int, int, int]:
        """Over some ways the fewest cards drawn, jokers laid, cards of either kind, and the most points."""
        if ways not in self._bounded:
            self._bounded[ways] = (
                min((way.drawn for way in ways), default=self.question.size + 1),
                min((way.jokers for way in ways), default=0),
                min((way.drawn + way.jokers for way in ways), default=0),
                max((way.high for way in ways), default=0),
            )
        return self._bounded[ways]

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

    def _drawn(self, ways: tuple[Way, ...], draws: int, wanted: int) -> int | None:
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
        options = [self._options_of(way) for way in ways]
        if not wanted & ~jokers:
            chosen = self._choose(options)
            return None if chosen is None else chosen | jokers
        for at, way in enumerate(ways):
            if way.kinds & wanted:
                having = [one for one in options[at] if one.drawn & wanted]
                chosen = self._choose([*options[:at], having, *options[at + 1 :]])
                if chosen is not None:
                    return chosen | jokers
        return None

    def _options_of(self, way: Way) -> list[_Option]:
        """The melds of a way, those of most points first."""
        if way not in self._options:
            pieces = [self._columns.pieces[at] for at in way.members]
            self._options[way] = [_Option(piece.kinds & ~way.group, piece.place, piece.points) for piece in pieces]
        return self._options[way]

    def _choose(self, options: Sequence[Sequence[_Option]]) -> int | None:
        """The kinds drawn by one option of each, so that no copy is drawn twice, no place taken twice, and the points
        suffice; with the kinds of other options that could replace one of them. None if there are none."""
        ordered = sorted(options, key=len)
        most = [0] * (len(ordered) + 1)
        for at in range(len(ordered) - 1, -1, -1):
            most[at] = most[at + 1] + max((one.points for one in ordered[at]), default=0)

        def go(at: int, points: int, taken: _Taken) -> list[_Option] | None:
            if points + most[at] < self.least:
                return None
            if at == len(ordered):
                return []
            for one in ordered[at]:
                if self._free(taken, one):
                    others = go(at + 1, points + one.points, taken.plus(one))
                    if others is not None:
                        return [one, *others]
            return None

        chosen = go(0, 0, _NOTHING)
        if chosen is None:
            return None
        points = sum(one.points for one in chosen)
        found = 0
        for at, one in enumerate(chosen):
            found |= one.drawn
            taken = _NOTHING
            for other in (*chosen[:at], *chosen[at + 1 :]):
                taken = taken.plus(other)
            for other in ordered[at]:
                if points - one.points + other.points >= self.least and self._free(taken, other):
                    found |= other.drawn
        return found

    def _free(self, taken: _Taken, one: _Option) -> bool:
        """Are all copies and the place of an option still there?"""
        last, last_but_one, last_but_two = self._copies
        gone = (taken.once & last) | (taken.twice & last_but_one) | (taken.thrice & last_but_two)
        return not (one.drawn & gone or one.place & taken.places)
