"""Many hands at once: which cards of each could be melded, by a few greedy ways and not exactly, fast.

A hand is two sets of bits and a number of jokers: the kinds of which it holds a copy, those of which it holds two. Bit
`4 × place + suit` stands for a kind; places are 1 (ace) to 13 (king), and 14 for the ace above the king while runs are
looked for. One array holds one such number for every hand (a *lane*); all is integer arithmetic, so the same hands have
the same answer everywhere. What is said to close does close (the kernel agrees); some closes are missed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.game.cards import CARDS
from solver.game.melds import kind_penalties
from solver.rules.profile import RuleProfile

Bits: TypeAlias = npt.NDArray[np.uint64]
Whole: TypeAlias = npt.NDArray[np.int64]
Truth: TypeAlias = npt.NDArray[np.bool_]

U: Final = np.uint64
_4, _8, _12, _52 = U(4), U(8), U(12), U(52)
_1, _2, _3 = U(1), U(2), U(3)


def _every(nibble: int, first: int = 1, last: int = 13) -> np.uint64:
    return U(sum(nibble << 4 * place for place in range(first, last + 1)))


PLACES: Final = U((1 << 60) - 1)
KINDS_MASK: Final = _every(15)
LOWEST_SUIT: Final = _every(1)
ACES: Final = U(15 << 4)
NONE: Final = U(0)

BIT_OF_KIND: Final = tuple(0 if card.is_joker else 1 << 4 * card.rank + card.suit for card in CARDS)
"""The bit of each kind of card; 0 for a joker."""


class Planes(NamedTuple):
    """A number for each place as sets of bits: places whose number has bit b."""

    bits: tuple[tuple[np.uint64, int], ...]

    def sum(self, kinds: Bits) -> Whole:
        """The sum of the numbers of all kinds in each lane."""
        total = np.zeros(kinds.shape, np.int16)
        for mask, shift in self.bits:
            total += np.left_shift(np.bitwise_count(kinds & mask), shift, dtype=np.int16)
        return total.astype(np.int64)


def planes(values: list[int]) -> Planes:
    """Planes of the numbers of the places 0 to 14."""
    found = []
    for bit in range(max(values).bit_length()):
        mask = sum(15 << 4 * place for place, value in enumerate(values) if value >> bit & 1)
        found.append((U(mask), bit))
    return Planes(tuple(found))


@dataclass(frozen=True, slots=True)
class LaneRules:
    """What the lanes need to know of a profile."""

    low: np.uint64
    high: bool
    runs: Planes
    sets: Planes
    penalties: Planes
    joker: int
    minimum: int
    pure: bool
    carry: int
    lone: bool
    throws_joker: bool


@lru_cache(maxsize=64)
def lane_rules(profile: RuleProfile) -> LaneRules:
    """The rules of a profile for lanes."""
    courts = profile.court_points
    middle = [*range(2, 11), *courts]
    penalties = kind_penalties(profile)
    return LaneRules(
        low=KINDS_MASK if profile.ace_low is not None else KINDS_MASK & ~ACES,
        high=profile.ace_high is not None,
        runs=planes([0, profile.ace_low or 0, *middle, profile.ace_high or 0]),
        sets=planes([0, profile.ace_set, *middle, 0]),
        penalties=planes([0, *penalties[:13], 0]),
        joker=profile.penalty_joker,
        minimum=profile.opening_minimum,
        pure=profile.opening_pure_run,
        carry=profile.carry_max,
        lone=profile.min_naturals == 1
        and not profile.jokers_fewer_than_naturals
        and (profile.max_jokers_per_meld is None or profile.max_jokers_per_meld > 1),
        throws_joker=profile.close_with_joker,
    )


class Melded(NamedTuple):
    """What remains of hands when all that a way finds is melded.

    `dead1`, `dead2`: kinds of which one, two copies stay; `outside`: how many cards these are; `penalty`: points of one
    of each; `points`: at least so many are melded; `pure`: is there a run without a joker; `spare`: could a melded card
    be thrown without harm; `jokers`: so many are left over; `runs`: the places melded in runs without jokers.
    """

    dead1: Bits
    dead2: Bits
    outside: Whole
    penalty: Whole
    points: Whole
    pure: Truth
    spare: Truth
    jokers: Whole
    runs: Bits

    def some(self, at: Whole | slice) -> Melded:
        """That of some of the hands."""
        parts: list[Any] = [one[at] for one in self]
        return Melded(*parts)


@dataclass(slots=True)
class Hands:
    """Hands: kinds of which each holds a copy, of which it holds two, and its jokers."""

    one: Bits
    two: Bits
    jokers: Whole

    def add(self, bit: Bits) -> None:
        """A card more for each hand, 0 for a joker."""
        self.two |= self.one & bit
        self.one |= bit
        self.jokers += bit == NONE

    def take(self, bit: Bits) -> None:
        """A natural card gone from each hand; 0 for none."""
        again = self.two & bit
        self.two ^= again
        self.one &= ~bit | again

    def some(self, at: Whole) -> Hands:
        """Copies of some of the hands."""
        return Hands(self.one[at], self.two[at], self.jokers[at])


def folded(line: Bits) -> Bits:
    """Places of runs as kinds: place 14 is the ace."""
    return (line | line >> _52) & KINDS_MASK


def suits_of(kinds: Bits) -> Bits:
    """How many suits of each rank, in the nibble of the rank."""
    one = LOWEST_SUIT
    result: Bits = (kinds & one) + (kinds >> _1 & one) + (kinds >> _2 & one) + (kinds >> _3 & one)
    return result


def _ranks(nibbles: Bits) -> Bits:
    """Full nibbles where the lowest bit of a nibble is set."""
    return nibbles * U(15)


def least_suits(suits: Bits, least: int) -> Bits:
    """Full nibbles where at least so many suits (2, 3 or 4)."""
    return _ranks((suits + LOWEST_SUIT * U(8 - least)) >> _3 & LOWEST_SUIT)


def highest(kinds: Bits) -> Bits:
    """The highest bit of each number, 0 of 0."""
    bits = kinds | kinds >> _1
    bits |= bits >> _2
    bits |= bits >> _4
    bits |= bits >> _8
    bits |= bits >> U(16)
    bits |= bits >> U(32)
    result: Bits = bits ^ bits >> _1
    return result


def line_of(kinds: Bits, rules: LaneRules) -> Bits:
    """Kinds as places of runs: an ace at both ends, where it may stand there."""
    line = kinds & rules.low
    if rules.high:
        line = line | (kinds & ACES) << _52
    return line


def _runs(line: Bits) -> Bits:
    """The places that lie in a run of three or more."""
    starts = line & line >> _4 & line >> _8
    result: Bits = starts | starts << _4 | starts << _8
    return result


def melded(hands: Hands, rules: LaneRules) -> Melded:
    """The best of a few greedy ways for each hand: the longest runs first; and where ranks would make sets of cards
    that lie in runs, these sets first: all of them, that of the lowest rank, that of the highest."""
    best = _one_way(hands, None, rules)
    line = line_of(hands.one, rules)
    several = least_suits(suits_of(hands.one), 3)
    conflict = _ranks_of(several & folded(_runs(line)))
    need = np.flatnonzero(conflict)
    if not len(need):
        return best
    ranks = conflict[need]
    low, high = _ranks_of(ranks & (~ranks + _1)), _ranks_of(highest(ranks))
    ways = [ranks, low, high]
    other = _one_way(hands.some(np.tile(need, len(ways))), np.concatenate(ways), rules)
    count = len(need)
    for way in range(len(ways)):
        part = other.some(slice(way * count, (way + 1) * count))
        better = _cost(part) < _cost(best.some(need))
        at = need[better]
        for mine, theirs in zip(best, part, strict=True):
            mine[at] = theirs[better]
    return best


def _cost(one: Melded) -> Whole:
    """How bad a way is: cards that stay, their points, no pure run; each joker left over makes up for some."""
    cost: Whole = one.outside * 32 + one.penalty - 24 * one.jokers + np.where(one.pure, 0, 100)
    return cost


def _one_way(hands: Hands, forced: Bits | None, rules: LaneRules) -> Melded:
    """Sets of the forced ranks first, then the longest runs, then sets, then jokers."""
    h1, h2 = hands.one, hands.two
    if forced is None:
        first = np.zeros_like(h1)
        r1, r2 = h1, h2
    else:
        first = h1 & forced
        first = first & ~_spared(h1 & ~forced, first, rules)
        r1, r2 = h1 & ~first | h2 & first, h2 & ~first
    line = line_of(r1, rules)
    runs = _runs(line)
    ends = runs & runs >> _52 & ACES & ~r2
    if ends.any():
        line = line & ~(ends << _52)
        runs = _runs(line)
    inner = r2 & runs >> _4 & runs >> _8 & runs << _4 & runs << _8
    in_runs = folded(runs)
    twice = runs & runs >> _52 & ACES
    q1 = (r1 & ~in_runs | r2 & ~inner) & ~twice
    q2 = r2 & ~in_runs
    # an end of a long run for a set that lacks it
    pairs = least_suits(suits_of(q1), 2)
    low = runs & ~(runs << _4) & runs >> _4 & runs >> _8 & runs >> _12 & pairs & ~q1 & ~(inner >> _8)
    runs = runs ^ low
    q1 = q1 | low
    pairs = least_suits(suits_of(q1), 2)
    high = runs & ~(runs >> _4) & runs << _4 & runs << _8 & runs << _12 & KINDS_MASK & pairs & ~q1 & ~(inner << _8)
    runs = runs ^ high
    q1 = q1 | high
    # sets
    whole = least_suits(suits_of(q1), 3)
    sets = q1 & whole
    dead1 = q1 & ~whole | q2 & whole
    dead2 = q2 & ~whole
    points = rules.runs.sum(runs) + rules.sets.sum(sets)
    if forced is not None:
        points += rules.sets.sum(first)
    four = least_suits(suits_of(sets), 4) & sets
    longer = runs & runs >> _4 & runs >> _8 & runs >> _12
    spare = (four | longer) != NONE
    pure = runs != NONE
    left = hands.jokers.copy()
    if left.any():
        _with_jokers(dead1, dead2, left, points, runs, rules)
        if rules.throws_joker:
            spare |= left > 0
    count = np.bitwise_count(dead1).astype(np.int64) + np.bitwise_count(dead2)
    penalty = rules.penalties.sum(dead1)
    return Melded(dead1, dead2, count, penalty, points, pure, spare, left, runs)


def _spared(rest: Bits, sets: Bits, rules: LaneRules) -> Bits:
    """Of sets of four, one card each that makes a run with the rest."""
    four = sets & least_suits(suits_of(sets), 4)
    found = four & folded(_runs(line_of(rest | four, rules)))
    found = found & ~(found >> _1 & LOWEST_SUIT * U(7)) & ~(found >> _2 & LOWEST_SUIT * U(3))
    found = found & ~(found >> _3 & LOWEST_SUIT)
    result: Bits = found & folded(_runs(line_of(rest | found, rules)))
    return result


def _with_jokers(dead1: Bits, dead2: Bits, left: Whole, points: Whole, runs: Bits, rules: LaneRules) -> None:
    """Each joker completes the highest pair that it can, in place."""
    for _ in range(4):
        at = np.flatnonzero(left > 0)
        if not len(at):
            return
        dead = dead1[at]
        line = line_of(dead, rules)
        up1, up2, up3 = line >> _4, line >> _8, line >> _12
        near, far = line & up1, line & up2
        three = near & up3 | far & up3  # a gap within three cards, or within four
        four = near & up3 & line >> U(16)
        many = np.where(four != NONE, four, three)
        pair_ranks = least_suits(suits_of(dead), 2)
        low = highest(np.where(many != NONE, many, near | far))
        top = highest(dead & pair_ranks)
        by_set = (top != NONE) & (top >= low) & (many == NONE)
        is_near = (low & near) != NONE
        beyond = np.where(many != NONE, low << _12, NONE)
        beyond |= np.where((low & four) != NONE, low << U(16), NONE)
        run = low | np.where(is_near, low << _4, low << _8) | beyond
        # what the joker stands for: in the gap, else above a near pair, or below where there is no place
        outside = np.where(low >= U(1 << 52), low >> _4, low << _8)
        stands = np.where(is_near, np.where(many != NONE, low << _8, outside), low << _4)
        rest = dead & _ranks_of(top) & ~top
        pair = np.where(by_set, top | highest(rest), folded(run))
        some = pair != NONE
        if not some.any():
            break
        at, pair, by_set = at[some], pair[some], by_set[some]
        set_points = rules.sets.sum(pair) * 3 // 2
        run_points = rules.runs.sum(run[some]) + rules.runs.sum(stands[some])
        points[at] += np.where(by_set, set_points, run_points)
        again = dead2[at] & pair
        dead1[at] = dead1[at] & ~pair | again
        dead2[at] ^= again
        left[at] -= 1
    # one between a run and a card beyond, where another run stays pure
    at = np.flatnonzero((left > 0) & (np.bitwise_count(runs & ~(runs << _4)) > 1))
    if len(at):
        beyond = (runs[at] & ~(runs[at] >> _4)) << _8 | (runs[at] & ~(runs[at] << _4)) >> _8
        one = highest(folded(beyond & PLACES) & dead1[at])
        again = dead2[at] & one
        dead1[at] = dead1[at] & ~one | again
        dead2[at] ^= again
        left[at] -= one != NONE
    if not rules.lone:
        return
    for _ in range(2):  # a card alone with two jokers
        at = np.flatnonzero((left > 1) & (np.bitwise_count(dead1) > 1))
        if not len(at):
            return
        one = highest(dead1[at])
        points[at] += 3 * rules.sets.sum(one)
        again = dead2[at] & one
        dead1[at] = dead1[at] & ~one | again
        dead2[at] ^= again
        left[at] -= 2


def _ranks_of(bit: Bits) -> Bits:
    """The whole rank of a single bit."""
    low = (bit | bit >> _1 | bit >> _2 | bit >> _3) & LOWEST_SUIT
    return _ranks(low)


def closing(found: Melded, rules: LaneRules) -> Truth:
    """Which hands close from hand: one card at most is in no meld, one can be thrown, and the opening is met."""
    least = rules.minimum + np.where(found.outside == 0, 11, 0)
    enough = found.pure & (found.points >= least) & (found.jokers <= rules.carry)
    closes: Truth = enough & ((found.outside == 1) | ((found.outside == 0) & found.spare))
    return closes


def thrown(hands: Hands, found: Melded, gone1: np.uint64, gone2: np.uint64) -> Bits:
    """What a simple player throws from each hand: of the cards in no meld that with the fewest copies to come that
    would meld it, a double before all others; of these the highest. `gone1`, `gone2`: kinds of which one copy, two
    copies lie face up."""
    live1 = ~(gone2 | gone1 & hands.one | hands.two) & KINDS_MASK
    live2 = ~(gone1 | hands.one) & KINDS_MASK
    rest = found.dead1
    for bit in reversed(_uses(hands.one, found.dead1, live1, live2)):
        fewer = rest & ~(bit & ~hands.two)
        rest = np.where(fewer != NONE, fewer, rest)
    chosen = folded(highest(rest & ~ACES | (rest & ACES) << _52))  # an ace is dear
    loose = hands.one & ~folded(found.runs)
    loose = np.where(loose != NONE, loose, hands.one)
    return np.where(found.dead1 == NONE, highest(loose), chosen)


def _uses(held: Bits, dead: Bits, live1: Bits, live2: Bits) -> list[Bits]:
    """How many copies that can still come would meld each card with another of the hand: a number of four bits for
    each place, as sets of bits, lowest first. `live1`: a copy may come, `live2`: both."""
    line = held | (held & ACES) << _52
    pairs = least_suits(suits_of(dead), 2)
    digits = [np.zeros_like(held) for _ in range(4)]
    for live in (live1, live2):
        open_ = live | (live & ACES) << _52
        up1, up2, down1, down2 = open_ >> _4, open_ >> _8, open_ << _4, open_ << _8
        missing = suits_of(live & ~held)
        above, below = line >> _4, line << _4
        for out in (
            folded(above & up2),
            folded(above & down1),
            folded(line >> _8 & up1),
            folded(below & down2),
            folded(below & up1),
            folded(line << _8 & down1),
            pairs & least_suits(missing, 1),
            pairs & least_suits(missing, 2),
        ):
            carry = out
            for at, digit in enumerate(digits):
                digits[at] = digit ^ carry
                carry = digit & carry
    return digits
