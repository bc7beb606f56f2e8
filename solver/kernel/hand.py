"""A small exact solver for hands without a table, in plain Python: best opening, deadwood, closing.

It shares nothing with the CP-SAT model, so that each can check the other, and answers many questions about one hand
quickly: the best use of a hand is found by looking at its lowest natural card, which either stays in hand or is in one
of the melds that begin with it; what is left is a smaller hand, and each smaller hand is worked out once
(`Kernel` keeps what it found). Source of the rules: sections 2, 3 and 7 of the rules' digest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Final

from solver.budget import check
from solver.game.cards import CARDS, JOKER, Card
from solver.game.melds import kind_penalties
from solver.kernel.core import Core
from solver.kernel.melds import (
    GUARD,
    JOKER_BIT,
    NATURALS,
    ONE_JOKER,
    UNITS,
    PackedMeld,
    catalogue,
    copies,
    pack,
    unpack,
    within,
)
from solver.rules.profile import RuleProfile

IMPOSSIBLE: Final = -1_000_000
"""Below every value that a hand can have."""

_KIND: Final = attrgetter("kind")
_WEIGHT_BIT: Final = JOKER_BIT + 8
"""Above a packed hand there is room for the sum of its cards' penalty points."""
_HAND: Final = (1 << _WEIGHT_BIT) - 1

MEMO_LIMIT: Final = 10_000
"""Smaller hands that a kernel remembers before it forgets them all."""


@dataclass(frozen=True, slots=True)
class Least:
    """The least structural penalty: points left after the best discard, that discard, and whether this closes."""

    penalty: int
    discard: Card | None
    closes: bool


class Packing:
    """The most value that disjoint melds of a hand can have; `whole`: only if they use up every card of it."""

    def __init__(self, melds: tuple[tuple[tuple[int, int], ...], ...], *, whole: bool) -> None:
        jokers = max((cards >> JOKER_BIT for field in melds for cards, _ in field), default=0)
        self._melds = tuple(
            tuple(tuple(one for one in field if one[0] >> JOKER_BIT <= held) for field in melds)
            for held in range(jokers + 1)
        )
        self._most_jokers = jokers
        self._whole = whole
        self._memo: dict[int, int] = {}

    def best(self, hand: int) -> int:
        """The most value, `IMPOSSIBLE` if there is none."""
        memo = self._memo
        known = memo.get(hand)
        if known is not None:
            return known
        if len(memo) > MEMO_LIMIT:
            memo.clear()
        return self._best(hand)

    def _best(self, hand: int) -> int:
        naturals = hand & NATURALS
        if not naturals:
            return IMPOSSIBLE if self._whole and hand else 0
        memo = self._memo
        known = memo.get(hand)
        if known is not None:
            return known
        if not len(memo) & 255:
            check()
        field = ((naturals & -naturals).bit_length() - 1) // 3
        result = IMPOSSIBLE if self._whole else self._best(hand & ~(7 << 3 * field))
        guarded = hand | GUARD
        for cards, value in self._melds[min(hand >> JOKER_BIT, self._most_jokers)][field]:
            if guarded - cards & GUARD == GUARD:
                with_it = value + self._best(hand - cards)
                if with_it > result:
                    result = with_it
        memo[hand] = result
        return result


class Kernel:
    """Exact answers about hands of one profile with at most `jokers` jokers; one object serves many hands."""

    def __init__(self, profile: RuleProfile, jokers: int | None = None) -> None:
        self.profile = profile
        melds = catalogue(profile, profile.jokers if jokers is None else jokers)
        self._pure = tuple(one for field in melds for one in field if one.pure)
        self._core = Core(profile)
        self._joker_only_closes = profile.ends_with_discard and profile.joker_discard == "to_close"
        points = tuple(tuple((one.cards, one.points) for one in field) for field in melds)
        self._points = Packing(points, whole=False)
        self._cover = Packing(points, whole=True)
        self._penalties = kind_penalties(profile)
        self._covered = Packing(
            tuple(tuple((one.cards, self._sum(one.cards)) for one in field) for field in melds), whole=False
        )
        self._weigh = [
            unit | points << _WEIGHT_BIT for unit, points in zip(UNITS, self._penalties, strict=True)
        ].__getitem__

    # --- opening ---------------------------------------------------------------------------------------------------

    def best_opening(
        self, cards: Iterable[Card], *, pure_run: bool | None = None, round_: int | None = None
    ) -> int | None:
        """The most points of new melds from these cards that leave a card that can be thrown.

        With a pure run if `pure_run`, by default as the profile asks; None if there are no such melds. `round_` is the
        player's turn number (it matters where jokers may not be thrown from the start; default: they may).
        """
        hand = pack(cards)
        pure = self.profile.opening_pure_run if pure_run is None else pure_run
        runs = self._pure_runs(hand) if pure else None
        best = max((_opening(self._points, part, runs) for part in self._before_discard(hand, round_)), default=-1)
        if self._joker_only_closes and self._joker_may_go(round_):
            most = min(self.profile.carry_max + 1, hand >> JOKER_BIT)
            closing = (hand - kept * ONE_JOKER for kept in range(1, most + 1))
            best = max(best, *(_opening(self._cover, part, runs) for part in closing if part), -1)
        if self.profile.closes_without_discard:
            most = min(self.profile.carry_max, hand >> JOKER_BIT)
            best = max(best, *(_opening(self._cover, hand - kept * ONE_JOKER, runs) for kept in range(most + 1)))
        return best if best > 0 or (best == 0 and pure) else None

    def _pure_runs(self, hand: int) -> list[PackedMeld]:
        return [one for one in self._pure if within(one.cards, hand)]

    def _before_discard(self, hand: int, round_: int | None) -> Iterator[int]:
        """What may be laid at most: the hand without a card, or two jokers, kept for a legal discard."""
        core = self._core.of(hand)
        if not self.profile.ends_with_discard or core != hand & NATURALS:
            yield core + (hand & ~NATURALS)
            return
        for card in CARDS[:-1]:
            if copies(hand, card):
                yield hand - UNITS[card.kind]
        kept = 1 if self.profile.close_with_joker else 2
        if self._joker_only_closes:
            return
        if hand >> JOKER_BIT >= kept and self._joker_may_go(round_):
            yield hand - kept * ONE_JOKER

    def _joker_may_go(self, round_: int | None) -> bool:
        return round_ is None or round_ >= self.profile.joker_discard_from_round

    # --- closing ---------------------------------------------------------------------------------------------------

    def closes(self, cards: Iterable[Card], *, opened: bool, round_: int | None = None) -> bool:
        """Can all cards but the discard and carried jokers be laid? If not `opened`, the opening must be met by them
        (a close from hand)."""
        hand = pack(cards)
        runs = self._pure_runs(hand) if not opened and self.profile.opening_pure_run else None
        if runs == []:
            return False
        least = 0 if opened else self.profile.opening_minimum
        for rest in self._laid_at_close(hand, round_):
            if not opened and not rest:
                continue
            if _opening(self._cover, rest, runs) >= least:
                return True
        return False

    def _laid_at_close(self, hand: int, round_: int | None) -> Iterator[int]:
        """What is laid at a close: the hand without its discard and without 0, 1 … carried jokers."""
        discards = [0]
        dead = (hand & NATURALS) - self._core.of(hand)
        if dead:
            discards = [dead] if self.profile.ends_with_discard and dead in UNITS else []
        elif self.profile.ends_with_discard:
            discards = [UNITS[card.kind] for card in CARDS[:-1] if copies(hand, card)]
            if hand >> JOKER_BIT and self.profile.close_with_joker and self._joker_may_go(round_):
                discards.append(ONE_JOKER)
            if self.profile.closes_without_discard:
                discards.append(0)
        for thrown in discards:
            rest = hand - thrown
            for carried in range(min(self.profile.carry_max, rest >> JOKER_BIT) + 1):
                yield rest - carried * ONE_JOKER

    # --- penalty ---------------------------------------------------------------------------------------------------

    def _leaving_one(self, hand: int) -> int | None:
        """The most that can be covered if a card stays; None of an empty hand."""
        return max((self._covered.best(hand - UNITS[card.kind]) for card in CARDS if copies(hand, card)), default=None)

    def least_penalty(self, cards: Iterable[Card], *, round_: int | None = None, may_close: bool = True) -> Least:
        """The least structural penalty: as if the player had opened, on an empty table, without a draw duty.

        0 where the hand closes (carried jokers are free), else the penalty points of the cards left after the best
        legal discard. A hand without a legal discard keeps all that it cannot lay. Where closing is barred
        (`may_close` false) a card stays after the discard.
        """
        hand = pack(cards)
        if may_close and self.closes(unpack(hand), opened=True, round_=round_):
            return Least(0, None, closes=True)
        total = self._sum(hand)
        if not self.profile.ends_with_discard:
            covered = self._covered.best(hand) if may_close else self._leaving_one(hand)
            return Least(total - (covered or 0), None, closes=False)
        best: Least | None = None
        for discard in self._discards(hand, round_):
            rest = hand - UNITS[discard.kind]
            # a joker that could not be thrown as the last card needs another card beside it
            beside = not may_close or (discard is JOKER and not self.profile.close_with_joker)
            covered = self._leaving_one(rest) if beside else self._covered.best(rest)
            if covered is not None:
                kept = total - self._penalties[discard.kind] - covered
                if best is None or kept < best.penalty:
                    best = Least(kept, discard, closes=False)
        return best or Least(total - self._covered.best(hand), None, closes=False)

    def deadwood(self, cards: Iterable[Card]) -> int:
        """The least penalty points of the cards that are in no meld, none being thrown and no close being free."""
        weighed = sum(map(self._weigh, map(_KIND, cards)))
        hand = weighed & _HAND
        core = self._core.of(hand)
        if hand > NATURALS:
            core += hand & ~NATURALS
        return (weighed >> _WEIGHT_BIT) - self._covered.best(core) if core else weighed >> _WEIGHT_BIT

    def _discards(self, hand: int, round_: int | None) -> list[Card]:
        jokers_too = self._joker_may_go(round_) and not self._joker_only_closes
        return [fromkey for fromkey in dict.fromkeys(unpack(hand)) if fromkey is not JOKER or jokers_too]

    def _sum(self, hand: int) -> int:
        return sum(self._penalties[one.kind] for one in unpack(hand))


def _opening(packing: Packing, hand: int, runs: list[PackedMeld] | None) -> int:
    """The most value of a hand's melds, one of them among `runs` if these are told."""
    if runs is None:
        return packing.best(hand)
    return max(
        (run.points + packing.best(hand - run.cards) for run in runs if within(run.cards, hand)), default=IMPOSSIBLE
    )


@lru_cache(maxsize=16)
def kernel(profile: RuleProfile) -> Kernel:
    """The kernel of a profile, made once; it remembers what it has worked out."""
    return Kernel(profile)
