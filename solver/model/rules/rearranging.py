"""Rearranging: what a turn that takes table melds apart must add, and which jokers it may build in."""

from __future__ import annotations

from solver.game.cards import JOKER_KIND
from solver.model.engine import Meaning
from solver.model.variables import Variables

_BOUGHT = Meaning("a joker is bought out of a rearranged meld")


def pool_uses_jokers_at_hand(turn: Variables) -> None:
    """Jokers built into the rearranged table were in hand before: held, or bought from melds as they lie."""
    added = turn.jokers_pooled()
    if added and turn.pool is not None and turn.pool.bought:
        early = [(laying.variable, laying.early_jokers) for laying in turn.layings if turn.question.opens]
        bought = [
            (exchange.variable, -exchange.jokers) for extension in turn.extensions for exchange in extension.exchanges
        ]
        bought += [(variable, -1) for variable in turn.pool.between.values()]
        turn.model.at_most([*added, *(term for term in early if term[1]), *bought], turn.held[JOKER_KIND], "in hand")
        if turn.question.duty_kind == JOKER_KIND:
            return
        # to build a joker in and to buy one out at once is never better than to do neither, unless one must be laid
        either = turn.model.variable()
        most = len(turn.pool.bought) * turn.position.profile.decks
        turn.model.at_most([*((one, 1) for one in turn.pool.bought.values()), (either, -most)], 0, _BOUGHT)
        reachable = turn.held[JOKER_KIND] + turn.winnable
        turn.model.at_most([*added, (either, reachable)], reachable, "not built in and bought out at once")


def rearranging_adds_a_card(turn: Variables) -> None:
    """Whoever moves melds lays at least one card of the hand in that turn."""
    if turn.pool is not None:
        moved = [(variable, -1) for _, variable in turn.pool.taken]
        turn.model.at_least([*((one, len(moved) * factor) for one, factor in turn.cards_laid()), *moved], 0)
