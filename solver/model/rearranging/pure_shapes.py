"""Shapes: the pure melds out of which a table is rebuilt, and how many pooled jokers they can hold.

Example: 4♥ … 6♥ is a shape, 4♥ JK 6♥ is that shape with one pooled joker that stands for 5♥.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Final

from solver.game.cards import Suit
from solver.game.melds import MeldKind, first_place, last_place, place_card, place_points, rank_points
from solver.model.candidates import jokers_allowed
from solver.model.engine import Model, Term
from solver.rules.profile import RuleProfile

COPIES: Final = 3
"""Most melds of one shape that are considered with up to three packs."""

MOST_COPIES: Final = 16
"""The same with more packs: more than a table and a hand can hold."""


def most_copies(profile: RuleProfile) -> int:
    """Most melds of one shape that are considered."""
    return COPIES if profile.decks <= COPIES else MOST_COPIES


@dataclass(frozen=True, slots=True)
class Shape:
    """A meld of natural cards: `kinds` in order, `low` a run's first place; `sold`: a set all of whose jokers are
    bought."""

    kind: MeldKind
    kinds: tuple[int, ...]
    low: int
    sold: bool = False

    @property
    def mask(self) -> int:
        """A bit for each kind."""
        return sum(1 << kind for kind in set(self.kinds))

    def exchanges(self, profile: RuleProfile) -> bool:
        """Could a joker in it be exchanged: a run, or a set of all suits?"""
        if self.kind == "run":
            return profile.exchange != "none"
        return profile.exchange == "runs_and_sets" and len(self.kinds) == 4

    def points(self, profile: RuleProfile) -> int:
        """What its places count, each as filled by its natural card."""
        if self.kind == "set":
            return len(self.kinds) * rank_points(self.kinds[0] % 13 + 1, profile)
        return sum(place_points(place, profile) for place in range(self.low, self.low + len(self.kinds)))

    @property
    def ends(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The suit of a run with its first place, and with the place after its last."""
        suit = self.kinds[1] // 13
        return (suit, self.low), (suit, self.low + len(self.kinds))


def most_jokers_of(size: int, profile: RuleProfile) -> int:
    """The most jokers in a meld of so many cards, wherever they lie."""
    apart = size if profile.adjacent_jokers else (size + 1) // 2
    return max((one for one in range(apart + 1) if one < size and jokers_allowed(size - one, one, profile)), default=0)


def limited(profile: RuleProfile) -> bool:
    """Does the profile limit the jokers of a meld further than that one card is natural?"""
    return (
        profile.min_naturals > 1
        or profile.max_jokers_per_meld is not None
        or profile.jokers_fewer_than_naturals
        or not profile.adjacent_jokers
    )


def longest_piece(profile: RuleProfile, *, placed: bool) -> int:
    """The longest run that is a shape of its own; longer ones are such pieces end to end, none of which needs more
    jokers than the whole may hold. Where jokers are not placed, `dealing` joins what is too short for its jokers."""
    if not placed:
        return min(2 * profile.run_length_min - 1, profile.run_length_max)
    pieces = profile.min_naturals == 1 and not profile.jokers_fewer_than_naturals and profile.run_length_min == 3
    return min(8, profile.run_length_max) if pieces else profile.run_length_max


@lru_cache(maxsize=32)
def shapes(first: int, last: int, lengths: tuple[int, int], set_size: int) -> tuple[Shape, ...]:
    """The pure shapes of a game in which runs go from place `first` to `last`, of at least and at most so many."""
    shortest, longest = lengths
    found = [
        Shape("run", tuple(place_card(place, suit).kind for place in range(low, low + length)), low)
        for suit in Suit
        for length in range(shortest, longest + 1)
        for low in range(first, last - length + 2)
    ]
    found += [
        Shape("set", tuple(13 * suit + rank - 1 for suit in chosen), 0)
        for rank in range(1, 14)
        for size in range(3, set_size + 1)
        for chosen in combinations(range(4), size)
    ]
    return tuple(found)


@lru_cache(maxsize=32)
def masked_shapes(first: int, last: int, lengths: tuple[int, int], set_size: int) -> tuple[tuple[Shape, int], ...]:
    """The same shapes, each with its mask."""
    return tuple((shape, shape.mask) for shape in shapes(first, last, lengths, set_size))


def possible_shapes(
    profile: RuleProfile, there: Sequence[int], most_jokers: int, *, placed: bool = False
) -> Iterator[tuple[Shape, int]]:
    """Each shape that cards can make, and how often at the most. `there` counts the natural cards of each kind;
    `placed`: a shape is a meld by itself with the jokers placed in it."""
    lacking = [
        sum(1 << kind for kind, count in enumerate(there) if count < copies)
        for copies in range(1, most_copies(profile) + 1)
    ]
    lengths = profile.run_length_min, longest_piece(profile, placed=placed)
    most_of = [most_jokers_of(size, profile) for size in range(lengths[1] + 2)] if placed else None
    for shape, mask in masked_shapes(first_place(profile), last_place(profile), lengths, profile.set_size_max):
        missing = most = 0
        if most_of is not None and (mask & lacking[0]).bit_count() > most_of[len(shape.kinds)]:
            continue
        for short in lacking:
            missing += (mask & short).bit_count()
            if missing > most_jokers:
                break
            most += 1
        if most:
            yield shape, most


class JokerLimits:
    """Rows that hold whenever the jokers of a pool can be dealt to the shapes built.

    The jokers that stand for a shape's kinds lie in it, as many as a meld of its size may hold, in other shapes with
    such a kind, or in a run that it is joined to. The rows are not always enough: dealing has the last word.
    """

    def __init__(
        self,
        built: Sequence[tuple[Shape, int]],
        jokers: tuple[dict[int, int], dict[int, int]],
        profile: RuleProfile,
        most_jokers: int,
    ) -> None:
        """`jokers` has, by kind, the variables of the jokers that stay and of those that a natural card buys."""
        self._built, (self._staying, self._bought) = built, jokers
        self._profile, self._jokers, self._stated = profile, most_jokers, False

    @cached_property
    def _most(self) -> dict[int, int]:
        return {size: most_jokers_of(size, self._profile) for size in {len(one.kinds) for one, _ in self._built}}

    @cached_property
    def _holders(self) -> dict[int, list[tuple[Shape, int]]]:
        found: dict[int, list[tuple[Shape, int]]] = {}
        for shape, variable in self._built:
            for kind in shape.kinds:
                found.setdefault(kind, []).append((shape, variable))
        return found

    @cached_property
    def _from(self) -> dict[tuple[int, int], list[int]]:
        """The runs of a suit that begin at a place."""
        return _grouped((shape.ends[0], variable) for shape, variable in self._built if shape.kind == "run")

    @cached_property
    def _until(self) -> dict[tuple[int, int], list[int]]:
        """The runs of a suit that end before a place."""
        return _grouped((shape.ends[1], variable) for shape, variable in self._built if shape.kind == "run")

    def state(self, model: Model, values: Sequence[int]) -> bool:
        """Adds rows that a solution which cannot be dealt breaks; False if it keeps them all. Few solutions need any,
        and the rows make solving slower, so none is stated before."""
        broken = list(self._broken(values))
        for row in broken:
            model.at_most(row, 0)
        if broken and not self._stated:
            self._stated = True
            for row in self._general():
                model.at_most(row, 0)
        return bool(broken)

    def _general(self) -> Iterator[list[Term]]:
        """For each shape the rows of all its kinds."""
        for shape, variable in self._built:
            if self._most[len(shape.kinds)] < min(self._jokers, len(shape.kinds)):
                yield self._row(shape, variable, dict.fromkeys(shape.kinds, False))
                if self._bought and shape.exchanges(self._profile):
                    yield self._row(shape, variable, dict.fromkeys(shape.kinds, True))
            yield from self._all_bought(shape, variable)

    def _broken(self, values: Sequence[int]) -> Iterator[list[Term]]:
        """Rows, each at most 0, that a solution does not keep."""
        for shape, variable in self._built:
            if values[variable]:
                row = self._row(shape, variable, dict(self._crowded(shape, variable, values)))
                if _reaches(row, values) > 0:
                    yield row
                yield from (one for one in self._all_bought(shape, variable) if _reaches(one, values) > 0)

    def _all_bought(self, shape: Shape, variable: int) -> Iterator[list[Term]]:
        """In a set either every joker is bought or none, so one that stays and one that is bought find room elsewhere;
        rows for each pair of kinds, added up."""
        if shape.kind == "run" or not shape.exchanges(self._profile):
            return
        for stays in shape.kinds:
            buyable = [kind for kind in shape.kinds if kind in self._bought and kind != stays]
            if stays not in self._staying or not buyable:
                continue
            terms = [(self._staying[stays], len(buyable)), (variable, -len(buyable))]
            terms += [(self._bought[kind], 1) for kind in buyable]
            for kind in (stays, *buyable):
                for other, at in self._holders[kind]:
                    if at != variable and (kind == stays or other.exchanges(self._profile)):
                        terms.append((at, -len(buyable) if kind == stays else -1))
            yield terms

    def _crowded(self, shape: Shape, variable: int, values: Sequence[int]) -> Iterator[tuple[int, bool]]:
        """The kinds of a shape with more jokers than the other shapes could hold, of all or of the bought ones."""
        for kind in shape.kinds:
            others = [(one, values[at]) for one, at in self._holders[kind] if at != variable]
            bought = values[self._bought[kind]] if kind in self._bought else 0
            staying = values[self._staying[kind]] if kind in self._staying else 0
            over = bought + staying - sum(copies for _, copies in others)
            only = bought - sum(copies for one, copies in others if one.exchanges(self._profile))
            if max(over, only) > 0:
                yield kind, only > over

    def _row(self, shape: Shape, variable: int, crowded: Mapping[int, bool]) -> list[Term]:
        """Of these kinds the jokers (or the bought ones alone) less the room for them: at most 0."""
        limit = self._most[len(shape.kinds)]
        terms = [(self._bought[kind], 1) for kind in crowded if kind in self._bought]
        terms += [(self._staying[kind], 1) for kind, bought in crowded.items() if not bought and kind in self._staying]
        room: dict[int, int] = {}
        for kind, bought in crowded.items():
            for other, at in self._holders[kind]:
                if at != variable and (not bought or other.exchanges(self._profile)):
                    most = len(other.kinds) if other.kind == "run" else self._most[len(other.kinds)]
                    room[at] = min(room.get(at, 0) + 1, most)
        terms += [(at, -size) for at, size in room.items()]
        if shape.kind == "run":
            first, after = shape.ends
            joined = [*self._until.get(first, ()), *self._from.get(after, ())]
            terms += [(at, -most_copies(self._profile) * len(shape.kinds)) for at in joined]
        return [*terms, (variable, -limit)]


def _reaches(row: Sequence[Term], values: Sequence[int]) -> int:
    return sum(factor * values[at] for at, factor in row)


def _grouped(pairs: Iterable[tuple[tuple[int, int], int]]) -> dict[tuple[int, int], list[int]]:
    found: dict[tuple[int, int], list[int]] = {}
    for key, variable in pairs:
        found.setdefault(key, []).append(variable)
    return found
