"""Throws on the way to a close from hand, compared over every card that the next two draws can bring.

Where a close from hand earns a bonus, most of a deal is decided by which cards are kept for it, and that is more than
`strength.potential` tells. For each throw every card is drawn that can come, as often as it has copies; if that does
not close, a simple player throws, and every card is drawn again. A hand that closes with the second draw is worth
`LATER` tenths of one that closes with the first, one that does not what hands with so many cards outside their melds
came to (`PURE`, `IMPURE`). Nothing is sampled: all is counted, in integers, so the same question has the same answer on
every machine. The hands, some ten thousand, are looked at together, as `strength.lanes`; whether the first draw closes
the exact kernel tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.prechecks import unseen
from advisor.strength.lanes import (
    BIT_OF_KIND,
    Bits,
    Hands,
    LaneRules,
    Melded,
    Truth,
    U,
    Whole,
    closing,
    lane_rules,
    melded,
    thrown,
)
from solver.game.cards import CARDS, JOKER_KIND, Card
from solver.game.position import Position
from solver.kernel.hand import kernel
from solver.rules.profile import RuleProfile

if TYPE_CHECKING:
    from advisor.strength.ranking import WeighedTurn

WHOLE: Final = 1000
"""What a close with the next draw is worth."""

LATER: Final = 9
"""Tenths that a draw later leaves of this: somebody else may close first."""

PURE: Final = (600, 638, 463, 543, 428, 316, 365, 304, 237, 274, 236, 190, 190, 170, 160, 150)
IMPURE: Final = (393, 385, 307, 380, 329, 256, 342, 267, 200, 258, 225, 165, 160, 155, 148, 148)
"""What a closed hand after its throw is worth by its cards that are in no meld, with a pure run and without: means over
6,000 hands played on alone by the simple player."""

THROWS: Final = 8
"""Throws that are compared: those that the ranking puts first."""

CLEARLY: Final = 5
"""By how much another throw must be worth more than the first to be preferred."""

NEAR: Final = 2
"""The exact kernel is asked of hands with so many cards outside their melds."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """What a throw leads to: its worth in thousandths of a close with the next draw, and the share of all pairs of
    draws, in per cent, of which one closes from hand."""

    worth: int
    closes: int


def knows(profile: RuleProfile) -> bool:
    """Do the lanes know the melds and the end of a turn of these rules?"""
    return (
        profile.decks <= 2
        and not profile.ace_wraps
        and profile.run_length_min == 3
        and profile.set_size_max == 4
        and profile.ends_with_discard is True
        and profile.opening_pure_run
        and profile.max_jokers_per_meld != 0
        and profile.joker_points_in_opening == "stands_for"
    )


def looked_ahead(position: Position, turns: Sequence[WeighedTurn]) -> list[Ahead]:
    """What each of some turns that lay nothing leads to."""
    rules = lane_rules(position.profile)
    left = np.array(unseen(position), np.int64)
    kinds = np.flatnonzero(left)
    copies = left[kinds]
    total = int(copies.sum())
    if total < 2:
        return [Ahead(0, 0) for _ in turns]
    bits = np.array([BIT_OF_KIND[kind] for kind in kinds], np.uint64)
    hands = [turn.end.hand for turn in turns]
    first = _hands(hands, len(bits))
    first.add(np.tile(bits, len(hands)))
    found = melded(first, rules)
    closes = closing(found, rules)
    _exactly(position, hands, kinds, found, closes)
    gone1, gone2, _ = planes_of((*position.discard_pile, *position.seen))
    first.take(thrown(first, found, U(gone1), U(gone2)))
    on = np.flatnonzero(~closes)
    worth, again = _second(first.some(on), bits, copies, on % len(bits), rules)
    values, chances = (np.zeros(len(closes), np.int64) for _ in range(2))
    values[closes], values[on] = WHOLE * (total - 1), worth
    chances[closes], chances[on] = total - 1, again
    pairs = total * (total - 1)
    rows = (len(hands), len(bits))
    return [
        Ahead(int(value) // pairs, int(200 * chance + pairs) // (2 * pairs))
        for value, chance in zip(
            (values.reshape(rows) * copies).sum(axis=1), (chances.reshape(rows) * copies).sum(axis=1), strict=True
        )
    ]


def _second(hands: Hands, bits: Bits, copies: Whole, drawn: Whole, rules: LaneRules) -> tuple[Whole, Whole]:
    """For each hand the sums over every card that the second draw can bring: of what it is then worth, and of the
    closes. `drawn` is which card the first draw brought."""
    kinds = len(bits)
    count = len(drawn)
    more = hands.some(np.repeat(np.arange(count), kinds))
    more.add(np.tile(bits, count))
    found = melded(more, rules)
    closes = closing(found, rules)
    outside = np.minimum(np.maximum(found.outside - 1, 0), len(PURE) - 1)
    later = np.where(found.pure, np.array(PURE)[outside], np.array(IMPURE)[outside]) * LATER // 10
    worth = np.where(closes, WHOLE * LATER // 10, later * LATER // 10)
    weights = np.tile(copies, (count, 1))
    weights[np.arange(count), drawn] -= 1
    rows = (count, kinds)
    return (worth.reshape(rows) * weights).sum(axis=1), (closes.reshape(rows) * weights).sum(axis=1)


def _exactly(position: Position, hands: Sequence[tuple[Card, ...]], kinds: Whole, found: Melded, closes: Truth) -> None:
    """Also those first draws close of which the exact kernel says so."""
    exact = kernel(position.profile)
    for lane in np.flatnonzero(~closes & (found.outside <= NEAR)):
        hand, kind = hands[int(lane) // len(kinds)], kinds[int(lane) % len(kinds)]
        closes[lane] = exact.closes((*hand, CARDS[kind]), opened=False, round_=position.round + 1)


def planes_of(cards: Sequence[Card]) -> tuple[int, int, int]:
    """Kinds of which there is a copy, of which there are two, and the number of jokers."""
    one = two = jokers = 0
    for card in cards:
        bit = BIT_OF_KIND[card.kind]
        two |= one & bit
        one |= bit
        jokers += card.kind == JOKER_KIND
    return one, two, jokers


def _hands(hands: Sequence[tuple[Card, ...]], times: int) -> Hands:
    """Each hand so many times."""
    planes = [planes_of(hand) for hand in hands]
    return Hands(
        np.repeat(np.array([one for one, _, _ in planes], np.uint64), times),
        np.repeat(np.array([two for _, two, _ in planes], np.uint64), times),
        np.repeat(np.array([jokers for _, _, jokers in planes], np.int64), times),
    )
