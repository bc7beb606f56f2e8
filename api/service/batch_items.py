"""The items of batches: which call each asks, and what a batch as a whole must be."""

from __future__ import annotations

from typing import Any, Final

from advisor.words.say import LANGUAGES
from api.problems import Problem
from api.requests.strict_json import as_object
from api.service.calls import CALLS, Call
from solver.errors import Fault, Reason, shortened, shown

Json = dict[str, Any]
MAX_ITEMS: Final = 1000


def read_item(asked: Any, language: str) -> tuple[Call, Json, str]:
    """The call of an item, its body, and the language of its answer. Raises Problem."""
    body = dict(as_object(asked))
    if "call" not in body:
        raise _wrong("call", Reason("required", "request", {"field": "call"}))
    name = body.pop("call")
    if not isinstance(name, str):
        raise _wrong("call", Reason("wrong_type", "request", {"expected": "string", "value": shown(name)}))
    if name not in CALLS:
        raise _wrong("call", Reason("not_one_of", "request", {"value": shortened(name), "allowed": list(CALLS)}))
    own = body.get("language")
    return CALLS[name], body, own if isinstance(own, str) and own in LANGUAGES else language


def read_requests(body: Json) -> list[Any]:
    """The items of a batch in JSON. Raises Problem 422."""
    unknown = sorted(set(body) - {"requests"})
    if unknown:
        raise _wrong(unknown[0], Reason("unknown_field", "request", {"field": shortened(unknown[0])}))
    if "requests" not in body:
        raise _wrong("requests", Reason("required", "request", {"field": "requests"}))
    items = body["requests"]
    if not isinstance(items, list):
        raise _wrong("requests", Reason("wrong_type", "request", {"expected": "array", "value": shown(items)}))
    if len(items) > MAX_ITEMS:
        params = {"length": len(items), "least": 0, "most": MAX_ITEMS}
        raise _wrong("requests", Reason("wrong_length", "request", params))
    return items


def _wrong(field: str, reason: Reason) -> Problem:
    return Problem.of_faults((Fault((field,), reason),))
