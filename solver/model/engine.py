"""CP-SAT, driven directly: a small linear model with a lexicographic objective, and one `solve`.

Parameters and the direct filling of the model proto are measured choices: one worker, no presolve, the whole relaxation
at once, no cuts and no simplifying on the way, which cost more than they save on models of this size. One exactly
weighted objective stands for all levels.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter, mul
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from solver.budget import check, is_over, left, note_time_out
from solver.stage_times import note_solve

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import CpModelProto, SatParameters

Term = tuple[int, int]
"""A variable's index and its coefficient."""


def less(terms: Iterable[Term]) -> list[Term]:
    """The terms taken away instead of added."""
    return [(variable, -factor) for variable, factor in terms]


WEIGHT_LIMIT: Final = 1 << 56
"""The largest value that the weighted objective may take; CP-SAT itself allows 2^62."""

FINGERPRINT: Final = "fingerprint"
"""The name of the last level, which only tells equal answers apart."""

OBJECTIVE_LIMIT: Final = 1 << 60
"""The bound of the weighted objective, taken variable by variable, stays below this."""

MIN_BUDGET_MS: Final = 8
"""CP-SAT may end without any answer below about 5 ms."""


@dataclass(frozen=True, slots=True)
class Level:
    """One level of the objective, minimised: Σ terms + constant, known to lie in low … high. A level that is a `tie`
    only chooses among turns that the rules call equal."""

    name: str
    terms: Sequence[Term]
    low: int
    high: int
    constant: int = 0
    tie: bool = False

    def value(self, values: Sequence[int]) -> int:
        """What a solution reaches at this level."""
        return self.constant + sum([factor * values[at] for at, factor in self.terms if values[at]])


class Meaning(str):
    """What a row is about that forbids no turn: it only says what a variable stands for."""


Row: TypeAlias = tuple[list[int], list[int], int, int, object]
"""Variables, their factors, the least and the greatest sum, and what the row is about (see :meth:`Model.row_name`)."""


@dataclass(slots=True)
class Model:
    """Integer variables, none below 0, and linear rows low ≤ Σ terms ≤ high."""

    lows: list[int] = field(default_factory=list)
    highs: list[int] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    levels: list[Level] = field(default_factory=list)
    marks: list[tuple[int, str, object]] = field(default_factory=list)
    """Where the rows of a rule begin, the rule's name, and what it is posted for (None: the turn)."""

    def variable(self, high: int = 1, low: int = 0) -> int:
        """A new variable in low … high; its index. Raises TimedOut."""
        if not len(self.lows) & 63:
            check()
        self.lows.append(low)
        self.highs.append(high)
        return len(self.lows) - 1

    def rule(self, name: str, target: object = None) -> None:
        """The rows that follow state this rule."""
        self.marks.append((len(self.rows), name, target))

    def row_name(self, at: int) -> str:
        """The name of a row: its rule and what it is about, as `cards_are_laid_once: 7D`. Made only when asked for."""
        about = self.rows[at][4]
        if isinstance(about, Meaning):
            return f"meaning: {about}"
        mark = bisect_right(self.marks, at, key=itemgetter(0)) - 1
        _, rule, target = self.marks[mark] if mark >= 0 else (0, "unnamed", None)
        return ": ".join(str(one) for one in (rule, target, about) if one is not None)

    def add(self, terms: Iterable[Term], low: int, high: int, about: object = None) -> None:
        """The row low ≤ Σ terms ≤ high; terms of one variable are added up. Raises TimedOut."""
        check()
        given = terms if isinstance(terms, list) else list(terms)
        merged = dict(given)
        if len(merged) < len(given):
            merged = dict.fromkeys(merged, 0)
            for variable, factor in given:
                merged[variable] += factor
        self.rows.append((list(merged), list(merged.values()), low, high, about))

    def at_most(self, terms: Iterable[Term], high: int, about: object = None) -> None:
        """Σ terms ≤ high."""
        self.add(terms, -_FAR, high, about)

    def at_least(self, terms: Iterable[Term], low: int, about: object = None) -> None:
        """Σ terms ≥ low."""
        self.add(terms, low, _FAR, about)

    def bounds(self, terms: Sequence[Term], constant: int = 0) -> tuple[int, int]:
        """The least and greatest value of Σ terms + constant, from the variables' bounds alone."""
        low = high = constant
        for variable, factor in terms:
            ends = factor * self.lows[variable], factor * self.highs[variable]
            low += min(ends)
            high += max(ends)
        return low, high

    def minimise(self, name: str, terms: Sequence[Term], constant: int = 0) -> None:
        """Adds the next level of the objective."""
        low, high = self.bounds(terms, constant)
        self.levels.append(Level(name, terms, low, high, constant))


_FAR: Final = 1 << 40


@dataclass(frozen=True, slots=True)
class Solved:
    """A solution: value of each variable, value of each level, whether it is proved, and if it is not, the bound of
    the first level. Times in milliseconds."""

    values: Sequence[int]
    levels: dict[str, int]
    optimal: bool
    bound: int
    build_ms: float
    solve_ms: float


@dataclass(frozen=True, slots=True)
class NoSolution:
    """No solution: proved, or none found within the budget (`timed_out`) or the work allowed (`given_up`)."""

    timed_out: bool
    given_up: bool = False
    build_ms: float = 0.0
    solve_ms: float = 0.0


def weights(levels: Sequence[Level]) -> list[int]:
    """Weights by which the levels' sum orders as the levels do, one after another."""
    result = [0] * len(levels)
    span = 1
    for at in range(len(levels) - 1, -1, -1):
        result[at] = span
        span *= levels[at].high - levels[at].low + 1
    return result


def weighted_objective(model: Model) -> tuple[dict[int, int], list[int]]:
    """One objective for all levels, and their weights.

    CP-SAT refuses objectives whose bound, taken variable by variable, leaves its range. Where that would be so, the
    fingerprint is told less finely, and at the last the lowest ties are left out.
    """
    levels = list(model.levels)
    while True:
        factors = weights(levels)
        total = [0] * len(model.highs)
        for level, factor in zip(levels, factors, strict=True):
            check()
            for variable, coefficient in level.terms:
                total[variable] += factor * coefficient
        if sum(map(mul, map(abs, total), model.highs)) < OBJECTIVE_LIMIT:
            return {variable: coefficient for variable, coefficient in enumerate(total) if coefficient}, factors
        last = levels.pop()
        if last.name == FINGERPRINT and last.high > 16:
            coarser = [(variable, coefficient >> 2) for variable, coefficient in last.terms]
            levels.append(Level(FINGERPRINT, coarser, 0, (last.high >> 2) + 1, tie=True))


def solve(model: Model, work: float | None = None) -> Solved | NoSolution:
    """The lexicographic minimum of a model, within the budget. Raises TimedOut.

    With `work`, in CP-SAT's deterministic time, it is given up after that much of it, on any machine alike; what was
    found until then is not proved.
    """
    from ortools.sat.python import cp_model_helper as cp  # imported late: it costs a third of a second

    begun = time.perf_counter()
    total, factors = weighted_objective(model)
    proto = cp.CpModelProto()
    count = len(model.highs)
    while count:
        part = min(count.bit_length(), _LARGEST_PART) - 1
        proto.merge_from(_booleans(part))
        count -= 1 << part
    variables = proto.variables
    for at, ends in enumerate(zip(model.lows, model.highs, strict=True)):
        if ends != _BOOLEAN:
            domain = variables[at].domain
            domain[0], domain[1] = ends
    constraints = proto.constraints
    for row_variables, row_factors, low, high, _ in model.rows:
        check()
        linear = constraints.add().linear
        linear.vars.extend(row_variables)
        linear.coeffs.extend(row_factors)
        linear.domain.extend([low, high])
    if total:
        proto.objective.vars.extend(list(total))
        proto.objective.coeffs.extend(list(total.values()))
    built = time.perf_counter()
    wrapper: Any = cp.SolveWrapper()
    parameters = _parameters(cp.SatParameters(), max(MIN_BUDGET_MS / 1000, left()))
    if work is not None:
        parameters.max_deterministic_time = work
    wrapper.set_parameters(parameters)
    response = wrapper.solve(proto)
    done = time.perf_counter()
    build_ms, solve_ms = (built - begun) * 1000, (done - built) * 1000
    status = int(response.status)
    proved = status in (_OPTIMAL, _INFEASIBLE)
    given_up = work is not None and not proved and not is_over()
    note_solve(build_ms, solve_ms, proved=proved or given_up)
    if given_up and status != _FEASIBLE:
        return NoSolution(False, True, build_ms, solve_ms)
    if not proved and not given_up:
        note_time_out()
    if status == _MODEL_INVALID:
        raise RuntimeError("CP-SAT refuses the model: " + cp.CpSatHelper.validate_model(proto))
    if status not in (_OPTIMAL, _FEASIBLE):
        return NoSolution(status != _INFEASIBLE, False, build_ms, solve_ms)
    values = list(response.solution)
    reached = {level.name: level.value(values) for level in model.levels}
    offset = sum((one.constant - one.low) * factor for one, factor in zip(model.levels, factors, strict=False))
    bound = (response.inner_objective_lower_bound + offset) // factors[0] + model.levels[0].low if factors else 0
    return Solved(values, reached, status == _OPTIMAL, bound, build_ms, solve_ms)


@lru_cache
def _booleans(power: int) -> CpModelProto:
    """A model of 2 ^ power variables that are 0 or 1: as a whole it costs a twentieth of adding them singly."""
    from ortools.sat.python import cp_model_helper as cp

    proto = cp.CpModelProto()
    for _ in range(1 << power):
        proto.variables.add().domain.extend(_BOOLEAN)
    return proto


_BOOLEAN: Final = (0, 1)
_LARGEST_PART: Final = 10
_MODEL_INVALID, _FEASIBLE, _INFEASIBLE, _OPTIMAL = 1, 2, 3, 4


def _parameters(parameters: SatParameters, seconds: float) -> SatParameters:
    parameters.num_workers = 1
    parameters.cp_model_presolve = False
    parameters.linearization_level = 1
    parameters.symmetry_level = 0
    parameters.cp_model_probing_level = 0
    parameters.add_lp_constraints_lazily = False
    parameters.cut_level = 0
    parameters.use_sat_inprocessing = False
    parameters.polish_lp_solution = True
    parameters.max_time_in_seconds = seconds
    return parameters
