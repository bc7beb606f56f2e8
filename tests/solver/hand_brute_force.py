"""Answers about small hands by trying everything: every subset of cards that reads as a meld, every choice of melds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations

from solver.cards import JOKER, Card, without
from solver.melds import Meld, MeldKind, NotAMeld, read_meld
from solver.rules import RuleProfile

Cards = tuple[Card, ...]
KINDS: tuple[MeldKind, ...] = ("run", "set")


@cache
def best_meld(cards: Cards, profile: RuleProfile, *, pure: bool) -> Meld | None:
    """The meld with the most points that uses exactly these cards (a run without a joker if `pure`)."""
    found: list[Meld] = []
    naturals = [one for one in cards if one is not JOKER]
    one_rank = len({one.rank for one in naturals}) == 1
    if len({one.suit for one in naturals}) > 1 and not one_rank:
        return None
    orders = set(permutations(cards)) if JOKER in cards else {cards}
    for order in orders:
        for kind in KINDS:
            try:
                found.append(read_meld(order, profile, kind))
            except NotAMeld:
                continue
    if pure:
        found = [one for one in found if one.pure]
    return max(found, key=lambda one: one.points, default=None)


def subsets(cards: Cards, least: int = 0) -> Iterator[Cards]:
    """Every different sub-multiset of at least so many cards."""
    seen: set[Cards] = set()
    for size in range(least, len(cards) + 1):
        for some in combinations(sorted(cards), size):
            if some not in seen:
                seen.add(some)
                yield some


def layings(cards: Cards, profile: RuleProfile) -> set[tuple[Cards, int, bool]]:
    """Every way to lay melds: the cards left, the points, and whether a pure run is among the melds.

    The order in which melds are laid does not matter, so each way is found from its first cards on.
    """
    result: set[tuple[Cards, int, bool]] = set()

    def go(rest: Cards, kept: Cards, points: int, pure: bool) -> None:
        if not rest:
            result.add((tuple(sorted(kept)), points, pure))
            return
        first, others = rest[0], rest[1:]
        go(others, (*kept, first), points, pure)
        for some in subsets(others, 2):
            for want_pure in (False, True):
                meld = best_meld(tuple(sorted((first, *some))), profile, pure=want_pure)
                if meld is not None:
                    go(without(others, some), kept, points + meld.points, pure or want_pure)

    go(tuple(sorted(cards)), (), 0, False)
    return result


def may_throw(left: Cards, one: Card, profile: RuleProfile, round_: int) -> bool:
    """May this card of what is left be thrown (section 7: jokers)?"""
    if one is not JOKER:
        return True
    return round_ >= profile.joker_discard_from_round and (profile.close_with_joker or len(left) > 1)


def points_of(cards: Cards, profile: RuleProfile) -> int:
    """Penalty points of cards left in hand."""
    total = 0
    for one in cards:
        if one is JOKER:
            total += profile.penalty_joker
        elif one.rank == 1:
            total += profile.penalty_ace
        elif one.rank > 10:
            total += profile.penalty_court[one.rank - 11]
        else:
            total += one.rank
    return total


def is_close(left: Cards, thrown: Card | None, profile: RuleProfile) -> bool:
    """Does the turn close once `thrown` is gone from what is left (None: no discard in this game)?"""
    rest = left if thrown is None else without(left, [thrown])
    if thrown is JOKER and not profile.close_with_joker:
        return False
    return all(one is JOKER for one in rest) and len(rest) <= profile.carry_max


def opening(cards: Cards, profile: RuleProfile, round_: int, *, pure: bool) -> int | None:
    """Most points of a laying after which a card can be thrown; None if nothing can be laid."""
    best = None
    for left, points, has_pure in layings(cards, profile):
        if len(left) == len(cards) or (pure and not has_pure):
            continue
        legal = any(may_throw(left, one, profile, round_) for one in left)
        if (legal or not profile.ends_with_discard) and (best is None or points > best):
            best = points
    return best


def ends(cards: Cards, profile: RuleProfile, round_: int) -> Iterator[tuple[Cards, Card | None, int, bool]]:
    """Every end of a turn: cards left before the discard, the discard, points, pure run."""
    for left, points, pure in layings(cards, profile):
        if not profile.ends_with_discard:
            yield left, None, points, pure
        for one in set(left) if profile.ends_with_discard else ():
            if may_throw(left, one, profile, round_):
                yield left, one, points, pure


def closes(cards: Cards, profile: RuleProfile, round_: int, *, opened: bool) -> bool:
    """Is there an end that closes, with the opening met if the player has not opened?"""
    for left, thrown, points, pure in ends(cards, profile, round_):
        met = points >= profile.opening_minimum and (pure or not profile.opening_pure_run) and len(left) < len(cards)
        if is_close(left, thrown, profile) and (opened or met):
            return True
    return False


def least_penalty(cards: Cards, profile: RuleProfile, round_: int) -> int | None:
    """Least points left in hand for an opened player, 0 at a close; None without a legal end."""
    best = None
    for left, thrown, _, _ in ends(cards, profile, round_):
        rest = left if thrown is None else without(left, [thrown])
        points = 0 if is_close(left, thrown, profile) else points_of(rest, profile)
        if best is None or points < best:
            best = points
    return best
