"""Other programs on their own rules: rummikub-solver, and the gin rummy of RLCard and OpenSpiel (extra `peers`).

A package that is not installed is said so in its row. Answers are compared as well as times.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from solver.game.cards import CARDS, JOKER, Card
from solver.game.position import Position
from solver.kernel.hand import kernel
from solver.model.question import opened_question
from solver.rules.presets import PROFILES
from tests.benchmarks.engine import decision
from tests.benchmarks.measure import cpu_ms, each, ratio
from tests.benchmarks.report import Report
from tests.benchmarks.work import Scale, rearrangements

RUMMIKUB = PROFILES["wikipedia"].with_overrides(
    {
        "jokers": 2,
        "opening_minimum": 30,
        "opening_pure_run": False,
        "first_laying_round": 1,
        "ends_with_discard": False,
        "court_points": [11, 12, 13],
        "ace_low": 1,
        "ace_high": None,
        "ace_set": 1,
        "bottom": None,
        "exchange": "none",
        "carry_max": 0,
        "penalty_ace": 1,
        "penalty_court": [11, 12, 13],
        "penalty_joker": 30,
    }
)
"""Rummikub: colours are suits."""

GIN = PROFILES["zoliky-online"].with_overrides(
    {
        "decks": 1,
        "jokers": 0,
        "opening_pure_run": False,
        "ace_high": None,
        "ace_set": 1,
        "ends_with_discard": False,
        "carry_max": 0,
        "penalty_ace": 1,
    }
)
"""Gin rummy: deadwood of a hand."""

TILES = {0: 20, 20: 10, 40: 17, 60: 30, 80: 40}
"""Tiles on the table, and how many times faster than rummikub-solver is wanted."""
RACK = 14
REPEATS = 40
"""Runs over all gin hands, of which the quickest is taken."""


def measure_peers(report: Report, scale: Scale) -> None:
    """All peers that are installed."""
    for measure, name in (
        (_rummikub, "rummikub_solver"),
        (_rlcard, "rlcard"),
        (_openspiel, "pyspiel"),
    ):
        try:
            peer = importlib.import_module(name)
        except ImportError:
            report.skipped.append((name, "its package is not installed (extra `peers`)"))
            continue
        measure(report, scale, peer)


# --- Rummikub --------------------------------------------------------------------------------------------------------


def _rummikub(report: Report, scale: Scale, peer: Any) -> None:
    rules = peer.RuleSet()
    for tiles, bound in TILES.items():
        positions = rearrangements(RUMMIKUB, tiles, scale.peers, hand=RACK)
        of_peer = partial(tiles_of_peer, peer=peer, rules=rules)
        each(rearrangements(RUMMIKUB, tiles, scale.peers, hand=RACK - 1), tiles_laid, of_peer)  # both are warm
        (ours, found), (theirs, wanted) = each(positions, tiles_laid, of_peer)
        name = f"rummikub, {tiles} table tiles"
        # the peer knows no run of four or more with a joker at its end, and no group of four with one
        more = sum(one > other and _jokers(at) > 0 for one, other, at in zip(found, wanted, positions, strict=True))
        report.facts.append((name, f"{more} of {len(found)} racks, all with jokers in play, lay more tiles here"))
        equal = [
            one if _jokers(at) == 0 else min(one, other)
            for one, other, at in zip(found, wanted, positions, strict=True)
        ]
        report.compare(name, equal, wanted)
        report.row(f"{name}, ours", ours)
        report.row(f"{name}, rummikub-solver", theirs)
        report.goal(f"{name}: rummikub-solver / ours", ratio(theirs, ours), ">=", bound)


def _jokers(position: Position) -> int:
    return position.hand.count(JOKER) + sum(lying.meld.jokers for lying in position.table)


def tiles_laid(position: Position) -> int:
    """The most tiles of the rack that can be laid; of equal turns any, as with the peer."""
    found = decision(position, replace(opened_question(position, "cards"), ties=False))
    assert found is not None
    assert found.optimal
    return len(position.hand) - found.levels["left"]


def tiles_of_peer(position: Position, *, peer: Any, rules: Any) -> int:
    """The same, as rummikub-solver answers it."""
    state = rules.new_game()
    state.initial = False
    state.add_table(*(_tile(card, rules) for meld in position.table for card in meld.meld.cards))
    state.add_rack(*(_tile(card, rules) for card in position.hand))
    found = rules.solve(state, peer.SolverMode.TILE_COUNT)
    return 0 if found is None else len(found.tiles)


def _tile(one: Card, rules: Any) -> Any:
    return rules.tiles[-1] if one is JOKER else rules.tiles[one.kind]


# --- Gin rummy -------------------------------------------------------------------------------------------------------


def gin_hands(number: int) -> list[list[Card]]:
    """Hands of ten cards of one pack: half as dealt, half of a few ranks, so that many melds compete."""
    rng = Random("gin")
    low = [card for card in CARDS[:-1] if card.rank <= 5]
    return [rng.sample(low if at % 2 else CARDS[:-1], 10) for at in range(number)]


deadwood = kernel(GIN).deadwood
"""The least deadwood of a list of cards."""


def _gin(report: Report, scale: Scale, name: str, theirs: Callable[[Any], int], hands: list[Any], bound: float) -> None:
    """Compares, and times all hands in turn again and again; of each the quickest run counts."""
    ours = gin_hands(len(hands))
    report.compare(f"gin, {name}", [deadwood(our) for our in ours], [theirs(hand) for hand in hands])
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(REPEATS if scale.peers > 3 else 1):
        times[0].append(cpu_ms(lambda: [deadwood(our) for our in ours])[0] / len(ours))
        times[1].append(cpu_ms(lambda: [theirs(hand) for hand in hands])[0] / len(hands))
    report.row("gin, least deadwood of ten cards, ours", times[0])
    report.row(f"gin, least deadwood of ten cards, {name}", times[1])
    report.goal(f"gin least deadwood of ten cards: {name} / ours", ratio(times[1], times[0]), ">=", bound)


def _rlcard(report: Report, scale: Scale, peer: Any) -> None:
    base = importlib.import_module("rlcard.games.base")
    melding = importlib.import_module("rlcard.games.gin_rummy.utils.melding")
    utils = importlib.import_module("rlcard.games.gin_rummy.utils.utils")

    def theirs(hand: Any) -> int:
        clusters = melding.get_best_meld_clusters(hand)
        return int(utils.get_deadwood_count(hand, clusters[0] if clusters else []))

    ranks = "?A23456789TJQK"
    hands = [[base.Card(card.suit.letter, ranks[card.rank]) for card in hand] for hand in gin_hands(10 * scale.peers)]
    _gin(report, scale, "RLCard", theirs, hands, 5.5)


def _openspiel(report: Report, scale: Scale, peer: Any) -> None:
    utils = peer.gin_rummy.GinRummyUtils(13, 4, 10)
    numbers = {card: utils.card_int(("?A23456789TJQK"[card.rank]) + card.suit.letter.lower()) for card in CARDS[:-1]}
    hands = [[numbers[card] for card in hand] for hand in gin_hands(10 * scale.peers)]
    _gin(report, scale, "OpenSpiel", utils.min_deadwood, hands, 1.0)
