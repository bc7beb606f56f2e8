"""The items of batches: which call each asks, and what a batch as a whole must be."""

from __future__ import annotations

from typing import Any, Final

from advisor.words.say import known_language
from api.problems import Problem
from api.requests.strict_json import as_object
from api.service.calls import CALLS, Call
from solver import facts
from solver.errors import Fault, Reason, shortened, shown

Json = dict[str, Any]
MAX_ITEMS: Final = 1000


def read_item(asked: Any, language: str) -> tuple[Call, Json, str]:
    """The call of an item, its body, and the language of its answer. Raises Problem."""
    body = dict(as_object(asked))
    if "call" not in body:
        raise _wrong("call", facts.required(field="call"))
    name = body.pop("call")
    if not isinstance(name, str):
        raise _wrong("call", facts.wrong_type(expected="string", value=shown(name)))
    if name not in CALLS:
        raise _wrong("call", facts.not_one_of(value=shortened(name), allowed=list(CALLS)))
    return CALLS[name], body, known_language(body.get("language"), language)


def read_requests(body: Json) -> list[Any]:
    """The items of a batch in JSON. Raises Problem 422."""
    unknown = sorted(set(body) - {"requests"})
    if unknown:
        raise _wrong(unknown[0], facts.unknown_field(field=shortened(unknown[0])))
    if "requests" not in body:
        raise _wrong("requests", facts.required(field="requests"))
    items = body["requests"]
    if not isinstance(items, list):
        raise _wrong("requests", facts.wrong_type(expected="array", value=shown(items)))
    if len(items) > MAX_ITEMS:
        raise _wrong("requests", facts.wrong_length(length=len(items), least=0, most=MAX_ITEMS))
    return items


def _wrong(field: str, reason: Reason) -> Problem:
    return Problem.of_faults((Fault((field,), reason),))
