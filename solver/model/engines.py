"""Engines: which of the two methods answers a model, the search or CP-SAT. Both give the same answers.

The search is asked first. What it does not cover, or what grows too large for it, CP-SAT answers; once it has, it goes
on. Solutions are ruled out only where CP-SAT is to pass them over: the search finds each but once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Final

from solver.model.engine import NoSolution, Solved, solve
from solver.model.search import NotCovered, Search
from solver.model.solutions import forbid, forbid_exactly
from solver.model.variables import Variables
from solver.stage_times import note_solve

BATCHES: Final = (1, 3, 8, 24, 64)
"""How many solutions the search is asked for, one after another, from as many as are wanted on."""

_cp_sat_only: ContextVar[bool] = ContextVar("cp_sat_only", default=False)


@contextmanager
def cp_sat_only() -> Iterator[None]:
    """Within, CP-SAT answers every model: the reference to which the search is held."""
    before = _cp_sat_only.set(True)
    try:
        yield
    finally:
        _cp_sat_only.reset(before)


class Engines:
    """The solutions of one model, best first; `wanted`: how many are likely to be asked for."""

    def __init__(self, turn: Variables, wanted: int = 1) -> None:
        self.turn = turn
        self._searches = not _cp_sat_only.get()
        self._search: Search | None = None
        self._found: list[Solved] = []
        self._told = 0
        first = wanted if turn.model.levels else 1
        self._batches = iter((first, *[batch for batch in BATCHES if batch > first]))
        self._all_found = False
        self._passed_over: list[Callable[[], None]] = []

    def next(self) -> Solved | NoSolution:
        """The best solution that was not ruled out. Raises TimedOut."""
        if self._searches:
            try:
                return self._searched()
            except NotCovered:
                self._leave_to_cp_sat()
        return solve(self.turn.model)

    def _searched(self) -> Solved | NoSolution:
        """The next solution of the search. Raises NotCovered."""
        if self._told == len(self._found) and not self._all_found:
            begun = time.perf_counter()
            if self._search is None:
                self._search = Search(self.turn)
            wanted = next(self._batches, None)
            if wanted is None:
                raise NotCovered
            built = time.perf_counter()
            self._found = self._search.best(wanted)
            self._all_found = len(self._found) < wanted
            note_solve((built - begun) * 1000, (time.perf_counter() - built) * 1000, proved=True, searched=True)
        if self._told >= len(self._found):
            return NoSolution(False)
        self._told += 1
        return self._found[self._told - 1]

    def _leave_to_cp_sat(self) -> None:
        self._searches, self._search = False, None
        for rule_out in self._passed_over:
            rule_out()
        self._passed_over.clear()

    def pass_over(self, solved: Solved) -> None:
        """Rules out every turn that lays the same as a solution."""
        if self._searches:
            self._passed_over.append(partial(forbid, self.turn, solved))
        else:
            forbid(self.turn, solved)

    def refuse(self, solved: Solved) -> None:
        """Rules out this very turn; the same cards may still be laid in another way, which CP-SAT finds."""
        if self._searches:
            self._leave_to_cp_sat()
        forbid_exactly(self.turn, solved)
