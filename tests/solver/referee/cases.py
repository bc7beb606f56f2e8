"""A forbidden turn and its nearest legal neighbour, as one record for table-driven tests of the referee."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from solver.referee.judge import judge
from solver.referee.verdict import Verdict
from solver.rules.profile import PARAMETERS
from solver.rules.sources import CLAUSES
from tests.builders import pos, turn


@dataclass(frozen=True)
class Case:
    """`wrong` breaks only the clause `rule` with `code`; `right` is legal, in the position changed by `but`."""

    rule: str
    code: str
    hand: str
    wrong: str
    right: str
    table: str = ""
    rules: Any = "zoliky-online"
    more: dict[str, Any] = field(default_factory=dict)
    but: dict[str, Any] = field(default_factory=dict)

    def judge_wrong(self) -> Verdict:
        return judge(pos(self.hand, self.table, self.rules, **self.more), turn(self.wrong))

    def judge_right(self) -> Verdict:
        fields = {"hand": self.hand, "table": self.table, "rules": self.rules, **self.more, **self.but}
        return judge(pos(**fields), turn(self.right))


def params(cases: Iterable[Case]) -> list[Any]:
    """The cases as parameters of a test, named by clause, code and forbidden turn."""
    return [pytest.param(case, id=f"{case.rule}: {case.code}: {case.wrong}") for case in cases]


def check(case: Case) -> None:
    """The forbidden turn is refused for its clause alone, the neighbour is legal."""
    assert case.rule in PARAMETERS or case.rule in CLAUSES
    refused = case.judge_wrong()
    assert [(problem.reason.rule, problem.reason.code) for problem in refused.problems] == [(case.rule, case.code)]
    allowed = case.judge_right()
    assert [problem.reason for problem in allowed.problems] == []
