"""Reads a request's body as strict JSON: UTF-8, no doubled names, no NaN, not too deep, not too large."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, Final, NoReturn

from api.problems import Problem, too_slow
from solver.errors import Fault, Reason, shown

if TYPE_CHECKING:  # the command does without the web
    from flask import Request

MAX_DEPTH: Final = 32
MAX_DIGITS: Final = 300
JSON_TYPE: Final = "application/json"
LINES_TYPE: Final = "application/x-ndjson"


def read_body(request: Request, limit: int) -> dict[str, Any]:
    """The object that a request's body holds.

    Raises Problem: 413, 415, 400 for broken JSON, 422 for JSON that is no object.
    """
    check_type(request)
    return as_object(read_json(read_bytes(request, limit)))


def check_type(request: Request, *types: str) -> None:
    """Raises Problem 415 unless the body is JSON (or one of `types`) in plain UTF-8."""
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if request.mimetype not in (JSON_TYPE, *types) or charset not in ("utf-8", "utf8"):
        raise Problem(415, "wrong_content_type", f"The body must be {' or '.join((JSON_TYPE, *types))} in UTF-8.")
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise Problem(415, "wrong_content_encoding", "The body must not be compressed.")


def read_bytes(request: Request, limit: int) -> bytes:
    """The body as it came. Raises Problem 413 if it is larger than `limit` bytes, 408 if it comes too
    slowly, 400 if it breaks off or its parts do
    not fit together."""
    from gunicorn.http.errors import ParseException
    from werkzeug.exceptions import RequestEntityTooLarge

    from api.http.arrival import TooSlow

    request.max_content_length = limit + 1  # a body of unknown length is cut there, without an error
    try:
        body = request.get_data(cache=False)
    except RequestEntityTooLarge:
        body = b""
    except TooSlow:
        raise too_slow() from None
    except (ParseException, OSError):
        raise _broken("The body did not come whole.") from None
    if len(body) > limit or (request.content_length or 0) > limit:
        raise Problem(413, "body_too_large", f"The body is larger than {limit} bytes.")
    return body


def read_json(data: bytes) -> Any:
    """The JSON value of some bytes. Raises Problem 400 if they are no sound JSON."""
    try:
        text = data.decode("utf-8-sig")
        value = _DECODER.decode(text)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate has no UTF-8 form
    except UnicodeDecodeError as error:
        raise _broken(f"The body is not UTF-8 (byte {error.start}).") from None
    except UnicodeEncodeError:
        raise _broken("A text holds half of a surrogate pair.") from None
    except RecursionError:
        raise _broken("The JSON is nested too deeply.") from None
    except json.JSONDecodeError as error:
        fault, place = error.msg.removesuffix(" at"), f"line {error.lineno}, column {error.colno}"
        raise _broken(f"The body is no JSON: {fault} at {place}.") from None
    except ValueError as error:
        raise _broken(str(error)) from None
    _check_depth(value)
    return value


def as_object(value: Any) -> dict[str, Any]:
    """The value, which must be an object. Raises Problem 422."""
    if not isinstance(value, dict):
        reason = Reason("wrong_type", "request", {"expected": "object", "value": shown(value)})
        raise Problem.of_faults((Fault((), reason),))
    return value


def _check_depth(value: Any) -> None:
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            child
            for one in level
            if isinstance(one, list | dict)
            for child in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return
    raise _broken("The JSON is nested too deeply.")


def _broken(detail: str) -> Problem:
    return Problem(400, "broken_json", detail)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"The name {shown(twice)} stands twice in one object.")
    return result


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number.")


def _float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"The number {text[:40]} is too large.")
    return value


def _int(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(f"A number has more than {MAX_DIGITS} digits.")
    return int(text)


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_constant=_constant, parse_float=_float, parse_int=_int
)
