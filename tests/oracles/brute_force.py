"""Exhaustive answers for small hands without a table, by simple code that shares nothing with the optimiser.

Every set of melds that a hand can form is formed, every card that may be thrown is thrown, and the best is kept. Only
`read_meld` is taken over, as the definition of a meld. Exact for hands of up to about twelve cards.

A hand without a table is a partition: new melds are laid, nothing is laid off on them. That loses nothing, except
where a profile lets the opening be spoiled in the same turn (`rearrange`, or `opening_run_joker` `yes`): see
`partition_is_enough`, and `tests.oracles.turn_search` for those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from solver.game.cards import JOKER, JOKER_KIND, Card, without
from solver.game.melds import Meld, MeldKind, NotAMeld, read_meld
from solver.game.position import Position
from solver.rules.profile import RuleProfile

Cards = tuple[Card, ...]
KINDS: tuple[MeldKind, ...] = ("run", "set")


def melds_of_exactly(cards: Cards, profile: RuleProfile) -> set[Meld]:
    """Every meld that all of these cards form together, with the jokers at every place."""
    naturals = sorted(card for card in cards if card is not JOKER)
    aces = sum(1 for card in naturals if card.rank == 1)
    found = set()
    for jokers_at in combinations(range(len(cards)), len(cards) - len(naturals)):
        for high_aces in range(len(naturals) if profile.ace_wraps else aces + 1):
            ascending = iter(naturals[high_aces:] + naturals[:high_aces])
            order = [JOKER if place in jokers_at else next(ascending) for place in range(len(cards))]
            for kind in KINDS:
                try:
                    found.add(read_meld(order, profile, kind))
                except NotAMeld:
                    continue
    return found


def points_of(meld: Meld, profile: RuleProfile) -> int:
    """What a meld counts for the opening, card by card."""
    points = 0
    for index, card in enumerate(meld.cards):
        if card is JOKER and profile.joker_points_in_opening == "zero":
            continue
        place = meld.rank if meld.kind == "set" else meld.low + index
        if place > 14:  # over the ace
            place -= 13
        if meld.kind == "set" and place == 1:
            points += profile.ace_set
        elif place in (1, 14):
            points += (profile.ace_low if place == 1 else profile.ace_high) or 0
        else:
            points += place if place <= 10 else profile.court_points[place - 11]
    return points


def sub_multisets(cards: Cards) -> set[Cards]:
    """Every choice of some of the cards, copies not told apart."""
    return {chosen for size in range(len(cards) + 1) for chosen in combinations(sorted(cards), size)}


@cache
def melds_of(hand: Cards, profile: RuleProfile) -> tuple[Meld, ...]:
    """Every meld that some cards of the hand form."""
    found: set[Meld] = set()
    for cards in sub_multisets(hand):
        naturals = [card for card in cards if card is not JOKER]
        if (
            len(cards) >= 3
            and naturals
            and (len({n.suit for n in naturals}) == 1 or len({n.rank for n in naturals}) == 1)
        ):
            found |= melds_of_exactly(cards, profile)
    return tuple(sorted(found, key=lambda meld: (meld.kind, meld.low, meld.cards)))


class Laying(NamedTuple):
    """What some melds from a hand leave and are worth; `wanted` is the card that a draw duty asks for."""

    left: Cards
    points: int = 0
    melds: int = 0
    jokers: int = 0
    pure: bool = False
    wanted: bool = False
    wanted_in_pure: bool = False
    wanted_without_joker: bool = False


def layings(hand: Cards, profile: RuleProfile, wanted: Card | None = None) -> frozenset[Laying]:
    """Every way to lay melds from the hand, told apart only by what `Laying` says."""
    melds = [(meld, tuple(sorted(meld.cards))) for meld in melds_of(tuple(sorted(hand)), profile)]

    @cache
    def of(cards: Cards) -> frozenset[Laying]:
        """The first card stays in the hand, or is laid in one of the melds."""
        if not cards:
            return frozenset({Laying(())})
        first = cards[0]
        found = {laying._replace(left=(first, *laying.left)) for laying in of(cards[1:])}
        for meld, used in melds:
            if first in used and all(used.count(one) <= cards.count(one) for one in used):
                found |= {_with(meld, laying, wanted, profile) for laying in of(without(cards, used))}
        return frozenset(found)

    return of(tuple(sorted(hand)))


def _with(meld: Meld, laying: Laying, wanted: Card | None, profile: RuleProfile) -> Laying:
    has_wanted = wanted in meld.cards
    return Laying(
        laying.left,
        laying.points + points_of(meld, profile),
        laying.melds + 1,
        laying.jokers + meld.jokers,
        laying.pure or meld.pure,
        laying.wanted or has_wanted,
        laying.wanted_in_pure or (has_wanted and meld.pure),
        laying.wanted_without_joker or (has_wanted and not meld.jokers),
    )


class Turn(NamedTuple):
    """A whole turn: what was laid and thrown, and what that is worth."""

    laying: Laying
    discard: Card | None
    hand: Cards
    opens: bool
    closes: bool
    penalty: int

    @property
    def order(self) -> tuple[int, ...]:
        """Smaller is better: the rules' section 8 down to fewer melds."""
        kept = self.hand.count(JOKER)
        return (not self.closes, self.penalty, -kept, self.laying.jokers, len(self.hand), self.laying.melds)


def penalty_of_kind(kind: int, profile: RuleProfile) -> int:
    """What one card left in hand costs; the kind of a card is 13 · suit + rank − 1, or 52 for a joker."""
    if kind == JOKER_KIND:
        return profile.penalty_joker
    rank = kind % 13 + 1
    if rank == 1:
        return profile.penalty_ace
    return profile.penalty_court[rank - 11] if rank > 10 else rank


def penalty_of(hand: Cards, profile: RuleProfile) -> int:
    """The plain sum of the cards left in hand."""
    return sum(penalty_of_kind(card.kind, profile) for card in hand)


def turns(position: Position) -> Iterator[Turn]:
    """Every legal turn of a hand without a table. None at all: a taken card goes back."""
    for laying in layings(position.hand, position.profile, _wanted(position)):
        yield from turns_with(position, laying)


def _wanted(position: Position) -> Card | None:
    drawn = position.drawn
    return drawn.card if drawn and drawn.source in ("discard", "bottom") else None


def turns_with(position: Position, laying: Laying) -> Iterator[Turn]:
    """Every legal turn that lays these melds."""
    source = position.drawn.source if position.drawn and _wanted(position) else None
    if laying.melds and not position.may_lay:
        return
    opens = not position.opened and opening_is_met(laying, position.profile)
    if not position.opened and laying.melds and not opens:
        return
    if source == "discard" and not _duty_met(position, laying, opens):
        return
    for turn in _ends(position, laying, opened=position.opened or opens, opens=opens):
        if source != "bottom" or _bottom_met(position, turn):
            yield turn


Shapes = tuple[tuple[Cards, int], ...]
"""Of each meld the natural cards and the number of jokers."""


def least_of_each(position: Position) -> list[tuple[int, ...]]:
    """The orders of the best turns that lay different melds, best first."""
    return _each(position, lambda turn: turn.order)


def openings_of_each(position: Position) -> list[tuple[int, ...]]:
    """Minus the points and the orders of the best openings that lay different melds, best first."""
    return _each(position, lambda turn: (-turn.laying.points, *turn.order) if turn.opens else None)


def _each(position: Position, value: Callable[[Turn], tuple[int, ...] | None]) -> list[tuple[int, ...]]:
    """The least value of the turns that lay different melds, in which jokers may lie anywhere."""
    melds = [(meld, tuple(sorted(meld.cards))) for meld in melds_of(tuple(sorted(position.hand)), position.profile)]

    @cache
    def of(cards: Cards) -> frozenset[tuple[Shapes, Laying]]:
        if not cards:
            return frozenset({((), Laying(()))})
        first = cards[0]
        found = {(shapes, one._replace(left=(first, *one.left))) for shapes, one in of(cards[1:])}
        for meld, used in melds:
            if first in used and all(used.count(one) <= cards.count(one) for one in used):
                shape = (tuple(one for one in used if one is not JOKER), meld.jokers)
                for shapes, one in of(without(cards, used)):
                    found.add((tuple(sorted((shape, *shapes))), _with(meld, one, _wanted(position), position.profile)))
        return frozenset(found)

    best: dict[Shapes, tuple[int, ...]] = {}
    for shapes, laying in of(tuple(sorted(position.hand))):
        for turn in turns_with(position, laying):
            found = value(turn)
            if found is not None:
                best[shapes] = min(best.get(shapes, found), found)
    return sorted(best.values())


def structural_turns(position: Position) -> Iterator[Turn]:
    """Every turn as if the player had opened, on an empty table, without a draw duty."""
    for laying in layings(position.hand, position.profile):
        yield from _ends(position, laying, opened=True, opens=False)


def opening_is_met(laying: Laying, profile: RuleProfile) -> bool:
    """Do the melds open?"""
    return bool(
        laying.melds and laying.points >= profile.opening_minimum and (laying.pure or not profile.opening_pure_run)
    )


def _duty_met(position: Position, laying: Laying, opens: bool) -> bool:
    """Is the taken discard laid as the profile asks?"""
    profile = position.profile
    if profile.discard_duty == "none" or (position.round == 1 and profile.discard_round_1):
        return True
    if not (position.opened or opens):
        return False
    if profile.discard_duty != "next" or not opens or not profile.opening_pure_run:
        return laying.wanted
    if profile.pure_run_first == "yes":
        return laying.wanted_in_pure
    return laying.wanted_without_joker if profile.pure_run_first == "before_jokers" else laying.wanted


def _bottom_met(position: Position, turn: Turn) -> bool:
    """Does the turn close from hand, with the bottom card melded (or thrown, where the profile has that)?"""
    assert position.drawn is not None
    thrown = position.profile.bottom == "meld_or_discard" and turn.discard == position.drawn.card
    return turn.opens and turn.closes and (turn.laying.wanted or thrown)


def _ends(position: Position, laying: Laying, *, opened: bool, opens: bool) -> Iterator[Turn]:
    """The turn ended by each card that may be thrown."""
    profile = position.profile
    if position.closing_barred and len(laying.left) == bool(profile.ends_with_discard):
        return
    throws: set[Card | None] = set(discards(position, laying.left)) if profile.ends_with_discard else {None}
    if profile.ends_with_discard == "optional":
        throws.add(None)
    for thrown in throws:
        hand = laying.left if thrown is None else without(laying.left, (thrown,))
        closes = (
            opened
            and not position.closing_barred
            and hand.count(JOKER) == len(hand) <= profile.carry_max
            and not (thrown is JOKER and (profile.joker_discard_bars_closing or not profile.close_with_joker))
        )
        if thrown is JOKER and profile.joker_discard == "to_close" and not closes:
            continue
        if thrown is None and profile.ends_with_discard == "optional" and not closes:
            continue
        yield Turn(laying, thrown, hand, opens, closes, 0 if closes else penalty_of(hand, profile))


def discards(position: Position, left: Cards) -> set[Card]:
    """The cards of a hand that may be thrown, on an empty table."""
    profile = position.profile
    allowed = set(left)
    last_joker = left == (JOKER,) and not profile.close_with_joker
    if position.round < profile.joker_discard_from_round or last_joker:
        allowed.discard(JOKER)
    drawn = position.drawn
    if drawn and drawn.card and drawn.source == "discard" and position.round == 1 and not profile.round_1_return:
        allowed -= {drawn.card} if position.hand.count(drawn.card) == 1 else set()
    return allowed


def left_over(turn: Turn, profile: RuleProfile) -> int:
    """Cards beyond the discard, without the jokers that may be carried."""
    return len(turn.hand) - min(turn.hand.count(JOKER), profile.carry_max)


class HandTruth(NamedTuple):
    """Everything the main job asks of a hand without a table.

    `pure_points` and `any_points` are the most points that can be laid, with and without a pure run, a card for a
    legal discard left (None: nothing can be laid). `opening` is minus the points, then the order, of the best opening;
    `legal` and `structural` the orders of the least penalty. None where there is no such turn.
    """

    pure_points: int | None
    any_points: int | None
    opening: tuple[int, ...] | None
    legal: tuple[int, ...] | None
    structural: tuple[int, ...] | None
    closes: bool
    closes_from_hand: bool
    most_carried_from_hand: int | None
    left_over: int | None


def truth(position: Position) -> HandTruth:
    """The exhaustive answers for a position without a table."""
    assert not position.table
    profile = position.profile
    legal, structural = list(turns(position)), list(structural_turns(position))
    laid = [turn.laying for turn in structural if turn.laying.melds]
    from_hand = [turn for turn in legal if turn.closes and turn.opens]
    return HandTruth(
        pure_points=max((laying.points for laying in laid if laying.pure), default=None),
        any_points=max((laying.points for laying in laid), default=None),
        opening=min(((-turn.laying.points, *turn.order) for turn in legal if turn.opens), default=None),
        legal=min((turn.order for turn in legal), default=None),
        structural=min((turn.order for turn in structural), default=None),
        closes=any(turn.closes for turn in legal),
        closes_from_hand=bool(from_hand),
        most_carried_from_hand=max((len(turn.hand) for turn in from_hand), default=None),
        left_over=min((left_over(turn, profile) for turn in legal), default=None),
    )


def partition_is_enough(position: Position) -> bool:
    """Can no lay-off, exchange or rearrangement on melds of the turn itself better a partition of the hand?"""
    profile = position.profile
    if position.drawn is not None and position.drawn.source == "discard" and position.drawn.card is JOKER:
        return profile.exchange == "none"  # a taken joker may be laid and won back
    joker_later = profile.opening_pure_run and profile.opening_run_joker == "yes"
    return position.opened or not (profile.rearrange or joker_later)
