"""How a field of a position is told: once here, for requests, the command's options, the form and the position line.

A field carries its declaration as the metadata of its dataclass; `told_fields` lists them. To add a field is to add it
to `solver.game.position`: every door reads it by its kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, TypeAlias

TellingKind: TypeAlias = Literal[
    "cards", "card", "whole", "flag", "mark", "name", "phase", "drawn", "table", "opponents"
]
"""What a field holds: cards, one card, a whole number, yes or no (a `mark` is no unless told, a `flag` may stand open),
a player's name, or one of the position's own records."""

_KEY: Final = "told"


@dataclass(frozen=True, slots=True)
class Told:
    """How one field is told.

    `tag` is the letter of its part in the position line ("": its place says what it is), `option` its name on the
    command line where that is not its own; `null` is whether JSON may say null for untold; `least` and `most` bound
    numbers, and how many cards or records there are (0: no bound of its own).
    """

    kind: TellingKind
    meaning: str
    tag: str = ""
    least: int = 0
    most: int = 0
    null: bool = False
    required: bool = False
    option: str = ""
    name: str = ""


def told(kind: TellingKind, meaning: str, tag: str = "", **more: Any) -> Mapping[str, Told]:
    """The metadata of a dataclass's field that is told so; `more` are further fields of :class:`Told`."""
    return {_KEY: Told(kind, meaning, tag, **more)}


def told_fields(record: type) -> tuple[Told, ...]:
    """The declarations of a dataclass's fields, in their order, each with its field's name."""
    return tuple(replace(field.metadata[_KEY], name=field.name) for field in fields(record) if _KEY in field.metadata)
