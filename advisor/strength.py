"""The strong player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from advisor.answers import Plan
from advisor.players import Greedy, left_after, throw_of
from advisor.potential import Weights, keeping
from advisor.quick import table_places, unseen
from advisor.scoring import card_penalty
from solver.actions import Action, Discard
from solver.cards import JOKER, Card
from solver.melds import first_place, last_place, place_card
from solver.position import Position, TableMeld
from solver.referee import judge
from solver.rules import RuleProfile


@dataclass(frozen=True, slots=True)
class Style:
    """What the player weighs."""

    weights: Weights = field(default_factory=Weights)
    penalty_closed: float = 0.3
    penalty_open: float = 0.8
    danger: float = 15.0
    wait_left: int = 9
    wait_any: bool = False


class Strength(Greedy):
    """Plays by expected penalty at the end of the deal."""

    name = "strength"

    def __init__(self, style: Style | None = None) -> None:
        self.style = style or Style()

    def play(self, position: Position) -> Sequence[Action]:
        actions = super().play(position)
        if not actions or not isinstance(actions[-1], Discard):
            return actions
        before = actions[:-1]
        end = judge(position, actions).end
        if end.closes or (end.won and end.owed):
            return actions
        hand = end.left
        order = self.order(position, hand, end.opened, end.table)
        for one in order:
            found = (*before, Discard(one))
            verdict = judge(position, found)
            if verdict.legal:
                return found
        return actions

    def laying(self, position: Position) -> Plan | None:
        plan = super().laying(position)
        if plan is None or position.opened or plan.closes:
            return plan
        return None if self.waits(position, plan) else plan

    def waits(self, position: Position, plan: Plan) -> bool:
        profile = position.profile
        if (profile.from_hand_score == "same" and not self.style.wait_any) or position.opponent_has_meld:
            return False
        kept = sum(1 for one in left_after(plan) if one is not JOKER)
        return kept <= self.style.wait_left

    def throw(self, position: Position) -> Sequence[Action]:
        return throw_of(position, self.order(position, position.hand, position.opened, position.table))

    def order(self, position: Position, hand: Sequence[Card], opened: bool, table: Sequence[TableMeld]) -> list[Card]:
        style = self.style
        profile = position.profile
        fits = table_places(table, profile)
        worth = keeping(
            hand, unseen(position), profile, style.weights, opened=opened, fits=fits, near=near(table, profile)
        )
        weigh = style.penalty_open if opened else style.penalty_closed
        nxt = position.opponents[0] if position.opponents else None
        cost: dict[Card, float] = {}
        for one in set(hand):
            cost[one] = worth[one] - weigh * card_penalty(one, profile)
            if one is JOKER:
                cost[one] += 1000.0
            if nxt is not None and nxt.opened and (one.kind in fits):
                cost[one] += style.danger
        return sorted(cost, key=lambda one: (cost[one], one.kind))


def near(table: Sequence[TableMeld], profile: RuleProfile) -> Iterator[tuple[int, int]]:
    """Kinds that could be laid off after another, each with that other."""
    first, last = first_place(profile), last_place(profile)
    for one in table:
        meld = one.meld
        if meld.kind == "run":
            if meld.low - 2 >= first:
                yield place_card(meld.low - 2, meld.suit).kind, place_card(meld.low - 1, meld.suit).kind
            if meld.high + 2 <= last:
                yield place_card(meld.high + 2, meld.suit).kind, place_card(meld.high + 1, meld.suit).kind
