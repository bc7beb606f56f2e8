"""The ceiling on work at one time: so many places, so many that wait a moment for one, and no queue beyond that."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from api.errors import Problem


class Gate:
    """Places for work in this process. Who finds none waits `wait_ms` at most, and only if fewer than `waiting` do.

    `refused` is told of everyone who gets no place.
    """

    def __init__(self, places: int, waiting: int, wait_ms: int, refused: Callable[[], None] = lambda: None) -> None:
        self._free = threading.Semaphore(places)
        self._waiters = threading.Semaphore(waiting)
        self._wait = wait_ms / 1000
        self._refused = refused

    @contextmanager
    def place(self, wait: float | None = None) -> Iterator[None]:
        """Holds a place within; with `wait` whoever comes may wait so many seconds. Raises Problem 503."""
        if not self._free.acquire(blocking=False) and not self._wait_for_place(wait):
            self._refused()
            raise Problem(503, "overloaded", "All places are taken. Ask again later.", headers={"Retry-After": "1"})
        try:
            yield
        finally:
            self._free.release()

    def _wait_for_place(self, wait: float | None) -> bool:
        if wait is not None:
            return self._free.acquire(timeout=max(0.0, wait))
        if not self._waiters.acquire(blocking=False):
            return False
        try:
            return self._free.acquire(timeout=self._wait)
        finally:
            self._waiters.release()
