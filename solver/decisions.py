"""Decisions: builds the model of a question about a turn and yields its solutions, best first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, TypeAlias

from solver.actions import Action
from solver.between import WORK, NotBetween, forbid_between, with_arrangement_between
from solver.budget import TimedOut, until
from solver.cards import JOKER_KIND
from solver.choices import Undealt, cards_laid, forbid, forbid_cards, forbid_deal, forbid_exactly, read_choice
from solver.constraints import post
from solver.effort import note_enumeration
from solver.engine import NoSolution, Solved, solve
from solver.objectives import set_objective
from solver.position import Position
from solver.questions import Question
from solver.sequence import sequence
from solver.variables import Scope, Variables


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


MOST_REFUSED: Final = 8
"""Rearrangements whose jokers could not be bought that are looked at before none is looked for."""

Accepts: TypeAlias = Callable[[tuple[Action, ...]], bool]


def decide(
    position: Position, question: Question, deadline: float, accepts: Accepts = lambda _: True
) -> Iterator[Decision]:
    """The solutions of a question, best first, each laying something else; none if no legal turn answers it.

    Actions that `accepts` refuses are passed over, and the same cards may still be laid in another way.
    `deadline` is a time of `time.perf_counter`. Raises TimedOut.
    """
    turn = _stated(position, question, deadline)
    if turn is None:
        return
    refused: list[tuple[Action, ...]] = []

    def passes(actions: tuple[Action, ...]) -> bool:
        good = accepts(actions)
        if not good:
            refused.append(actions)
        return good

    solutions = _solutions(turn, deadline, passes)
    found = next(solutions, None)
    if found is not None:
        yield from _with_more_carried(turn, found[0], deadline, accepts)
    elif not refused:
        return
    if not turn.partial:
        yield from (decision for decision, _ in solutions)
        return
    every = _stated(position, question, deadline, "all")
    if every is not None:
        if found is not None:
            forbid_cards(every, cards_laid(turn, found[1]))
        yield from (decision for decision, _ in _solutions(every, deadline, accepts))


def _stated(position: Position, question: Question, deadline: float, scope: Scope = "best") -> Variables | None:
    """The variables, rules and objective of a question; None if a look at the cards shows that it has no answer."""
    begun = time.perf_counter()
    with until(deadline + GRACE_SECONDS):
        turn = Variables(position, question, scope)
        if not _may_have_answer(turn):
            return None
        post(turn)
        if question.objective != "any":
            set_objective(turn)
    note_enumeration((time.perf_counter() - begun) * 1000)
    return turn


def _solutions(
    turn: Variables, deadline: float, accepts: Accepts, work: float | None = None
) -> Iterator[tuple[Decision, Solved]]:
    """The solutions of what is stated, best first, each laying something else. Raises TimedOut."""
    refused = 0
    while refused <= MOST_REFUSED:
        with until(deadline + GRACE_SECONDS):
            solved = solve(turn.model, deadline, work)
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
                refused += 1
                continue
        actions = sequence(choice, turn.position, turn.question)
        if not accepts(actions):
            forbid_exactly(turn, solved)
            continue
        spent = solved.build_ms, solved.solve_ms
        yield Decision(actions, solved.levels, solved.optimal, solved.bound, *spent), solved
        forbid(turn, solved)


def _with_more_carried(turn: Variables, best: Decision, deadline: float, accepts: Accepts) -> Iterator[Decision]:
    """The best turn; before it, if it closes, one that carries a joker more, bought in an arrangement in between.

    Little work is given to that, the same on any machine; if time runs out, a best turn is not told as proved.
    """
    carried = turn.held[JOKER_KIND] - best.levels.get("kept", 0)
    if turn.partial and best.levels.get("close") and carried < turn.position.profile.carry_max:
        try:
            better = _carrying_more(turn, best, deadline, accepts)
        except TimedOut:
            best = replace(best, optimal=False)
        else:
            yield from better
    yield best


def _carrying_more(turn: Variables, best: Decision, deadline: float, accepts: Accepts) -> list[Decision]:
    """The best turn that keeps more jokers than this and is as good at each level before; none or one. Raises
    TimedOut."""
    more = _stated(turn.position, turn.question, deadline, "between")
    if more is None:
        return []
    for level in more.model.levels:
        keeps = level.name == "kept"
        more.model.at_most(level.terms, best.levels[level.name] - level.constant - keeps)
        if keeps:
            break
    return [decision for decision, _ in islice(_solutions(more, deadline, accepts, WORK), 1)]


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
