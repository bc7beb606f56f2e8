"""Turns of the house rule that jokers may be exchanged before the opening: they only exchange, and throw.

What opens is found by the optimiser, and exchanges after it as ever. The referee judges each of these turns.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.answers import Plan
from advisor.plan import plan_of
from solver.budget import check
from solver.game.actions import Action, Discard, Exchange
from solver.game.cards import Card, without
from solver.game.lay_offs import joker_exchanges
from solver.game.melds import Meld
from solver.game.position import Position
from solver.referee.judge import judge


def may_win_unopened(position: Position) -> bool:
    """May a player who has not opened win a joker of this table, in this turn or a later one, and keep it?"""
    profile = position.profile
    if position.opened or profile.exchange_when != "always" or profile.won_joker != "free":
        return False
    return any(joker_exchanges(lying.meld, profile) for lying in position.table)


def exchanging_only(position: Position) -> Iterator[tuple[Action, ...]]:
    """Every different choice of exchanges that the hand can pay for, at least one. Raises TimedOut."""
    if not may_win_unopened(position) or not position.may_lay:
        return
    there = {lying.id: lying.meld for lying in position.table}
    seen: set[object] = set()
    waiting: list[tuple[tuple[Action, ...], tuple[Card, ...], dict[str, Meld]]] = [((), position.hand, there)]
    while waiting:
        check()
        done, hand, table = waiting.pop()
        for name, meld in table.items():
            for exchange in joker_exchanges(meld, position.profile):
                if not _held(exchange.cards, hand):
                    continue
                after = {**table, name: exchange.meld}
                left = without(hand, exchange.cards)
                known = tuple(str(each) for each in after.values())
                if known in seen:
                    continue
                seen.add(known)
                actions = (*done, Exchange(name, exchange.cards, exchange.jokers))
                yield actions
                waiting.append((actions, left, after))


def _held(cards: tuple[Card, ...], hand: tuple[Card, ...]) -> bool:
    return all(cards.count(card) <= hand.count(card) for card in cards)


def plans_exchanging_only(position: Position) -> list[Plan]:
    """The legal turns that only exchange, with every throw. Raises TimedOut."""
    found = []
    for actions in exchanging_only(position):
        before = judge(position, actions, finish=False)
        if not before.legal:
            continue
        ends: list[tuple[Action, ...]] = [()]
        if position.profile.ends_with_discard:
            ends = [(Discard(card),) for card in dict.fromkeys(before.end.hand)]
        for end in ends:
            verdict = judge(position, (*actions, *end))
            if verdict.legal:
                found.append(plan_of(position, verdict))
    return found
