"""The calls: for each its schema and how it is answered, apart from HTTP.

The views answer one call a request; a batch answers many. What a call needs is imported when it is first asked, so that
the command waits for nothing else; a service asks for all of it before it forks (`load_all`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any, Final, TypeAlias

from api.requests.asked import PositionRequest, read_question
from api.requests.fields import StrictSchema
from api.requests.position import DEFAULT_OBJECTIVE, CheckSchema, PositionSchema, ScoreSchema, TurnSchema

Json = dict[str, Any]
Answer: TypeAlias = Mapping[str, object]
"""An answer in one of the shapes of `api.answers.shapes`."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call, `POST /v1/<name>`: `read` makes a body a question (and raises Problem or InvalidInput), `answer`
    answers it; `about` says in a sentence or two what it is for. `analyse` is whether that is costly and depends on the
    position alone: such answers are limited and remembered.
    """

    name: str
    summary: str
    about: str
    schema: StrictSchema
    read: Callable[[Json, str, int], Any]
    answer: Callable[[Any], Answer]
    analyse: bool = False

    def reply(self, body: Json, language: str, default_time_ms: int) -> Json:
        """Answers a body at once. Raises Problem or a ZolikError."""
        return dict(self.answer(self.read(body, language, default_time_ms)))


def _opening(question: PositionRequest) -> Answer:
    from advisor.opening import opening
    from api.answers import present

    return present.opening(question, opening(question.position, question.options))


def _closing(question: PositionRequest) -> Answer:
    from advisor.closing import closing
    from api.answers import present

    return present.closing(question, closing(question.position, question.options))


def _penalty(question: PositionRequest) -> Answer:
    from advisor.penalty import penalty
    from api.answers import present

    return present.penalty(question, penalty(question.position, question.options))


def _turn(question: PositionRequest) -> Answer:
    from advisor.turn import turn
    from api.answers import present

    objective = question.fields.get("objective", DEFAULT_OBJECTIVE)
    return present.turn(question, turn(question.position, question.options, objective))


def _outlook(question: PositionRequest) -> Answer:
    from advisor.outlook import outlook
    from api.answers import present_outlook

    return present_outlook.outlook(question, outlook(question.position, question.options))


def _check(question: PositionRequest) -> Answer:
    from api.service.check import check

    return check(question)


def _score(asked: tuple[Json, str]) -> Answer:
    from api.service.score import answer_score

    body, language = asked
    return answer_score(_SCORE, body, language)


def _about_position(
    name: str, summary: str, about: str, schema: StrictSchema, answer: Callable[[PositionRequest], Answer]
) -> Call:
    return Call(name, summary, about, schema, partial(read_question, schema), answer, analyse=True)


_POSITION: Final = PositionSchema()
_CHECKED: Final = CheckSchema()
_SCORE: Final = ScoreSchema()

CALLS: Final = {
    one.name: one
    for one in (
        _about_position(
            "opening",
            "The best first opening",
            "The best first opening of a hand with proof, or what is missing and which cards would help.",
            _POSITION,
            _opening,
        ),
        _about_position(
            "closing",
            "Can the player close this turn, and from hand?",
            "Can the player close in this turn, and from hand? If not, why not, and what would help.",
            _POSITION,
            _closing,
        ),
        _about_position(
            "penalty",
            "The least penalty after this turn",
            "The turn that leaves the fewest penalty points in hand.",
            _POSITION,
            _penalty,
        ),
        _about_position(
            "turn",
            "The whole turn: ranked plans",
            "The advice for a whole turn: what to draw, lay and throw, ranked plans, and why.",
            TurnSchema(),
            _turn,
        ),
        _about_position(
            "outlook",
            "Distances, accepting cards, and what each throw leaves",
            "How far a hand is from opening and from closing, which cards help, and what each throw leaves.",
            _POSITION,
            _outlook,
        ),
        Call(
            "check",
            "Are melds or actions legal?",
            "Are these melds, or these actions, legal? If not, the clause of each problem and what would be right.",
            _CHECKED,
            partial(read_question, _CHECKED),
            _check,
        ),
        Call(
            "score",
            "What a deal that has ended costs each player",
            "What a deal that has ended costs each player.",
            _SCORE,
            lambda body, language, _: (body, language),
            _score,
        ),
    )
}
"""Every call, by name."""


def load_all() -> tuple[ModuleType, ...]:
    """Imports all that the calls need, for a service, which forks after that; gives back the modules."""
    from advisor import closing, opening, outlook, penalty, turn
    from api.answers import present, present_outlook
    from api.service import check, score

    return closing, opening, outlook, penalty, turn, present, present_outlook, check, score
