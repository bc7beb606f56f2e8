"""Segments: the parts of a meld that are melds by themselves, in which it can be laid before the rest follows."""

from __future__ import annotations

from functools import lru_cache

from solver.game.melds import MIN_MELD, run_points, set_points
from solver.model.candidates import Candidate, Segment, jokers_allowed
from solver.rules.profile import RuleProfile


@lru_cache(maxsize=20_000)
def segments(candidate: Candidate, profile: RuleProfile) -> tuple[Segment, ...]:
    """Every part of a candidate that is a meld under the profile, the whole included."""
    if candidate.kind == "set":
        rank = candidate.naturals[0] % 13 + 1
        return tuple(
            Segment(0, naturals + jokers, jokers, set_points(rank, naturals, jokers, profile))
            for naturals in range(1, len(candidate.naturals) + 1)
            for jokers in range(candidate.jokers + 1)
            if naturals + jokers >= MIN_MELD and jokers_allowed(naturals, jokers, profile)
        )
    found = []
    for start in range(candidate.length - profile.run_length_min + 1):
        for end in range(start + profile.run_length_min, candidate.length + 1):
            jokers_at = [at - start for at in candidate.joker_at if start <= at < end]
            jokers = len(jokers_at)
            if jokers < end - start and jokers_allowed(end - start - jokers, jokers, profile):
                points = run_points(candidate.low + start, jokers_at, end - start, profile)
                found.append(Segment(start, end - start, jokers, points))
    return tuple(found)
