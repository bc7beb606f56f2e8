"""The calls: for each its schema and how it is answered, apart from HTTP.

The views answer one call a request; a batch answers many.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from advisor import analysis
from api import present
from api.check import check
from api.question import Question, read_question
from api.schemas.fields import StrictSchema
from api.schemas.position import DEFAULT_OBJECTIVE, CheckSchema, PositionSchema, ScoreSchema, TurnSchema
from api.score import answer_score

Json = dict[str, Any]


class Reply(Protocol):
    """Answers a body. Raises Problem or a ZolikError."""

    def __call__(self, body: Json, language: str, default_time_ms: int) -> Json: ...


@dataclass(frozen=True, slots=True)
class Call:
    """One call: `POST /v1/<name>`."""

    name: str
    summary: str
    schema: StrictSchema
    reply: Reply


def _opening(question: Question) -> Json:
    return present.opening(question, analysis.opening(question.position, question.options))


def _closing(question: Question) -> Json:
    return present.closing(question, analysis.closing(question.position, question.options))


def _penalty(question: Question) -> Json:
    return present.penalty(question, analysis.penalty(question.position, question.options))


def _turn(question: Question) -> Json:
    objective = question.fields.get("objective", DEFAULT_OBJECTIVE)
    return present.turn(question, analysis.turn(question.position, question.options, objective))


def _about_position(name: str, summary: str, schema: StrictSchema, answer: Callable[[Question], Json]) -> Call:
    def reply(body: Json, language: str, default_time_ms: int) -> Json:
        return answer(read_question(schema, body, language, default_time_ms))

    return Call(name, summary, schema, reply)


def _score(body: Json, language: str, default_time_ms: int) -> Json:  # noqa: ARG001  nothing is solved
    return answer_score(_SCORE, body, language)


_POSITION: Final = PositionSchema()
_SCORE: Final = ScoreSchema()

CALLS: Final = {
    one.name: one
    for one in (
        _about_position("opening", "The best first opening", _POSITION, _opening),
        _about_position("closing", "Can the player close this turn, and from hand?", _POSITION, _closing),
        _about_position("penalty", "The least penalty after this turn", _POSITION, _penalty),
        _about_position("turn", "The whole turn: ranked plans", TurnSchema(), _turn),
        _about_position("check", "Are melds or actions legal?", CheckSchema(), check),
        Call("score", "What a deal that has ended costs each player", _SCORE, _score),
    )
}
"""Every call, by name."""
