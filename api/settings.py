"""The service's settings: each an environment variable, with its default and meaning."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, cast

from flask import current_app

PREFIX: Final = "ZOLIK_"
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
    log_level: str = _setting("INFO", "least severe messages that are logged")

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


def current_settings() -> Settings:
    """The settings of the app that answers this request."""
    return cast(Settings, current_app.extensions[EXTENSION])
