"""The cards that can still come."""

from __future__ import annotations

from solver.game.cards import CARDS, JOKER, Card, counts
from solver.game.position import Position


def cards_left(position: Position) -> list[int]:
    """For each kind the copies that the player's next draw from the stock can bring (RULES 1.6).

    Those are the unseen ones; where `stock_left` is told and the pile is turned over by then, cards of the pile. Before
    the draw that is exact: nothing left means that the oldest card of the pile comes, or one of the pile but its top.
    After the draw up to one draw of each opponent (of one, if none is told) lies between.
    """
    cards, others = _turned_over(position)
    again, unseen = counts(cards), unseen_copies(position)
    return [again[kind] + others * max(0, unseen[kind]) for kind in range(len(CARDS))]


def cards_later(position: Position) -> list[int]:
    """For each kind the copies that some draw from the stock can bring, be it the next or a later one: those unseen,
    and where `stock_left` is told those in the pile, which is turned over in the end."""
    unseen = unseen_copies(position)
    again = counts(position.discard_pile if position.stock_left is not None else ())
    return [again[kind] + max(0, unseen[kind]) for kind in range(len(CARDS))]


def first_turned(position: Position) -> int | None:
    """The first of the player's draws, the next being 1, that can bring a card of the pile; None: not known."""
    left = position.stock_left
    if left is None or len(position.discard_pile) < 2:
        return None
    players = 1 + max(1, len(position.opponents))
    return left // players + 1 if not position.draws_first else (left + players - 1) // players + 1


def _turned_over(position: Position) -> tuple[tuple[Card, ...], bool]:
    """The cards of the pile that the next draw from the stock can bring, and whether others can come by it too.

    A pile told of less than two cards is taken for one of which only the top is told.
    """
    left, pile = position.stock_left, position.discard_pile
    if first_turned(position) != 1 or left is None:
        return (), True
    shuffled = position.profile.stock_refill == "shuffle"
    if position.draws_first:
        return (pile[:-1] if shuffled else pile[:1]), False
    last = max(1, len(position.opponents)) - left  # the place in the turned pile, if all draw from the stock
    return (pile if shuffled else pile[: last + 1]), left > 0 or last >= len(pile)


def unseen_copies(position: Position) -> list[int]:
    """For each kind the copies that are neither in the hand nor visible anywhere."""
    profile = position.profile
    visible = [*position.hand, *position.discard_pile, *position.seen]
    visible += [card for opponent in position.opponents for card in opponent.picked]
    visible += [card for meld in position.table for card in meld.meld.cards]
    taken_bottom = position.drawn is not None and position.drawn.source == "bottom"
    if position.bottom_card is not None and not taken_bottom:
        visible.append(position.bottom_card)
    there = counts(visible)
    return [(profile.jokers if card is JOKER else profile.decks) - there[card.kind] for card in CARDS]
