"""Fits the weights of `advisor.strength.chances` to deals of the arena, and prints the module that holds them.

    python -m tests.calibration.fit --deals 2500 --seed fit > weights.py

Logistic regressions by Newton's method, lightly drawn to zero; turns by least squares. The deals, and so the weights,
depend on the seed and on how the programs play.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from advisor.prechecks import may_lay_something
from advisor.strength.chances import Stage, State, chances_of
from advisor.strength.expectation import Expectation
from advisor.strength.race import Race
from tests.calibration.figures import CHANCES, After, Pair
from tests.calibration.play import STILL, Played, play

Array = NDArray[np.floating[Any]]

DRAWN: Final = 3.0
"""How strongly weights are drawn to zero, in figures."""

RACE: Final = ("1", "needed", "others", "round", "opened", "one_card", "two_cards", "four_cards")
FEATURES: Final[dict[Stage, tuple[str, ...]]] = {
    "opened": (*RACE, "round_closed", "cards", "jokers"),
    "waiting": ("1", "needed", "others", "round", "jokers", "neighbours", "special"),
    "collecting": (*RACE, "jokers", "neighbours", "special", "reached"),
}
"""The features of each stage; of a player who waits nobody has opened, or he would not."""


@dataclass(frozen=True, slots=True)
class Observed:
    """A state and what came."""

    state: State
    came: dict[str, bool]
    turns: int


def observed(deal: Played) -> Iterator[Observed]:
    """The states after the turns of `strength` and `strength-still`, but for turns that close."""
    for at, turn in enumerate(deal.turns):
        if deal.names[turn.seat] not in ("strength", STILL) or not turn.hand or at == len(deal.turns) - 1:
            continue
        expectation = Expectation(turn.position)
        if turn.opened:
            expected = expectation.opened(turn.hand, Race(turn.table, expectation.left, deal.profile))
        else:
            expected = expectation.closed(turn.hand, can_open=may_lay_something(turn.position))
        assert expected.state is not None
        after = After(deal, at)
        yield Observed(expected.state, {name: came(after) for name, (_, came) in CHANCES.items()}, after.turns)


def pairs_of_states(deal: Played) -> Iterator[Pair]:
    """The chances of all states of a deal, with what came."""
    for one in observed(deal):
        chances, stage = chances_of(one.state), one.state.stage
        for name in ("first",) if stage == "opened" else tuple(CHANCES):
            yield Pair(f"{CHANCES[name][0]}, {stage}", getattr(chances, name), float(one.came[name]))
        if one.came["first"]:
            yield Pair(f"turns to go of who closes first, {stage}", chances.turns, one.turns)


def logistic(features: Array, came: Array) -> Array:
    """The weights under which what came is likeliest."""
    weights: Array = np.zeros(features.shape[1])
    drawn = DRAWN * np.eye(len(weights))
    drawn[0, 0] = 0
    for _ in range(50):
        chance = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (came - chance) - drawn @ weights
        curve = (features * (chance * (1 - chance))[:, None]).T @ features + drawn + 1e-9 * np.eye(len(weights))
        step: Array = np.linalg.solve(curve, slope)
        weights = np.add(weights, step)
        if np.abs(step).max() < 1e-7:
            break
    return weights


def linear(features: Array, came: Array) -> Array:
    """The weights of the least squares."""
    drawn = DRAWN * np.eye(features.shape[1])
    drawn[0, 0] = 1e-9
    solved: Array = np.linalg.solve(features.T @ features + drawn, features.T @ came)
    return solved


def fitted(found: Sequence[Observed]) -> str:
    """The text of the two tables of weights."""
    lines = ["CHANCES: Final[Mapping[str, Mapping[str, Mapping[str, int]]]] = {"]
    turns = ["TURNS_IF_FIRST: Final[Mapping[str, Mapping[str, int]]] = {"]
    for stage, names in FEATURES.items():
        rows = [one for one in found if one.state.stage == stage]
        lines.append(f'    "{stage}": {{')
        for of in ("first",) if stage == "opened" else tuple(CHANCES):
            weights = logistic(_matrix(rows, names), np.array([float(row.came[of]) for row in rows]))
            lines += _mapping(f'        "{of}": ', names, weights)
        lines.append("    },")
        won = [row for row in rows if row.came["first"]]
        taken = np.array([float(one.turns) for one in won])
        turns += _mapping(f'    "{stage}": ', names, linear(_matrix(won, names), taken))
    return "\n".join((*lines, "}", "", *turns, "}"))


def _matrix(rows: Iterable[Observed], names: Sequence[str]) -> Array:
    return np.array([[features[name] for name in names] for features in (row.state.features() for row in rows)])


def _mapping(start: str, names: Sequence[str], weights: Array) -> list[str]:
    indent = " " * (len(start) - len(start.lstrip()))
    inner = [f'{indent}    "{name}": {round(1000 * weight)},' for name, weight in zip(names, weights, strict=True)]
    return [start + "{", *inner, indent + "},"]


HEAD: Final = '''"""Weights of `strength.chances`, in thousandths, as printed by
`python -m tests.calibration.fit --deals {deals} --seed {seed}`; not to be edited by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
'''


def main() -> None:
    """Plays, fits and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=2500)
    parser.add_argument("--seed", default="fit")
    told = parser.parse_args()
    found = [one for deal in play(told.deals, told.seed, ask=False) for one in observed(deal)]
    print(HEAD.format(deals=told.deals, seed=told.seed))
    print(fitted(found))


if __name__ == "__main__":
    main()
