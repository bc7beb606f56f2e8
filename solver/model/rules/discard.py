"""Discard: how many cards a turn throws at its end, and when a joker may be thrown."""

from __future__ import annotations

from solver.game.cards import JOKER_KIND
from solver.model.variables import Variables


def one_card_is_thrown(turn: Variables) -> None:
    """Exactly one card is thrown at the end of the turn; where the profile says so, a close may throw none."""
    profile = turn.position.profile
    if not profile.ends_with_discard:
        return
    thrown = [(variable, 1) for variable in turn.discards.values()]
    if profile.closes_without_discard and turn.closes is not None and turn.question.throws is None:
        turn.model.at_most(thrown, 1, "at most one")
        turn.model.at_least([*thrown, (turn.closes, 1)], 1, "none only at a close")
    else:
        turn.model.add(thrown, 1, 1)


def a_joker_is_thrown_only_to_close(turn: Variables) -> None:
    """Where the profile says so, throwing a joker closes."""
    thrown = turn.thrown(JOKER_KIND)
    if thrown and turn.position.profile.joker_discard == "to_close":
        closes = [(turn.closes, -1)] if turn.closes is not None else []
        turn.model.at_most([*thrown, *closes], 0)
