"""Reads JSON strictly: UTF-8, no doubled names, no NaN, not too deep, no numbers without end."""

from __future__ import annotations

import json
import math
from typing import Any, Final, NoReturn

from api.problems import Problem
from solver import facts
from solver.errors import Fault, shown

MAX_DEPTH: Final = 32
MAX_DIGITS: Final = 300


def read_json(data: bytes) -> Any:
    """The JSON value of some bytes. Raises Problem 400 if they are not valid JSON."""
    try:
        text = data.decode("utf-8-sig")
        value = _DECODER.decode(text)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate has no UTF-8 form
    except UnicodeDecodeError as error:
        raise broken(f"The body is not UTF-8 (byte {error.start}).") from None
    except UnicodeEncodeError:
        raise broken("A text holds half of a surrogate pair.") from None
    except RecursionError:
        raise broken("The JSON is nested too deeply.") from None
    except json.JSONDecodeError as error:
        fault, place = error.msg.removesuffix(" at"), f"line {error.lineno}, column {error.colno}"
        raise broken(f"The body is not JSON: {fault} at {place}.") from None
    except ValueError as error:
        raise broken(str(error)) from None
    _check_depth(value)
    return value


def as_object(value: Any) -> dict[str, Any]:
    """The value, which must be an object. Raises Problem 422."""
    if not isinstance(value, dict):
        reason = facts.wrong_type(expected="object", value=shown(value))
        raise Problem.of_faults((Fault((), reason),))
    return value


def _check_depth(value: Any) -> None:
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            child
            for one in level
            if isinstance(one, list | dict)
            for child in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return
    raise broken("The JSON is nested too deeply.")


def broken(detail: str) -> Problem:
    """The problem of a body that is not valid JSON."""
    return Problem(400, "broken_json", detail)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"The name {shown(twice)} stands twice in one object.")
    return result


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number.")


def _float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"The number {text[:40]} is too large.")
    return value


def _int(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(f"A number has more than {MAX_DIGITS} digits.")
    return int(text)


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_constant=_constant, parse_float=_float, parse_int=_int
)
