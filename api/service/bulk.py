"""Very many questions without a service: lines of JSON answered by several processes or by a Dask cluster, in order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, Final, Protocol, TypeAlias

Lines: TypeAlias = Sequence[bytes]

CHUNK: Final = 25
"""Questions that a process is handed at one time."""
DASK_CHUNK: Final = 500
"""The same for a worker of a cluster, whose way is longer."""
AHEAD: Final = 3
"""Chunks for each process that are handed out before their turn."""
MOST_BREAKS: Final = 3
"""How often in a row processes may die over the same chunks before the work is given up."""


class WorkersDie(Exception):
    """Processes died again and again over the same questions."""


def answer_lines(lines: Lines, time_ms: int, line_limit: int) -> list[bytes]:
    """For each line, an item as `POST /v1/batch` takes it, its answer or problem as a line of JSON without its end."""
    return [_answer_line(line, time_ms, line_limit) for line in lines]


def _answer_line(line: bytes, time_ms: int, line_limit: int) -> bytes:
    from api.problems import Problem, problem_of
    from api.requests.strict_json import read_json
    from api.service.batch_items import read_item
    from api.wire import json_bytes

    language = "en"
    try:
        if len(line) > line_limit:
            raise Problem(413, "line_too_large", f"The line is longer than {line_limit} bytes.")
        call, body, language = read_item(read_json(line), language)
        return json_bytes(call.reply(body, language, time_ms))
    except Exception as error:
        return json_bytes(problem_of(error).as_json(language))


class Work(Protocol):
    """Answers chunks of lines somewhere."""

    chunk: int

    def run(self, chunks: Iterable[Lines], answer: Callable[[Lines], list[bytes]]) -> Iterator[list[bytes]]:
        """The answers of each chunk, in order. Raises WorkersDie."""


class Processes:
    """Processes of this machine. One that dies is replaced, and its questions are asked again."""

    chunk = CHUNK

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(self, chunks: Iterable[Lines], answer: Callable[[Lines], list[bytes]]) -> Iterator[list[bytes]]:
        left = iter(chunks)
        waiting: deque[Lines] = deque()
        breaks = 0
        while True:
            pool = self._pool()
            try:
                running = deque(pool.submit(answer, one) for one in waiting)
                while True:
                    for one in islice(left, self._jobs * AHEAD - len(running)):
                        waiting.append(one)
                        running.append(pool.submit(answer, one))
                    if not running:
                        return
                    done = running.popleft().result()
                    waiting.popleft()
                    breaks = 0
                    yield done
            except BrokenProcessPool:
                breaks += 1
                if breaks >= MOST_BREAKS:
                    raise WorkersDie from None
            finally:
                pool.shutdown(cancel_futures=True)

    def _pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._jobs, context, _begin_process)


def _begin_process() -> None:
    """An interrupt is the parent's affair, and without a parent there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Cluster:
    """A Dask cluster whose workers have this package; it replaces workers that die, and asks again."""

    chunk = DASK_CHUNK

    def __init__(self, address: str) -> None:
        from distributed import Client

        self._client: Any = Client(address, timeout=10, set_as_default=False)  # type: ignore[no-untyped-call]

    def run(self, chunks: Iterable[Lines], answer: Callable[[Lines], list[bytes]]) -> Iterator[list[bytes]]:
        from distributed import KilledWorker

        left = iter(chunks)
        running: deque[Any] = deque()
        with self._client as client:
            while True:
                most = max(1, sum(client.nthreads().values())) * AHEAD
                for one in islice(left, max(0, most - len(running))):
                    running.append(client.submit(answer, one, pure=False))
                if not running:
                    return
                try:
                    yield running.popleft().result()
                except (KilledWorker, CancelledError, OSError):
                    raise WorkersDie from None
