"""The service's settings: each an environment variable, with its default and meaning."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, cast

PREFIX: Final = "ZOLIK_"
DEFAULT_BIND: Final = "127.0.0.1:8000"
EXTENSION: Final = "zolik"
"""Under which name an app holds its settings."""


class InvalidSetting(ValueError):
    """An environment variable that cannot be used."""


def _setting(default: Any, meaning: str, low: int = 0, high: int = 2**31) -> Any:
    return field(default=default, metadata={"meaning": meaning, "low": low, "high": high})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What an operator may set; the variable is the field's name in capitals after `ZOLIK_`."""

    time_ms: int = _setting(1000, "solver budget of a request that asks for none, in milliseconds", 10, 10_000)
    body_limit: int = _setting(256 * 1024, "largest body of a request, in bytes", 1024)
    batch_body_limit: int = _setting(8 * 1024 * 1024, "largest body of a batch, in bytes", 1024)
    log_level: str = _setting("INFO", "least severe messages that are logged: DEBUG, INFO, WARNING or ERROR")
    bind: str = _setting(DEFAULT_BIND, "address to listen at")
    workers: int = _setting(0, "processes; 0: one a core", 0, 256)
    solves: int = _setting(1, "analyses at one time in a process", 1, 64)
    waiting: int = _setting(64, "requests in a process that wait for a place; those beyond are answered 503", 0, 1000)
    wait_ms: int = _setting(500, "longest wait for a place, at most half the budget; then the answer is 503", 0, 5000)
    batches: int = _setting(2, "batches at one time in a process; those beyond are answered 503", 1, 64)
    batch_seconds: int = _setting(30, "time of a batch; items that are not answered by then get a problem", 1, 3600)
    connections: int = _setting(
        4096, "connections of a process; beyond, those that have waited longest end", 64, 100_000
    )
    slow_seconds: int = _setting(10, "time for a request's headers, for its body's beginning, and for a line", 1, 600)
    least_rate: int = _setting(1024, "bytes a second that a longer body must come with; slower callers get a 408", 1)
    cache_bytes: int = _setting(16 * 1024 * 1024, "memory of a process for answers, in bytes; 0: none")
    cache_seconds: int = _setting(86_400, "how long Redis keeps an answer, in seconds", 1)
    redis_url: str = _setting("", "Redis for answers and rate limits, as `redis://host:6379/0`; empty: none")
    rate_limit: str = _setting("", "requests a caller, as `20/second;600/minute`; empty: no limit")
    api_keys: str = _setting("", "keys, separated by commas, one of which every call under /v1 must tell; empty: none")
    cors_origins: str = _setting("", "origins whose pages may call /v1, separated by commas, or `*`; empty: none")
    proxies: int = _setting(0, "trusted reverse proxies in front, whose X-Forwarded-For is believed", 0, 10)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Settings:
        """The settings of an environment. Raises InvalidSetting, which names the variable."""
        values: dict[str, Any] = {}
        for one in fields(cls):
            name = PREFIX + one.name.upper()
            text = environment.get(name, "").strip()
            if text:
                values[one.name] = _number(name, text, one.metadata) if one.type == "int" else text
        level = values.get("log_level")
        if level is not None and level not in logging.getLevelNamesMapping():
            raise InvalidSetting(f"{PREFIX}LOG_LEVEL={level!r}: DEBUG, INFO, WARNING or ERROR is needed")
        return cls(**values)


def _number(name: str, text: str, limits: Mapping[str, int]) -> int:
    try:
        value = int(text)
    except ValueError:
        value = limits["low"] - 1
    if not limits["low"] <= value <= limits["high"]:
        raise InvalidSetting(f"{name}={text!r}: a whole number from {limits['low']} to {limits['high']} is needed")
    return value


def listed(text: str) -> list[str]:
    """The parts of a setting that is a list."""
    return [one.strip() for one in text.split(",") if one.strip()]


def current_settings() -> Settings:
    """The settings of the app that answers this request."""
    from flask import current_app  # late: the command does without the web

    return cast(Settings, current_app.extensions[EXTENSION])
