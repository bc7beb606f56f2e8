"""A league: every program against every other, each pair on the same mirrored deals, and one table of all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from advisor.arena.match import Contest, Find, Mean, Result, check, own_program, run
from solver import facts
from solver.errors import Fault, InvalidInput
from solver.rules.profile import RuleProfile

LEAGUE: Final = ("strength", "strength-still", "strength-opens", "strength-few", "greedy", "patient", "random")
"""Who plays in a league if nobody is named."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A program in the league: its penalty points a round less the others', and its share of rounds won less theirs,
    each the mean over its pairs; `ahead` are those whom it beats by points with an interval clear of zero."""

    name: str
    difference: float
    lead: float
    ahead: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The results of all pairs in the order of the players."""

    profile: RuleProfile
    players: tuple[str, ...]
    deals: int
    seed: int
    results: tuple[Result, ...]

    def between(self, one: str, other: str) -> Mean:
        """The penalty a round of one less the other's."""
        return self._seen_by(one, other, lambda result: result.difference)

    def _seen_by(self, one: str, other: str, figure: Callable[[Result], Mean]) -> Mean:
        """A figure of a pair, as the first of its result has it or with the sign turned."""
        for result in self.results:
            if result.contest.players == (one, other):
                return figure(result)
            if result.contest.players == (other, one):
                return -figure(result)
        raise LookupError(one, other)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """How each program stands, best first."""
        return tuple(sorted(map(self._standing, self.players), key=lambda one: (one.difference, one.name)))

    def _standing(self, name: str) -> Standing:
        others = [other for other in self.players if other != name]
        differences = {other: self.between(name, other) for other in others}
        leads = [self._seen_by(name, other, lambda result: result.lead) for other in others]
        return Standing(
            name,
            sum(mean.value for mean in differences.values()) / len(others),
            sum(mean.value for mean in leads) / len(others),
            tuple(other for other, mean in differences.items() if mean.high < 0),
        )

    @property
    def refusals(self) -> int:
        """Turns that were not legal."""
        return sum(result.refusals for result in self.results)


def play_league(
    profile: RuleProfile,
    players: Sequence[str],
    deals: int,
    seed: int = 0,
    *,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    find: Find = own_program,
) -> Table:
    """Plays all pairs. `progress` is told how many deals of all are done. Raises InvalidInput."""
    names = tuple(players)
    for at, name in enumerate(names):
        if name in names[:at]:
            allowed = sorted(set(names))
            raise InvalidInput(Fault(("players", at), facts.not_one_of(value=name, allowed=allowed).citing("names")))
    check(Contest(profile, names[:2] if len(names) < 3 else names[:1] + names[-1:], deals, seed), find)
    results: list[Result] = []
    for pair in combinations(names, 2):
        done = len(results) * deals

        def told(count: int, done: int = done) -> None:
            if progress is not None:
                progress(done + count)

        results.append(run(Contest(profile, pair, deals, seed), jobs=jobs, progress=told, find=find))
    return Table(profile, names, deals, seed, tuple(results))
