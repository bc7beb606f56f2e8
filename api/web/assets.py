"""How the form's files are sent: compressed for who takes it, card faces kept by the browser for a week."""

from __future__ import annotations

import gzip
from typing import Final

from flask import Blueprint, Response, request

_WEEK: Final = 7 * 24 * 3600
_LEAST: Final = 500
"""Shorter answers are sent as they are, in bytes."""
_TEXTS: Final = ("text/", "image/svg+xml", "application/json", "application/javascript")


SCRIPTS: Final = (
    *("main", "api", "ask", "board", "cards", "dom", "errors", "form", "house", "line", "recent", "settings"),
    *("trays", "words"),
)
"""The scripts that the empty page needs, told at its head, so that a browser asks for all of them at once."""


class Pages(Blueprint):
    """A blueprint whose card faces are kept by browsers; its other files are asked for again, and rarely sent again."""

    def get_send_file_max_age(self, filename: str | None) -> int | None:
        return _WEEK if filename and filename.startswith("cards/") else None


def compressed(response: Response) -> Response:
    """The response, with a text compressed if the browser takes it."""
    is_text = (response.content_type or "").startswith(_TEXTS)
    response.vary.add("Accept-Encoding")
    if response.status_code != 200 or not is_text or not request.accept_encodings["gzip"]:
        return response
    response.direct_passthrough = False
    data = response.get_data()
    if len(data) < _LEAST:
        return response
    response.set_data(gzip.compress(data, 6, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    tag, _ = response.get_etag()
    if tag:
        response.set_etag(tag, weak=True)
    return response
