"""JSON as it leaves: compact, UTF-8, names in the order in which they were put."""

from __future__ import annotations

import json
from typing import Any, Final

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def json_bytes(value: Any) -> bytes:
    """A JSON value as bytes; equal values give equal bytes."""
    return _ENCODER.encode(value).encode()
