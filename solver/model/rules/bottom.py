"""Bottom: the bottom card of the stock, if it was drawn, is used in the turn."""

from __future__ import annotations

from solver.game.cards import CARDS, JOKER_KIND
from solver.model.variables import Variables


def bottom_card_is_used(turn: Variables) -> None:
    """A drawn bottom card is melded, or where the profile allows it laid off or thrown."""
    kind = turn.question.bottom_kind
    if kind is None:
        return
    melded = [
        (laying.variable, 1)
        for laying in turn.layings
        if kind in laying.candidate.naturals or (kind == JOKER_KIND and laying.candidate.jokers)
    ]
    if turn.position.profile.bottom == "meld_or_discard":
        melded += [(variable, 1) for variable, _ in turn.naturals_used()[kind]] + turn.thrown(kind)
        if kind == JOKER_KIND:
            melded += turn.jokers_laid()
    turn.model.at_least(melded, 1, CARDS[kind])
