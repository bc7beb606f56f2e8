"""The worker of gunicorn; what it cannot read as HTTP leaves as a problem too, and nothing of it is logged."""

from __future__ import annotations

import contextlib
import logging
from http import HTTPStatus
from typing import Any, Final

from gunicorn.http import errors
from gunicorn.util import write_nonblock
from gunicorn.workers.gthread import ThreadWorker

from api.errors import Problem, problem_of, problem_response
from api.logs import ID_HEADER, begin_log

_STATUSES: Final[tuple[tuple[str, HTTPStatus, str, str], ...]] = (
    ("LimitRequestLine", HTTPStatus.REQUEST_URI_TOO_LONG, "uri_too_long", "The address is too long."),
    (
        "LimitRequestHeaders",
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "headers_too_large",
        "The headers are too many or too long.",
    ),
    (
        "ExpectationFailed",
        HTTPStatus.EXPECTATION_FAILED,
        "expectation_failed",
        "No other expectation than 100-continue can be met.",
    ),
    (
        "UnsupportedTransferCoding",
        HTTPStatus.NOT_IMPLEMENTED,
        "not_implemented",
        "A body may be sent in chunks, in no other coding.",
    ),
    ("ForbiddenProxyRequest", HTTPStatus.FORBIDDEN, "forbidden", "This address is no proxy of the service."),
    ("ParseException", HTTPStatus.BAD_REQUEST, "bad_request", "The request is no sound HTTP."),
)
_OURS: Final = ("InvalidResponseHeader", "InvalidResponseHeaderName", "ConfigurationProblem")
"""gunicorn's names for what is no fault of the caller."""


class Worker(ThreadWorker):
    """Threads that answer; source of the shape of errors: RFC 9457."""

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:  # noqa: ARG002  gunicorn's
        """Answers a request that never reached the app."""
        request_id = begin_log()
        problem = _problem(exc)
        response = problem_response(problem, "en")
        response.headers.update({"Connection": "close", "X-Content-Type-Options": "nosniff", ID_HEADER: request_id})
        head = [f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}"]
        head += [f"{name}: {value}" for name, value in response.headers]
        with contextlib.suppress(Exception):  # the caller is gone
            write_nonblock(client, "\r\n".join([*head, "", ""]).encode("ascii") + response.get_data())


def _problem(error: BaseException) -> Problem:
    """A caller's fault by its kind; anything else is logged and withheld, as in the app."""
    kinds = {one.__name__ for one in type(error).__mro__ if one.__module__ == errors.__name__}
    for kind, status, code, detail in () if kinds.intersection(_OURS) else _STATUSES:
        if kind in kinds:
            logging.getLogger("zolik").warning("a request that is no sound HTTP: %s", type(error).__name__)
            return Problem(status, code, detail)
    return problem_of(error if isinstance(error, Exception) else RuntimeError(type(error).__name__))
