"""Random decisions asked of both engines, the search and CP-SAT: are all answers the same, actions included?

    python -m tests.engines --decisions 20000 --seed 1

asks questions of every kind of random positions under random rules, prints what differs in the three best turns of each
with the position line, and how many decisions there were and how many the search made; it ends with 1 if any differ.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

from solver.game.position_line import position_line
from solver.model import search
from solver.model.engines import cp_sat_only
from solver.stage_times import measured
from tests.random_positions import positions
from tests.solver.model.test_search import plans, questions

BATCH = 50


def campaign(decisions: int, seed: int, seconds: float) -> int:
    """Asks so many decisions, or until the time is over; how many differ."""
    begun = time.monotonic()
    done = solves = searched = differ = 0
    while done < decisions and time.monotonic() - begun < seconds:
        rng = Random(seed)
        for position in positions(seed, BATCH):
            for question in questions(position, rng):
                with measured() as effort:
                    told = plans(position, question)
                with cp_sat_only():
                    wanted = plans(position, question)
                done += 1
                solves += effort.solves
                searched += effort.searched
                if told != wanted:
                    differ += 1
                    print(f"{position_line(position)} {question}\n  told {told}\n  CP-SAT {wanted}", flush=True)
        seed += 1
    print(
        f"{done} decisions, {differ} differ; {solves} models solved, {searched} of them by the search ({search.WAY}); "
        f"the next seed is {seed}"
    )
    return differ


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.engines", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--decisions", type=int, default=2000, help="how many at the least (2000)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="no more are begun after this time")
    told = parser.parse_args(arguments)
    return 1 if campaign(told.decisions, told.seed, told.seconds) else 0


if __name__ == "__main__":
    sys.exit(main())
