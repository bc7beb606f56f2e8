"""The OpenAPI document."""

from __future__ import annotations

from typing import Any


def document() -> dict[str, Any]:
    """The OpenAPI 3.1 document of the service."""
    return {}
