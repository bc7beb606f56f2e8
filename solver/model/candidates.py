"""Candidates: every new meld that given cards allow, deduplicated by what it consumes.

Two melds that consume the same natural cards and as many jokers are one candidate, the one of most points (runs before
sets). What a profile alone determines is made once and kept; a suit's or rank's candidates are kept by the cards held.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple
from zlib import crc32

from solver.budget import check
from solver.game.cards import CARDS, JOKER_KIND, Suit
from solver.game.melds import (
    MIN_MELD,
    Meld,
    MeldKind,
    first_place,
    last_place,
    longest_run,
    make_run,
    make_set,
    place_card,
    rank_at,
    run_points,
    set_points,
)
from solver.rules.profile import MeldRules, RuleProfile


class _Shape(NamedTuple):
    kind: MeldKind
    naturals: tuple[int, ...]
    jokers: int
    points: int
    low: int
    joker_at: tuple[int, ...]


class Candidate(_Shape):
    """A meld that could be laid: kinds of its natural cards in order, number of jokers, points, and its shape."""

    @cached_property
    def length(self) -> int:
        """Number of cards."""
        return len(self.naturals) + self.jokers

    @cached_property
    def whole(self) -> Segment:
        """All of it as one part."""
        return Segment(0, self.length, self.jokers, self.points)

    @property
    def pure(self) -> bool:
        """A run without a joker."""
        return self.kind == "run" and not self.jokers

    @cached_property
    def two_aces(self) -> bool:
        """A run from ace to ace, the only meld that needs a natural card twice."""
        return self.naturals[0] == self.naturals[-1] and len(self.naturals) > 1

    @cached_property
    def needs(self) -> tuple[tuple[int, int], ...]:
        """Kinds and copies of the natural cards."""
        kinds = self.naturals
        if self.two_aces:
            return ((kinds[0], 2), *((kind, 1) for kind in kinds[1:-1]))
        return tuple((kind, 1) for kind in kinds)

    @cached_property
    def fingerprint(self) -> int:
        """A fixed 32-bit number of the cards, the last tie-break."""
        return crc32(bytes((*self.naturals, 100 + self.jokers)))

    def meld(self, profile: RuleProfile) -> Meld:
        """The meld as it is laid."""
        if self.kind == "run":
            return make_run(CARDS[self.naturals[0]].suit, self.low, self.joker_at, self.length, profile)
        return make_set([CARDS[kind] for kind in self.naturals], self.jokers, profile)


class Segment(NamedTuple):
    """A part of a candidate: of a run the indices `start` … `start + length - 1`; of a set so many cards with so many
    jokers. `points` are those of the part."""

    start: int
    length: int
    jokers: int
    points: int

    def holds(self, candidate: Candidate, kind: int) -> bool:
        """Does the part hold a card of a kind? (Of a set any natural card can be chosen first.)"""
        if kind == JOKER_KIND:
            return self.jokers > 0
        if candidate.kind == "set":
            return kind in candidate.naturals and self.jokers < self.length
        return kind in self.naturals(candidate)

    def naturals(self, candidate: Candidate) -> tuple[int, ...]:
        """Kinds of the natural cards in the part of a run, in order."""
        before = self.start - sum(1 for at in candidate.joker_at if at < self.start)
        return candidate.naturals[before : before + self.length - self.jokers]

    def pure(self, candidate: Candidate) -> bool:
        """Is the part a run without a joker?"""
        return candidate.kind == "run" and not self.jokers


def jokers_allowed(naturals: int, jokers: int, profile: RuleProfile) -> bool:
    """Do the limits on jokers in one meld allow so many? (Neighbouring jokers are judged apart.)"""
    return (
        naturals >= profile.min_naturals
        and (profile.max_jokers_per_meld is None or jokers <= profile.max_jokers_per_meld)
        and not (profile.jokers_fewer_than_naturals and jokers >= naturals)
    )


MADE_MOST = 10_000
"""Runs of a suit that a catalogue keeps."""
_LOW_ACE, _HIGH_ACE = 1 << 1, 1 << 14
_BOTH_ACES = _LOW_ACE | _HIGH_ACE


class Catalogue:
    """The candidates of one profile, each made once."""

    def __init__(self, profile: RuleProfile) -> None:
        self.profile = profile
        self._first, self._last = first_place(profile), last_place(profile)
        self._made: tuple[dict[int, Candidate | None], ...] = ({}, {}, {}, {})
        self.run_candidates = lru_cache(maxsize=2_000)(self._run_candidates)
        self.set_candidates = lru_cache(maxsize=2_000)(self._set_candidates)

    def of(self, counts: Sequence[int], jokers: int) -> list[Candidate]:
        """Every candidate from the natural cards of `counts` (53 numbers) and up to `jokers` jokers."""
        found: list[Candidate] = []
        in_ranks = [0] * 14
        for suit in range(4):
            mask = 0
            for rank in range(1, 14):
                if counts[13 * suit + rank - 1]:
                    mask |= 1 << rank
                    in_ranks[rank] |= 1 << suit
            if mask:
                two_aces = counts[13 * suit] > 1
                found += self.run_candidates(suit, mask, jokers, two_aces)
        for rank in range(1, 14):
            held = in_ranks[rank]
            if held and (jokers or held & (held - 1)):
                found += self.set_candidates(rank, held, jokers)
        return found

    def _run_candidates(self, suit: int, ranks: int, jokers: int, two_aces: bool) -> tuple[Candidate, ...]:
        """Runs (and sets of one natural card that earn more) from ranks of a suit, given as bits 1 … 13."""
        if self.profile.ace_wraps:
            return self._round_the_corner(suit, ranks, jokers)
        places = [place for place in range(self._first, self._last + 1) if ranks >> rank_at(place) & 1]
        found: list[Candidate] = []
        made = self._made[suit]
        if len(made) > MADE_MOST:
            made.clear()
        stack = [(at, 1 << place, 0) for at, place in enumerate(places)]
        while stack:
            check()
            at, chosen, gaps = stack.pop()
            told_low = chosen == _HIGH_ACE and self._first == 1
            if not told_low and (two_aces or chosen & _BOTH_ACES != _BOTH_ACES):
                for used in range(gaps, jokers + 1):
                    key = chosen << 4 | used
                    if key not in made:
                        made[key] = self._best_of(suit, chosen, gaps, used)
                    one = made[key]
                    if one is not None:
                        found.append(one)
            place = places[at]
            for following in range(at + 1, len(places)):
                total = gaps + places[following] - place - 1
                if total > jokers:
                    break
                stack.append((following, chosen | 1 << places[following], total))
        return tuple(found)

    def _round_the_corner(self, suit: int, ranks: int, jokers: int) -> tuple[Candidate, ...]:
        """The same where runs go on over the ace: any rank may be the first natural card, none comes twice. The same
        cards may stand in two orders; the one of most points is kept."""
        found: dict[int, Candidate] = {}
        held = [place for place in range(1, 26) if ranks >> rank_at(place) & 1]
        stack = [(at, 1 << place, 0, place) for at, place in enumerate(held) if place <= 13]
        while stack:
            check()
            at, chosen, gaps, first = stack.pop()
            cards = (chosen | chosen >> 13) & 0x3FFE
            for used in range(gaps, jokers + 1):
                one, known = self._best_run(suit, chosen, gaps, used), found.get(cards << 8 | used)
                if one is not None and (known is None or known.points < one.points):
                    found[cards << 8 | used] = one
            for following in range(at + 1, len(held)):
                total = gaps + held[following] - held[at] - 1
                if total > jokers or held[following] > first + 12:
                    break
                stack.append((following, chosen | 1 << held[following], total, first))
        return tuple(found.values())

    def _best_of(self, suit: int, places: int, gaps: int, jokers: int) -> Candidate | None:
        """The run of most points with these natural places (as bits) and so many jokers; a lone ace may be high too."""
        best = self._best_run(suit, places, gaps, jokers)
        if places == _LOW_ACE and self._last == 14:
            high = self._best_run(suit, _HIGH_ACE, 0, jokers)
            if best is None or (high is not None and high.points >= best.points):
                return high
        return best

    def _best_run(self, suit: int, places: int, gaps: int, jokers: int) -> Candidate | None:
        """The run of most points with these natural places (as bits) and so many jokers; the highest of equal ones."""
        profile = self.profile
        wraps = profile.ace_wraps
        chosen = tuple(place for place in range(1, 26 if wraps else 15) if places >> place & 1)
        length = len(chosen) + jokers
        if length < MIN_MELD or not jokers_allowed(len(chosen), jokers, profile):
            return None
        best: Candidate | None = None
        most = longest_run(profile)
        lowest = chosen[0] - (jokers - gaps) if wraps else max(self._first, chosen[0] - (jokers - gaps))
        highest = (
            (chosen[0] if wraps else min(chosen[0], self._last - length + 1))
            if profile.run_length_min <= length <= most
            else lowest - 1
        )
        for low in range(highest, lowest - 1, -1):
            joker_at = tuple(index for index in range(length) if low + index not in chosen)
            if not profile.adjacent_jokers and any(at + 1 in joker_at for at in joker_at):
                continue
            points = run_points(low, joker_at, length, profile)
            if best is None or points > best.points:
                naturals = tuple(place_card(place, Suit(suit)).kind for place in chosen)
                best = Candidate("run", naturals, jokers, points, rank_at(low), joker_at)
        if len(chosen) == 1 and length <= profile.set_size_max:
            rank = rank_at(chosen[0])
            points = set_points(rank, 1, jokers, profile)
            if best is None or points > best.points:
                best = Candidate("set", (13 * suit + rank - 1,), jokers, points, 0, ())
        return best

    def _set_candidates(self, rank: int, suits: int, jokers: int) -> tuple[Candidate, ...]:
        """Sets of at least two natural cards of a rank; `suits` has a bit for each suit held."""
        profile = self.profile
        held = [suit for suit in range(4) if suits >> suit & 1]
        return tuple(
            Candidate(
                "set",
                tuple(13 * suit + rank - 1 for suit in chosen),
                used,
                set_points(rank, size, used, profile),
                0,
                (),
            )
            for size in range(2, len(held) + 1)
            for chosen in combinations(held, size)
            for used in range(max(0, MIN_MELD - size), min(jokers, profile.set_size_max - size) + 1)
            if jokers_allowed(size, used, profile)
        ) + self._lone_ace_sets(rank, held, jokers)

    def _lone_ace_sets(self, rank: int, held: list[int], jokers: int) -> tuple[Candidate, ...]:
        """Sets of one ace and jokers where an ace stands in no run, so that no run candidate covers them."""
        profile = self.profile
        if rank != 1 or profile.ace_low is not None or profile.ace_high is not None:
            return ()
        return tuple(
            Candidate("set", (13 * suit,), used, set_points(1, 1, used, profile), 0, ())
            for suit in held
            for used in range(2, min(jokers, profile.set_size_max - 1) + 1)
            if jokers_allowed(1, used, profile)
        )


_catalogues: dict[MeldRules, Catalogue] = {}


def catalogue(profile: RuleProfile) -> Catalogue:
    """The catalogue of a profile; profiles with the same melds share one, the last 64 are kept."""
    key = profile.meld_rules
    found = _catalogues.get(key)
    if found is None:
        while len(_catalogues) >= 64:
            _catalogues.pop(next(iter(_catalogues)), None)
        found = _catalogues[key] = Catalogue(profile)
    return found
