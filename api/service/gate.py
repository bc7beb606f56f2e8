"""The ceiling on work at one time: so many places, so many that wait a moment for one, and no queue beyond that.

Who has waited his moment in vain may still work beside the others, as long as there is room for that: a second caller
who meets a process at work, while another process has nothing to do, is answered with what is left of his time.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from api.problems import Problem


class Gate:
    """Places for work in this process, room for so many who wait for one, and for so many `beside` the others who have
    waited in vain; `refused` is told of everyone else.

    Who waits longest is next: a place that becomes free is handed to him, so that a batch, which asks for one again at
    once, keeps nobody out.
    """

    def __init__(
        self, places: int, waiting: int, refused: Callable[[], None] = lambda: None, *, beside: int = 0
    ) -> None:
        self._lock = threading.Lock()
        self._free, self._room, self._beside = places, waiting, beside
        self._queue: deque[threading.Event] = deque()
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
        with self._lock:
            turn = None
            if self._free > 0:
                self._free -= 1
            elif wait > 0 and (self._room > 0 or not counted):
                turn = threading.Event()
                self._queue.append(turn)
                self._room -= counted
            else:
                raise self._refusal()
        beside = turn is not None and not self._waited(turn, wait, counted)
        try:
            yield
        finally:
            with self._lock:
                if beside:
                    self._beside += 1
                elif self._queue:
                    self._queue.popleft().set()
                else:
                    self._free += 1

    def _waited(self, turn: threading.Event, wait: float, counted: bool) -> bool:
        """Waits for a place: is it one, or room beside the others, for those who are counted? Raises Problem."""
        turn.wait(wait)
        with self._lock:
            self._room += counted
            if turn.is_set():
                return True
            self._queue.remove(turn)
            if not counted or self._beside <= 0:
                raise self._refusal()
            self._beside -= 1
            return False

    def _refusal(self) -> Problem:
        self._refused()
        return Problem(503, "overloaded", "All places are taken. Ask again later.", headers={"Retry-After": "1"})
