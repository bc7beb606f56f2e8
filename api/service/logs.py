"""Structured logs, a line of JSON each. Of a request they hold its id and its position line, and nothing else.

An API key, an address, a body or a card id is never logged.
"""

from __future__ import annotations

import logging
import re
import sys
import uuid
from typing import Any, Final

import structlog
from structlog.contextvars import bind_contextvars, clear_contextvars, merge_contextvars, unbind_contextvars
from structlog.typing import EventDict

ID_HEADER: Final = "X-Request-ID"
_SOUND_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_LOGGERS: Final = ("zolik", "advisor", "solver")


class _ToStderr(logging.StreamHandler[Any]):
    """Writes to what is standard error at the time."""

    def emit(self, record: logging.LogRecord) -> None:
        self.stream = sys.stderr
        super().emit(record)


def _add_fields(_: Any, __: str, event: EventDict) -> EventDict:
    """Adds the fields that a standard log record was given."""
    record = event.get("_record")
    told = getattr(record, "fields", None)
    return {**event, **told} if isinstance(told, dict) else event


def set_up_logs(level: str) -> None:
    """Makes the program's own loggers write JSON lines to standard error."""
    shared: list[Any] = [
        merge_contextvars,
        structlog.stdlib.add_log_level,
        _add_fields,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )
    handler = _ToStderr()
    handler.setFormatter(formatter)
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False


def begin_log(told: str = "") -> str:
    """Begins a request's part of the log and gives back its id: the caller's, if it is a sound one, or a new one."""
    request_id = told if _SOUND_ID.fullmatch(told) else uuid.uuid4().hex
    clear_contextvars()
    bind_contextvars(request_id=request_id)
    return request_id


def note_position(line: str) -> None:
    """Tells every later line of this request's log the position."""
    bind_contextvars(position=line)


def forget_position() -> None:
    """Begins another question of the same request."""
    unbind_contextvars("position")


def note_answer(call: str, status: int, milliseconds: float) -> None:
    """Logs that a call was answered."""
    fields = {"call": call, "status": status, "ms": round(milliseconds, 1)}
    logging.getLogger("zolik").info("answered", extra={"fields": fields})
