"""Distances to opening and closing against their definition on many random hands: `python -m tests.solver.reach.many`.

For each preset so many hands of 4 to 7 cards, with low minimums so that distances 0 to 2 are frequent, and of few
kinds that can still come, so that every throw and draw can be tried. Prints a row a preset; ends with 1 at any
disagreement.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random

from solver.reach.closing import closing_reach
from solver.reach.opening import opening_reach
from solver.reach.question import ReachQuestion
from solver.rules.presets import PROFILES
from tests.oracles import reach_brute_force as brute
from tests.solver.reach.test_reach import check, small_case

MINIMUMS = (9, 12, 15, 20, 25, 30)


def compare(base: str, hands: int, seed: int) -> tuple[Counter[str], int]:
    """How often each distance came, and how many hands disagreed."""
    distances: Counter[str] = Counter()
    wrong = 0
    for number in range(hands):
        rng = Random(f"{seed}/{base}/{number}")
        profile = PROFILES[base].with_overrides({"opening_minimum": rng.choice(MINIMUMS)})
        held, left = small_case(rng, profile, rng.randint(4, 7), rng.choice((0, 0, 1, 1, 2, 3)))
        opened, closing = rng.random() < 0.5, rng.random() < 0.5
        question = ReachQuestion(profile, held, left, opened=opened and closing)
        answer = closing_reach(question) if closing else opening_reach(question)
        every = brute.keeps_all(profile)
        ready, all_ready = brute.opens(profile, 99), brute.opens(every, 99)
        if closing:
            ready = brute.closes(profile, 99, opened=question.opened)
            all_ready = brute.closes(every, 99, opened=question.opened)
        try:
            check(question, answer, ready, all_ready, 2)
        except AssertionError:
            print(f"disagreement: {base} {number} {profile.overrides} {held} {left}", flush=True)
            wrong += 1
        distances["-" if answer.now.distance is None else str(answer.now.distance)] += 1
    return distances, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000, help="hands a preset (1000)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong = 0
    for base in PROFILES:
        distances, failed = compare(base, options.hands, options.seed)
        wrong += failed
        shown = ", ".join(f"{name}: {count}" for name, count in sorted(distances.items()))
        print(f"{base:15} {options.hands} hands, {failed} disagreements; distances {shown}", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
