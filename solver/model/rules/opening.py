"""Opening: the first melds of a player reach the minimum, hold a pure run, and use jokers of the hand."""

from __future__ import annotations

from solver.game.cards import JOKER_KIND
from solver.model.variables import Variables


def opening_reaches_the_minimum(turn: Variables) -> None:
    """The first opening reaches the profile's minimum, and lays something even without one."""
    if not turn.question.opens:
        return
    if turn.question.minimum:
        turn.model.at_least(turn.opening_points(), turn.question.minimum, "points")
    else:
        turn.model.at_least([(variable, 1) for variable in turn.opening_layings()], 1, "something is laid")


def opening_has_a_pure_run(turn: Variables) -> None:
    """One run laid in the opening turn has no joker: to the end of the turn, or at first where the profile says so."""
    if not (turn.question.opens and turn.question.pure_run):
        return
    at_once = turn.position.profile.opening_run_joker == "yes"
    turn.model.at_least(
        [
            (laying.variable, 1)
            for laying in turn.layings
            if (laying.candidate.pure and not laying.torn)
            or (at_once and laying.base is not None and laying.base.pure(laying.candidate))
        ]
        + [(one.variable, -1) for one in turn.bought_back if one.candidate is not None and one.candidate.pure],
        1,
    )


def opening_uses_own_jokers(turn: Variables) -> None:
    """What is laid before the opening is met uses only the jokers of the hand."""
    melds_back = [(one.variable, 1) for one in turn.bought_back if one.candidate is not None]
    if turn.question.opens and (turn.winnable or melds_back):
        early = [(laying.variable, laying.early_jokers) for laying in turn.layings] + melds_back
        if turn.position.profile.layoffs_count:
            early += [term for extension in turn.extensions for term in extension.joker_terms(late=False)]
        turn.model.at_most([term for term in early if term[1]], turn.held[JOKER_KIND])
