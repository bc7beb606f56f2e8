"""Reliability tables of every figure that the advice shows, from deals played in the arena.

    python -m tests.calibration --profile zoliky-online --deals 600 --seed check

Without `--profile` all rule sets are played, every other deal by the default's. `strength` sits at the table with
itself, with `greedy` and `patient`, two to four players. Each turn that an answer recommends is asked for as the
service answers it, and what it shows is kept beside what came. With `--states` nothing is asked: `strength-still` plays
in its place, and the chances of how it stood after each turn are taken unrounded, which is much quicker. The result
depends on the seed alone. The weights are fitted on other deals (`python -m tests.calibration.fit`).
"""

from __future__ import annotations

import argparse

from solver.rules.presets import PROFILES
from tests.calibration.figures import pairs
from tests.calibration.fit import pairs_of_states
from tests.calibration.play import play
from tests.calibration.tables import as_text, tables


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profile", choices=PROFILES, help="one rule set; else all")
    parser.add_argument("--deals", type=int, default=600)
    parser.add_argument("--seed", default="check")
    parser.add_argument("--states", action="store_true", help="the chances of the states, without asking for answers")
    told = parser.parse_args()
    profile = PROFILES[told.profile] if told.profile else None
    read = pairs_of_states if told.states else pairs
    found = [pair for deal in play(told.deals, told.seed, profile, ask=not told.states) for pair in read(deal)]
    print(f"{told.profile or 'all rule sets'}: {told.deals} deals, seed {told.seed}\n")
    print(as_text(tables(found)))


if __name__ == "__main__":
    main()
