"""Rate limits: so many requests a caller, counted in Redis where one is told, else (or while it is down) in memory."""

from __future__ import annotations

import logging
import math
import re
import time
from typing import Final

import redis
from limits import RateLimitItem, parse_many
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter

from api.problems import Problem
from api.service.cache import REDIS_OPTIONS, REDIS_PAUSE

_log = logging.getLogger("zolik")
_PREFIX: Final = "zolik-rates"


class Rates:
    """Limits in the notation of the limits library, as `20/second;600/minute`; an empty text limits nothing.

    Raises ValueError for a text that is not one.
    """

    def __init__(self, limits: str, redis_url: str = "") -> None:
        self._limits: list[RateLimitItem] = parse_many(limits) if limits else []
        if re.search(r"(?<!\d)0+(?!\d)", limits):  # the library reads 20/0 second as 20/second
            raise ValueError(f"{limits!r}: a limit of 0 would refuse everybody; leave it empty for none")
        self._memory = MovingWindowRateLimiter(MemoryStorage())
        self._redis = None
        if limits and redis_url:
            pool = redis.ConnectionPool.from_url(redis_url, **REDIS_OPTIONS)
            storage = RedisStorage(redis_url, pool, key_prefix=_PREFIX, wrap_exceptions=True)
            self._redis = MovingWindowRateLimiter(storage)
        self._silent_until = 0.0

    def count(self, caller: str) -> None:
        """Counts one request of a caller. Raises Problem 429."""
        if not self._limits:
            return None
        if self._redis is not None and time.monotonic() >= self._silent_until:
            try:
                return self._count(self._redis, caller)
            except StorageError as error:
                self._silent_until = time.monotonic() + REDIS_PAUSE
                _log.warning("redis does not count: %s", type(error.storage_error).__name__)
        return self._count(self._memory, caller)

    def _count(self, limiter: MovingWindowRateLimiter, caller: str) -> None:
        for limit in self._limits:
            if not limiter.hit(limit, caller):
                reset = limiter.get_window_stats(limit, caller).reset_time
                wait = max(1, math.ceil(reset - time.time()))
                detail = f"More requests than {limit}. Ask again in {wait} s."
                raise Problem(429, "too_many_requests", detail, headers={"Retry-After": str(wait)})
