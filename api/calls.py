"""The calls that ask about a position: for each its schema, its analysis and its answer, apart from HTTP.

The views answer one call a request; a batch answers many.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from advisor import analysis
from api import present
from api.check import check
from api.question import Question, read_question
from api.schemas.fields import StrictSchema
from api.schemas.position import CheckSchema, PositionSchema, TurnSchema

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """One call: `POST /v1/<name>`."""

    name: str
    schema: StrictSchema
    summary: str
    answer: Callable[[Question], Json]

    def respond(self, body: Json, language: str, default_time_ms: int) -> Json:
        """The answer to a body. Raises Problem or a ZolikError."""
        return self.answer(read_question(self.schema, body, language, default_time_ms))


def _opening(question: Question) -> Json:
    return present.opening(question, analysis.opening(question.position, question.options))


def _closing(question: Question) -> Json:
    return present.closing(question, analysis.closing(question.position, question.options))


def _penalty(question: Question) -> Json:
    return present.penalty(question, analysis.penalty(question.position, question.options))


def _turn(question: Question) -> Json:
    objective = question.fields.get("objective", "strength")
    return present.turn(question, analysis.turn(question.position, question.options, objective))


_POSITION: Final = PositionSchema()

CALLS: Final = {
    one.name: one
    for one in (
        Call("opening", _POSITION, "The best first opening", _opening),
        Call("closing", _POSITION, "Can the player close this turn, and from hand?", _closing),
        Call("penalty", _POSITION, "The least penalty after this turn", _penalty),
        Call("turn", TurnSchema(), "The whole turn: ranked plans", _turn),
        Call("check", CheckSchema(), "Are melds or actions legal?", check),
    )
}
"""Every call that asks about a position, by name."""
