"""What callers give beside cards, checked as the service checks it: choices, numbers, lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeGuard, TypeVar

from marshmallow import ValidationError

from advisor.words.say import known_language
from api.problems import Problem, faults_of
from api.requests.asked import load
from api.requests.fields import Strict
from api.requests.position import TurnSchema
from solver import facts
from solver.errors import Fault, shown
from zolik.errors import told

_FIELDS: Final = TurnSchema()
_Item = TypeVar("_Item")


@told(lambda speaking, /, **_: speaking)
def check_given(speaking: object, /, **values: object) -> None:  # noqa: ARG001  read by `told`
    """Checks values of a request's fields, by their names; what is wrong is told in the language `speaking`.

    Raises InvalidInput, which names each bad field.
    """
    load(_FIELDS, dict(values))


def check_words(language: object, notation: object, own: str) -> None:
    """Checks in which language and notation something is to be told; None: as it tells itself, in `own`.

    Raises InvalidInput, in the language asked for where it is known.
    """
    asked = {"language": language, "notation": notation}
    check_given(known_language(language, own), **{name: one for name, one in asked.items() if one is not None})


def wrong_type(name: str, expected: str, value: object, *at: int) -> Problem:
    """The problem of an argument, or of what stands `at` a place in it, of another type than expected."""
    return Problem.of_faults([Fault((name, *at), facts.wrong_type(expected=expected, value=shown(value)))])


def read(name: str, field: Strict, given: Any) -> Any:
    """A value read by a field of requests. Raises Problem."""
    try:
        return field.read(given)
    except ValidationError as error:
        raise Problem.of_faults(tuple(faults_of(error.messages, (name,)))) from None


def items(name: str, given: Iterable[_Item]) -> list[_Item]:
    """The members of a list that a caller gives; a text or a record is none. Raises Problem."""
    if not is_list(given):
        raise wrong_type(name, "array", given)
    return list(given)


def is_list(given: object) -> TypeGuard[Iterable[Any]]:
    """Has it members, and is no text and no record?"""
    return isinstance(given, Iterable) and not isinstance(given, str | bytes | Mapping)


def plain(given: object) -> Any:
    """A record as a dictionary; what is none as it is, left to the reading of the request."""
    return dict(given) if isinstance(given, Mapping) else given


def record(name: str, given: object) -> dict[str, Any]:
    """A record that a caller gives. Raises Problem."""
    if not isinstance(given, Mapping):
        raise wrong_type(name, "object", given)
    return dict(given)
