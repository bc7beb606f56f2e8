"""Choices: what is ruled out after a solution is that solution and its like, and nothing else."""

from __future__ import annotations

from itertools import product

import pytest

from solver.model.engine import Model, NoSolution, solve
from solver.model.solutions import exclude

ALONE = ((0,), (1,), (2,))
TOGETHER = ((0, 1), (2,))


FACTORS = (1, 2, 1)


def total(values: tuple[int, ...], group: tuple[int, ...]) -> int:
    return sum(FACTORS[at] * values[at] for at in group)


@pytest.mark.parametrize("groups", [ALONE, TOGETHER, ((0, 1, 2),)])
@pytest.mark.parametrize("highs", [(1, 1, 1), (2, 1, 3)])
def test_all_but_the_like_of_a_solution_remain(groups: tuple[tuple[int, ...], ...], highs: tuple[int, ...]) -> None:
    everything = list(product(*(range(high + 1) for high in highs)))
    for excluded in everything:
        for one in everything:
            model = Model()
            for high in highs:
                model.variable(high)
            exclude(model, [([(at, FACTORS[at]) for at in group], total(excluded, group)) for group in groups])
            for at, value in enumerate(one):
                model.add([(at, 1)], value, value)
            like = all(total(one, group) == total(excluded, group) for group in groups)
            assert isinstance(solve(model), NoSolution) == like, (excluded, one)
