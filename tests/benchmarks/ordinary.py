"""The reference for the tuned engine: the same model with CP-SAT's ordinary API and default parameters."""

from __future__ import annotations

from typing import Any

from solver.game.position import Position
from solver.model.engine import Model, weighted_objective
from solver.model.objectives import set_objective
from solver.model.question import Question
from solver.model.rules import post
from solver.model.variables import Variables

Levels = dict[str, int]


def stated(position: Position, question: Question) -> Variables:
    """All variables and rules of a question."""
    turn = Variables(position, question)
    post(turn)
    set_objective(turn)
    return turn


def ordinary(position: Position, question: Question) -> Levels | None:
    """The value of each level of the objective at the optimum; None if there is no solution."""
    return solve_ordinary(stated(position, question).model)


def solve_ordinary(model: Model) -> Levels | None:
    """The same for a model."""
    from ortools.sat.python import cp_model

    program = cp_model.CpModel()
    variables: list[Any] = [
        program.new_bool_var("") if (low, high) == (0, 1) else program.new_int_var(low, high, "")
        for low, high in zip(model.lows, model.highs, strict=True)
    ]
    for chosen, factors, low, high, _ in model.rows:
        total = cp_model.LinearExpr.weighted_sum([variables[one] for one in chosen], factors)
        program.add_linear_constraint(total, low, high)
    objective, _ = weighted_objective(model)
    program.minimize(cp_model.LinearExpr.weighted_sum([variables[one] for one in objective], list(objective.values())))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(program)
    if status == cp_model.INFEASIBLE:
        return None
    assert status == cp_model.OPTIMAL
    values = [solver.value(variable) for variable in variables]
    return {
        level.name: level.constant + sum(factor * values[at] for at, factor in level.terms) for level in model.levels
    }
