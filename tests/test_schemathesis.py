"""Schemathesis with all its checks over every call of the OpenAPI document.

`SCHEMATHESIS_EXAMPLES=200 pytest tests/test_schemathesis.py` tries harder, and every limit of every field too.
"""

from __future__ import annotations

import json
import os
from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig

from api import create_app
from api.service.settings import Settings

EXAMPLES = os.environ.get("SCHEMATHESIS_EXAMPLES")
CONFIG = SchemathesisConfig.from_dict(
    {
        "checks": {
            # what is well-formed may still be no position: three sevens of diamonds, a joker where none may stand
            "positive_data_acceptance": {"expected-statuses": ["2xx", 404, 422, 503]},
            # a text over its limit makes the whole body too large
            "negative_data_rejection": {"expected-statuses": [400, 401, 404, 405, 406, 413, 415, 422, 429, "5xx"]},
        },
        "phases": {"coverage": {"enabled": EXAMPLES is not None}},
    }
)


@schemathesis.serializer("application/x-ndjson")
def as_lines(ctx: object, value: object) -> bytes:
    """Texts are sent as they are made, all else as a line."""
    return value.encode(errors="replace") if isinstance(value, str) else json.dumps(value).encode()


app = create_app(Settings(time_ms=50, waiting=0))
schema = schemathesis.openapi.from_wsgi("/openapi.json", app, config=CONFIG)


@schema.parametrize()
@settings(max_examples=int(EXAMPLES or 12), suppress_health_check=list(HealthCheck))
def test_every_call(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate(headers={"Accept-Encoding": "identity"})  # a call without a server is not decompressed
