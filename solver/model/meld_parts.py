"""Segments: the parts of a meld that are melds by themselves, in which it can be laid before the rest follows."""

from __future__ import annotations

from functools import lru_cache

from solver.game.melds import MIN_MELD, place_points, rank_points
from solver.model.candidates import Candidate, Segment, jokers_allowed
from solver.rules.profile import RuleProfile


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
    for start in range(candidate.length - profile.run_length_min + 1):
        for end in range(start + profile.run_length_min, candidate.length + 1):
            jokers = sum(1 for at in candidate.joker_at if start <= at < end)
            if jokers < end - start and jokers_allowed(end - start - jokers, jokers, profile):
                places = range(candidate.low + start, candidate.low + end)
                points = sum(place_points(place, profile) for place in places)
                found.append(Segment(start, end - start, jokers, points))
    return tuple(found)
