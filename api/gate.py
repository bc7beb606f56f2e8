"""The ceiling on work at one time: so many places, so many that wait a moment for one, and no queue beyond that."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from api.errors import Problem


class Gate:
    """Places for work in this process, and room for so many who wait for one; `refused` is told of everyone else."""

    def __init__(self, places: int, waiting: int, refused: Callable[[], None] = lambda: None) -> None:
        self._change = threading.Condition()
        self._free, self._room = places, waiting
        self._refused = refused

    def check(self) -> None:
        """Raises Problem 503 if whoever comes now would be refused at once."""
        if self._free <= 0 and self._room <= 0:
            raise self._refusal()

    @contextmanager
    def place(self, wait: float = 0.0, *, counted: bool = True) -> Iterator[None]:
        """Holds a place within, after waiting for it so many seconds at most; who is not counted needs no room to wait.

        Raises Problem 503.
        """
        with self._change:
            if self._free <= 0:
                self._wait(wait, counted)
            self._free -= 1
        try:
            yield
        finally:
            with self._change:
                self._free += 1
                self._change.notify()

    def _wait(self, wait: float, counted: bool) -> None:
        if wait <= 0 or (counted and self._room <= 0):
            raise self._refusal()
        self._room -= counted
        try:
            if not self._change.wait_for(lambda: self._free > 0, wait):
                raise self._refusal()
        finally:
            self._room += counted

    def _refusal(self) -> Problem:
        self._refused()
        return Problem(503, "overloaded", "All places are taken. Ask again later.", headers={"Retry-After": "1"})
