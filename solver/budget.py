"""Budget: until when the work in this thread may go on. Loops whose length nobody knows look at it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
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
        raise TimedOut
