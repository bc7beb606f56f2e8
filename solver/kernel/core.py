"""The core of a packed hand: its natural cards that might be in a meld. All others stay in hand whatever is laid."""

from __future__ import annotations

from typing import Final

from solver.kernel.melds import JOKER_BIT, NATURALS
from solver.rules.profile import RuleProfile

_ONES: Final = sum(1 << 3 * field for field in range(52))
_LAST: Final = sum(1 << 12 * rank + 9 for rank in range(13))
_RANK: Final = 0b1001001001
_ACES: Final = _RANK
_PLACES: Final = 12 * 13
"""The bits of places 1 … 13 in a line of places; above them lie place 14, the high ace, and a two after it."""


class Core:
    """Finds the core of hands of one profile."""

    def __init__(self, profile: RuleProfile) -> None:
        self._low = _ONES if profile.ace_low is not None else _ONES & ~_ACES
        self._high = _ACES if profile.ace_high is not None else 0
        if profile.ace_wraps:
            self._high |= _ACES << 12

    def of(self, hand: int) -> int:
        """The natural cards of a packed hand that have what a run or a set needs beside them, with all their copies."""
        jokers = hand >> JOKER_BIT
        if jokers > 1:
            return hand & NATURALS
        there = (hand | hand >> 1) & _ONES
        line = there & self._low
        if self._high:
            line |= (there & self._high) << _PLACES
        in_rank = there * _RANK  # in the field of a rank's last suit now lies the number of its suits
        if jokers:
            next_to, beyond = line & line >> 12, line & line >> 24
            runs = next_to | next_to << 12 | beyond | beyond << 24
            ranks = (in_rank >> 2 | in_rank >> 1) & _LAST
        else:
            runs = line & line >> 12 & line >> 24
            runs |= runs << 12 | runs << 24
            ranks = (in_rank >> 2 | in_rank >> 1 & in_rank) & _LAST
        if not runs and not ranks:
            return 0
        kinds = (runs | runs >> _PLACES | (ranks >> 9) * _RANK) & there
        return hand & kinds * 3
