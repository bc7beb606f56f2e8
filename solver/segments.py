"""Segments: the parts of a meld that are melds by themselves, in which it can be laid before the rest follows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from solver.candidates import Candidate, jokers_allowed
from solver.cards import JOKER_KIND
from solver.melds import MIN_MELD, place_points, rank_points
from solver.rules import RuleProfile


@dataclass(frozen=True, slots=True)
class Segment:
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


@lru_cache(maxsize=20_000)
def segments(candidate: Candidate, profile: RuleProfile) -> tuple[Segment, ...]:
    """Every part of a candidate that is a meld under the profile, the whole included."""
    if candidate.kind == "set":
        value = rank_points(candidate.naturals[0] % 13 + 1, profile)
        return tuple(
            Segment(0, naturals + jokers, jokers, (naturals + jokers) * value)
            for naturals in range(1, len(candidate.naturals) + 1)
            for jokers in range(candidate.jokers + 1)
            if naturals + jokers >= MIN_MELD and jokers_allowed(naturals, jokers, profile)
        )
    found = []
    for start in range(candidate.length - MIN_MELD + 1):
        for end in range(start + MIN_MELD, candidate.length + 1):
            jokers = sum(1 for at in candidate.joker_at if start <= at < end)
            if jokers < end - start and jokers_allowed(end - start - jokers, jokers, profile):
                places = range(candidate.low + start, candidate.low + end)
                points = sum(place_points(place, profile) for place in places)
                found.append(Segment(start, end - start, jokers, points))
    return tuple(found)
