"""API keys: where the operator has set some, the calls are answered to their holders only."""

from __future__ import annotations

import hmac
import unicodedata
from collections.abc import Sequence
from typing import Final
from urllib.parse import unquote

from flask import Request

from api.problems import Problem

HEADER: Final = "X-API-Key"
COOKIE: Final = "zolik_key"
"""Where the form keeps the key, percent-encoded; the calls do not look there."""


def told_key(request: Request) -> str:
    """The key that a request tells: `Authorization: Bearer KEY` or `X-API-Key: KEY`; empty if it tells none.

    The form at `/` is sent without such headers: its key is its field `key`, or what its cookie keeps.
    """
    authorization = request.authorization
    if authorization is not None and authorization.type == "bearer" and authorization.token:
        return _text(authorization.token)
    if request.path == "/" and HEADER not in request.headers:
        return (request.form.get("key") or unquote(request.cookies.get(COOKIE, ""))).strip()
    return _text(request.headers.get(HEADER, ""))


def _text(header: str) -> str:
    """What a header says: its bytes come as Latin-1, and are UTF-8 where they can be."""
    try:
        return header.encode("latin-1").decode()
    except UnicodeError:
        return header


def check_key(request: Request, keys: Sequence[str]) -> None:
    """Raises Problem 401 unless the request tells one of the keys, or there are none."""
    told = unicodedata.normalize("NFC", told_key(request)).encode()
    if keys and not any(hmac.compare_digest(told, key.encode()) for key in keys):
        detail = f"A key is needed, as Authorization: Bearer KEY or {HEADER}: KEY."
        raise Problem(401, "key_needed", detail, headers={"WWW-Authenticate": "Bearer"})
