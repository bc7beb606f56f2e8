"""Distances by their definition: throw and draw every card that can be thrown and drawn, then ask the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations_with_replacement

from solver.game.cards import CARDS, JOKER, KINDS, Card
from solver.kernel.hand import kernel
from solver.rules.profile import RuleProfile

Counts = tuple[int, ...]
Ready = Callable[[Counts], bool]


def cards_in(held: Counts) -> list[Card]:
    return [CARDS[kind] for kind in range(KINDS) for _ in range(held[kind])]


def moved(held: Counts, cards: tuple[int, ...], step: int) -> Counts | None:
    """The counts with some kinds more or fewer; None if there are not enough."""
    result = list(held)
    for kind in cards:
        result[kind] += step
        if result[kind] < 0:
            return None
    return tuple(result)


def choices(held: Counts, number: int) -> Iterator[tuple[int, ...]]:
    kinds = [kind for kind in range(KINDS) if held[kind]]
    for some in combinations_with_replacement(kinds, number):
        if all(some.count(kind) <= held[kind] for kind in some):
            yield some


def opens(profile: RuleProfile, turn: int) -> Ready:
    """Can a hand in its turn open?"""
    solver = kernel(profile)

    def ready(held: Counts) -> bool:
        points = solver.best_opening(cards_in(held), round_=turn)
        return points is not None and points >= profile.opening_minimum

    return ready


def closes(profile: RuleProfile, turn: int, *, opened: bool) -> Ready:
    """Can a hand in its turn close?"""
    solver = kernel(profile)
    return lambda held: solver.closes(cards_in(held), opened=opened, round_=turn)


def keeps_all(profile: RuleProfile) -> RuleProfile:
    """The profile for a hand beside which a further, useless card is held for the discard."""
    return replace(profile, ends_with_discard=False, bottom=None)


def reach(held: Counts, left: Counts, ready: Ready, most: int, *, throws_first: bool) -> int | None:
    """The fewest draws until a hand is ready, up to `most`.

    `throws_first`: a hand in its turn, which throws as often as it draws; else a hand after its throw, which draws
    once more than it throws (only distances from 1 up are told apart by it).
    """
    for draws in range(0 if throws_first else 1, most + 1):
        for drawn in choices(left, draws):
            for thrown in choices(held, draws if throws_first else draws - 1):
                rest = moved(held, thrown, -1)
                if rest is not None and ready(moved(rest, drawn, 1) or rest):
                    return draws
    return None


def accepts(held: Counts, left: Counts, ready: Ready, distance: int) -> set[Card]:
    """The kinds whose drawing brings a hand after its throw, at this distance, nearer."""
    found = set()
    for kind in range(KINDS):
        if left[kind]:
            with_it = moved(held, (kind,), 1)
            less = moved(left, (kind,), -1)
            assert with_it is not None
            assert less is not None
            if reach(with_it, less, ready, distance - 1, throws_first=True) is not None:
                found.add(CARDS[kind])
    return found


def accepts_in_turn(held: Counts, left: Counts, ready: Ready, distance: int) -> set[Card]:
    """The kinds that bring a hand in its turn nearer when a card is thrown and they are drawn."""
    found = set()
    for (thrown,) in choices(held, 1):
        rest = moved(held, (thrown,), -1)
        if rest is not None:
            found |= accepts(rest, left, ready, distance)
    return found


def all_counts(profile: RuleProfile) -> Counts:
    return tuple(profile.jokers if card is JOKER else profile.decks for card in CARDS)
