"""An example of every problem that the service answers, for the OpenAPI document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from api.problems import Problem
from solver import facts
from solver.errors import Fault, Reason

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ProblemGroup:
    """The problems of one status: when it is answered, the headers that come with it, and examples by code."""

    status: int
    meaning: str
    examples: Sequence[Problem]
    headers: Sequence[str] = ()

    def as_json(self) -> dict[str, Json]:
        """Each example by its name."""
        return {
            example.faults[0].reason.code if example.faults else example.code: example.as_json("en")
            for example in self.examples
        }


def _one_fault(reason: Reason, *pointer: str | int) -> Problem:
    return Problem.of_faults((Fault(pointer, reason),))


GROUPS: Final = (
    ProblemGroup(
        400,
        "The body is not valid JSON",
        [Problem(400, "broken_json", "The body is not JSON: Expecting value at line 1, column 10.")],
    ),
    ProblemGroup(
        401,
        "The operator has set keys, and the request tells none of them",
        [Problem(401, "key_needed", "A key is needed, as Authorization: Bearer KEY or X-API-Key: KEY.")],
        ["WWW-Authenticate"],
    ),
    ProblemGroup(
        404,
        "There is nothing at this address, or no such profile",
        [
            Problem(404, "unknown_profile", "Known profiles: zoliky-online, joker-club, …"),
            Problem(404, "not_found", "There is nothing at this address."),
        ],
    ),
    ProblemGroup(
        405,
        "This address does not know this method",
        [
            Problem(
                405,
                "method_not_allowed",
                "This address does not know this method; the header Allow says which it knows.",
            )
        ],
        ["Allow"],
    ),
    ProblemGroup(
        408,
        "The request came too slowly",
        [Problem(408, "request_too_slow", "The request did not come in its time.")],
    ),
    ProblemGroup(
        413,
        "The body is too large",
        [
            Problem(413, "body_too_large", "The body is larger than 262144 bytes."),
            Problem(413, "line_too_large", "The line is longer than 262144 bytes."),
        ],
    ),
    ProblemGroup(
        415,
        "The body is not plain JSON",
        [
            Problem(415, "wrong_content_type", "The body must be application/json in UTF-8."),
            Problem(415, "wrong_content_encoding", "The body must not be compressed."),
        ],
    ),
    ProblemGroup(
        422,
        "Well-formed JSON that is not a valid request; `errors` says where and why",
        [
            _one_fault(facts.bad_card(value="7Q"), "hand", 3),
            _one_fault(facts.unknown_field(field="hands"), "hands"),
            _one_fault(facts.wrong_type(expected="integer", value='"5"'), "round"),
            _one_fault(facts.out_of_range(value="11", least=0, most=10).citing("request"), "alternatives"),
            _one_fault(facts.duplicate_card_id(value='"c-17"'), "hand", 8),
            _one_fault(facts.unknown_card_id(value='"c-99"'), "melds", 0, "cards", 2),
            _one_fault(facts.too_many_copies(card="7D", copies=3, most=2).citing("decks"), "hand", 7),
        ],
    ),
    ProblemGroup(
        429,
        "More requests of this caller than the operator allows",
        [Problem(429, "too_many_requests", "More requests than 600 per 1 minute. Ask again in 12 s.")],
        ["Retry-After"],
    ),
    ProblemGroup(
        503,
        "The service cannot answer now",
        [
            Problem(503, "overloaded", "All places are taken. Ask again later."),
            Problem(503, "not_in_time", "This question is too large for its time. Allow more by time_ms."),
            Problem(503, "not_answered", "This request met an unforeseen case."),
            Problem(503, "not_ready", "A small question got no right answer."),
        ],
        ["Retry-After"],
    ),
)
"""Every status that is a problem."""

PROBLEMS: Final = {group.status: group for group in GROUPS}
"""The same by status."""

OF_CALLS: Final = (400, 401, 408, 413, 415, 422, 429, 503)
"""What may come in place of a call's answer."""
