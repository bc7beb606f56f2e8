"""Distance to closing: the fewest cards to be drawn so that a hand can close, exact.

The tables of `solver.reach.bounds` say how many cards of a hand melds can keep at best. From there on the search looks
for melds that really do: cards that can still come, jokers, a pure run and the minimum of the opening included. It
takes ever more draws until there are some, so the first number of draws at which there are is the distance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from solver.budget import TimedOut
from solver.game.cards import JOKER_KIND
from solver.reach.bounds import MOST_NATURALS, Array, Group, HandTables
from solver.reach.fill import Filler, Way
from solver.reach.question import (
    JOKER_KIND_BIT,
    NOTHING,
    Reach,
    ReachAnswer,
    ReachQuestion,
    at_least,
    kinds_of,
)

MOST_DRAWS = 8
"""Draws looked at in games without discards, where the hand grows by each."""

NO_GROUP = Group(0, 0, 0, 0)
"""The part of a hand that a meld of drawn cards and jokers takes: nothing."""


def closing_reach(question: ReachQuestion) -> ReachAnswer:
    """The distance to closing of a hand in its turn, and of what stays after each throw.

    Distance k: k times a card is thrown and a card that can still come is drawn, and then all is laid but the discard
    and carried jokers; by a player who has not opened with a pure run and enough points, as the profile asks. After a
    throw, the draws still to come are counted; 0 means that any draw will do.
    """
    kinds = question.throws
    if question.size - question.jokers > MOST_NATURALS:
        unknown = Reach(None, proved=False)
        return ReachAnswer(unknown, dict.fromkeys(kinds, unknown))
    search = _Search(question)
    if not question.profile.ends_with_discard:
        return question.proved_answer(ReachAnswer(search.reach_without_throws()), held_too=False)
    found = ReachAnswer(search.reach(search.now), {kind: search.reach(kind) for kind in kinds})
    return question.proved_answer(found, held_too=False)


def closing_now(question: ReachQuestion, most: int) -> Reach:
    """The distance to closing of a hand in its turn, if it is at most `most` draws."""
    if question.size - question.jokers > MOST_NATURALS:
        return Reach(None, proved=False)
    search = _Search(question)
    found = search.reach(search.now, most) if question.profile.ends_with_discard else search.reach_without_throws()
    return question.proved_reach(found, held_too=False)


def closing_later(question: ReachQuestion) -> Reach:
    """The distance to closing in a game without discards of a hand that may not close in this turn."""
    if question.size - question.jokers > MOST_NATURALS:
        return Reach(None, proved=False)
    return question.proved_reach(_Search(question).reach_without_throws(1), held_too=False)


class _Columns:
    """Ways to fill groups as columns: the cards of the hand they take, and what they draw and need in room."""

    def __init__(self, ways: Sequence[tuple[Group, Way | None]]) -> None:
        self.ways = ways
        self.parts = np.array([group.part for group, _ in ways], np.int64)
        self.cards = np.array([group.cards for group, _ in ways], np.int64)
        self.sizes = np.array([way.size if way else 0 for _, way in ways], np.int64)
        self.kinds = np.array([way.kinds if way else 0 for _, way in ways], np.uint64)
        self.drawn = np.array([way.drawn if way else 0 for _, way in ways], np.int64)


class _Search:
    """One hand: its tables and what can fill its groups."""

    def __init__(self, question: ReachQuestion) -> None:
        self.question = question
        self.profile = question.profile
        self.now = NOTHING if question.undrawn else None
        self.room = question.size - 1
        self.tables = HandTables(question, self.room if self.profile.ends_with_discard else question.size + MOST_DRAWS)
        self.kept = self.tables.kept
        groups = (*self.tables.groups, NO_GROUP)
        self.filler = Filler(question, (group.kinds for group in groups))
        self.least = {group.kinds: self._least(group.kinds) for group in groups}
        """Cards that must at least be drawn, and drawn or laid as own jokers, to fill a group, by its kinds."""
        self.every = _Columns([(group, way) for group in groups for way in self.filler.ways(group.kinds)])
        firsts: list[tuple[Group, Way | None]] = [(NO_GROUP, None)]
        if not question.opened and self.profile.opening_pure_run:
            firsts = [(group, way) for group in groups for way in self.filler.pure_ways(group.kinds)]
        self.firsts = _Columns(firsts)
        self.idle = False
        """Is there a card in hand beside those that must be laid or carried?"""
        self.useless = False
        """Is one of them the draw that did not help?"""
        self.joker_closes = not self.profile.ends_with_discard or (
            self.profile.close_with_joker and question.joker_may_go
        )
        self.won_closes = bool(self.profile.ends_with_discard and self.joker_closes and question.winnable)
        self.so_far: int | None = None
        """The accepting kinds found when time runs out."""
        self.strict = True
        """Must the closing discard be there, among the cards that are not needed?"""
        self.known: dict[int, dict[tuple[int, int], int]] = {}
        """By number of draws: kinds known to be drawn in closes, by the part of the hand and the jokers they use."""
        self.found: dict[tuple[tuple[Way, ...], tuple[int, ...], int, int, int], int | None] = {}

    def _least(self, group: int) -> tuple[int, int]:
        ways = self.filler.ways(group)
        never = self.question.size + 1
        drawn = min((way.drawn for way in ways), default=never)
        if self.question.jokers_anywhere:
            return drawn, drawn  # jokers may also be won
        return drawn, min((way.drawn + (0 if way.places else way.jokers) for way in ways), default=never)

    def reach(self, thrown: int | None, most: int | None = None) -> Reach:
        """The reach of the hand in its turn, or without one copy of a kind; up to `most` draws."""
        jokers = self.question.jokers - (thrown == JOKER_KIND)
        part = self.tables.whole
        if thrown is not None and thrown not in (JOKER_KIND, NOTHING):
            part = self.tables.without(thrown)
        self.idle = thrown is None
        self.useless = self.question.undrawn and thrown != NOTHING
        least = max(0, self.room - int(self.kept[part, self.room]) - jokers)
        last = self.room if self.joker_closes else self.room + 1
        for draws in range(least, (last if most is None else min(most, last)) + 1):
            self.so_far = None
            try:
                accepts = self._accepts(part, jokers, draws) if draws <= self.room else None
                if not self.joker_closes and draws > least:
                    accepts = self._with_natural(part, jokers, draws, accepts)
            except TimedOut:
                return Reach(None if self.so_far is None else draws, self.so_far or 0, proved=False)
            if accepts is not None:
                return Reach(draws, accepts)
        return Reach(None)

    def _with_natural(self, part: int, jokers: int, draws: int, accepts: int | None) -> int | None:
        """The accepting kinds, with those by which any natural card helps, since else only jokers could be thrown."""
        self.strict = False
        try:
            without = self._accepts(part, jokers, draws - 1)
        finally:
            self.strict = True
        if without is None:
            return accepts
        if sum(self.question.left[:JOKER_KIND]) < draws:
            return accepts
        return without | at_least(self.question.left, 1) | (accepts or 0)

    def reach_without_throws(self, fewest: int = 0) -> Reach:
        """The reach in a game without discards, where each card drawn must be laid too."""
        try:
            for draws in range(fewest, MOST_DRAWS + 1):
                self.room = self.question.size + draws
                accepts = self._accepts(self.tables.whole, self.question.jokers, draws)
                if accepts is not None:
                    return Reach(draws, accepts)
        except TimedOut:
            pass
        return Reach(None, proved=False)

    def _accepts(self, part: int, jokers: int, draws: int) -> int | None:
        """The kinds drawn in some close of so many draws; None if there is no such close."""
        keep = self.room - draws
        need = keep - jokers
        whole, room, least = (np.array([number], np.int64) for number in (part, self.room, need))
        firsts = self._within(self.firsts, whole, room, least, draws)
        chosen = np.flatnonzero(firsts)
        accepts = self._known(part, jokers, draws)
        for at in chosen.tolist() if accepts is None else ():
            accepts = self._complete(at, None, part, keep, jokers, draws, 0)
            if accepts is not None:
                break
        self.so_far = accepts
        if accepts is None or draws == 0:
            return accepts
        parts, cards, sizes = (
            column[chosen][:, None] for column in (self.firsts.parts, self.firsts.cards, self.firsts.sizes)
        )
        pairs = self._within(self.every, part ^ parts, self.room - sizes, need - cards, draws)
        pairs &= self.firsts.drawn[chosen][:, None] + self.every.drawn[None, :] <= draws
        hopes = int(np.bitwise_or.reduce(self.every.kinds[pairs.any(axis=0)]))
        hopes |= int(np.bitwise_or.reduce(self.firsts.kinds[chosen]))
        hopes |= JOKER_KIND_BIT if self.question.left[JOKER_KIND] else 0
        for kind in kinds_of(hopes & ~accepts):
            if not accepts >> kind & 1:
                accepts |= self._with_kind(kind, part, keep, jokers, draws, chosen, pairs)
                self.so_far = accepts
        return accepts

    def _known(self, part: int, jokers: int, draws: int) -> int | None:
        """The kinds drawn in closes found before that need no more than this part and these jokers."""
        accepts: int | None = None
        for (used_part, used), kinds in self.known.get(draws, {}).items():
            if not used_part & ~part and used <= jokers and self._leaves_a_discard(draws, jokers - used):
                accepts = kinds | (accepts or 0)
        return accepts

    def _leaves_a_discard(self, draws: int, idle_jokers: int) -> bool:
        """Is more left for the closing discard than jokers that may not close?"""
        return not self.strict or self.joker_closes or self.useless or not 0 < draws + self.idle <= idle_jokers

    def _within(self, columns: _Columns, part: Array, room: Array, need: Array, draws: int) -> Array:
        """Which ways lie within a part and leave the tables hope to keep as many cards as needed."""
        rest = room - columns.sizes
        fits = (columns.parts & ~part == 0) & (rest >= 0) & (columns.drawn <= draws)
        bound = self.kept[np.where(fits, part ^ columns.parts, 0), np.clip(rest, 0, self.room)]
        return np.asarray(fits & (bound >= need - columns.cards))

    def _with_kind(self, kind: int, part: int, keep: int, jokers: int, draws: int, firsts: Array, pairs: Array) -> int:
        """The kinds drawn in some close in which this kind is drawn; none if there is no such close."""
        wanted = 1 << kind
        if kind == JOKER_KIND:
            having = np.ones(len(self.every.kinds), bool)
        else:
            having = self.every.kinds & np.uint64(wanted) != 0
        for at in firsts.tolist():
            if self.firsts.kinds[at] & np.uint64(wanted) or kind == JOKER_KIND:
                found = self._complete(at, None, part, keep, jokers, draws, wanted)
                if found is not None:
                    return found
        rows, columns = np.nonzero(pairs & having[None, :])
        for at, second in zip(firsts[rows].tolist(), columns.tolist(), strict=True):
            found = self._complete(at, second, part, keep, jokers, draws, wanted)
            if found is not None:
                return found
        return 0

    def _complete(
        self, first: int, second: int | None, part: int, keep: int, jokers: int, draws: int, wanted: int
    ) -> int | None:
        """The kinds drawn in a close that fills groups in these ways and draws the wanted kind; None: there is none."""
        group, way = self.firsts.ways[first]
        fixed = [way] if way else []
        groups = [group] if way else []
        if second is not None:
            group, way = self.every.ways[second]
            fixed += [way] if way else []
            groups.append(group)
        room = self.room - sum(one.size for one in fixed)
        need = keep - jokers
        for one in groups:
            part ^= one.part
            need -= one.cards
        drawn = sum(one.drawn for one in fixed)
        own = drawn + sum(one.jokers for one in fixed if not self.question.jokers_anywhere and not one.places)
        for others in self._partitions(part, room, need, draws - drawn, draws + jokers - own):
            found = self._fill(groups, fixed, others, keep, jokers, draws, wanted)
            if found is not None:
                return found
        return None

    def _partitions(self, part: int, room: int, need: int, draws: int, own: int) -> Iterator[tuple[Group, ...]]:
        """Disjoint groups of a part that fit into the room, keep at least `need` cards and can do with so many draws
        and (before the opening) so many draws and own jokers together; each choice once."""
        if need <= 0:
            yield ()
        if not part or self.kept[part, room] < max(need, 1):
            return
        self.question.check_time()
        lowest = part & -part
        for group in self.tables.by_lowest[lowest.bit_length() - 1]:
            drawn, filled = self.least[group.kinds]
            if not group.part & ~part and group.size <= room and drawn <= draws and filled <= own:
                rest, left = part ^ group.part, room - group.size
                for others in self._partitions(rest, left, need - group.cards, draws - drawn, own - filled):
                    yield (group, *others)
        for groups in self._partitions(part ^ lowest, room, need, draws, own):
            if groups or need > 0:
                yield groups

    def _fill(
        self,
        fixed_groups: list[Group],
        fixed: list[Way],
        groups: tuple[Group, ...],
        keep: int,
        jokers: int,
        draws: int,
        wanted: int,
    ) -> int | None:
        """The kinds drawn when melds fill the groups, the wanted kind among them; None if they cannot."""
        every = (*fixed_groups, *groups)
        used = keep - sum(group.cards for group in every)
        least = -1 if self.won_closes and not jokers else 0  # the last card is a joker won, no card of the hand
        if not least <= used <= jokers or not self._leaves_a_discard(draws, jokers - used):
            return None
        kinds = tuple(sorted(group.kinds for group in groups))
        key = (tuple(fixed), kinds, used, draws, wanted)
        if key not in self.found:
            self.found[key] = self.filler.fill(fixed, kinds, used, draws, wanted)
        found = self.found[key]
        if found is not None:
            known = self.known.setdefault(draws, {})
            place = (sum(group.part for group in every), used)
            known[place] = known.get(place, 0) | found
        return found
