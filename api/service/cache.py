"""Answers that are remembered: in this process, and in Redis where one is told, as long as it answers."""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import redis
from cachetools import LRUCache
from redis.backoff import NoBackoff
from redis.retry import Retry

REDIS_OPTIONS: Final[dict[str, Any]] = {
    "socket_timeout": 0.2,
    "socket_connect_timeout": 0.2,
    "retry": Retry(NoBackoff(), 0),
}
"""Redis is asked once, and not waited for longer than this, in seconds."""
REDIS_PAUSE: Final = 5.0
"""How long Redis is not asked after it has failed, in seconds."""
ENTRY_BYTES: Final = 300
"""What an entry costs beside its answer, about."""

_log = logging.getLogger("zolik")


class AnswerCache:
    """Answers by question, as JSON without ids. Memory is bounded in bytes, in Redis entries end after a while."""

    def __init__(self, max_bytes: int, redis_url: str = "", redis_seconds: int = 86400) -> None:
        self._lock = threading.Lock()
        self._memory: LRUCache[str, bytes] = LRUCache(max_bytes, getsizeof=lambda answer: len(answer) + ENTRY_BYTES)
        self._redis = _Redis(redis_url, redis_seconds) if redis_url else None

    def get(self, question: str) -> tuple[bytes | None, str]:
        """The answer to a question, if it is known, and where it was found: memory, redis, or none."""
        with self._lock:
            found = self._memory.get(question)
        if found is not None:
            return found, "memory"
        found = self._redis.get(question) if self._redis else None
        if found is None:
            return None, "none"
        self._remember(question, found)
        return found, "redis"

    def put(self, question: str, answer: bytes) -> None:
        """Remembers an answer."""
        self._remember(question, answer)
        if self._redis:
            self._redis.put(question, answer)

    def _remember(self, question: str, answer: bytes) -> None:
        with self._lock:
            if len(answer) + ENTRY_BYTES <= self._memory.maxsize:
                self._memory[question] = answer


class _Redis:
    """Redis, as long as it answers."""

    def __init__(self, url: str, seconds: int) -> None:
        self._client = redis.Redis.from_url(url, **REDIS_OPTIONS)
        self._seconds = seconds
        self._silent_until = 0.0

    def get(self, question: str) -> bytes | None:
        found = self._ask(lambda: self._client.get(_name(question)))
        return found if isinstance(found, bytes) else None

    def put(self, question: str, answer: bytes) -> None:
        self._ask(lambda: self._client.set(_name(question), answer, ex=self._seconds))

    def _ask(self, ask: Callable[[], Any]) -> Any:
        if time.monotonic() < self._silent_until:
            return None
        try:
            return ask()
        except (redis.RedisError, OSError) as error:
            self._silent_until = time.monotonic() + REDIS_PAUSE
            _log.warning("redis does not answer: %s", type(error).__name__)
            return None


def _name(question: str) -> str:
    return f"zolik:{build()}:{hashlib.sha256(question.encode()).hexdigest()}"


@cache
def build() -> str:
    """A digest of the program that answers, so that another version's answers are never taken for its own."""
    digest = hashlib.sha256()
    root = Path(__file__).parents[2]
    for package in ("solver", "advisor", "api"):
        for path in sorted((root / package).rglob("*")):
            if path.suffix in (".py", ".toml"):  # the words are data
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
