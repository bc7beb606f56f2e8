"""How many cards must be drawn to reach a goal: the question, and the answer for a hand and for each throw from it.

`solver.reach.opening` and `solver.reach.closing` answer it. Sets of kinds are integers with a bit for each kind number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Final

from solver.budget import TimedOut, is_over, note_time_out
from solver.game.cards import CARDS, JOKER_KIND, KINDS, Card
from solver.kernel.melds import kinds_held, rules_catalogue
from solver.rules.profile import MeldRules, RuleProfile

COPIES_COUNTED: Final = 3
"""How often the searches count that a kind is needed."""

JOKER_KIND_BIT: Final = 1 << JOKER_KIND

NOTHING: Final = -1
"""What is taken as thrown from a hand before its draw: the card that it is short of."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Cards that can be laid together: a meld, or cards added to a table meld or exchanged there.

    `kinds` is the set of its natural cards; `jokers` is negative where an exchange wins them. `size` is the number of
    cards that leave the hand for good: cards less jokers won. `pure`: a run without a joker. `place` has a bit for each
    place at a table meld that the piece takes; two pieces cannot take the same.
    """

    kinds: int
    jokers: int
    points: int
    size: int
    pure: bool
    place: int = 0


def profile_pieces(profile: RuleProfile, jokers: int) -> tuple[Piece, ...]:
    """The melds of a profile with up to so many jokers, none of which is a sum of others; pure runs first.

    A run with an ace at both ends is such a sum in all but a few house rules with more than four jokers; there it is
    left out.
    """
    return _pieces(profile.meld_rules, jokers)


@lru_cache(maxsize=64)
def _pieces(rules: MeldRules, jokers: int) -> tuple[Piece, ...]:
    pieces = []
    for fields in rules_catalogue(rules, jokers):
        for meld in fields:
            kinds = kinds_held(meld.cards)
            if kinds.bit_count() + meld.jokers == meld.size:
                pieces.append(Piece(kinds, meld.jokers, meld.points, meld.size, meld.pure))
    return tuple(sorted(pieces, key=lambda piece: not piece.pure))


@dataclass(frozen=True)
class ReachQuestion:
    """A hand and what can still come to it, both as 53 counts by kind, and what can be done at the table.

    `turn` is the player's turn number now. `undrawn`: the turn's draw is
    still to come, so that the hand is one card short, as after a throw; throws are those after a draw that does not
    help. `keeps`: cards that must stay in hand beside the discard when the hand opens. `loose`: jokers won in the turn
    of the opening lie wherever they help, and all melds count for it, which makes nothing further than it is.
    """

    profile: RuleProfile
    held: tuple[int, ...]
    left: tuple[int, ...]
    opened: bool = False
    turn: int = 99
    pieces: tuple[Piece, ...] = ()
    undrawn: bool = False
    keeps: int = 0
    loose: bool = False

    @property
    def size(self) -> int:
        """Number of cards in hand in the turn, after its draw."""
        return sum(self.held) + self.undrawn

    @property
    def throws(self) -> list[int]:
        """The kinds that can be thrown: none in games without discards."""
        if not self.profile.ends_with_discard:
            return []
        return [kind for kind, count in enumerate(self.held) if count]

    @property
    def jokers(self) -> int:
        return self.held[JOKER_KIND]

    @cached_property
    def winnable(self) -> int:
        """Jokers that exchanges at the table could win."""
        return -sum(piece.jokers for piece in self.pieces if piece.jokers < 0)

    @property
    def most_jokers(self) -> int:
        """The most jokers that can be laid: those held, those that can come, those that can be won."""
        return min(self.profile.jokers, self.jokers + self.left[JOKER_KIND] + self.winnable)

    @property
    def jokers_anywhere(self) -> bool:
        """May jokers that are won lie in new melds?"""
        return self.opened or self.loose

    @property
    def gone(self) -> int:
        """The kinds that cannot come any more although the hand does not hold all copies."""
        copies = [self.profile.jokers if kind == JOKER_KIND else self.profile.decks for kind in range(KINDS)]
        return sum(1 << kind for kind in range(KINDS) if not self.left[kind] and self.held[kind] < copies[kind])

    def with_one_more(self, kinds: int) -> ReachQuestion:
        """The question if one copy more of each of some kinds could come."""
        return replace(self, left=tuple(count + (kinds >> kind & 1) for kind, count in enumerate(self.left)))

    @property
    def joker_may_go(self) -> bool:
        """May a joker be thrown in this turn?"""
        return self.turn >= self.profile.joker_discard_from_round

    def proved_reach(self, reach: Reach, *, held_too: bool) -> Reach:
        """A reach, proved only where no kind can be needed more often than a search counts.

        A kind that is needed a fourth time is in four melds, or on the table; the copies counted are those drawn or,
        if `held_too`, those held and drawn.
        """
        profile = self.profile
        if profile.joker_discard == "to_close" and profile.jokers and reach.distance != 0:
            return replace(reach, proved=False)  # the searches throw a joker that is in the way
        if profile.closes_without_discard and reach.distance != 0:
            return replace(reach, proved=False)  # the searches always keep a card for the discard
        if profile.exchange_set == "any_missing" and self.winnable and reach.distance != 0:
            return replace(reach, proved=False)  # the searches take one exchange or lay-off on a set
        if profile.ace_wraps and profile.layoffs_count and reach.distance != 0:
            return replace(reach, proved=False)  # an ace on the table may come to count more
        few = profile.decks <= COPIES_COUNTED
        if few or (self.size <= 12 and not self.pieces and profile.ends_with_discard):
            return reach
        sure = COPIES_COUNTED - (max(self.held[:JOKER_KIND], default=0) if held_too else 0)
        return reach if reach.distance is not None and reach.distance <= sure else replace(reach, proved=False)

    def proved_answer(self, answer: ReachAnswer, *, held_too: bool) -> ReachAnswer:
        """The same for a whole answer."""
        after = {kind: self.proved_reach(one, held_too=held_too) for kind, one in answer.after.items()}
        unread = self.profile.joker_discard == "to_close" and self.profile.jokers
        if unread or self.profile.closes_without_discard:
            after = {kind: replace(one, proved=False) for kind, one in after.items()}
        return ReachAnswer(self.proved_reach(answer.now, held_too=held_too), after)

    def check_time(self) -> None:
        """Raises TimedOut when the budget is spent."""
        if is_over():
            note_time_out()
            raise TimedOut


@dataclass(frozen=True, slots=True)
class Reach:
    """`distance` cards must be drawn (None: it cannot be reached); drawing one of `accepts` first lowers it.

    Unless `proved`, the search ran out of time or does not know all that can be done: the distance is the least that
    was found, and at `least` so many draws are needed.
    """

    distance: int | None
    accepts: int = 0
    proved: bool = True
    least: int = 0


@dataclass(frozen=True, slots=True)
class ReachAnswer:
    """The reach of the hand in this turn, and of what stays in hand after each possible throw, by kind. Before the
    draw `now` is told as after a throw: draws that must bring a certain card, 0 where any will do."""

    now: Reach
    after: dict[int, Reach] = field(default_factory=dict)


def kinds_of(bits: int) -> Iterator[int]:
    """The kind numbers of a set, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def cards_of(bits: int) -> tuple[Card, ...]:
    """The cards of a set of kinds, in order."""
    return tuple(CARDS[kind] for kind in kinds_of(bits))


def at_least(counts: Iterable[int], copies: int) -> int:
    """The natural kinds of which there are at least so many copies."""
    return sum(1 << kind for kind, count in enumerate(counts) if count >= copies and kind < JOKER_KIND)
