"""The worker of gunicorn; what it cannot read as HTTP leaves as a problem too, and nothing of it is logged."""

from __future__ import annotations

import contextlib
import logging
from http import HTTPStatus
from typing import Any, Final

from gunicorn.http.errors import (
    ExpectationFailed,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
    UnsupportedTransferCoding,
)
from gunicorn.util import write_nonblock
from gunicorn.workers.gthread import ThreadWorker

from api.errors import PROBLEM_TYPE, Problem, problem_of
from api.wire import json_bytes

_STATUSES: Final[tuple[tuple[type[Exception], HTTPStatus, str], ...]] = (
    (LimitRequestLine, HTTPStatus.REQUEST_URI_TOO_LONG, "The address is too long."),
    (LimitRequestHeaders, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The headers are too many or too long."),
    (ExpectationFailed, HTTPStatus.EXPECTATION_FAILED, "No other expectation than 100-continue can be met."),
    (UnsupportedTransferCoding, HTTPStatus.NOT_IMPLEMENTED, "The body may be sent in chunks, and in no other coding."),
    (ParseException, HTTPStatus.BAD_REQUEST, "The request is no sound HTTP."),
)


class Worker(ThreadWorker):
    """Threads that answer; source of the shape of errors: RFC 9457."""

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:  # noqa: ARG002  gunicorn's
        """Answers a request that never reached the app."""
        problem = _problem(exc)
        body = json_bytes(problem.as_json("en"))
        head = [
            f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}",
            "Connection: close",
            f"Content-Type: {PROBLEM_TYPE}",
            "Content-Language: en",
            "X-Content-Type-Options: nosniff",
            f"Content-Length: {len(body)}",
            *(f"{name}: {value}" for name, value in problem.headers.items()),
        ]
        with contextlib.suppress(Exception):  # the caller is gone
            write_nonblock(client, "\r\n".join([*head, "", ""]).encode("ascii") + body)


def _problem(error: BaseException) -> Problem:
    """A caller's fault by its kind; anything else is logged and withheld, as in the app."""
    for kind, status, detail in _STATUSES:
        if isinstance(error, kind):
            logging.getLogger("zolik").warning("a request that is no sound HTTP: %s", type(error).__name__)
            return Problem(status, status.name.lower(), detail)
    return problem_of(error if isinstance(error, Exception) else RuntimeError(type(error).__name__))
