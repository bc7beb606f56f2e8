"""The families as a whole: each rule has its three turns, and the order in which rules are posted does not matter."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

import solver.model.rules
from solver.game.position import Position
from solver.model.engine import Meaning, Solved, solve
from solver.model.objectives import set_objective
from solver.model.question import Question, closing_questions, opened_question, opening_question
from solver.model.rules import RULES, Rule
from solver.model.variables import Scope, Variables
from tests.random_positions import random_position, random_rearranging_position
from tests.solver.model.rules.cases import Cases
from tests.strategies import randoms

FAMILIES = sorted(one.stem for one in Path(solver.model.rules.__path__[0]).glob("[a-z]*.py"))


def cases_of(family: str) -> Cases:
    found: Cases = import_module(f"tests.solver.model.rules.test_{family}").CASES
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_each_rule_of_a_family_has_its_turns_in_the_file_of_that_name(family: str) -> None:
    rules = {rule.__name__ for rule in RULES if rule.__module__ == f"solver.model.rules.{family}"}
    assert rules
    assert {one.partition(",")[0] for one in cases_of(family)} == rules


@pytest.mark.parametrize("rule", [rule.__name__ for rule in RULES])
def test_what_breaks_a_rule_breaks_a_row_of_its_name_and_what_meets_it_breaks_none(rule: str) -> None:
    threes = [
        three for family in FAMILIES for name, three in cases_of(family).items() if name.partition(",")[0] == rule
    ]
    assert any(row.startswith(rule) for three in threes for row in three.broken.rows)
    assert all(three.broken.rows and not three.met.rows for three in threes)


def questions_of(position: Position) -> list[Question]:
    if position.opened:
        found = [opened_question(position), opened_question(position, "points")]
    else:
        found = [opening_question(position), opening_question(position, "opening")]
    return found + closing_questions(position)


def posted(position: Position, question: Question, scope: Scope, rules: list[Rule]) -> Variables:
    turn = Variables(position, question, scope)
    for rule in rules:
        turn.model.rule(rule.__name__)
        rule(turn)
    set_objective(turn)
    return turn


def rows_of(turn: Variables, given: int) -> Counter[object]:
    """Each row with its name; variables that rules have made are known by their bounds alone, since their numbers
    depend on the order."""
    model = turn.model
    return Counter(
        (
            model.row_name(at),
            isinstance(about, Meaning),
            tuple(
                sorted(
                    (one, factor) if one < given else (-1 - model.highs[one], factor)
                    for one, factor in zip(variables, factors, strict=True)
                )
            ),
            low,
            high,
        )
        for at, (variables, factors, low, high, about) in enumerate(model.rows)
    )


@given(randoms)
def test_rules_posted_in_any_order_state_the_same(rng: Random) -> None:
    if rng.random() < 0.3:
        position = random_rearranging_position(rng, limits=rng.random() < 0.5, opened=rng.random() < 0.5)
    else:
        position = random_position(rng, most_overrides=3)
    shuffled = rng.sample(RULES, len(RULES))
    scopes: tuple[Scope, ...] = ("best", "all")
    for question, scope in product(questions_of(position), scopes):
        given_before = len(Variables(position, question, scope).model.highs)
        asked, again = (posted(position, question, scope, list(rules)) for rules in (RULES, shuffled))
        assert rows_of(asked, given_before) == rows_of(again, given_before)
        assert [replace(level, terms=()) for level in asked.model.levels] == [
            replace(level, terms=()) for level in again.model.levels
        ]
        if asked.pool is None:
            found, other = (solve(one.model) for one in (asked, again))
            assert isinstance(found, Solved) == isinstance(other, Solved)
            if isinstance(found, Solved) and isinstance(other, Solved):
                assert found.levels == other.levels
