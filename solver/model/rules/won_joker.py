"""Won joker: a joker taken in an exchange is laid in the same turn, unless the profile leaves it free."""

from __future__ import annotations

from solver.game.cards import JOKER_KIND
from solver.model.engine import Meaning, less
from solver.model.rules.duty import first_action
from solver.model.variables import Variables

_EXCUSED = Meaning("a won joker is carried at the close")


def won_jokers_are_laid(turn: Variables) -> None:
    """Jokers won are laid afterwards, unless the profile leaves them free or they are carried at the close."""
    profile = turn.position.profile
    won = turn.jokers_won()
    if profile.won_joker == "free" or not won:
        return
    if turn.question.opens:
        only_late = True if profile.layoffs_count else None
        laid = turn.jokers_laid_late() + turn.jokers_pooled()
        laid += [term for extension in turn.extensions for term in extension.joker_terms(late=only_late)]
    else:
        laid = turn.jokers_laid()
    terms = [*less(won), *laid]
    if not turn.question.opens:
        terms += less(turn.jokers_bought_back())
        terms += less(first_action(turn).jokers)
    if profile.won_joker == "lay_or_close" and turn.closes is not None and turn.carried is not None:
        excused = turn.excused = turn.model.variable()
        turn.model.at_most([(excused, 1), (turn.closes, -1)], 0, _EXCUSED)
        turn.model.at_most([(excused, 1), (turn.carried, -1)], 0, _EXCUSED)
        terms.append((excused, turn.winnable + turn.held[JOKER_KIND] + 2))
    turn.model.at_least(terms, 0, "all")
    if turn.pool is not None and turn.pool.bought:
        # jokers bought out of rearranged melds come after those built into them
        later = [(variable, -1) for variable in turn.pool.bought.values()]
        turn.model.at_least([*terms, *won, *later, *less(turn.jokers_pooled())], 0, "those of rearranged melds")
