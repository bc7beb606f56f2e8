"""The cards that can still come."""

from __future__ import annotations

from solver.game.cards import CARDS, JOKER, counts
from solver.game.position import Position


def cards_left(position: Position) -> list[int]:
    """For each kind the copies that can still come: those neither in the hand nor visible anywhere."""
    profile = position.profile
    visible = [*position.hand, *position.discard_pile, *position.seen]
    visible += [card for one in position.opponents for card in one.picked]
    visible += [card for one in position.table for card in one.meld.cards]
    taken_bottom = position.drawn is not None and position.drawn.source == "bottom"
    if position.bottom_card is not None and not taken_bottom:
        visible.append(position.bottom_card)
    there = counts(visible)
    return [(profile.jokers if one is JOKER else profile.decks) - there[one.kind] for one in CARDS]
