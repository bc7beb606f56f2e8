"""Single cards before the referee: which discard may be taken, which card may be thrown, what a hand costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solver import facts
from solver.errors import Fault, InvalidPosition, Reason
from solver.game.cards import JOKER, Card
from solver.game.named import named
from solver.game.position import Drawn, Position, discard_may_be_taken
from solver.referee.table import fits
from solver.rules.profile import RuleProfile


def fitting_cards(position: Position) -> frozenset[Card]:
    """The cards of the hand that fit on a meld on the table by themselves."""
    return frozenset(card for card in set(position.hand) if _fits_anywhere(card, position))


def _fits_anywhere(one: Card, position: Position) -> bool:
    return any(fits(one, meld, position) for meld in position.table)


def discard_forbidden(position: Position) -> Reason | None:
    """Why the top discard (or the discard already drawn) may not be taken; None if it may."""
    drawn = position.drawn
    if drawn is not None and drawn.source == "discard":
        taken = drawn.card
    elif position.starts_without_draw:
        return facts.starter_does_not_draw()
    else:
        taken = position.discard_pile[-1] if position.discard_pile else None
    if taken is None:
        return facts.no_discard()
    refused = discard_may_be_taken(position)
    if refused or not position.profile.discard_fitting_forbidden or not position.thrown_by_opened_player():
        return refused
    meld = next((meld for meld in position.table if fits(taken, meld, position)), None)
    if meld is None:
        return None
    return facts.discard_fitted(card=taken, meld=meld.id, onto=named(meld, position.table))


def check_draw(position: Position) -> None:
    """Raises InvalidPosition if the position's drawn card is a discard that might not be taken."""
    if position.drawn is not None and position.drawn.source == "discard":
        reason = discard_forbidden(position)
        if reason is not None:
            raise InvalidPosition(Fault(("drawn", "from"), reason))


def may_throw(position: Position, hand: Sequence[Card], card: Card, opened: bool) -> Reason | None:
    """Why a card may not be thrown from a hand (the hand before the discard), None if it may.

    `opened` says whether the player has opened, be it in this turn.
    """
    return throw_forbidden(position, hand, card, opened, position.drawn, position.hand)


def throw_forbidden(
    position: Position, hand: Sequence[Card], card: Card, opened: bool, drawn: Drawn | None, held: Sequence[Card]
) -> Reason | None:
    """The same with the draw of the turn and all cards held after it told apart from the position."""
    profile = position.profile
    if card not in hand:
        return facts.not_in_hand(cards=[card])
    if position.closing_barred and len(hand) == 1:
        return facts.last_card_while_barred(card=card)
    if card is JOKER and position.round < profile.joker_discard_from_round:
        return facts.joker_thrown_too_early(round=position.round, from_=profile.joker_discard_from_round)
    if card is JOKER and profile.joker_discard == "to_close":
        closes = opened and not position.closing_barred and len(hand) <= profile.carry_max + 1
        if not closes or any(card is not JOKER for card in hand):
            return facts.joker_thrown_without_closing(card=card)
    if card is JOKER and len(hand) == 1 and not profile.close_with_joker:
        return facts.last_joker_thrown(card=card)
    if (
        not profile.round_1_return
        and position.round == 1
        and drawn is not None
        and drawn.source == "discard"
        and drawn.card is card
        and held.count(card) < 2
    ):
        return facts.taken_card_thrown(card=card)
    if (
        profile.unopened_fit_ban
        and not opened
        and _fits_anywhere(card, position)
        and not all(_fits_anywhere(card, position) for card in set(hand))
    ):
        return facts.fitting_card_thrown(card=card)
    return None


def points_left(cards: Iterable[Card], profile: RuleProfile) -> int:
    """The penalty points of cards left in a hand."""
    total = 0
    for card in cards:
        if card is JOKER:
            total += profile.penalty_joker
        elif card.rank == 1:
            total += profile.penalty_ace
        else:
            total += card.rank if card.rank <= 10 else profile.penalty_court[card.rank - 11]
    return total
