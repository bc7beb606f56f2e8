"""Runs the arena for the `zolik` command: programs against each other, and a table or JSON of what they scored."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any

from advisor.arena.league import LEAGUE, Table, play_league
from advisor.arena.match import PROGRAMS, Contest, Find, Mean, Result, own_program, run
from advisor.words.explain import fault_text
from api.cli.exit_codes import BAD_INPUT, FAILED, YES
from api.cli.streams import complain, tell
from solver.errors import InvalidInput, InvalidProfile
from solver.rules.presets import DEFAULT_PROFILE, read_profile
from solver.rules.profile import RuleProfile

Json = dict[str, Any]
_BAR = 30


class CannotPlay(Exception):
    """A player from outside fails again and again."""


def arena(args: argparse.Namespace) -> int:
    """Plays what the arguments ask for, tells the result, and gives back the exit code: 3 if a turn was refused."""
    chosen = args.players or (",".join(LEAGUE) if args.league else "strength,greedy")
    players = tuple(one.strip() for one in chosen.split(","))
    base = args.rules or DEFAULT_PROFILE
    try:
        profile = read_profile({"base": base, **dict(args.overrides)} if args.overrides else base)
        own = set(players) <= set(PROGRAMS)
        find = own_program if own else _others(args)
        pairs = len(players) * (len(players) - 1) // 2 if args.league else 1
        progress = _progress(args.deals * pairs) if sys.stderr.isatty() else None
        with nullcontext() if own else _failures():
            if args.league:
                return _league(profile, players, args, progress, find)
            contest = Contest(profile, players, args.deals, args.seed, games=args.games)
            result = run(contest, jobs=args.jobs, progress=progress, find=find)
    except (InvalidInput, InvalidProfile) as error:
        for fault in error.faults:
            complain(f"{'/'.join(map(str, fault.pointer))}: {fault_text(fault.reason)}".removeprefix(": "))
        return BAD_INPUT
    except CannotPlay as error:
        complain(str(error))
        return FAILED
    tell(json.dumps(arena_json(result), ensure_ascii=False) if args.json else table(result))
    return FAILED if result.refusals else YES


def _others(args: argparse.Namespace) -> Find:
    """How players from outside are found; the folder that the command is called in may hold their modules."""
    from zolik.arena import BOT_MS, find

    if "" not in sys.path:
        sys.path.insert(0, "")
    return partial(find, time_ms=args.bot_ms or BOT_MS)


@contextmanager
def _failures() -> Iterator[None]:
    """A player from outside that fails again and again is told as CannotPlay."""
    from zolik.arena import BotFailed

    try:
        yield
    except BotFailed as error:
        raise CannotPlay(str(error)) from error


def _league(profile: RuleProfile, players: tuple[str, ...], args: argparse.Namespace, progress: Any, find: Find) -> int:
    """Plays a league and tells its table."""
    table = play_league(profile, players, args.deals, args.seed, jobs=args.jobs, progress=progress, find=find)
    tell(json.dumps(league_json(table), ensure_ascii=False) if args.json else league_text(table))
    return FAILED if table.refusals else YES


def _progress(deals: int) -> Any:
    def show(done: int) -> None:
        filled = _BAR * done // deals
        end = "\n" if done == deals else ""
        print(f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {done}/{deals}", end=end, file=sys.stderr, flush=True)

    return show


def arena_json(result: Result) -> Json:
    """The result as JSON: shares between 0 and 1, penalty points a round, 95 % intervals."""
    return {
        "rules": result.contest.profile.id,
        "seed": result.contest.seed,
        "deals": result.contest.deals,
        "rounds": result.rounds,
        "drawn": result.drawn,
        "turns_per_round": round(result.turns, 2),
        "refusals": result.refusals,
        "players": [
            {
                "name": tally.name,
                "rounds_won": _rounded(tally.rounds_won.value),
                "rounds_won_interval": _interval(tally.rounds_won),
                "penalty_per_round": _rounded(tally.penalty.value),
                "interval": _interval(tally.penalty),
                "closes_from_hand": _rounded(tally.closes_from_hand.value),
                "jokers_caught": _rounded(tally.jokers_caught.value),
            }
            for tally in result.tallies
        ],
        "difference": {
            "of": result.tallies[0].name,
            "to": [tally.name for tally in result.tallies[1:]],
            "penalty_per_round": _rounded(result.difference.value),
            "interval": _interval(result.difference),
            "rounds_won": _rounded(result.lead.value),
            "rounds_won_interval": _interval(result.lead),
        },
    }


def league_json(table: Table) -> Json:
    """A league as JSON: the results of all pairs, and the standings, best first."""
    return {
        "rules": table.profile.id,
        "seed": table.seed,
        "deals": table.deals,
        "refusals": table.refusals,
        "standings": [
            {
                "name": standing.name,
                "penalty_per_round": _rounded(standing.difference),
                "rounds_won": _rounded(standing.lead),
                "ahead_of": list(standing.ahead),
            }
            for standing in table.standings
        ],
        "pairs": [arena_json(result) for result in table.results],
    }


def league_text(table: Table) -> str:
    """A league as people read it: each row's penalty a round less each column's, with its 95 % interval."""
    names = [standing.name for standing in table.standings]
    wide = max(22, *(len(name) + 2 for name in names))
    lines = [
        f"{table.profile.id}: all against all, {table.deals} deals a pair, each from both seats; penalty a round of "
        f"the row less that of the column, {table.refusals} turns refused",
        f"{'':18}{'all':>8}" + "".join(f"{name:>{wide}}" for name in names),
    ]
    for standing in table.standings:
        cells = ("-" if other == standing.name else _points(table.between(standing.name, other)) for other in names)
        lines.append(f"{standing.name:18}{standing.difference:>8.1f}" + "".join(f"{cell:>{wide}}" for cell in cells))
    return "\n".join(lines)


def _rounded(value: float) -> float:
    return round(value, 4)


def _interval(mean: Mean) -> list[float]:
    return [_rounded(mean.low), _rounded(mean.high)]


def table(result: Result) -> str:
    """The result as people read it."""
    contest = result.contest
    what = "games" if contest.games else "deals"
    lines = [
        f"{contest.profile.id}: {contest.deals} {what}, each from every seat: {result.rounds} rounds of "
        f"{result.turns:.1f} turns, {result.drawn} without a closer, {result.refusals} turns refused",
        f"{'':12}{'rounds won':>22}{'penalty a round':>24}{'from hand':>12}{'jokers caught':>15}",
    ]
    lines += [
        f"{tally.name:12}{_percent(tally.rounds_won):>22}{_points(tally.penalty):>24}"
        f"{tally.closes_from_hand.value:>11.1%} {tally.jokers_caught.value:>14.2f}"
        for tally in result.tallies
    ]
    others = ", ".join(tally.name for tally in result.tallies[1:])
    lines.append(
        f"{result.tallies[0].name} less {others}: penalty {_points(result.difference)} a round, "
        f"rounds won {_percent(result.lead)} (in brackets: 95 % intervals)"
    )
    return "\n".join(lines)


def _percent(mean: Mean) -> str:
    return f"{mean.value:.1%} [{mean.low:.1%}, {mean.high:.1%}]"


def _points(mean: Mean) -> str:
    return f"{mean.value:.1f} [{mean.low:.1f}, {mean.high:.1f}]"
