"""The strong player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from advisor.answers import Plan
from advisor.players import Greedy, left_after, throw_of
from advisor.potential import Weights, keeping
from advisor.quick import table_places, unseen
from advisor.race import Race
from advisor.scoring import card_penalty, penalty_of
from solver.actions import Action, Discard, LayOff
from solver.cards import JOKER, Card, without
from solver.melds import first_place, last_place, place_card
from solver.position import Position, TableMeld
from solver.referee import judge
from solver.rules import RuleProfile
from solver.verdict import EndState, Verdict


@dataclass(frozen=True, slots=True)
class Style:
    """What the player weighs."""

    weights: Weights = field(default_factory=Weights)
    penalty_closed: float = 0.0
    penalty_open: float = 0.8
    danger: float = 15.0
    wait_left: int = 9
    wait_any: bool = False
    turn_worth: float = 10.0
    potential: float = 0.2
    race: bool = True
    hold: bool = True
    closed_worth: float = 0.0
    closed_tries: int = 3


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
        verdict = judge(position, actions)
        if verdict.end.closes:
            return actions
        if verdict.end.opened and self.style.race:
            return self.race(position, actions, verdict)
        order = self.order(position, verdict.end.left, verdict.end.opened, verdict.end.table)
        for one in order:
            found = (*before, Discard(one))
            if judge(position, found).legal:
                return found
        return actions

    def race(self, position: Position, actions: Sequence[Action], verdict: Verdict) -> Sequence[Action]:
        """The best throw after the layings, or after fewer of them."""
        best: tuple[float, Sequence[Action]] | None = None
        left = unseen(position)
        for laying in self.layings(position, tuple(actions[:-1])):
            end = judge(position, laying).end
            race = Race(end.table, left, position.profile)
            for cost, card in self.costs(position, end, race):
                if best is not None and cost >= best[0]:
                    break
                found = (*laying, Discard(card))
                if judge(position, found).legal:
                    best = cost, found
                    break
        return actions if best is None else best[1]

    def layings(self, position: Position, laid: tuple[Action, ...]) -> Iterator[tuple[Action, ...]]:
        """All that can be laid, and all but one lay-off."""
        yield laid
        if not self.style.hold or (position.drawn is not None and position.drawn.source != "stock"):
            return
        for index, action in enumerate(laid):
            if isinstance(action, LayOff):
                fewer = (*laid[:index], *laid[index + 1 :])
                if judge(position, fewer).legal:
                    yield fewer

    def costs(self, position: Position, end: EndState, race: Race) -> list[tuple[float, Card]]:
        """Each throw with its cost, best first."""
        style, profile = self.style, position.profile
        hand = end.left
        total = penalty_of(hand, profile)
        nxt = position.opponents[0] if position.opponents else None
        worth = keeping(hand, unseen(position), profile, style.weights, opened=True, near=near(end.table, profile))
        result = []
        for one in set(hand):
            if one is JOKER:
                continue
            rest = without(hand, (one,))
            cost = (
                total - card_penalty(one, profile) + style.turn_worth * race.turns(rest) + style.potential * worth[one]
            )
            if nxt is not None and nxt.opened and one.kind in race.fits:
                cost += style.danger
            result.append((cost, one))
        return sorted(result, key=lambda pair: (pair[0], pair[1].kind))

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
        found = sorted(cost, key=lambda one: (cost[one], one.kind))
        if not opened and style.closed_worth:
            race = Race((), unseen(position), profile)
            for one in found[: style.closed_tries]:
                cost[one] += style.closed_worth * race.turns(without(hand, (one,)))
            found[: style.closed_tries] = sorted(found[: style.closed_tries], key=lambda one: (cost[one], one.kind))
        return found


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
