"""One shape for everything that goes wrong: problems as in RFC 9457, with a pointer to each bad field."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from advisor.words.explain import fault_text
from api.words import words_in
from solver import facts
from solver.budget import TimedOut
from solver.errors import Fault, InvalidInput, Pointer, Reason, shortened

PROBLEM_TYPE: Final = "application/problem+json"
MAX_ERRORS: Final = 50
"""Most field errors that one problem lists."""

_log = logging.getLogger("zolik")


class Problem(Exception):
    """An answer that is an error: status, code, detail, and the faults of single fields."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        faults: Sequence[Fault] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status, self.code, self.detail = status, code, detail
        self.faults = tuple(faults)
        self.headers = dict(headers or {})

    @classmethod
    def of_faults(cls, faults: Sequence[Fault]) -> Problem:
        """The problem of a request that is well-formed JSON and wrong in some fields."""
        return cls(422, "invalid_request", "", faults=faults)

    def as_json(self, language: str) -> dict[str, Any]:
        """The problem's body in a language."""
        errors = [_error(fault, language) for fault in self.faults[:MAX_ERRORS]]
        detail = self.detail or ": ".join(filter(None, (errors[0]["pointer"], errors[0]["detail"])) if errors else ())
        title = words_in(language)["titles"].get(self.code)
        return {
            "type": f"urn:zolik:problem:{self.code}" if title else "about:blank",
            "title": title or HTTPStatus(self.status).phrase,
            "status": self.status,
            "code": self.code,
            "detail": detail,
            **({"errors": errors} if errors else {}),
        }


def _error(fault: Fault, language: str) -> dict[str, Any]:
    contradicts = fault.reason.code == facts.contradicting_parameters.code
    told = {name: fault.reason.params.get(name) for name in ("values", "changes")} if contradicts else {}
    return {
        "pointer": json_pointer(fault.pointer),
        "code": fault.reason.code,
        "rule": fault.reason.rule,
        "detail": fault_text(fault.reason, language),
        **{name: given for name, given in told.items() if given},
    }


def json_pointer(pointer: Pointer) -> str:
    """A pointer as RFC 6901 writes it."""
    return "".join(f"/{str(one).replace('~', '~0').replace('/', '~1')}" for one in pointer)


def reachable(pointer: Pointer, body: Any) -> Pointer:
    """The pointer as far as the body goes: the cards of one text have no places of their own."""
    for depth, step in enumerate(pointer):
        if isinstance(body, str):
            return pointer[:depth]
        if isinstance(body, dict):
            body = body.get(str(step))
        elif isinstance(body, list) and isinstance(step, int):
            body = body[step]
    return pointer


def faults_of(messages: Any, pointer: Pointer = ()) -> Iterator[Fault]:
    """The faults in marshmallow's messages: reasons, or the codes of its own checks."""
    if isinstance(messages, Reason):
        yield Fault(pointer, messages)
    elif isinstance(messages, str):
        field = shortened(str(pointer[-1])) if pointer else ""
        own = {
            "wrong_type": facts.wrong_type(expected="object"),
            "null": facts.null(),
            "required": facts.required(field=field),
            "unknown_field": facts.unknown_field(field=field),
        }
        yield Fault(pointer, own[messages])
    elif isinstance(messages, dict):
        for name, inner in messages.items():
            yield from faults_of(inner, pointer if name == "_schema" else (*pointer, name))
    else:
        for inner in messages:
            yield from faults_of(inner, pointer)


def too_slow() -> Problem:
    """The problem of a caller who did not send his request in its time."""
    return Problem(408, "request_too_slow", "The request did not come in its time.")


def problem_of(error: Exception) -> Problem:
    """The problem that an exception stands for; what nobody foresaw is logged and withheld."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, InvalidInput):
        return Problem.of_faults(error.faults)
    if isinstance(error, TimedOut):
        detail = "This question is too large for its time. Allow more by time_ms."
        return Problem(503, "not_in_time", detail, headers={"Retry-After": "1"})
    _log.error("unforeseen %s", type(error).__name__, exc_info=error)
    return Problem(503, "not_answered", "This request met an unforeseen case.", headers={"Retry-After": "60"})
