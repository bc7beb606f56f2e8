"""What a run of the benchmarks found: figures and goals, as tables and as JSON."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, Literal

from tests.benchmarks.measure import Spread, spread

STAGES = ("enumerate", "build", "solve", "explain", "serialise")


@dataclass(frozen=True, slots=True)
class Row:
    """Times of one kind of work, with the medians of its stages where they were told apart."""

    work: str
    times: Spread
    stages: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Goal:
    """One goal: a figure and its bound. `note` says what the figure is made of."""

    name: str
    figure: float
    bound: float
    sense: Literal[">=", "<="]
    note: str = ""

    @property
    def met(self) -> bool:
        return self.figure >= self.bound if self.sense == ">=" else self.figure <= self.bound


@dataclass(slots=True)
class Report:
    """Everything that a run found. `answers` counts answers that were compared, `different` those that disagreed;
    `skipped` says what could not be measured, and why."""

    rows: list[Row] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    answers: int = 0
    different: list[str] = field(default_factory=list)

    def row(self, work: str, times: Sequence[float], stages: Mapping[str, float] | None = None) -> Spread:
        """Adds the times of a kind of work."""
        found = spread(times)
        self.rows.append(Row(work, found, stages or {}))
        return found

    def goal(self, name: str, figure: float, sense: Literal[">=", "<="], bound: float, note: str = "") -> None:
        """Adds a goal with its figure."""
        self.goals.append(Goal(name, figure, bound, sense, note))

    def compare(self, work: str, one: Sequence[object], other: Sequence[object]) -> None:
        """Compares answers that are to be equal."""
        self.answers += len(one)
        pairs = zip(one, other, strict=True)
        self.different += [f"{work} {at}: {a} ≠ {b}" for at, (a, b) in enumerate(pairs) if a != b]

    @property
    def good(self) -> bool:
        """Are all answers equal?"""
        return not self.different

    def as_json(self) -> dict[str, Any]:
        """The report as a JSON value."""
        return {
            "machine": machine(),
            "goals": [
                {
                    "goal": goal.name,
                    "figure": round(goal.figure, 3),
                    "sense": goal.sense,
                    "bound": goal.bound,
                    "met": goal.met,
                    "note": goal.note,
                }
                for goal in self.goals
            ],
            "times_ms": [
                {
                    "work": row.work,
                    "n": row.times.n,
                    **{name: round(getattr(row.times, name), 3) for name in ("p50", "p95", "max")},
                    "stages": {name: round(value, 3) for name, value in row.stages.items()},
                }
                for row in self.rows
            ],
            "facts": dict(self.facts),
            "skipped": dict(self.skipped),
            "answers_compared": self.answers,
            "answers_different": self.different,
        }

    def as_text(self) -> str:
        """The report as Markdown."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield ", ".join(f"{name} {value}" for name, value in machine().items()) + "."
        yield f"{self.answers} answers compared, {len(self.different)} different."
        yield from (f"- {one}" for one in self.different)
        yield from ("", "| goal | figure | wanted | met |", "| --- | ---: | ---: | --- |")
        for goal in self.goals:
            note = f" ({goal.note})" if goal.note else ""
            sense = {">=": "≥", "<=": "≤"}[goal.sense]
            met = "yes" if goal.met else "**no**"
            yield f"| {goal.name}{note} | {goal.figure:.2f} × | {sense} {goal.bound:g} × | {met} |"
        yield from (f"| {name} | not measured: {why} | | |" for name, why in self.skipped)
        yield from ("", "Milliseconds; the stages are medians.", "")
        yield f"| work | n | p50 | p95 | max | {' | '.join(STAGES)} |"
        yield "| --- |" + " ---: |" * (4 + len(STAGES))
        for row in self.rows:
            stages = " | ".join(f"{row.stages[name]:.2f}" if name in row.stages else "" for name in STAGES)
            times = row.times
            yield f"| {row.work} | {times.n} | {times.p50:.2f} | {times.p95:.2f} | {times.max:.2f} | {stages} |"
        if self.facts:
            yield from ("", "| fact | |", "| --- | --- |")
            yield from (f"| {name} | {value} |" for name, value in self.facts)


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    return {
        "Python": platform.python_version(),
        "ortools": version("ortools"),
        "cores": str(os.cpu_count()),
        "load at the end": f"{os.getloadavg()[0]:.1f}",
    }
