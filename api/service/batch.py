"""Batches: many calls in one request, each answered for itself; one bad item never fails the rest."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol

from api.problems import Problem, problem_of
from api.requests.strict_json import read_json
from api.service import metrics
from api.service.batch_items import MAX_ITEMS, read_item
from api.service.logs import forget_position, note_answer
from api.service.service import Service
from api.wire import json_bytes

_END: Final = object()
_LAST: Final = ("body_too_large", "batch_too_slow")
"""Codes of the problems after which no item of a batch is read."""


class LineSource(Protocol):
    """A body that is read line by line."""

    def readline(self, limit: int, /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch under way: who asks, in which language, and until when (a time of `time.monotonic`)."""

    service: Service
    caller: str
    language: str
    until: float

    def answers(self, items: Iterable[Any]) -> Iterator[bytes]:
        """For each item its answer as JSON, or the problem in its place. A Problem among the items is one of these."""
        for item in items:
            yield self._answer(item)

    def _answer(self, asked: Any) -> bytes:
        name, language, begun = "unknown", self.language, time.perf_counter()
        forget_position()
        try:
            if isinstance(asked, Problem):
                raise asked
            left = self.until - time.monotonic()
            if left < 0:
                raise Problem(503, "out_of_time", "The batch's time is over. Ask this again in another batch.")
            self.service.rates.count(self.caller)
            call, body, language = read_item(asked, language)
            name = call.name
            answer, status = self.service.answer(call, body, language, left), 200
        except Exception as error:
            problem = problem_of(error)
            answer, status = json_bytes(problem.as_json(language)), problem.status
        metrics.ITEMS.labels(name, status).inc()
        note_answer(name, status, (time.perf_counter() - begun) * 1000)
        return answer


class Lines:
    """The items of a batch in NDJSON as they come, at most `MAX_ITEMS`; empty lines are skipped.

    A thread reads ahead, so that a caller who sends all before he reads an answer is not kept from sending. Whoever
    lets the service wait longer than `pause` seconds for a line loses his place.
    """

    def __init__(
        self, source: LineSource, line_limit: int, limit: int, until: float, pause: float = threading.TIMEOUT_MAX
    ) -> None:
        self._pause = pause
        self._source, self._line_limit = source, line_limit
        self._limit = self._left = limit
        self._until = until
        self._read: queue.Queue[bytes | Problem | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read_all, daemon=True)

    @property
    def reading(self) -> bool:
        """Does the caller still send?"""
        return self._reader.is_alive()

    def __iter__(self) -> Iterator[Any]:
        self._reader.start()
        for _ in range(MAX_ITEMS):
            one = self._next()
            if one is _END:
                return
            yield one
            if isinstance(one, Problem) and one.code in _LAST:
                return
        if self._next() is not _END:
            yield Problem(413, "too_many_items", f"A batch holds at most {MAX_ITEMS} requests.")

    def _next(self) -> Any:
        """The next item, a Problem for one that is not JSON, or _END."""
        try:
            line = self._read.get(timeout=max(0.0, min(self._pause, self._until - time.monotonic())))
        except queue.Empty:
            return Problem(408, "batch_too_slow", "The batch's next line or its end has not come in its time.")
        if line is None:
            return _END
        if isinstance(line, Problem):
            return line
        try:
            return read_json(line.strip())
        except Problem as problem:
            return problem

    def _read_all(self) -> None:
        line: bytes | Problem
        with contextlib.suppress(Exception):  # the caller is gone
            while line := self._line():
                if len(line) > self._line_limit:
                    self._skip(line)
                    line = Problem(413, "line_too_large", f"The line is longer than {self._line_limit} bytes.")
                if self._left < 0:
                    self._read.put(Problem(413, "body_too_large", f"The body is larger than {self._limit} bytes."))
                    return
                if isinstance(line, Problem) or line.strip():
                    self._read.put(line)
        self._read.put(None)

    def _line(self) -> bytes:
        """The next line, or one byte more than a line may have."""
        line = self._source.readline(self._line_limit + 1)
        self._left -= len(line)
        return line

    def _skip(self, line: bytes) -> None:
        """Reads on to the end of a line that is too long."""
        while line and not line.endswith(b"\n") and self._left >= 0:
            line = self._line()
