"""Answers compressed for who takes it; the same answer gives the same bytes."""

from __future__ import annotations

import gzip
from typing import Final

from flask import Response, request

LEAST: Final = 500
"""Shorter answers are sent as they are, in bytes."""
_LEVEL: Final = 6
_TEXTS: Final = ("text/", "image/svg+xml", "application/json", "application/problem+json", "application/javascript")


def compressed(response: Response) -> Response:
    """The response, with a text compressed if the caller takes it; what is streamed goes as it comes."""
    is_text = (response.content_type or "").startswith(_TEXTS)
    if not is_text or (response.is_streamed and not response.direct_passthrough):
        return response
    response.vary.add("Accept-Encoding")
    if response.status_code < 200 or response.status_code in (204, 206, 304):
        return response
    accepted = request.accept_encodings
    if "Content-Encoding" in response.headers or accepted["gzip"] <= 0 or accepted["gzip"] < _quality_of_identity():
        return response
    response.direct_passthrough = False
    data = response.get_data()
    if len(data) < LEAST:
        return response
    response.set_data(gzip.compress(data, _LEVEL, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    tag, _ = response.get_etag()
    if tag:
        response.set_etag(tag, weak=True)
    return response


def _quality_of_identity() -> float:
    """How much the caller prefers an answer as it is: 0 unless he says so."""
    return max((quality for name, quality in request.accept_encodings if name.lower() == "identity"), default=0)
