"""Chances that come true: who closes first, from hand, who is caught, and when a hand opens.

Each is a logistic function of a few features of how things stand after a turn. The weights are fitted to deals of the
arena, in which `strength` sat with itself, `greedy` and `patient`, two to four players, all rule sets; how far they
come true on other deals stands in `api/docs/strength.md`. They know rules only by what these ask for, never by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp
from typing import Final, Literal, TypeAlias

from advisor.strength.weights import CHANCES, TURNS_IF_FIRST
from solver.game.cards import JOKER, Card

Stage: TypeAlias = Literal["opened", "waiting", "collecting"]
"""After a turn: has opened; could have opened and did not; cannot open yet."""

OPENS_WITHIN: Final = 3
"""The round until which the chance to have opened is told: so many turns more."""

LATE: Final = 20
"""Rounds after this one are taken to be as late as this one."""


@dataclass(frozen=True, slots=True)
class State:
    """How things stand after a player's turn: the turns that his hand is taken to need, its cards, jokers and
    neighbours in suit, the share of the opening's minimum that it can lay, his turn's number, the opponents (opened or
    not, and their cards), and whether a close from hand would earn more than another."""

    stage: Stage
    needed: float
    cards: int
    jokers: int
    neighbours: float
    reached: float
    round: int
    opponents: tuple[tuple[bool, int], ...]
    special: bool

    def features(self) -> dict[str, float]:
        """What the weights weigh."""
        few = [cards for opened, cards in self.opponents if opened]
        late = min(self.round, LATE) / 10
        closed = 1 - len(few) / len(self.opponents)
        return {
            "1": 1.0,
            "needed": self.needed,
            "others": len(self.opponents) - 1,
            "round": late,
            "round_closed": late * closed,
            "opened": 1 - closed,
            "one_card": sum(cards <= 1 for cards in few),
            "two_cards": sum(cards <= 2 for cards in few),
            "four_cards": sum(cards <= 4 for cards in few),
            "cards": self.cards,
            "jokers": self.jokers,
            "neighbours": self.neighbours,
            "reached": self.reached,
            "special": float(self.special),
        }


@dataclass(frozen=True, slots=True)
class Chances:
    """Chances from 0 to 1, and turns: to close first, from hand; to be caught by another's close before opening; to
    have opened within `OPENS_WITHIN` turns more; and the turns that a close takes where it is the first."""

    first: float
    from_hand: float
    caught: float
    opens: float
    turns: float


def chances_of(state: State) -> Chances:
    """The chances of a state."""
    features = state.features()

    def chance(of: str) -> float:
        return 1 / (1 + exp(-_weighed(CHANCES[state.stage][of], features)))

    first = chance("first")
    turns = max(1.0, _weighed(TURNS_IF_FIRST[state.stage], features))
    if state.stage == "opened":
        return Chances(first, 0.0, 0.0, 1.0, turns)
    return Chances(first, min(first, chance("from_hand")), min(1 - first, chance("caught")), chance("opens"), turns)


def _weighed(weights: Mapping[str, int], features: Mapping[str, float]) -> float:
    """The sum of weighed features; weights are thousandths."""
    return sum(weight * features[name] for name, weight in weights.items()) / 1000


def neighbours(hand: Iterable[Card]) -> float:
    """How many pairs of neighbours in suit a hand holds; those with one card between them count half."""
    ranks: dict[int, set[int]] = {}
    for card in hand:
        if card is not JOKER:
            ranks.setdefault(card.suit, set()).update((1, 14) if card.rank == 1 else (card.rank,))
    return sum((rank + 1 in suit) + 0.5 * (rank + 2 in suit) for suit in ranks.values() for rank in suit)
