"""Budget: until when the work in this thread may go on. Loops whose length nobody knows look at it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf


class TimedOut(Exception):
    """The budget ended before a solution was found or excluded."""


_until: ContextVar[float] = ContextVar("until", default=inf)


@contextmanager
def until(deadline: float) -> Iterator[None]:
    """Within, :func:`check` raises TimedOut after `deadline`, a time of `time.perf_counter`; of nested ones the
    earliest holds."""
    before = _until.set(min(deadline, _until.get()))
    try:
        yield
    finally:
        _until.reset(before)


def check() -> None:
    """Raises TimedOut if the budget has ended."""
    if time.perf_counter() > _until.get():
        note_time_out()
        raise TimedOut


@dataclass(slots=True)
class Watch:
    """Whether anything ran out of time while it was watched."""

    ran_out: bool = False


_watch: ContextVar[Watch | None] = ContextVar("watch", default=None)


@contextmanager
def watched() -> Iterator[Watch]:
    """Tells of everything done within in this thread whether it ran out of time, also where a stopgap took its place:
    if nothing did, the same question has the same answer however busy the machine is."""
    watch, before = Watch(), _watch.get()
    _watch.set(watch)
    try:
        yield watch
    finally:
        _watch.set(before)
        if before is not None:
            before.ran_out = before.ran_out or watch.ran_out


def note_time_out() -> None:
    """Notes that something ran out of time."""
    watch = _watch.get()
    if watch is not None:
        watch.ran_out = True
