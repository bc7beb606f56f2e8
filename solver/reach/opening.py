"""Distance to opening: the fewest cards to be drawn so that a hand can open, exact, by joining melds in bulk.

A partial opening is a row of arrays: which kinds it needs once, twice, three times, its jokers, points and size. Rows
are joined with every meld that the draws still allow, as long as the points left to earn are within reach.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np

from solver.budget import TimedOut
from solver.game.cards import JOKER_KIND
from solver.reach.question import (
    JOKER_KIND_BIT,
    NOTHING,
    Piece,
    Reach,
    ReachAnswer,
    ReachQuestion,
    at_least,
    kinds_of,
    profile_pieces,
)
from solver.rules.profile import RuleProfile

Array: TypeAlias = np.ndarray[Any, Any]
CHUNK: Final = 400_000
"""Pairs joined at a time."""

_TABLE_BITS: Final = ~((1 << JOKER_KIND) - 1) & (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class _Melds:
    """Melds as columns; the pure runs come first."""

    kinds: Array
    jokers: Array
    points: Array
    sizes: Array
    pure: int


@dataclass(frozen=True, slots=True)
class _Rows:
    """Partial openings as columns. `once`, `twice`, `thrice`: kinds needed so often; `last`: the last meld joined."""

    once: Array
    twice: Array
    thrice: Array
    jokers: Array
    points: Array
    sizes: Array
    missing: Array
    last: Array

    def __len__(self) -> int:
        return len(self.points)

    def take(self, chosen: Array) -> _Rows:
        return _Rows(*(getattr(self, name)[chosen] for name in _Rows.__slots__))


@lru_cache(maxsize=64)
def _profile_melds(profile: RuleProfile, jokers: int) -> _Melds:
    """The melds of a profile as columns."""
    return _columns(profile_pieces(profile, jokers))


def _columns(pieces: Sequence[Piece]) -> _Melds:
    return _Melds(
        np.array([piece.kinds for piece in pieces], dtype=np.uint64),
        np.array([piece.jokers for piece in pieces], dtype=np.int16),
        np.array([piece.points for piece in pieces], dtype=np.int16),
        np.array([piece.size for piece in pieces], dtype=np.int16),
        sum(piece.pure for piece in pieces),
    )


def opening_reach(question: ReachQuestion) -> ReachAnswer:
    """The distance to opening of a hand that has not opened, and of what stays after each throw.

    Distance k: k times a card is thrown and a card that can still come is drawn, and then the hand can open and keep a
    card for the discard. After a throw, the draws still to come are counted; 0 means that any draw will do.
    """
    search = _Search(question)
    kinds = question.throws
    after: dict[int, Reach] = {}
    now: Reach | None = None
    most = search.most_draws()
    for draws in range(most + 1):
        try:
            rows = search.openings(draws)
        except TimedOut:
            unproved = Reach(None, proved=False)
            return ReachAnswer(now or unproved, {kind: after.get(kind, unproved) for kind in kinds})
        if now is None:
            now = search.reach(rows, search.now, draws)
        for kind in kinds:
            if kind not in after and (reach := search.reach(rows, kind, draws)):
                after[kind] = reach
        if now and len(after) == len(kinds):
            break
    never = Reach(None)
    found = ReachAnswer(now or never, {kind: after.get(kind, never) for kind in kinds})
    return question.proved_answer(found if search.all_places else _unproved(found), held_too=True)


def opening_now(question: ReachQuestion, most: int) -> Reach:
    """The distance to opening of a hand in its turn, if it is at most `most` draws."""
    search = _Search(question)
    try:
        for draws in range(min(most, search.most_draws()) + 1):
            found = search.reach(search.openings(draws), search.now, draws)
            if found:
                return question.proved_reach(found, held_too=True)
    except TimedOut:
        return Reach(None, proved=False)
    return Reach(None)


def _unproved(answer: ReachAnswer) -> ReachAnswer:
    return ReachAnswer(
        replace(answer.now, proved=False), {kind: replace(one, proved=False) for kind, one in answer.after.items()}
    )


def _with_places(pieces: Sequence[Piece]) -> tuple[list[Piece], bool]:
    """Lay-offs with their places at the table as further bits of their kinds, and whether there are bits for all."""
    bits: dict[int, int] = {}
    for piece in pieces:
        for place in kinds_of(piece.place):
            bits.setdefault(place, 1 << JOKER_KIND + 1 + len(bits))
    placed = []
    for piece in pieces:
        kinds = piece.kinds | sum(bits[place] for place in kinds_of(piece.place))
        if piece.jokers >= 0 and kinds < 1 << 64:
            placed.append(replace(piece, kinds=kinds))
    return placed, JOKER_KIND + 1 + len(bits) <= 64


class _Search:
    """Everything about one question that does not depend on the number of draws."""

    def __init__(self, question: ReachQuestion) -> None:
        self.question = question
        profile = question.profile
        self.now = NOTHING if question.undrawn else None
        self.room = question.size - bool(profile.ends_with_discard) - question.keeps
        self.jokers = question.jokers
        self.most_jokers = min(profile.jokers, self.jokers + question.left[JOKER_KIND])
        together = [held + left for held, left in zip(question.held, question.left, strict=True)]
        self.held = [np.uint64(at_least(question.held, copies) | (copies == 1) * _TABLE_BITS) for copies in (1, 2, 3)]
        self.total = [np.uint64(at_least(together, copies) | (copies == 1) * _TABLE_BITS) for copies in (1, 2, 3)]
        self.copies = together
        self.naturals_left = at_least(question.left, 1)
        melds = _profile_melds(profile, self.most_jokers)
        more, self.all_places = _with_places(question.pieces)
        if more:
            added = _columns(more)
            kinds, jokers, points, sizes = (
                np.concatenate((getattr(melds, name), getattr(added, name)))
                for name in ("kinds", "jokers", "points", "sizes")
            )
            melds = _Melds(kinds, jokers, points, sizes, melds.pure)
        self.melds = melds
        self.missing = np.bitwise_count(melds.kinds & ~self.held[0]).astype(np.int16)
        self.cost = self.missing + np.maximum(melds.jokers - self.jokers, 0)
        self.possible = ((melds.kinds & ~self.total[0]) == 0) & (melds.jokers <= self.most_jokers)

    def most_draws(self) -> int:
        """No opening needs more draws than it can have cards."""
        return self.room if self.question.profile.ends_with_discard else 2 * self.room + 15

    def openings(self, draws: int) -> _Rows:
        """Every opening that costs at most so many draws and needs all of its melds. Raises TimedOut."""
        profile, melds = self.question.profile, self.melds
        room = self.room if profile.ends_with_discard else self.room + draws
        usable = np.flatnonzero(self.possible & (self.cost <= draws) & (melds.sizes <= room))
        still = self._still(usable, draws, room)
        first = usable[usable < melds.pure] if profile.opening_pure_run else usable
        rows = _Rows(
            melds.kinds[first],
            np.zeros(len(first), np.uint64),
            np.zeros(len(first), np.uint64),
            melds.jokers[first],
            melds.points[first],
            melds.sizes[first],
            self.missing[first],
            first,
        )
        done = []
        while len(rows):
            enough = rows.points >= profile.opening_minimum
            done.append(rows.take(enough))
            within = still[room - rows.sizes, np.minimum(rows.missing, draws), rows.jokers] + rows.points
            rows = self._join(rows.take(~enough & (within >= profile.opening_minimum)), usable, draws, room)
        if not done:
            return rows
        return _Rows(*(np.concatenate([getattr(one, name) for one in done]) for name in _Rows.__slots__))

    def _still(self, usable: Array, draws: int, room: int) -> Array:
        """At most so many points can be added, by cards of room left, cards missing and jokers used so far.

        A bound: it looks at each meld alone, as if all cards in hand were free for it.
        """
        melds = self.melds
        best: dict[tuple[int, int, int], int] = {}
        for at in usable.tolist():
            key = (int(melds.sizes[at]), int(self.missing[at]), int(melds.jokers[at]))
            best[key] = max(best.get(key, 0), int(melds.points[at]))
        top = self.most_jokers
        table = np.zeros((room + 1, draws + 1, top + 1), np.int32)
        for _ in range(room // 3 + 1):
            before = table.copy()
            for (size, missing, jokers), points in best.items():
                if size > 0:
                    part = table[size:, missing:, jokers:]
                    part[...] = np.maximum(
                        part, before[: room + 1 - size, : draws + 1 - missing, : top + 1 - jokers] + points
                    )
            if np.array_equal(before, table):
                break
        bound = np.full((room + 1, draws + 1, top + 1), -(1 << 20), np.int32)
        for missing in range(draws + 1):
            for used in range(top + 1):
                for more in range(top + 1 - used):
                    rest = draws - missing - max(0, used + more - self.jokers)
                    if rest >= 0:
                        bound[:, missing, used] = np.maximum(bound[:, missing, used], table[:, rest, more])
        return bound

    def _join(self, rows: _Rows, usable: Array, draws: int, room: int) -> _Rows:
        """Each row with each meld that is not before its last one, where the draws and the room allow both."""
        melds = self.melds
        joined = []
        groups = rows.missing.astype(np.int32) * 64 + rows.jokers
        for group in np.unique(groups).tolist():
            missing, jokers = divmod(group, 64)
            members = np.flatnonzero(groups == group)
            cost = missing + self.missing[usable] + np.maximum(jokers + melds.jokers[usable] - self.jokers, 0)
            fits = usable[(cost <= draws) & (jokers + melds.jokers[usable] <= self.most_jokers)]
            if not len(fits):
                continue
            step = max(1, CHUNK // len(fits))
            for start in range(0, len(members), step):
                self.question.check_time()
                some = members[start : start + step]
                pairs = (fits[None, :] >= rows.last[some][:, None]) & (
                    melds.sizes[fits][None, :] + rows.sizes[some][:, None] <= room
                )
                left, right = np.nonzero(pairs)
                joined.append(self._joined(rows.take(some[left]), fits[right], draws))
        if not joined:
            return rows.take(np.zeros(0, np.int64))
        return _Rows(*(np.concatenate([getattr(one, name) for one in joined]) for name in _Rows.__slots__))

    def _joined(self, rows: _Rows, added: Array, draws: int) -> _Rows:
        melds = self.melds
        kinds = melds.kinds[added]
        thrice = rows.thrice | (rows.twice & kinds)
        twice = rows.twice | (rows.once & kinds)
        once = rows.once | kinds
        counts = np.bitwise_count(once & ~self.held[0]) + np.bitwise_count(twice & ~self.held[1])
        missing = (counts + np.bitwise_count(thrice & ~self.held[2])).astype(np.int16)
        jokers = rows.jokers + melds.jokers[added]
        impossible = (once & ~self.total[0]) | (twice & ~self.total[1]) | (thrice & ~self.total[2])
        impossible |= rows.thrice & kinds
        fine = (impossible == 0) & (missing + np.maximum(jokers - self.jokers, 0) <= draws)
        return _Rows(
            once,
            twice,
            thrice,
            jokers,
            rows.points + melds.points[added],
            rows.sizes + melds.sizes[added],
            missing,
            added,
        ).take(fine)

    def reach(self, rows: _Rows, thrown: int | None, draws: int) -> Reach | None:
        """The reach by the openings of `draws` draws, without one copy of the kind thrown; None: further off."""
        jokers = self.jokers - (thrown == JOKER_KIND)
        missing = rows.missing + np.maximum(rows.jokers - jokers, 0)
        needed = np.zeros(len(rows), bool)
        if thrown is not None and thrown not in (JOKER_KIND, NOTHING):
            bit = np.uint64(1 << thrown)
            uses = (rows.once, rows.twice, rows.thrice)
            held = self.question.held[thrown]
            if held <= 3:
                needed = (uses[held - 1] & bit) != 0
            copies = self.copies[thrown]
            if copies <= 3:
                rows = rows.take(keep := (uses[copies - 1] & bit) == 0)
                missing, needed = missing[keep], needed[keep]
            missing = missing + needed
        if thrown == JOKER_KIND:
            keep = rows.jokers <= self.most_jokers - 1
            rows, missing, needed = rows.take(keep), missing[keep], needed[keep]
        leaves = self._leaves_a_discard(rows, missing, jokers, thrown)
        naturals = self.naturals_left
        enough = sum(self.question.left[:JOKER_KIND]) >= draws
        by_any = (missing == draws - 1) & ~leaves & enough
        best = ((missing == draws) & leaves) | by_any
        if not best.any():
            return None
        accepts = naturals if by_any.any() else 0
        rows, needed = rows.take(best), needed[best]
        absent = (rows.once & ~self.held[0]) | (rows.twice & ~self.held[1]) | (rows.thrice & ~self.held[2])
        accepts |= int(np.bitwise_or.reduce(absent))
        if needed.any():
            accepts |= 1 << (thrown or 0)
        if (rows.jokers > jokers).any():
            accepts |= JOKER_KIND_BIT
        return Reach(draws, accepts if draws else 0)

    def _leaves_a_discard(self, rows: _Rows, missing: Array, jokers: int, thrown: int | None) -> Array:
        """Is more left than a joker that may not be thrown? After a throw, a draw that is not needed can be."""
        question = self.question
        profile = question.profile
        free = profile.close_with_joker and profile.joker_discard == "free" and question.joker_may_go
        if not profile.ends_with_discard or free:
            return np.ones(len(rows), bool)
        idle_jokers = np.maximum(jokers - rows.jokers, 0)
        naturals = question.size - (thrown is not None) - rows.sizes + missing - idle_jokers
        two_jokers = (question.size - rows.sizes >= 2) & question.joker_may_go & (profile.joker_discard == "free")
        unneeded = (missing == 0) & (thrown is not None)
        return np.asarray((naturals >= 1) | two_jokers | unneeded)
