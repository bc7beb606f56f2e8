"""What follows by the rule set beside the cards: after a wrong laying, and before a throw that must be announced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from advisor import advice
from solver.errors import Reason
from solver.game.actions import Action, Discard, Draw, Exchange, LayMeld, LayOff, Rearrange, Return
from solver.game.position import Position
from solver.referee.judge import fitting_cards
from solver.referee.verdict import BrokenRule

_OF_WHAT_WAS_LAID: Final = frozenset({"draw_duty_unmet", "no_pure_run", "not_enough_points", "won_joker_kept"})
"""Problems told at the end of a turn that make wrong what was laid in it."""


def of_wrong_laying(
    position: Position, actions: Sequence[Action], problems: Sequence[BrokenRule]
) -> tuple[Reason, ...]:
    """What follows if something was laid wrongly; nothing where the rule set names nothing.

    Source: RULES 4.6; parameter `wrong_laying`.
    """
    lays = [isinstance(action, (LayMeld, LayOff, Exchange, Rearrange)) for action in actions]
    wrong = any(
        problem.step is None or lays[problem.step] or problem.reason.code in _OF_WHAT_WAS_LAID for problem in problems
    )
    if position.profile.wrong_laying == "told" or not wrong or not any(lays):
        return ()
    return (advice.cards_back_and_sit_out(),)


def announcement(position: Position, actions: Sequence[Action]) -> Reason | None:
    """What a player who has not opened says before he throws a card: that he holds only such as fit on the table.

    Source: RULES 7.4; parameter `unopened_fit_ban`.
    """
    throws = any(isinstance(action, Discard) for action in actions)
    only = all(isinstance(action, (Discard, Return)) or (isinstance(action, Draw) and not throws) for action in actions)
    return holds_only_fitting(position) if throws and only else None


def holds_only_fitting(position: Position) -> Reason | None:
    """The same for a hand that throws a card without laying anything."""
    if not position.profile.unopened_fit_ban or position.opened or position.draws_first:
        return None
    only = set(position.hand) <= fitting_cards(position)
    return advice.only_fitting_cards() if only else None
