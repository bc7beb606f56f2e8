"""What a deal is expected to cost from how things stand after a turn, in closed form.

The measure is the arena's: the player's penalty points at the end of the deal less the mean of the opponents'
(negative: in his favour). Everybody is taken to close at a steady rate, one over the turns that he still needs, so
the chance to be first is his rate over the sum of all rates. The constants are rough means of play in the arena.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Final

from advisor.prechecks import REAL_HAND, has_pure_run, unseen
from advisor.scoring import held_if_beaten, penalty_of, special_factor
from advisor.strength.chances import Stage, State, neighbours
from advisor.strength.race import Race, turns_needed
from solver.game.cards import JOKER, Card
from solver.game.position import Opponent, Position
from solver.kernel.hand import kernel
from solver.kernel.melds import packable
from solver.referee.verdict import EndState

OPPONENT_CLOSED_TURNS: Final = 8.0
"""Turns in which an opponent who has not opened opens, and about as many more in which he closes."""

CAN_OPEN_TURNS: Final = 1.0
CANNOT_OPEN_TURNS: Final = 5.0
"""Turns until a player who has not opened opens."""

FROM_HAND_FACTOR: Final = 1.5
"""How many times more turns a close from hand needs than a close with lay-offs."""

OPPONENT_SPECIAL_TURNS: Final = 40.0
"""Turns in which an opponent who has not opened closes from hand."""

SHRINKS_TO: Final = 0.4
STILL_HELD: Final = 4.0
"""What an opened player's penalty is expected to come to when another closes: a share of what he holds now, and what
he draws until then."""

CARD: Final = 6.5
"""Penalty points of an unknown card."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The expected margin in points, the turns still needed to close and the chance to close first, by which turns are
    ranked; the points by which closing first and another's close differ; and how things stand, of which
    `strength.chances` tells the chances that are shown (None: the turn closes)."""

    score: float
    turns: float
    chance: float
    stake: float = 0.0
    state: State | None = None


class Expectation:
    """Expectations of one position's player."""

    def __init__(self, position: Position) -> None:
        profile = position.profile
        self.position = position
        self.left = unseen(position)
        told = position.opponents or (Opponent("opponent", None, position.opponent_opened),)
        self._opponents = [
            (one.opened, one.cards if one.cards is not None else (6 if one.opened else profile.cards_dealt))
            for one in told
        ]
        self._rate = sum(1 / self._turns_of(opened, cards) for opened, cards in self._opponents)
        self._rate_if_helped = self._if_next_is_helped()
        self._unopened = sum(1 for opened, _ in self._opponents if not opened)

    def _if_next_is_helped(self) -> float:
        """The opponents' rate if the next of them can lay off what is thrown to him; infinite if he then closes."""
        opened, cards = self._opponents[0]
        if not opened:
            return self._rate
        if cards <= 1:
            return inf
        return self._rate - 1 / self._turns_of(opened, cards) + 1 / self._turns_of(opened, cards - 1)

    def harm(self, expected: Expected) -> float:
        """What it costs to throw a card that the next player can lay off, where else this is expected."""
        rate = 1 / max(0.5, expected.turns)
        return max(0.0, expected.chance - rate / (rate + self._rate_if_helped)) * expected.stake

    def _turns_of(self, opened: bool, cards: int) -> float:
        return max(1.0, turns_needed(cards, 0)) if opened else OPPONENT_CLOSED_TURNS

    def _cost_of(self, opened: bool, cards: int, *, now: bool) -> float:
        """What an opponent is expected to hold when this player closes, now or later."""
        profile = self.position.profile
        share = 1.0 if now else SHRINKS_TO
        if opened:
            return share * CARD * cards
        by_cards = {"sum": 1, "double_sum": 2}.get(profile.unopened_score)
        held = by_cards * CARD * cards if by_cards else float(profile.unopened_flat)
        return held if now else 0.5 * (held + STILL_HELD)

    def _gain(self, *, now: bool, special: bool = False, from_hand: bool = False) -> float:
        """What a close earns: the opponents' mean cost and the closer's bonus."""
        profile = self.position.profile
        costs = []
        for opened, cards in self._opponents:
            cost = self._cost_of(opened, cards, now=now)
            if special:
                factor = special_factor(opened, profile)
                cost = float(profile.from_hand_flat) if factor is None else factor * cost
            costs.append(cost)
        bonus = profile.closer_bonus_from_hand if from_hand else profile.closer_bonus
        return sum(costs) / len(costs) + bonus

    def closing(self, end: EndState) -> Expected:
        """A turn that closes."""
        return Expected(-self._gain(now=True, special=end.special, from_hand=end.from_hand), 0.0, 1.0)

    def opened(self, hand: tuple[Card, ...], race: Race, *, before_draw: bool = False) -> Expected:
        """A hand of a player who has opened, as it stays after the turn, or before the turn's draw."""
        turns = race.turns(hand) - before_draw
        rate = 1 / max(0.5, turns)
        chance = rate / (rate + self._rate)
        lost = SHRINKS_TO * penalty_of(hand, self.position.profile) + STILL_HELD
        gain = self._gain(now=False)
        state = self._state("opened", hand, turns)
        return Expected((1 - chance) * lost - chance * gain, turns, chance, lost + gain, state)

    def closed(self, hand: tuple[Card, ...], *, can_open: bool) -> Expected:
        """A hand of a player who has not opened, as it stays after the turn."""
        profile = self.position.profile
        needed = Race((), self.left, profile).turns(hand)
        opens = CAN_OPEN_TURNS if can_open else CANNOT_OPEN_TURNS
        turns = needed + opens
        rate = 1 / max(0.5, turns)
        chance = rate / (rate + self._rate)
        in_time = 1 / opens / (1 / opens + self._rate)
        lost = in_time * (STILL_HELD + SHRINKS_TO * CARD * 4) + (1 - in_time) * held_if_beaten(hand, False, profile)
        gain = self._gain(now=False)
        score, stake = (1 - chance) * lost - chance * gain, lost + gain
        if self.special_possible():
            mine = 1 / (FROM_HAND_FACTOR * max(0.5, needed))
            theirs = self._unopened / OPPONENT_SPECIAL_TURNS
            opens_first = self._unopened / OPPONENT_CLOSED_TURNS
            closes = sum(1 / self._turns_of(opened, cards) for opened, cards in self._opponents if opened)
            gain = self._gain(now=True, special=True, from_hand=True)
            held, factor = held_if_beaten(hand, False, profile), special_factor(False, profile)
            beaten = theirs * (profile.from_hand_flat if factor is None else factor * held) + closes * held
            score = (opens_first * score + beaten - mine * gain) / (opens_first + theirs + closes + mine)
        state = self._state("waiting" if can_open else "collecting", hand, needed)
        return Expected(score, turns, chance, stake, state)

    def _state(self, stage: Stage, hand: tuple[Card, ...], needed: float) -> State:
        """How it stands with this hand after the turn."""
        position = self.position
        profile = position.profile
        reached = 0.0
        if stage == "collecting" and len(hand) <= REAL_HAND and packable(hand, profile):
            pure = not profile.opening_pure_run or has_pure_run(hand, profile)
            best = kernel(profile).best_opening(hand, round_=position.round) if pure else None
            reached = min(1.0, (best or 0) / max(1, profile.opening_minimum))
        return State(
            stage=stage,
            needed=needed,
            cards=len(hand),
            jokers=hand.count(JOKER),
            neighbours=0.0 if stage == "opened" else neighbours(hand),
            reached=reached,
            round=position.round,
            opponents=tuple(self._opponents),
            special=self.special_possible(),
        )

    def special_gain(self) -> float:
        """What a close from hand that is rewarded earns now."""
        return self._gain(now=True, special=True, from_hand=True)

    def special_possible(self) -> bool:
        """Would a close from hand cost the opponents more than another close, and is it still to be had?"""
        profile = self.position.profile
        return (
            profile.from_hand_score != "same"
            and profile.from_hand_bonus != "none"
            and not self.position.opponent_has_meld
        )
