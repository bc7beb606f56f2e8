"""Dealing: gives the pooled jokers of a rearrangement to actual melds within the profile's limits.

Example: the shapes 4♥ … 6♥ and a set of sixes are built, and one joker stands for 6♥. It may lie in the run or in the
set; where a meld may hold one joker only and the run has one already, it goes to the set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from solver.game.cards import CARDS, JOKER, Card
from solver.game.melds import MeldKind
from solver.model.candidates import jokers_allowed
from solver.model.rearranging.pure_shapes import Shape
from solver.model.rearranging.table_pool import Pool
from solver.rules.profile import RuleProfile

MAX_TRIES = 5_000
"""Ways to deal that are looked at before a rearrangement is given up."""


_NO_JOKERS: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Built:
    """A meld of the rearranged table: its natural kinds in order, the places of jokers that stay and of those that a
    natural card buys afterwards (indices)."""

    kind: MeldKind
    kinds: tuple[int, ...]
    low: int
    jokers: frozenset[int] = frozenset()
    bought: frozenset[int] = frozenset()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards as they lie before the exchanges."""
        return tuple(
            JOKER if at in self.jokers or at in self.bought else CARDS[kind] for at, kind in enumerate(self.kinds)
        )

    @property
    def given(self) -> tuple[Card, ...]:
        """The natural cards given in exchange."""
        return tuple(CARDS[self.kinds[at]] for at in sorted(self.bought))

    def allowed(self, profile: RuleProfile) -> bool:
        """Is it a meld under the profile, before and after the exchanges?"""
        size = len(self.kinds)
        if self.kind == "run" and size > profile.run_length_max:
            return False
        if self.bought and self.kind == "set" and (self.jokers or size < 4 or profile.exchange != "runs_and_sets"):
            return False
        for jokers in (self.jokers, self.jokers | self.bought):
            if not jokers_allowed(size - len(jokers), len(jokers), profile) or len(jokers) == size:
                return False
            if self.kind == "run" and not profile.adjacent_jokers and any(at + 1 in jokers for at in jokers):
                return False
        return True


def deal(
    pool: Pool,
    values: Sequence[int],
    profile: RuleProfile,
    wanted: Callable[[Built], bool] | None = None,
) -> tuple[Built, ...] | None:
    """The melds that a solution builds, one of them as `wanted` if that can be; None if its jokers cannot be dealt."""
    found: tuple[Built, ...] | None = None
    for built in islice(_placed(pool, values, profile) if pool.placed else _pooled(pool, values, profile), MAX_TRIES):
        joined = _joined(built, profile)
        if all(one.allowed(profile) for one in joined):
            found = found or tuple(joined)
            if wanted is None or any(map(wanted, joined)):
                return tuple(joined)
    return found


def _pooled(pool: Pool, values: Sequence[int], profile: RuleProfile) -> Iterator[list[Built]]:
    """Every way to give the jokers of each kind to shapes that hold it."""
    instances: list[Shape] = []
    for shape, variable in pool.built:
        instances += [shape] * values[variable]
    tokens = [(kind, False) for kind, variable in pool.jokers.items() for _ in range(values[variable])]
    tokens += [(kind, True) for kind, variable in pool.bought.items() for _ in range(values[variable])]
    for dealt in _deals(instances, tokens, [_NO_JOKERS] * len(instances), profile):
        yield _built(instances, dealt)


def _placed(pool: Pool, values: Sequence[int], profile: RuleProfile) -> Iterator[list[Built]]:
    """The ways to give to each shape the jokers that lie in it; only several of one shape leave a choice."""
    ways: list[list[list[Built]]] = []
    for shape, variable in pool.built:
        copies = values[variable]
        if not copies:
            continue
        tokens: list[tuple[int, bool]] = []
        for at in range(len(shape.kinds)):
            stays, buys = pool.placed.get((variable, at), (-1, -1))
            tokens += [(at, False)] * (values[stays] if stays >= 0 else 0)
            tokens += [(at, True)] * (values[buys] if buys >= 0 else 0)
        same = [shape] * copies
        if copies == 1:
            alone = (
                frozenset(at for at, buys in tokens if not buys),
                frozenset(at for at, buys in tokens if buys),
            )
            ways.append([_built(same, [alone])])
        else:
            kinds = [(shape.kinds[at], buys) for at, buys in tokens]
            dealt = (_built(same, deal) for deal in _deals(same, kinds, [_NO_JOKERS] * copies, profile))
            ways.append([one for one in dealt if all(meld.allowed(profile) for meld in one)])
    for chosen in product(*ways):
        yield [meld for melds in chosen for meld in melds]


def _built(instances: Sequence[Shape], dealt: Sequence[tuple[frozenset[int], frozenset[int]]]) -> list[Built]:
    return [
        Built(one.kind, one.kinds, one.low, jokers, bought)
        for one, (jokers, bought) in zip(instances, dealt, strict=True)
    ]


def _deals(
    instances: list[Shape],
    tokens: list[tuple[int, bool]],
    dealt: list[tuple[frozenset[int], frozenset[int]]],
    profile: RuleProfile,
) -> Iterator[list[tuple[frozenset[int], frozenset[int]]]]:
    if not tokens:
        yield dealt
        return
    (kind, buys), rest = tokens[0], tokens[1:]
    for at, shape in enumerate(instances):
        if kind not in shape.kinds or (buys and not shape.exchanges(profile)):
            continue
        place = shape.kinds.index(kind)
        jokers, bought = dealt[at]
        if place in jokers or place in bought:
            continue
        here = (jokers, bought | {place}) if buys else (jokers | {place}, bought)
        yield from _deals(instances, rest, [*dealt[:at], here, *dealt[at + 1 :]], profile)


def _joined(built: list[Built], profile: RuleProfile) -> list[Built]:
    """Runs end to end joined to one, first those that are not melds by themselves."""
    runs = sorted(
        (meld for meld in built if meld.kind == "run"), key=lambda meld: (meld.allowed(profile), meld.kinds, meld.low)
    )
    sets = [meld for meld in built if meld.kind == "set"]
    done: list[Built] = []
    while runs:
        one = runs.pop(0)
        for other in runs:
            pair = sorted((one, other), key=lambda run: run.low)
            if one.kinds[0] // 13 == other.kinds[0] // 13 and pair[0].low + len(pair[0].kinds) == pair[1].low:
                both = _join(*pair)
                if both.allowed(profile) or not (one.allowed(profile) and other.allowed(profile)):
                    runs.remove(other)
                    runs.insert(0, both)
                    break
        else:
            done.append(one)
    return [*sorted(done, key=lambda one: (one.kinds, one.low)), *sets]


def _join(low: Built, high: Built) -> Built:
    shift = len(low.kinds)
    return Built(
        "run",
        low.kinds + high.kinds,
        low.low,
        low.jokers | {at + shift for at in high.jokers},
        low.bought | {at + shift for at in high.bought},
    )
