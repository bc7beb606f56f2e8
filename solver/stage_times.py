"""Effort: what the solver's stages cost, gathered for whoever measures an analysis."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class Effort:
    """Times in milliseconds: finding what may be laid (`enumerate_ms`), handing the model over, solving it; how many
    models were solved, how many of those proofs ran out of time, and how many were solved by the search, without
    CP-SAT."""

    enumerate_ms: float = 0.0
    build_ms: float = 0.0
    solve_ms: float = 0.0
    solves: int = 0
    unproved: int = 0
    searched: int = 0


_measured: ContextVar[Effort | None] = ContextVar("effort", default=None)


@contextmanager
def measured() -> Iterator[Effort]:
    """Gathers in this thread the effort of everything that is solved within."""
    effort = Effort()
    before = _measured.set(effort)
    try:
        yield effort
    finally:
        _measured.reset(before)


def note_enumeration(milliseconds: float) -> None:
    """Notes the making of one question's variables and rules."""
    effort = _measured.get()
    if effort is not None:
        effort.enumerate_ms += milliseconds


def note_solve(build_ms: float, solve_ms: float, *, proved: bool, searched: bool = False) -> None:
    """Notes one solved model; `searched`: by the search, without CP-SAT."""
    effort = _measured.get()
    if effort is not None:
        effort.build_ms += build_ms
        effort.solve_ms += solve_ms
        effort.solves += 1
        effort.unproved += not proved
        effort.searched += searched
