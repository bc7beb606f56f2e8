"""The arena: programs play seeded deals against each other, each deal from every seat, and the results are measured.

Deals are independent, so intervals are those of the mean over deals; each deal's figures are means over its mirrored
plays. Which process plays a deal does not matter: results depend on the seed alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Final, TypeAlias

from advisor.arena.deal import Outcome, Program, deal_cards, play_deal, play_game
from advisor.arena.exact_players import Exact
from advisor.arena.players import Greedy, Patient, Random
from advisor.arena.strength_player import OpensFew, Strength
from advisor.strength.ranking import Style
from solver import facts
from solver.errors import Fault, InvalidInput
from solver.rules.profile import RuleProfile

CONFIDENT: Final = 1.96
"""Standard errors on each side of a mean in a 95 % interval."""

MAX_DEALS: Final = 1_000_000
"""Most deals of a contest."""

PROGRAMS: Final[dict[str, Callable[[], Program]]] = {
    "strength": Strength,
    "strength-still": lambda: Strength(Style(looks_ahead=False), "strength-still"),
    "strength-opens": lambda: Strength(Style(waits=False), "strength-opens"),
    "strength-few": OpensFew,
    "greedy": Greedy,
    "patient": Patient,
    "random": Random,
    "penalty": lambda: Exact("penalty"),
    "points": lambda: Exact("points"),
    "cards": lambda: Exact("cards"),
    "close": lambda: Exact("close"),
}
"""The programs that can play, by name."""

Find: TypeAlias = Callable[[str], Callable[[], Program] | None]


def own_program(name: str) -> Callable[[], Program] | None:
    """What makes the program of this package that has a name."""
    return PROGRAMS.get(name)


@dataclass(frozen=True, slots=True)
class Contest:
    """What is to be played: programs by name in seat order, deals, and the seed of all shuffles. With `games` each
    deal is a whole game, with carried jokers and starters in turn."""

    profile: RuleProfile
    players: tuple[str, ...]
    deals: int
    seed: int = 0
    games: bool = False


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float

    def __neg__(self) -> Mean:
        """The same from the other side."""
        return Mean(-self.value, -self.high, -self.low)


@dataclass(frozen=True, slots=True)
class Tally:
    """What one program did, a round: rounds won and closed from hand (shares), penalty points, jokers caught in its
    hand by others' closes."""

    name: str
    rounds_won: Mean
    penalty: Mean
    closes_from_hand: Mean
    jokers_caught: Mean


@dataclass(frozen=True, slots=True)
class Result:
    """The tallies in the order of the players; `difference` is the first's penalty less the others' mean, `lead` its
    share of rounds won less theirs. `drawn` counts rounds that nobody closed, `turns` is the mean length of a round."""

    contest: Contest
    rounds: int
    drawn: int
    refusals: int
    turns: float
    tallies: tuple[Tally, ...]
    difference: Mean
    lead: Mean


def play_mirrored(contest: Contest, number: int, find: Find = own_program) -> list[Outcome]:
    """One deal or game played from every seat. The outcomes' figures are in the order of the contest's players."""
    players = len(contest.players)
    found = []
    for shift in range(players):
        programs = [_program(contest.players[(seat + shift) % players], find) for seat in range(players)]
        seed = f"{contest.seed}/{number}"
        if contest.games:
            outcomes = play_game(contest.profile, programs, seed)
        else:
            outcomes = [play_deal(deal_cards(contest.profile, players, seed), programs)]
        found += [_by_player(outcome, shift) for outcome in outcomes]
    return found


def _by_player(outcome: Outcome, shift: int) -> Outcome:
    """The outcome with seats renumbered to the players that sat there."""
    players = len(outcome.penalties)

    def turned(values: tuple) -> tuple:  # type: ignore[type-arg]
        return tuple(values[(player - shift) % players] for player in range(players))

    closer = None if outcome.closer is None else (outcome.closer + shift) % players
    return Outcome(
        closer,
        outcome.from_hand,
        outcome.special,
        turned(outcome.penalties),
        turned(outcome.jokers_held),
        turned(outcome.opened),
        outcome.carried,
        outcome.turns,
        turned(outcome.refusals),
    )


_programs: dict[str, Program] = {}


def _program(name: str, find: Find) -> Program:
    """One object a name and process; programs of this package remember nothing that changes what they do."""
    if name not in _programs:
        made = find(name)
        if made is None:
            raise LookupError(name)
        _programs[name] = made()
    return _programs[name]


def _task(task: tuple[Contest, int, Find]) -> list[Outcome]:
    return play_mirrored(*task)


def run(
    contest: Contest, *, jobs: int = 1, progress: Callable[[int], None] | None = None, find: Find = own_program
) -> Result:
    """Plays a contest. `progress` is told how many deals are done; `find` gives what makes the program of a name, or
    None, and goes to other processes. Raises InvalidInput."""
    check(contest, find)
    tasks = [(contest, number, find) for number in range(contest.deals)]
    outcomes: list[list[Outcome]] = []
    if jobs <= 1 or contest.deals == 1:
        _programs.clear()
        for task in tasks:
            outcomes.append(_task(task))
            if progress:
                progress(len(outcomes))
        _programs.clear()
    else:
        with get_context("spawn").Pool(min(jobs, contest.deals)) as pool:
            for one in pool.imap(_task, tasks, chunksize=max(1, min(8, contest.deals // (4 * jobs)))):
                outcomes.append(one)
                if progress:
                    progress(len(outcomes))
    return measure(contest, outcomes)


def check(contest: Contest, find: Find = own_program) -> None:
    """Raises InvalidInput for unknown programs, a number of players that the rules do not allow, or no deals."""
    faults = []
    for at, name in enumerate(contest.players):
        if find(name) is None:
            reason = facts.not_one_of(value=ascii(name)[1:41].strip("'\""), allowed=list(PROGRAMS)).citing("names")
            faults.append(Fault(("players", at), reason))
    profile, count = contest.profile, len(contest.players)
    if not profile.players_min <= count <= profile.players_max:
        least, most = profile.players_min, profile.players_max
        reason = facts.out_of_range(value=count, least=least, most=most).citing("players_max")
        faults.append(Fault(("players",), reason))
    if not 1 <= contest.deals <= MAX_DEALS:
        reason = facts.out_of_range(value=contest.deals, least=1, most=MAX_DEALS).citing("deal")
        faults.append(Fault(("deals",), reason))
    if faults:
        raise InvalidInput(*faults)


def measure(contest: Contest, outcomes: Sequence[Sequence[Outcome]]) -> Result:
    """The figures of all deals played."""
    rounds = [one for deal in outcomes for one in deal]
    players = range(len(contest.players))
    others = len(contest.players) - 1

    def mean(value: Callable[[Outcome], float]) -> Mean:
        return mean_of([sum(map(value, deal)) / len(deal) for deal in outcomes])

    def gap(values: Sequence[float]) -> float:
        return values[0] - sum(values[1:]) / others

    tallies = tuple(
        Tally(
            name=contest.players[player],
            rounds_won=mean(lambda one: one.closer == player),  # noqa: B023
            penalty=mean(lambda one: one.penalties[player]),  # noqa: B023
            closes_from_hand=mean(lambda one: one.closer == player and one.from_hand),  # noqa: B023
            jokers_caught=mean(lambda one: one.jokers_held[player] if one.closer not in (player, None) else 0),  # noqa: B023
        )
        for player in players
    )
    return Result(
        contest=contest,
        rounds=len(rounds),
        drawn=sum(one.closer is None for one in rounds),
        refusals=sum(sum(one.refusals) for one in rounds),
        turns=sum(one.turns for one in rounds) / len(rounds),
        tallies=tallies,
        difference=mean(lambda one: gap(one.penalties)),
        lead=mean(lambda one: gap([one.closer == player for player in players])),
    )


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of independent values with its 95 % interval (normal; a single value has none)."""
    count = len(values)
    mean = sum(values) / count
    if count == 1:
        return Mean(mean, mean, mean)
    error = math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
    return Mean(mean, mean - CONFIDENT * error, mean + CONFIDENT * error)
