"""Cards: none is used more often than it is held.

Example: with one 7♦ in hand, `7♦ 8♦ 9♦` and `7♣ 7♦ 7♥` are not both laid, and a 7♦ that is laid is not thrown.
"""

from __future__ import annotations

from solver.game.cards import CARDS, JOKER, JOKER_KIND
from solver.model.engine import less
from solver.model.variables import Variables


def cards_are_laid_once(turn: Variables) -> None:
    """No kind is used more often than it is held; jokers won count as held."""
    used = turn.naturals_used()
    for kind, held in enumerate(turn.held[:JOKER_KIND]):
        if held:
            terms = used[kind] + turn.thrown(kind)
            if len(terms) > 1 or (terms and terms[0][1] > held):
                turn.model.at_most(terms, held, CARDS[kind])
    terms = turn.jokers_laid() + turn.thrown(JOKER_KIND)
    if terms:
        turn.model.at_most(terms + less(turn.jokers_won()), turn.held[JOKER_KIND], JOKER)
