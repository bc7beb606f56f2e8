"""What goes wrong: input that cannot be used, actions that are not legal, and questions too large for their time.

ZolikError
├── InvalidInput      something given cannot be used (also a ValueError); `errors` names each field
├── IllegalActions    actions that the rules forbid (also a ValueError)
├── TurnNotEnded      actions that end in the middle of a turn, or end the deal (also a ValueError)
└── NotAnswered       no sure answer could be made in the time given
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from advisor.words.explain import reason_text
from advisor.words.say import known_language
from api.problems import Problem, problem_of
from solver.errors import Reason
from solver.errors import ZolikError as Refused

_Asked = ParamSpec("_Asked")
_Answered = TypeVar("_Answered")


class ZolikError(Exception):
    """Base of the errors that this package raises."""


class InvalidInput(ZolikError, ValueError):
    """Input that cannot be used. `errors` holds a record for each bad field: its `pointer` (as `/hand/1`), a `code`,
    the `rule` behind it, and `detail`, a sentence."""

    def __init__(self, message: str, errors: Sequence[dict[str, Any]] = ()) -> None:
        super().__init__(message)
        self.errors = tuple(errors)


class IllegalActions(ZolikError, ValueError):
    """Actions that the rules forbid; `reasons` says why, and `text` in which words."""

    def __init__(self, *reasons: Reason) -> None:
        super().__init__(" ".join(map(reason_text, reasons)))
        self.reasons = reasons

    def text(self, language: str = "en") -> str:
        """All reasons in a language: `en`, `cs` or `sk`. Raises InvalidInput."""
        from zolik.given import check_given  # which raises the errors of this module

        check_given(language, language=language)
        return " ".join(reason_text(reason, language) for reason in self.reasons)


class TurnNotEnded(ZolikError, ValueError):
    """Actions after which there is no position of another turn: they end before the discard, or end the deal."""


class NotAnswered(ZolikError):
    """No sure answer could be made; more time may help."""


def told(language: Callable[..., str]) -> Callable[[Callable[_Asked, _Answered]], Callable[_Asked, _Answered]]:
    """Makes a function raise the errors of this module, in the language that `language` finds in its arguments."""

    def around(function: Callable[_Asked, _Answered]) -> Callable[_Asked, _Answered]:
        @wraps(function)
        def inner(*args: _Asked.args, **kwargs: _Asked.kwargs) -> _Answered:
            try:
                return function(*args, **kwargs)
            except (Refused, Problem) as error:
                raise of_problem(problem_of(error), language(*args, **kwargs)) from None

        return inner

    return around


def of_problem(problem: Problem, language: str) -> InvalidInput | NotAnswered:
    """The error that stands for a problem of the service."""
    record = problem.as_json(known_language(language))
    if problem.status >= 500:
        return NotAnswered(record["detail"])
    return InvalidInput(record["detail"], record.get("errors", ()))
