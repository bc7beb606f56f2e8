"""Looks at the cards that tell at once that nothing can be laid, so that no solver is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from advisor.helps import unseen_copies
from solver.game.cards import JOKER, JOKER_KIND, Card, counts
from solver.game.melds import first_place, high_places, last_place, longest_run, low_places, place_card
from solver.game.position import Position, TableMeld
from solver.kernel.hand import kernel
from solver.kernel.melds import packable
from solver.model.candidates import catalogue
from solver.model.question import obliged_card
from solver.rules.profile import RuleProfile

REAL_HAND: Final = 20
"""The most cards that a hand has in a real game; larger ones are looked at less closely, to be quick."""


def has_pure_run(cards: Iterable[Card], profile: RuleProfile) -> bool:
    """Do the cards hold a run of three without a joker?"""
    first, last = first_place(profile), last_place(profile)
    masks = [0, 0, 0, 0]
    for card in cards:
        if card is JOKER:
            continue
        masks[card.suit] |= 1 << card.rank
        if card.rank == 1:
            masks[card.suit] |= 1 << 14
        if card.rank == 2 and profile.ace_wraps:
            masks[card.suit] |= 1 << 15
    allowed = (1 << last + 1 + profile.ace_wraps) - (1 << first)
    return any(mask & allowed & (mask & allowed) >> 1 & (mask & allowed) >> 2 for mask in masks)


def table_places(table: Iterable[TableMeld], profile: RuleProfile, held: Sequence[int] = ()) -> frozenset[int]:
    """The natural kinds that might be laid off or exchanged somewhere on the table; with `held` (copies by kind) also
    those that follow after held cards."""
    kinds: set[int] = set()
    for lying in table:
        meld = lying.meld
        if meld.kind == "set":
            if len(meld.cards) < profile.set_size_max or meld.jokers:
                kinds.update(13 * suit + meld.rank - 1 for suit in meld.missing_suits)
            continue
        if len(meld.cards) < longest_run(profile):
            for places in (low_places(meld, profile), high_places(meld, profile)):
                for at in places:
                    kind = place_card(at, meld.suit).kind
                    kinds.add(kind)
                    if not held or not held[kind]:
                        break
        for cards in meld.stands_for.values():
            kinds.update(card.kind for card in cards)
    return frozenset(kinds)


def _may_win_joker(position: Position, held: Sequence[int]) -> bool:
    """Might a joker on the table be won with the cards in hand?"""
    return position.profile.exchange != "none" and any(
        held[card.kind] for meld in position.table for cards in meld.meld.stands_for.values() for card in cards
    )


def may_lay_something(position: Position) -> bool:
    """Could anything be laid in this turn? False is sure; True is to be looked into."""
    profile, hand = position.profile, position.hand
    if not position.may_lay:
        return False
    if position.opened:
        if profile.rearrange and position.table:
            return True
        held = counts(hand)
        places = table_places(position.table, profile, held)
        melds = catalogue(profile).of(held, held[JOKER_KIND])
        obliged = obliged_card(position)
        if obliged is not None and not held[JOKER_KIND] and not _may_win_joker(position, held):
            return obliged.kind in places or any(obliged.kind in meld.naturals for meld in melds)
        return bool(melds) or (bool(position.table) and bool(held[JOKER_KIND])) or any(held[kind] for kind in places)
    if profile.opening_pure_run and not has_pure_run(hand, profile):
        return False
    if (profile.layoffs_count and position.table) or len(hand) > REAL_HAND or not packable(hand, profile):
        return True
    best = kernel(profile).best_opening(hand, round_=position.round)
    return best is not None and best >= profile.opening_minimum


def unseen(position: Position) -> list[int]:
    """For each kind the copies that the player cannot see: in the stock or, not picked up, in the opponents' hands."""
    return [max(0, count) for count in unseen_copies(position)]
