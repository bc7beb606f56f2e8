"""The service's settings: each an environment variable, with its default and meaning."""

from __future__ import annotations

import logging
import re
import sys
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

PREFIX: Final = "ZOLIK_"
DEFAULT_BIND: Final = "127.0.0.1:8000"
_PORTS: Final = {"http": 80, "https": 443}
_ORIGIN: Final = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*)://(?P<host>[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?|\[[0-9a-f:.]+\])(:(?P<port>[0-9]{1,5}))?"
)


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
    wait_ms: int = _setting(
        500,
        "longest wait for a place, at most half the budget; then as many again work beside, and others get 503",
        0,
        5000,
    )
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
        for setting in fields(cls):
            name = PREFIX + setting.name.upper()
            text = _as_utf8(name, environment.get(name, "")).strip()
            if text:
                values[setting.name] = _number(name, text, setting.metadata) if setting.type == "int" else text
        return cls(**values)

    def __post_init__(self) -> None:
        """Raises InvalidSetting for a text that cannot be used."""
        if self.log_level not in logging.getLevelNamesMapping():
            raise InvalidSetting(f"{PREFIX}LOG_LEVEL={self.log_level!r}: DEBUG, INFO, WARNING or ERROR is needed")
        if self.api_keys and not self.keys:
            raise InvalidSetting(f"{PREFIX}API_KEYS={self.api_keys!r}: there is no key in it; leave it empty for none")
        if not all(key.isprintable() and " " not in key for key in self.keys):
            raise InvalidSetting(f"{PREFIX}API_KEYS: a key holds a space or a character that cannot be printed")
        if self.cors_origins and not self.origins:
            raise InvalidSetting(f"{PREFIX}CORS_ORIGINS={self.cors_origins!r}: there is no origin in it")

    @property
    def keys(self) -> list[str]:
        """The keys, in the form in which Unicode's composed characters are one."""
        return [unicodedata.normalize("NFC", one) for one in listed(self.api_keys)]

    @property
    def origins(self) -> list[str]:
        """The origins as browsers write them, or `*` alone. Raises InvalidSetting."""
        told = listed(self.cors_origins)
        return ["*"] if "*" in told and all(map(_origin, told)) else [_origin(one) for one in told]


def _as_utf8(name: str, text: str) -> str:
    """The text of a variable, whose bytes are UTF-8 whatever the locale says."""
    try:
        return text.encode(sys.getfilesystemencoding(), "surrogateescape").decode()
    except UnicodeEncodeError:
        if text.isprintable():  # it does not come from this locale
            return text
    except UnicodeDecodeError:
        pass
    raise InvalidSetting(f"{name}: it is not written in UTF-8")


def _origin(told: str) -> str:
    """An origin as browsers write it: in small letters, without the port that goes without saying."""
    found = _ORIGIN.fullmatch(told.lower())
    if told == "*":
        return told
    if found is None or not 0 < int(found["port"] or 1) < 2**16:
        form = "`*`, or scheme://host or scheme://host:port in ASCII without a path (as https://game.example)"
        raise InvalidSetting(f"{PREFIX}CORS_ORIGINS: {told!r} is not an origin; {form} is needed")
    scheme, port = found["scheme"], found["port"]
    plain = port is None or int(port) == _PORTS.get(scheme)
    return f"{scheme}://{found['host']}" if plain else f"{scheme}://{found['host']}:{int(port)}"


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
