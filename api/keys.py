"""API keys: where the operator has set some, the calls are answered to their holders only."""

from __future__ import annotations

import hmac
from collections.abc import Sequence

from flask import Request

from api.errors import Problem

HEADER = "X-API-Key"


def told_key(request: Request) -> str:
    """The key that a request tells: `Authorization: Bearer KEY` or `X-API-Key: KEY`; empty if it tells none."""
    authorization = request.authorization
    if authorization is not None and authorization.type == "bearer" and authorization.token:
        return authorization.token
    return request.headers.get(HEADER, "")


def check_key(request: Request, keys: Sequence[str]) -> None:
    """Raises Problem 401 unless the request tells one of the keys, or there are none."""
    told = told_key(request).encode()
    if keys and not any(hmac.compare_digest(told, one.encode()) for one in keys):
        detail = f"A key is needed, as Authorization: Bearer KEY or {HEADER}: KEY."
        raise Problem(401, "key_needed", detail, headers={"WWW-Authenticate": "Bearer"})
