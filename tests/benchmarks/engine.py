"""The optimum engine: openings by number of jokers, whole turns by melds on the table, rearrangements by cards."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, TypeVar

from advisor.answers import Options
from advisor.opening import best_opening_question, opening
from advisor.turn import turn
from advisor.words.explain import explain
from api.answers import present
from api.requests.asked import PositionRequest
from api.service.calls import CALLS
from api.wire import json_bytes
from solver.game.position import Position
from solver.game.position_line import position_line
from solver.model.decide import Decision, decide
from solver.model.question import Question, opened_question
from solver.rules.presets import PROFILES
from solver.stage_times import Effort, measured
from tests.benchmarks.measure import cpu_ms, each, ratio, spread
from tests.benchmarks.ordinary import Levels, ordinary
from tests.benchmarks.report import STAGES, Report
from tests.benchmarks.work import Scale, dealt_hands, opening_hands, rearrangements, table_turns

Answer = TypeVar("Answer")
OPTIONS = Options(time_ms=30_000)
JOKERS = range(5)
MELDS = (0, 4, 8, 12)
CARDS_ON_TABLE = (20, 30, 40, 60, 80, 90, 100)


def decision(position: Position, question: Question) -> Decision | None:
    """The optimum of a question, from the position to its actions."""
    return next(decide(position, question), None)


def best_opening(position: Position) -> Decision | None:
    """The best opening, as the engine answers it."""
    return decision(position, best_opening_question(position))


@cache
def hands_that_open(jokers: int, number: int) -> tuple[Position, ...]:
    """The first seeded hands with so many jokers that open."""
    return opening_hands(jokers, number, lambda one: best_opening(one) is not None)


def best_turn(position: Position) -> Decision | None:
    """The turn of least penalty of an opened player, as the engine answers it."""
    return decision(position, opened_question(position))


def levels(found: Decision | None) -> Levels | None:
    """What a decision reaches at each level of the objective."""
    if found is not None:
        assert found.optimal
    return found.levels if found is not None else None


def measure_engine(report: Report, scale: Scale) -> None:
    """Openings, turns and rearrangements."""
    each_jokers = max(1, scale.hands // 5)
    hands = {jokers: hands_that_open(jokers, each_jokers) for jokers in JOKERS}
    openings = _openings(report, hands)
    answers = _answers(report, [one for some in hands.values() for one in some], scale)
    _turns(report, scale, openings, answers)
    _rearrangements(report, scale)


def _openings(report: Report, hands: dict[int, tuple[Position, ...]]) -> list[float]:
    """Openings that there are, by number of jokers, beside the same model with the ordinary API."""
    tuned: list[float] = []
    plain: list[float] = []
    for jokers, positions in hands.items():
        with measured() as effort:
            (ours, found), (theirs, wanted) = each(
                positions, best_opening, lambda one: ordinary(one, best_opening_question(one))
            )
        report.compare(f"opening with {jokers} jokers", list(map(levels, found)), wanted)
        report.row(f"best opening, decision, {jokers} jokers", ours, _per_item(effort, 2 * len(positions)))
        tuned += ours
        plain += theirs
    report.row("best opening, decision, 0 to 4 jokers", tuned)
    report.row("the same model, ordinary API and default parameters", plain)
    times = spread(tuned)
    report.goal("best opening: ordinary API and defaults / tuned", ratio(plain, tuned), ">=", 3, "hands that open")
    report.goal("best opening: p95 / p50", times.p95 / times.p50, "<=", 4, "0 to 4 jokers alike")
    return tuned


def _per_item(effort: Effort, items: int) -> dict[str, float]:
    """The mean stages of one decision."""
    stages = {"enumerate": effort.enumerate_ms, "build": effort.build_ms, "solve": effort.solve_ms}
    return {name: value / items for name, value in stages.items()}


def asked(position: Position) -> PositionRequest:
    """The position as a question of the service."""
    question = CALLS["opening"].read({"position": position_line(position)}, "en", OPTIONS.time_ms)
    assert isinstance(question, PositionRequest)
    return question


def _answers(report: Report, positions: Sequence[Position], scale: Scale) -> list[float]:
    """The whole answers of the call `opening`, in words and as JSON."""
    times = _whole(report, "opening, answer, hands that open", positions, opening, present.opening)
    parts = ((0, 6), (1, 3), (2, 1))
    dealt = [hand for jokers, part in parts for hand in dealt_hands(jokers, max(1, scale.hands * part // 10))]
    _whole(report, "opening, answer, hands as dealt", dealt, opening, present.opening)
    return times


def _whole(
    report: Report,
    work: str,
    positions: Sequence[Position],
    analyse: Callable[[Position, Options], Answer],
    shown: Callable[[PositionRequest, Answer], Any],
) -> list[float]:
    """Whole answers, with the medians of their stages."""
    times: list[float] = []
    stages: dict[str, list[float]] = {name: [] for name in STAGES}
    for position in positions:
        with measured() as effort:
            taken, answer = cpu_ms(partial(analyse, position, OPTIONS))
        told, _ = cpu_ms(partial(explain, answer))
        whole, _ = cpu_ms(partial(_as_json, shown, asked(position), answer))
        times.append(taken)
        parts = (effort.enumerate_ms, effort.build_ms, effort.solve_ms, told, max(0.0, whole - told))
        for name, part in zip(STAGES, parts, strict=True):
            stages[name].append(part)
    report.row(work, times, {name: statistics.median(some) for name, some in stages.items()})
    return times


def _as_json(shown: Callable[[PositionRequest, Answer], Any], question: PositionRequest, answer: Answer) -> bytes:
    return json_bytes(shown(question, answer))


def _turns(report: Report, scale: Scale, openings: list[float], answers: list[float]) -> None:
    """Whole turns before tables of melds; jokers 0 to 4 in equal parts."""
    some = max(1, scale.tables // 5)
    by_penalty = partial(turn, objective="penalty")
    by_strength = partial(turn, objective="strength")
    for melds in MELDS:
        positions = [turn for jokers in JOKERS for turn in table_turns(melds, jokers, some)]
        with measured() as effort:
            ((ours, _),) = each(positions, best_turn)
        report.row(f"whole turn, decision, {melds} melds", ours, _per_item(effort, len(positions)))
        checked = positions[:: max(1, len(positions) // 10)]
        wanted = [ordinary(one, opened_question(one)) for one in checked]
        report.compare(f"turn with {melds} melds", [levels(best_turn(one)) for one in checked], wanted)
        whole = _whole(report, f"turn, answer by penalty, {melds} melds", positions, by_penalty, present.turn)
        if melds == 8:
            report.goal(
                "whole turn with 8 melds / best opening of the hand alone",
                spread(ours).p50 / spread(openings).p50,
                "<=",
                3,
                "decisions",
            )
            report.goal(
                "the same, whole answers", spread(whole).p50 / spread(answers).p50, "<=", 3, "three plans by penalty"
            )
            few = positions[:: max(1, len(positions) // 20)]
            _whole(report, "turn, answer by strength, 8 melds", few, by_strength, present.turn)


def _rearrangements(report: Report, scale: Scale) -> None:
    """Rearrangements under `wikipedia`."""
    profile = PROFILES["wikipedia"]
    times = {}
    for cards in CARDS_ON_TABLE:
        number = scale.tail if cards == 90 else scale.rearranged
        positions = rearrangements(profile, cards, number, hand=10)
        with measured() as effort:
            ((times[cards], found),) = each(positions, best_turn)
        report.row(f"rearrangement, decision, {cards} table cards", times[cards], _per_item(effort, len(positions)))
        checked = positions[: min(3, scale.rearranged)]
        wanted = [ordinary_rearrangement(one) for one in checked]
        report.compare(f"rearrangement of {cards}", [first_level(one) for one in found[: len(checked)]], wanted)
    small, large = spread(times[30]), spread(times[90])
    report.goal("rearrangement: 90 table cards / 30, p50", large.p50 / small.p50, "<=", 2)
    report.goal("rearrangement: 90 table cards / 30, p95", large.p95 / small.p95, "<=", 3)
    report.goal(f"rearrangement: slowest of {large.n} with 90 / median", large.max / large.p50, "<=", 30)


def first_level(found: object) -> tuple[int, int] | None:
    """What decides a rearrangement: the close and the penalty."""
    assert found is None or isinstance(found, Decision)
    reached = levels(found)
    return (reached.get("close", 0), reached["penalty"]) if reached else None


def ordinary_rearrangement(position: Position) -> tuple[int, int] | None:
    """The same with the ordinary API (jokers that cannot be dealt are no matter of the first levels here)."""
    reached = ordinary(position, opened_question(position))
    return (reached.get("close", 0), reached["penalty"]) if reached else None
