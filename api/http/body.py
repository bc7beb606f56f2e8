"""Reads a request's body as strict JSON: UTF-8, no doubled names, no NaN, not too deep, not too large."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from api.problems import Problem, too_slow
from api.requests.strict_json import as_object, broken, read_json

if TYPE_CHECKING:  # the command does without the web
    from flask import Request

JSON_TYPE: Final = "application/json"
LINES_TYPE: Final = "application/x-ndjson"


def read_body(request: Request, limit: int) -> dict[str, Any]:
    """The object that a request's body holds.

    Raises Problem: 413, 415, 400 for broken JSON, 422 for JSON that is not an object.
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
        raise broken("The body did not come whole.") from None
    if len(body) > limit or (request.content_length or 0) > limit:
        raise Problem(413, "body_too_large", f"The body is larger than {limit} bytes.")
    return body
