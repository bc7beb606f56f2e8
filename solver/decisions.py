"""Decisions: builds the model of a question about a turn and yields its solutions, best first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from solver.actions import Action
from solver.between import NotBetween, forbid_between, with_arrangement_between
from solver.budget import TimedOut, until
from solver.choices import Undealt, forbid, forbid_deal, forbid_exactly, read_choice
from solver.constraints import post
from solver.effort import note_enumeration
from solver.engine import NoSolution, solve
from solver.objectives import set_objective
from solver.position import Position
from solver.questions import Question
from solver.sequence import sequence
from solver.variables import Variables


@dataclass(frozen=True, slots=True)
class Decision:
    """One solution: its actions in order, the value of each level of the objective, whether it is proved to be the
    best (after those before it), and the bound of the first level. Times in milliseconds."""

    actions: tuple[Action, ...]
    levels: dict[str, int]
    optimal: bool
    bound: int
    build_ms: float
    solve_ms: float


__all__ = ["Decision", "TimedOut", "decide"]

GRACE_SECONDS: Final = 0.04
"""How long after the budget a question that was begun in time may still be put together, as all but large ones are,
so that the shortest budgets are answered too."""


def decide(
    position: Position,
    question: Question,
    deadline: float,
    accepts: Callable[[tuple[Action, ...]], bool] = lambda _: True,
) -> Iterator[Decision]:
    """The solutions of a question, best first, each laying something else; none if no legal turn answers it.

    Actions that `accepts` refuses are passed over, and the same cards may still be laid in another way.
    `deadline` is a time of `time.perf_counter`. Raises TimedOut.
    """
    begun = time.perf_counter()
    with until(deadline + GRACE_SECONDS):
        turn = Variables(position, question)
        if not _may_have_answer(turn):
            return
        post(turn)
        if question.objective != "any":
            set_objective(turn)
    note_enumeration((time.perf_counter() - begun) * 1000)
    while True:
        with until(deadline + GRACE_SECONDS):
            solved = solve(turn.model, deadline)
        if isinstance(solved, NoSolution):
            if solved.timed_out:
                raise TimedOut
            return
        try:
            choice = read_choice(turn, solved)
        except Undealt:
            assert turn.pool is not None
            forbid_deal(turn.model, turn.pool, solved)
            continue
        with until(deadline + GRACE_SECONDS):
            try:
                choice = with_arrangement_between(turn, choice, deadline)
            except NotBetween:
                forbid_between(turn, choice, solved, deadline)
                continue
        actions = sequence(choice, position, question)
        if not accepts(actions):
            forbid_exactly(turn, solved)
            continue
        yield Decision(actions, solved.levels, solved.optimal, solved.bound, solved.build_ms, solved.solve_ms)
        forbid(turn, solved)


def _may_have_answer(turn: Variables) -> bool:
    """A look at the cards that answers many questions before a solver is called."""
    question = turn.question
    if question.must_close and turn.closes is None:
        return False
    if turn.position.profile.ends_with_discard and not turn.discards:
        return False
    if not question.opens:
        return True
    if question.pure_run and not any(
        one.candidate.pure or (one.base is not None and one.base.pure(one.candidate)) for one in turn.layings
    ):
        return False
    return bool(turn.opening_layings())
