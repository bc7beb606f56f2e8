"""What each figure of an answer claims, and whether it came true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from advisor.strength.chances import OPENS_WITHIN
from solver.errors import Reason
from tests.calibration.play import Played


@dataclass(frozen=True, slots=True)
class Pair:
    """A figure that was shown (a chance from 0 to 1, turns, or points) and what came."""

    figure: str
    shown: float
    came: float


@dataclass(frozen=True, slots=True)
class After:
    """What came after one turn of a deal; `at` is its place among the deal's turns."""

    deal: Played
    at: int

    @property
    def seat(self) -> int:
        return self.deal.turns[self.at].seat

    @property
    def first(self) -> bool:
        """Did this player close?"""
        return self.deal.outcome.closer == self.seat

    @property
    def from_hand(self) -> bool:
        """Did he close from hand?"""
        return self.first and self.deal.outcome.from_hand

    @property
    def caught(self) -> bool:
        """Did another close before this player had opened?"""
        return self.deal.outcome.closer is not None and not self.first and not self.deal.outcome.opened[self.seat]

    @property
    def turns(self) -> int:
        """How many turns more he had until the end."""
        return sum(turn.seat == self.seat for turn in self.deal.turns[self.at + 1 :])

    @property
    def margin(self) -> float:
        """His penalty less the mean of the others'."""
        others = [points for seat, points in enumerate(self.deal.outcome.penalties) if seat != self.seat]
        return self.deal.outcome.penalties[self.seat] - sum(others) / len(others)

    def opened_by(self, round_: int) -> bool:
        """Had he opened when his turn of this number was over?"""
        mine = [turn for turn in self.deal.turns if turn.seat == self.seat and turn.position.round <= round_]
        return mine[-1].opened


STATES: Final = {"expected_race": "opened", "expected_wait": "waiting", "expected_collect": "collecting"}
"""The fact that tells what is expected, and what it is told of."""

CHANCES: Final[dict[str, tuple[str, Callable[[After], bool]]]] = {
    "first": ("closes first", lambda after: after.first),
    "from_hand": ("closes from hand", lambda after: after.from_hand),
    "caught": ("caught before opening", lambda after: after.caught),
    "opens": (
        f"has opened within {OPENS_WITHIN} turns",
        lambda after: after.opened_by(after.deal.turns[after.at].position.round + OPENS_WITHIN),
    ),
}
"""By the name of a chance in `advisor.strength.chances`: what it claims, and whether it came true."""

TOLD: Final = {"chance": "first", "from_hand": "from_hand", "caught": "caught", "opens": "opens"}
"""The parameters by which facts tell chances, in per cent."""


def pairs(deal: Played) -> Iterator[Pair]:
    """All figures of a deal that were shown, with what came."""
    for at, turn in enumerate(deal.turns):
        if turn.advice is None or turn.advice.closes:
            continue
        after = After(deal, at)
        for reason in turn.advice.why:
            if reason.code in STATES:
                yield from _expected(after, reason, turn.advice.score or 0.0)


def _expected(after: After, reason: Reason, score: float) -> Iterator[Pair]:
    state = STATES[reason.code]
    for name, chance in TOLD.items():
        if name in reason.params:
            claim, came = CHANCES[chance]
            yield Pair(f"{claim}, {state}", _number(reason, name) / 100, float(came(after)))
    if after.first:
        yield Pair(f"turns to go of who closes first, {state}", _number(reason, "turns"), after.turns)
    yield Pair(f"expected points (score), {state}", score, after.margin)


def _number(reason: Reason, name: str) -> float:
    value = reason.params[name]
    assert isinstance(value, (int, float))
    return float(value)
