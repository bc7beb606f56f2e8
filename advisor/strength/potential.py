"""How much each card of a hand is worth keeping: what melding it now saves, and the melds that it may still become.

A rough measure in closed form, made for speed. A *template* is a run of three places or a set of three suits; its
chance is the product over its cards of 1 if held, else the chance that a copy comes within some draws, every unseen
card being equally likely. A joker stands in for the least likely card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from advisor.prechecks import REAL_HAND
from solver.game.cards import CARDS, JOKER, JOKER_KIND, KINDS, Card, Suit, card, counts
from solver.game.melds import kind_penalties, place_card, place_points, rank_points, run_starts
from solver.kernel.hand import Packing
from solver.kernel.melds import UNITS, catalogue, pack_most, unpack
from solver.rules.profile import RuleProfile


@dataclass(frozen=True, slots=True)
class Template:
    """Three cards that make a meld: their kinds, points, and whether they are a run."""

    kinds: tuple[int, int, int]
    points: int
    run: bool


@lru_cache(maxsize=64)
def templates(profile: RuleProfile) -> tuple[Template, ...]:
    """Every template of a profile."""
    found = []
    for suit in Suit:
        for low in run_starts(3, profile):
            places = range(low, low + 3)
            a, b, c = (place_card(place, suit).kind for place in places)
            found.append(Template((a, b, c), sum(place_points(place, profile) for place in places), run=True))
    for rank in range(1, 14):
        for suits in combinations(Suit, 3):
            a, b, c = (card(rank, suit).kind for suit in suits)
            found.append(Template((a, b, c), 3 * rank_points(rank, profile), run=False))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Weights:
    """What the measure weighs; found by play in the arena."""

    draws: float = 2.0
    joker: float = 0.1
    per_card: float = 5.0
    points: float = 0.3
    pure: float = 1.6
    torn: float = 0.35
    double: float = 0.15
    fit: float = 10.0


class Cover:
    """The most that disjoint melds of a hand save: penalty points and a fixed worth a card."""

    def __init__(self, profile: RuleProfile, per_card: int, penalties: Sequence[int]) -> None:
        fields = catalogue(profile, profile.jokers)
        self._packing = Packing(
            tuple(
                tuple(
                    (one.cards, sum(penalties[c.kind] + per_card for c in unpack(one.cards) if c is not JOKER))
                    for one in field
                )
                for field in fields
            ),
            whole=False,
        )

    def best(self, packed: int) -> int:
        """Worth of the best melds of a packed hand."""
        return self._packing.best(packed)


@lru_cache(maxsize=8)
def cover(profile: RuleProfile, per_card: int) -> Cover:
    """The cover of a profile, made once."""
    return Cover(profile, per_card, kind_penalties(profile))


def _melded(hand: Sequence[Card], profile: RuleProfile) -> dict[Card, int]:
    """For each kind of card in hand by how many points the melds of the hand shrink without one copy."""
    if len(hand) > REAL_HAND:
        return dict.fromkeys(hand, 0)
    packed, covers = pack_most(hand, profile), cover(profile, 10)
    whole = covers.best(packed)
    return {held: whole - covers.best(packed - UNITS[held.kind]) for held in dict.fromkeys(hand)}


def _comes(a: float, b: float, c: float, stand: float) -> float:
    """The chance that three cards come together, of which a joker may `stand` for the least likely one."""
    p = a * b * c
    least = min(a, b, c)
    if least > 0.0:
        return p + stand * (p / least - p)
    return p + stand * sorted((a, b, c))[1] * max(a, b, c)


def keeping(
    hand: Sequence[Card],
    left: Sequence[int],
    profile: RuleProfile,
    weights: Weights,
    *,
    opened: bool,
    fits: Iterable[int] = (),
    near: Iterable[tuple[int, int]] = (),
) -> dict[Card, float]:
    """For each kind of card in hand what is lost by throwing one copy.

    `left` counts the unseen copies by kind; `fits` are kinds that can be laid off on the table by who has opened;
    `near` pairs of a kind and the kind that must be laid off before it.
    """
    held = counts(hand)
    unseen = max(1, sum(left))
    chance = [1.0 if held[kind] else 1.0 - (1.0 - left[kind] / unseen) ** weights.draws for kind in range(KINDS)]
    lost = _melded(hand, profile)
    used = [False] * KINDS
    for kept, worth in lost.items():
        used[kept.kind] = worth > 0 and held[kept.kind] == 1
    result = dict.fromkeys(lost, 0.0)
    jokers = held[JOKER_KIND]
    stand = 1.0 - (1.0 - weights.joker) ** jokers if jokers else 0.0
    gains = [0.0] * KINDS
    for template in templates(profile):
        a, b, c = template.kinds
        if not (held[a] or held[b] or held[c]):
            continue
        pa, pb, pc = chance[a], chance[b], chance[c]
        p = _comes(pa, pb, pc, stand)
        if p <= 0.001:
            continue
        torn = used[a] + used[b] + used[c]
        if torn == 3:
            continue
        value = p * (3 * weights.per_card + weights.points * template.points)
        if template.run and not opened:
            value *= weights.pure
        if torn:
            value *= weights.torn
        for kind in (a, b, c):
            if held[kind]:
                gains[kind] += value * (1.0 - (1.0 - (1.0 - left[kind] / unseen) ** weights.draws))
    for kept in lost:
        gain = gains[kept.kind]
        if held[kept.kind] > 1:
            gain *= weights.double
        result[kept] = gain + lost[kept]
    for kind in fits:
        if held[kind]:
            result[CARDS[kind]] += weights.fit
    for kind, before in near:
        if held[kind]:
            result[CARDS[kind]] += weights.fit * chance[before]
    return result
