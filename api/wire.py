"""JSON as it leaves: compact, UTF-8, names in the order in which they were put."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:  # the command does without the web
    from flask import Response

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def json_bytes(value: Any) -> bytes:
    """A JSON value as bytes; equal values give equal bytes."""
    return _ENCODER.encode(value).encode()


def json_response(value: Any, status: int = 200) -> Response:
    """A JSON value as a response."""
    from flask import Response

    return Response(json_bytes(value), status, content_type="application/json")
