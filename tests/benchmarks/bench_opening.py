"""Where the time of a best opening goes: enumerating, stating the rules, solving; seeded hands with 0 to 4 jokers.

pytest -p no:xdist tests/benchmarks/bench_opening.py
"""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from solver.cards import CARDS, JOKER
from solver.constraints import post
from solver.engine import solve
from solver.objectives import set_objective
from solver.position import Position, make_position
from solver.profiles import PROFILES
from solver.questions import opening_question
from solver.variables import Variables

STAGES = ("enumerate", "state", "solve")


def hands(jokers: int, number: int = 20) -> list[Position]:
    """Seeded hands of 15 cards that hold a pure run."""
    rng, deck = Random(f"opening {jokers}"), list(CARDS[:-1]) * 2
    found: list[Position] = []
    while len(found) < number:
        position = make_position(PROFILES["zoliky-online"], rng.sample(deck, 15 - jokers) + [JOKER] * jokers)
        turn = Variables(position, opening_question(position, "opening"))
        if any(one.candidate.pure for one in turn.layings):
            found.append(position)
    return found


def stated(position: Position) -> Variables:
    turn = Variables(position, opening_question(position, "opening"))
    post(turn)
    set_objective(turn)
    return turn


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("jokers", range(5))
def bench_opening(benchmark: Any, jokers: int, stage: str) -> None:
    positions = hands(jokers)
    turns = [stated(one) for one in positions]

    def run() -> None:
        for position, turn in zip(positions, turns, strict=True):
            if stage == "enumerate":
                Variables(position, opening_question(position, "opening"))
            elif stage == "state":
                stated(position)
            else:
                solve(turn.model, time.perf_counter() + 5)

    benchmark.pedantic(run, rounds=3, warmup_rounds=1)
