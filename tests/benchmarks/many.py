"""Many questions about one hand: the outlook, and whole deals of the arena."""

from __future__ import annotations

from advisor.arena.deal import deal_cards, play_deal
from advisor.arena.match import PROGRAMS
from advisor.outlook import outlook
from solver.game.position import Position
from solver.rules.presets import PROFILES
from tests.benchmarks.engine import OPTIONS, best_opening, hands_that_open
from tests.benchmarks.measure import cpu_ms, each, ratio, spread
from tests.benchmarks.report import Report
from tests.benchmarks.work import Scale, dealt_hands

PLAYERS = ("greedy", "patient", "penalty", "strength")


def measure_many(report: Report, scale: Scale) -> None:
    """The outlook beside a best opening, and turns of each program."""
    some = max(1, scale.outlooks // 5)
    hands = [one for jokers in range(5) for one in hands_that_open(jokers, some)]
    (all_of, _), (single, _) = each(hands, lambda one: outlook(one, OPTIONS), best_opening)
    report.row("outlook, hands that open", all_of)
    report.goal("full outlook / one best opening", ratio(all_of, single), "<=", 40, "hands that open, decision")
    dealt: list[Position] = [hand for jokers in (0, 0, 1, 2) for hand in dealt_hands(jokers, some)]
    report.row("outlook, hands as dealt", [cpu_ms(lambda one=one: outlook(one, OPTIONS))[0] for one in dealt])  # type: ignore[misc]
    for name in PLAYERS:
        _arena(report, name, scale.deals if name in ("greedy", "patient") else 1)


def _arena(report: Report, name: str, deals: int) -> None:
    """Turns a second of two players of a program."""
    times: list[float] = []
    turns = 0
    for number in range(deals):
        deal = deal_cards(PROFILES["zoliky-online"], 2, f"arena {number}")
        taken, outcome = cpu_ms(lambda deal=deal: play_deal(deal, [PROGRAMS[name](), PROGRAMS[name]()]))  # type: ignore[misc]
        times.append(taken / max(1, outcome.turns))
        turns += outcome.turns
    report.row(f"arena, a turn of {name} (mean of each deal)", times)
    report.facts.append((f"arena, {name}", f"{1000 / spread(times).p50:.0f} turns a second ({turns} turns)"))
