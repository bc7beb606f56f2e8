"""Close: what may be left in a hand that closes, and which hands may not close."""

from __future__ import annotations

from solver.game.cards import JOKER_KIND
from solver.model.engine import Meaning, Term, less
from solver.model.variables import Variables

_CARRIED = Meaning("jokers carried at a close")


def a_close_leaves_only_carried_jokers(turn: Variables) -> None:
    """At a close the hand holds nothing but jokers, at most as many as may be carried."""
    if turn.closes is None or turn.carried is None:
        return
    naturals = sum(turn.held[:JOKER_KIND])
    used = turn.naturals_laid()
    thrown = [term for kind in turn.discards if kind != JOKER_KIND for term in turn.thrown(kind)]
    left = _jokers_left(turn)
    if turn.question.stays:
        _some_stay(turn, [*used, *thrown], left)
        return
    turn.model.at_least([*used, *thrown, (turn.closes, -naturals)], 0, "no natural card")
    most = turn.position.profile.carry_max
    reachable = turn.held[JOKER_KIND] + turn.winnable
    if reachable > most:
        turn.model.at_most([*left, (turn.closes, reachable - most)], reachable - turn.held[JOKER_KIND], "jokers")
    if reachable:
        turn.model.at_most([(turn.carried, 1), *less(left)], turn.held[JOKER_KIND], _CARRIED)
        turn.model.at_most([(turn.carried, 1), (turn.closes, -reachable)], 0, _CARRIED)


def _some_stay(turn: Variables, gone: list[Term], left: list[Term]) -> None:
    """Besides carried jokers so many cards as are asked for stay, natural cards or jokers."""
    stays, cards = turn.question.stays, sum(turn.held[:JOKER_KIND])
    beyond = stays - turn.held[JOKER_KIND]
    assert turn.carried is not None
    naturals = turn.staying = turn.model.variable(stays)
    turn.model.add([*gone, (naturals, 1)], cards, cards, "natural cards")
    # jokers left + held = carried + stays - naturals
    turn.model.add([*left, (turn.carried, -1), (naturals, 1)], beyond, beyond, "jokers")


def a_joker_may_not_close(turn: Variables) -> None:
    """Where a joker cannot close, throwing one closes nothing and needs another card left in hand."""
    profile = turn.position.profile
    thrown = turn.thrown(JOKER_KIND)
    if not thrown or (profile.close_with_joker and not profile.joker_discard_bars_closing):
        return
    if turn.closes is not None:
        turn.model.at_most([*thrown, (turn.closes, 1)], 1, "by its throw")
    if not profile.close_with_joker:
        # laid + 1 thrown + 1 more ≤ hand + won, whenever a joker is thrown
        kept = int(not profile.closes_without_discard)
        gone = [(variable, 2 - kept) for variable, _ in thrown]
        turn.model.at_most(
            [*turn.cards_laid(), *less(turn.jokers_won()), *gone], turn.hand_size - kept, "another card stays"
        )


def a_card_stays_while_closing_is_barred(turn: Variables) -> None:
    """Who may not close keeps a card after his throw."""
    if turn.position.closing_barred:
        thrown = [(variable, 1) for variable in turn.discards.values()]
        turn.model.at_most([*turn.cards_laid(), *less(turn.jokers_won()), *thrown], turn.hand_size - 1)


def _jokers_left(turn: Variables) -> list[Term]:
    """Jokers in hand after the turn, less those held at its beginning."""
    return [*turn.jokers_won(), *less(turn.jokers_laid()), *less(turn.thrown(JOKER_KIND))]
