"""Both engines give the same answers: the search and CP-SAT, over random positions of random profiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from solver.budget import TimedOut
from solver.game.position import Position
from solver.model import engines
from solver.model.decide import Decision, decide
from solver.model.engines import cp_sat_only
from solver.model.question import Objective, Question, closing_questions, opened_question, opening_question
from solver.stage_times import measured
from tests.builders import pos
from tests.random_positions import positions

OPENING: tuple[Objective, ...] = ("opening", "penalty", "points", "cards", "left_over")
PLANS = 3


def questions(position: Position, rng: Random) -> Iterator[Question]:
    """One question of each kind that can be asked of a position."""
    ask = opened_question if position.opened else opening_question
    objectives = OPENING[1:] if position.opened else OPENING
    asked = [ask(position, rng.choice(objectives))]
    closing = closing_questions(position)
    asked += closing[:1]
    asked += [replace(one, objective="any", ties=False, stays=rng.randrange(3)) for one in closing[-1:]]
    yield from asked
    throws = rng.choice([card.kind for card in position.hand])
    yield replace(rng.choice(asked), throws=throws)


def plans(position: Position, question: Question) -> object:
    """What is told of the best turns; where any turn will do, whether there is one."""
    found = decide(position, question)
    try:
        if question.objective == "any":
            return next(found, None) is not None
        return [_told(one) for one in islice(found, PLANS)]
    except TimedOut:  # the model does not state all turns, and finds none
        return None


def _told(one: Decision) -> tuple[object, ...]:
    return one.actions, one.levels, one.optimal, one.bound


def compared(seed: int, number: int) -> tuple[int, int]:
    """Asks random questions of both; how many models were solved, and how many of them by the search."""
    rng = Random(seed)
    solves = searched = 0
    for position in positions(seed, number):
        for question in questions(position, rng):
            with measured() as effort:
                told = plans(position, question)
            with cp_sat_only(), measured() as reference:
                assert told == plans(position, question), (position, question)
            assert reference.searched == 0
            solves += effort.solves
            searched += effort.searched
    return solves, searched


@pytest.mark.parametrize("seed", range(5))
def test_both_engines_give_the_same_turns(seed: int) -> None:
    solves, searched = compared(40 + seed, 14)
    assert searched * 3 > solves, "the search must not leave all to CP-SAT"


def test_what_is_too_large_for_the_search_is_answered_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for most in (1, 7, 30):
        monkeypatch.setattr("solver.model.search.MOST_NODES", most)
        compared(most, 6)


def test_more_turns_than_one_batch_come_in_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    position = pos("7♠ 8♠ 9♠ 9♥ 9♦ 9♣ 10♠ 10♥ 10♦ J♠ J♥ J♦ 2♣ 3♣", opened=True)
    question = opened_question(position)
    with cp_sat_only():
        right = [_told(one) for one in islice(decide(position, question), 12)]
    for batches in ((1, 4, 16), (2, 3), (1,)):  # the last leaves the rest to CP-SAT
        monkeypatch.setattr(engines, "BATCHES", batches)
        found = [_told(one) for one in islice(decide(position, question), 12)]
        assert found == right
    assert len(right) == 12


def test_a_turn_that_is_not_accepted_is_passed_over_by_both() -> None:
    position = pos("7♠ 8♠ 9♠ 9♥ 9♦ 9♣ 10♠ 10♥ 10♦ J♠ J♥ J♦ 2♣ 3♣", opened=True)
    question = opened_question(position)

    def third_on() -> list[object]:
        refused: list[object] = []

        def accepts(actions: object) -> bool:
            refused.append(actions)
            return len(refused) > 2

        return [_told(one) for one in islice(decide(position, question, accepts), 3)]

    with cp_sat_only():
        right = third_on()
    assert third_on() == right
