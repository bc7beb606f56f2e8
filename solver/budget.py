"""Budget: until when the work for one request may go on, and whether any of it ran out of time. The only clock.

A budget is begun once for a request, and everything that is done within, in the same thread, looks at it:

    with of(time_ms=1000):
        ...                      # left() seconds remain; where they do not suffice, is_over() or TimedOut tells

Without a budget time has no end.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf


class TimedOut(Exception):
    """The budget ended before a solution was found or excluded."""


@dataclass(slots=True)
class Budget:
    """`time_ms` is what was allowed at the beginning, `deadline` when the answer is due, `limit` from when on
    :func:`check` raises (times of `time.perf_counter`); `ran_out`: did anything within run out of time, also where a
    stopgap took its place? If not, the same question has the same answer however busy the machine is."""

    time_ms: float
    deadline: float
    limit: float = inf
    ran_out: bool = False


_running: ContextVar[Budget | None] = ContextVar("budget", default=None)


@contextmanager
def of(time_ms: float, late_ms: float = inf) -> Iterator[Budget]:
    """The budget of a request, so many milliseconds from now; the one that runs already, if there is one.

    Work that is late by more than `late_ms` is broken off by :func:`check`, wherever it is.
    """
    running = _running.get()
    if running is not None:
        yield running
        return
    deadline = time.perf_counter() + time_ms / 1000
    budget = Budget(time_ms, deadline, deadline + late_ms / 1000)
    before = _running.set(budget)
    try:
        yield budget
    finally:
        _running.reset(before)


def allowed_ms() -> float:
    """The milliseconds that the request was allowed at its beginning, however many of them are left: by them is
    measured what is bounded by its amount, and not by the clock."""
    budget = _running.get()
    return inf if budget is None else budget.time_ms


def left() -> float:
    """Seconds until the answer is due; less than 0 after it."""
    budget = _running.get()
    return inf if budget is None else budget.deadline - time.perf_counter()


def is_over() -> bool:
    """Is the answer due?"""
    return left() < 0


def check() -> None:
    """Raises TimedOut if work may not go on."""
    budget = _running.get()
    if budget is not None and time.perf_counter() > budget.limit:
        budget.ran_out = True
        raise TimedOut


def note_time_out() -> None:
    """Notes that something ran out of time."""
    budget = _running.get()
    if budget is not None:
        budget.ran_out = True


@contextmanager
def strictly(grace: float = 0.0) -> Iterator[None]:
    """Within, :func:`check` raises when the answer is due, or so many seconds later."""
    budget = _running.get()
    limit = inf if budget is None else min(budget.limit, budget.deadline + grace)
    with _changed(budget, limit=limit):
        yield


@contextmanager
def part(share: float) -> Iterator[None]:
    """Within, only this part of the time that is left may be used."""
    budget = _running.get()
    deadline = inf if budget is None else budget.deadline - max(0.0, left()) * (1 - share)
    with _changed(budget, deadline=deadline):
        yield


@contextmanager
def due_now() -> Iterator[None]:
    """Within, an answer is due at once, however late it is: for a stopgap in place of what took too long."""
    with _changed(_running.get(), deadline=time.perf_counter()):
        yield


@contextmanager
def _changed(budget: Budget | None, **values: float) -> Iterator[None]:
    """Within, a budget has other values."""
    before = {name: getattr(budget, name) for name in values if budget is not None}
    for name in before:
        setattr(budget, name, values[name])
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(budget, name, value)
