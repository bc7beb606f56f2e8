"""GET /healthz, /readyz, /metrics and /openapi.json: how the service itself is."""

from __future__ import annotations

from functools import cache

from flask import Blueprint, Response

from api.http.body import JSON_TYPE
from api.http.current import current_settings
from api.http.openapi import document
from api.http.responses import json_response
from api.problems import Problem, problem_of
from api.service import metrics
from api.service.calls import CALLS
from api.wire import json_bytes

blueprint = Blueprint("service", __name__)

_PROBE = {"hand": "7D 8D 9D 10D KH KS KD 2C", "time_ms": 500}


@blueprint.get("/healthz")
def health() -> Response:
    """The process lives."""
    return json_response({"status": "ok"})


@blueprint.get("/readyz")
def ready() -> Response:
    """The solver answers a small question rightly."""
    try:
        right = CALLS["opening"].reply(_PROBE, "en", 500)["points"] == 64
    except Exception as error:
        problem_of(error)
        right = False
    if not right:
        raise Problem(503, "not_ready", "A small question got no right answer.", headers={"Retry-After": "5"})
    return json_response({"status": "ready"})


@blueprint.get("/metrics")
def figures() -> Response:
    """What Prometheus collects."""
    return Response(metrics.told(), content_type=metrics.CONTENT_TYPE)


@cache
def _document(keys: bool) -> bytes:
    return json_bytes(document(keys=keys))


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """The OpenAPI document."""
    return Response(_document(bool(current_settings().api_keys)), content_type=JSON_TYPE)
