"""Facts that refuse or explain, and the error tree.

ZolikError
└── InvalidInput            something that was given cannot be read (also a ValueError)
    ├── InvalidCard         no card, or a card with the wrong shape
    ├── InvalidProfile      unknown profile, unknown parameter, value out of range, contradiction
    └── InvalidPosition     a position that contradicts itself or its profile, a broken position line

No sentence is made here: a :class:`Reason` is a code with parameters, and `advisor.words.explain` gives it words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, NewType, TypeAlias

Scalar: TypeAlias = str | int | float | bool | None
Value: TypeAlias = Scalar | Sequence["Value"] | Mapping[str, "Value"]
Pointer: TypeAlias = tuple[str | int, ...]

NOTHING: Final[Mapping[str, Value]] = MappingProxyType({})


SHOWN: Final = 40
"""Characters of a wrong value that an error shows."""


def shown(value: object) -> str:
    """A wrong value as an error shows it: as JSON, printable, shortened where it is long."""
    if isinstance(value, str):
        return f'"{shortened(json.dumps(value[: SHOWN + 1], ensure_ascii=False)[1:-1])}"'
    text = ""
    try:
        for piece in json.JSONEncoder(ensure_ascii=False, default=str).iterencode(value):
            text += piece
            if len(text) > SHOWN:
                break
    except (TypeError, ValueError):  # what Python programs give need not be JSON
        text = repr(value)
    return shortened(text)


def shortened(text: str) -> str:
    """The beginning of a text in printable characters, with a mark where it goes on."""
    start = text[:SHOWN] + ("…" if len(text) > SHOWN else "")
    return start if start.isprintable() else "".join(one if one.isprintable() else ascii(one)[1:-1] for one in start)


Code = NewType("Code", str)
"""The name of a declared fact (`solver.facts`); mypy lets nothing else be one."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact why something is so, or is refused; made by calling a fact that `solver.facts` or `advisor.advice`
    declares.

    `code` names the fact, `rule` the clause behind it (a profile parameter's name, or a key of
    `solver.rules.CLAUSES`), `params` the figures and cards in it (cards as canonical text), and
    `remedy` the fact that would cure it, if one is known.
    """

    code: Code
    rule: str = ""
    params: Mapping[str, Value] = field(default_factory=lambda: NOTHING)
    remedy: Reason | None = None

    def citing(self, rule: str) -> Reason:
        """The same fact under another rule."""
        return replace(self, rule=rule)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with an input: where (`pointer`, as in a JSON pointer) and why."""

    pointer: Pointer
    reason: Reason


class ZolikError(Exception):
    """Base of all errors of this project."""


class InvalidInput(ZolikError, ValueError):
    """An input that cannot be used; `faults` says everything that is wrong with it."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(
            "; ".join(
                f"/{'/'.join(map(str, fault.pointer))}: {fault.reason.code} {dict(fault.reason.params)}"
                for fault in faults
            )
        )
        self.faults = faults

    def under(self, *prefix: str | int) -> InvalidInput:
        """The same error, seen from a place further up: `prefix` goes before each pointer."""
        moved = type(self)(*(Fault((*prefix, *fault.pointer), fault.reason) for fault in self.faults))
        moved.__cause__ = self.__cause__
        return moved


class InvalidCard(InvalidInput):
    """A text or object that names no card."""


class InvalidProfile(InvalidInput):
    """A profile or override that does not exist or contradicts itself."""


class InvalidPosition(InvalidInput):
    """A position that cannot be, or a position line that cannot be read."""
