"""Mass comparison of the advisor's answers with the exhaustive truths, objective by objective.

    python -m tests.comparison --profile tournament --positions 2000 --seed 1

prints how many positions were compared and every disagreement with its position line; it ends with 1 if there is any.
Without `--profile` all presets take part; `--rule exchange='"runs"'` holds in all positions. `--hands` compares hands
without a table, of up to nine cards. `--deep` compares small tables rich in jokers, which may be rearranged, with any
sequence of steps (`wikipedia` unless told):

    python -m tests.comparison --deep --positions 2500
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import NamedTuple

from advisor import plan
from advisor.answers import ClosingAnswer, OpeningAnswer, Options, PenaltyAnswer, Plan
from advisor.closing import closing as ask_closing
from advisor.opening import opening as ask_opening
from advisor.penalty import penalty as ask_penalty
from advisor.turn import turn as ask_turn
from solver.errors import InvalidPosition
from solver.game.actions import LayMeld, LayOff, Rearrange
from solver.game.cards import JOKER, without
from solver.game.position import Position
from solver.game.position_line import position_line
from solver.rules.presets import PROFILES
from tests.oracles.brute_force import HandTruth, partition_is_enough, truth
from tests.oracles.deep_search import DeepTruth, deep_search
from tests.oracles.turn_search import TooLarge, TurnTruth, search
from tests.random_positions import random_hand_position, random_position, random_rearranging_position

OPTIONS = Options(time_ms=30_000)
MOST_STATES, MOST_MOVES = 60_000, 150_000


class Disagreement(NamedTuple):
    """An answer that is not the truth."""

    what: str
    answer: object
    truth: object
    line: str

    def __str__(self) -> str:
        return f"{self.what}: answer {self.answer}, truth {self.truth} at {self.line}"


Found = Iterator[tuple[str, object, object]]


def compare_hand(position: Position) -> list[Disagreement]:
    """What the answers about a hand without a table have wrong, against trying all its partitions."""
    return _collected(position, _hand(position, truth(position)))


def compare_turn(position: Position) -> list[Disagreement]:
    """What the answers about a whole turn have wrong, against the exhaustive turn search. Raises TooLarge."""
    return _collected(position, _turn(position, search(position, MOST_STATES, MOST_MOVES)))


def _collected(position: Position, found: Found) -> list[Disagreement]:
    line = position_line(position)
    return [Disagreement(what, answer, true, line) for what, answer, true in found if answer != true]


def order_of(plan: Plan) -> tuple[int, ...] | None:
    """A plan in the order of the rules' section 8 down to fewer melds; None if the taken card goes back or no card may
    be thrown."""
    if plan.penalty is None or not (plan.actions or plan.discard is None):
        return None
    hand = without(plan.left, (plan.discard,) if plan.discard else ())
    jokers = melds = 0
    for action in plan.actions:
        if isinstance(action, (LayMeld, LayOff)):
            jokers += action.cards.count(JOKER)
            melds += isinstance(action, LayMeld)
        elif isinstance(action, Rearrange):
            jokers += action.from_hand.count(JOKER)
    return (int(not plan.closes), plan.penalty, -hand.count(JOKER), jokers, len(hand), melds)


def _hand(position: Position, true: HandTruth) -> Found:
    answer = ask_penalty(position, OPTIONS)
    if partly_stated(position) and not answer.optimal:
        return
    yield "penalty proved", answer.optimal, True
    structural = answer.structural
    kept = without(structural.left, (structural.discard,) if structural.discard else ())
    jokers = sum(meld.jokers for meld in structural.melds)
    order = (structural.penalty, -kept.count(JOKER), jokers, len(kept), len(structural.melds))
    if true.structural:
        yield "structural penalty", order, true.structural[1:]
    if partition_is_enough(position):
        yield "penalty", playable_order(position, answer.plan), true.legal
    yield from _closing(position, true.closes, true.closes_from_hand, true.most_carried_from_hand, true.left_over)
    opening = ask_opening(position, OPTIONS)
    yield "opening proved", opening.optimal, True
    yield "opens", opening.opens, true.opening is not None
    yield from _points_of_melds(position, true)
    if opening.opens and true.opening and partition_is_enough(position):
        yield "opening", (-opening.points, *(order_of(opening.plan) or ())), true.opening


def _points_of_melds(position: Position, true: HandTruth) -> Found:
    """The most points of melds from the hand alone, as the opening shows them where it does not open."""
    opening = ask_opening(position, OPTIONS)
    yield "points without a pure run", opening.without_pure_run.points, true.any_points or 0
    profile = position.profile
    grows = profile.opening_run_joker == "yes" and profile.layoffs_count  # a joker on the pure run counts: no partition
    if not opening.opens and not grows:
        best = (
            true.any_points if true.pure_points is None or not position.profile.opening_pure_run else true.pure_points
        )
        yield "points that do not open", opening.points, best or 0
        yield "points missing", opening.missing, max(0, position.profile.opening_minimum - (best or 0))


def playable_order(position: Position, plan: Plan) -> tuple[int, ...] | None:
    """The order of a plan; None for one without any action in a game that asks for a discard."""
    none_legal = position.profile.ends_with_discard and not plan.actions and not plan.closes
    return None if none_legal else order_of(plan)


def _closing(
    position: Position, closes: bool, from_hand: bool | None, carried: int | None, left_over: int | None
) -> Found:
    answer = ask_closing(position, OPTIONS)
    yield "closing proved", answer.optimal, True
    yield "closes", answer.closes, closes
    if from_hand is not None:
        yield "closes from hand", answer.from_hand, from_hand
    if answer.closes:
        yield "left over at a close", answer.left_over, 0
        if answer.from_hand and from_hand:
            yield "carried from hand", answer.plan.carried, carried
    elif left_over is not None:
        yield "left over", answer.left_over, left_over


def _turn(position: Position, true: TurnTruth) -> Found:
    try:
        answer = ask_penalty(position, OPTIONS)
    except InvalidPosition:
        yield "a draw that was forbidden", None, true.best
        return
    ours, best = playable_order(position, answer.plan), true.best
    if partly_stated(position) and not answer.optimal:
        if ours is not None and best is not None and ours[:2] < best[:2] and not position.profile.rearrange:
            yield "penalty of an answer that is not proved", ours, best
        return
    yield "penalty proved", answer.optimal, True
    if position.profile.rearrange:
        ours, best = ours and ours[:-1], best and best[:-1]
    yield "penalty", ours, best
    yield from _closing(position, true.closes, true.from_hand, true.most_carried, true.left_over)
    yield "special", ask_closing(position, OPTIONS).special, true.special
    opening = ask_opening(position, OPTIONS)
    yield "opening proved", opening.optimal, True
    yield "opens", opening.opens, true.opening is not None
    if opening.opens and true.opening:
        yield "opening points", opening.points, -true.opening[0]
    yield from _by_objective(position, true)


def partly_stated(position: Position) -> bool:
    """Are the rules among those under which no answer need be proved?"""
    profile = position.profile
    if profile.rearrange and profile.ace_wraps:
        return True
    if profile.rearrange and (profile.order_rule or profile.exchange_set == "any_missing"):
        return True
    limited = (
        profile.max_jokers_per_meld is not None or profile.jokers_fewer_than_naturals or not profile.adjacent_jokers
    )
    drawn = position.drawn
    if limited and drawn is not None and drawn.card is JOKER and any(lying.meld.jokers for lying in position.table):
        return True
    return not position.opened and profile.layoffs_count and (profile.rearrange or profile.exchange_when != "earlier")


def _by_objective(position: Position, true: TurnTruth) -> Found:
    """The whole turn by cards and by closing, once the card is drawn."""
    if position.drawn is None and not position.starts_without_draw:
        return
    closing = ask_turn(position, OPTIONS, "close").recommendation
    yield "turn by close", closing.closes, true.closes
    fewest = ask_turn(position, OPTIONS, "cards").recommendation
    if fewest.penalty is not None and fewest.actions and not true.closes:
        yield "turn by cards", len(fewest.left) - (fewest.discard is not None), true.fewest


def compare_deep(position: Position) -> tuple[list[Disagreement], bool]:
    """What the answers about a rearranging turn have wrong against any sequence of steps, and whether all of them are
    proved; an answer that is not proved may be worse, but never better. Raises TooLarge."""
    true = deep_search(position)
    answer = ask_penalty(position, OPTIONS)
    closing = ask_closing(position, OPTIONS)
    opening = ask_opening(position, OPTIONS)
    found = list(_deep(position, true, answer, closing, opening))
    return _collected(position, iter(found)), answer.optimal and closing.optimal and opening.optimal


def _deep(
    position: Position, true: DeepTruth, answer: PenaltyAnswer, closing: ClosingAnswer, opening: OpeningAnswer
) -> Found:
    ours, best = playable_order(position, answer.plan), true.best
    ours, best = ours and ours[:5], best and best[:5]
    if answer.optimal or ours is None or best is None or ours < best:
        yield "penalty", ours, best
    closes = best is not None and not best[0]
    if closing.optimal or closing.closes:
        yield "closes", closing.closes, closes
    if best and closing.optimal and closing.closes and closes and (position.opened or not position.table):
        yield "carried", closing.plan.carried, -best[2]
    if not position.opened and (opening.optimal or opening.opens):
        yield "opens", opening.opens, true.opening is not None
        if opening.opens and opening.optimal:
            yield "opening points", opening.points, true.opening


class DeepFigures(NamedTuple):
    """What a deep comparison found; `unproved` are the positions with an answer that was not proved."""

    compared: int
    too_large: int
    unproved: list[str]
    refused: list[str]
    disagreements: list[Disagreement]


def compare_all_deep(base: str, number: int, seed: int) -> DeepFigures:
    """Compares so many random tables of a preset, with and without house rules, opened and in the opening turn."""
    compared = too_large = 0
    found: list[Disagreement] = []
    unproved: list[str] = []
    refused: list[str] = []
    for index in range(number):
        rng = Random(f"deep {seed}/{index}")
        position = random_rearranging_position(rng, base, limits=bool(index & 1), opened=not index & 2)
        before = plan.disagreements
        try:
            wrong, proved = compare_deep(position)
        except TooLarge:
            too_large += 1
            continue
        compared += 1
        found += wrong
        if not proved:
            unproved.append(position_line(position))
        if plan.disagreements > before:
            refused.append(position_line(position))
    return DeepFigures(compared, too_large, unproved, refused, found)


class Figures(NamedTuple):
    """What a comparison found; `refused` are the positions of which the referee refused plans on the way."""

    compared: int
    too_large: int
    refused: list[str]
    disagreements: list[Disagreement]


def compare(
    base: str, number: int, seed: int, *, hands: bool, overrides: int, fixed: Mapping[str, object] | None = None
) -> Figures:
    """Compares so many random positions of a preset, all with the `fixed` overrides."""
    compared = too_large = 0
    found: list[Disagreement] = []
    refused: list[str] = []
    compare_one: Callable[[Position], list[Disagreement]] = compare_hand if hands else compare_turn
    for index in range(number):
        rng = Random(f"{seed}/{index}")
        if hands:
            position = random_hand_position(rng, base, most_overrides=overrides, fixed=fixed)
        else:
            position = random_position(rng, base, most_overrides=overrides, fixed=fixed)
        before = plan.disagreements
        try:
            found += compare_one(position)
            compared += 1
        except TooLarge:
            too_large += 1
        if plan.disagreements > before:
            refused.append(position_line(position))
    return Figures(compared, too_large, refused, found)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profile", choices=list(PROFILES), action="append", help="a preset (default: all)")
    parser.add_argument("--positions", type=int, default=200, help="positions a preset")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--overrides", type=int, default=3, help="most overridden parameters a position")
    parser.add_argument("--rule", action="append", default=[], help="a parameter and its value in all: NAME=JSON")
    parser.add_argument("--hands", action="store_true", help="hands without a table, against all partitions")
    parser.add_argument(
        "--deep", action="store_true", help="small tables that may be rearranged, any sequence of steps"
    )
    options = parser.parse_args(arguments)
    if options.deep:
        return _main_deep(options.profile or ["wikipedia"], options.positions, options.seed)
    wrong = 0
    fixed = {name: json.loads(value) for name, _, value in (rule.partition("=") for rule in options.rule)}
    more = {"hands": options.hands, "overrides": options.overrides, "fixed": fixed}
    for base in options.profile or PROFILES:
        begun = time.perf_counter()
        figures = compare(base, options.positions, options.seed, **more)
        seconds = time.perf_counter() - begun
        for disagreement in figures.disagreements:
            print(disagreement)
        for line in figures.refused:
            print(f"plans refused by the referee at {line}")
        print(
            f"{base}: {figures.compared} positions compared (seed {options.seed}), {figures.too_large} too large, "
            f"{len(figures.refused)} with refused plans, {len(figures.disagreements)} disagreements, {seconds:.0f} s",
            flush=True,
        )
        wrong += len(figures.disagreements)
    return 1 if wrong else 0


def _main_deep(bases: list[str], number: int, seed: int) -> int:
    wrong = 0
    for base in bases:
        begun = time.perf_counter()
        figures = compare_all_deep(base, number, seed)
        seconds = time.perf_counter() - begun
        for disagreement in figures.disagreements:
            print(disagreement)
        for line in figures.unproved:
            print(f"not proved at {line}")
        for line in figures.refused:
            print(f"plans refused by the referee at {line}")
        print(
            f"{base}, any sequence of steps: {figures.compared} positions compared (seed {seed}), {figures.too_large} "
            f"too large, {len(figures.unproved)} not proved, {len(figures.refused)} with refused plans, "
            f"{len(figures.disagreements)} disagreements, {seconds:.0f} s",
            flush=True,
        )
        wrong += len(figures.disagreements)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
