"""Three turns a rule: one that breaks it, one that meets it, and the nearest neighbour, of which it may say either.

Each turn is a position and actions as `tests.builders` reads them, with the names of all rows that it breaks. The
referee must refuse it if it breaks any, and else allow it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import pytest
from _pytest.mark import ParameterSet

from solver.game.position import Position
from solver.referee.judge import judge
from tests.builders import pos, turn
from tests.explain import broken_rows


class Case(NamedTuple):
    """A turn and the rows that it breaks."""

    position: Position
    actions: str
    rows: tuple[str, ...]


class Three(NamedTuple):
    """The three turns of a rule."""

    broken: Case
    met: Case
    nearest: Case


Cases: TypeAlias = Mapping[str, Three]


def case(hand: str, actions: str, *rows: str, table: str = "", rules: Any = "zoliky-online", **more: Any) -> Case:
    """A turn of a player who has opened, unless told."""
    return Case(pos(hand, table, rules, **{"opened": True, **more}), actions, rows)


def listed(cases: Cases) -> list[ParameterSet]:
    """The turns of a family, one by one, for a parametrised test."""
    return [
        pytest.param(one, id=f"{rule}, {which}")
        for rule, three in cases.items()
        for which, one in zip(Three._fields, three, strict=True)
    ]


def check(one: Case) -> None:
    """The rows broken are those told, and the referee agrees whether there are any."""
    actions = turn(one.actions)
    assert broken_rows(one.position, actions) == one.rows
    verdict = judge(one.position, actions)
    legal = not verdict.problems and verdict.end.finished
    assert legal == (not one.rows), verdict
