"""Choice: what a solution of the model lays, exchanges and throws, read back from its variables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from solver.buyback import BuyBack
from solver.candidates import Candidate, Segment
from solver.cards import CARDS, JOKER, JOKER_KIND
from solver.dealing import Built, deal
from solver.engine import Model, Solved
from solver.extensions import ExchangeOption, Extension, Side, Step
from solver.pool import Pool
from solver.position import TableMeld
from solver.variables import Variables


@dataclass(frozen=True, slots=True)
class MeldChoice:
    """A new meld: its candidate, the part laid before any won joker, and the jokers that come late."""

    candidate: Candidate
    base: Segment | None
    late: int
    torn: bool = False


@dataclass(frozen=True, slots=True)
class PoolChoice:
    """What is taken apart on the table, what is built, and with which cards of the hand; `given` are those that have
    bought a joker in an arrangement in between."""

    taken: tuple[TableMeld, ...]
    built: tuple[Built, ...]
    from_hand: tuple[int, ...]
    given: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TableChoice:
    """What happens to one table meld."""

    target: TableMeld
    steps: tuple[Step, ...]
    exchanges: tuple[ExchangeOption, ...]

    def side(self, side: Side, *, late: bool) -> tuple[Step, ...]:
        """Steps of one side, ascending, as they are laid together."""
        steps = [one for one in self.steps if one.side == side and one.late == late]
        return tuple(sorted(steps, key=lambda one: (one.place, one.kind)))


@dataclass(frozen=True, slots=True)
class Choice:
    """A whole turn without its order."""

    melds: tuple[MeldChoice, ...]
    table: tuple[TableChoice, ...]
    discard: int | None
    exchanges_any: bool
    pool: PoolChoice | None = None
    between: PoolChoice | None = None
    bought_back: BuyBack | None = None


class Undealt(Exception):
    """The pooled jokers of a rearrangement cannot be dealt to melds within the profile's limits."""


def read_choice(turn: Variables, solved: Solved) -> Choice:
    """The choice that a solution stands for. Raises Undealt."""
    values = solved.values
    melds = tuple(
        MeldChoice(one.candidate, one.base, one.late, one.torn) for one in turn.layings if values[one.variable]
    )
    table = tuple(choice for one in turn.extensions if (choice := _table_choice(one, values)))
    discard = next((kind for kind, variable in turn.discards.items() if values[variable]), None)
    pool = _pool_choice(turn, values)
    exchanges = any(one.exchanges for one in table) or (
        pool is not None and (bool(pool.given) or any(one.bought for one in pool.built))
    )
    bought_back = next((one for one in turn.bought_back if values[one.variable]), None)
    return Choice(melds, table, discard, exchanges or bought_back is not None, pool, bought_back=bought_back)


def _pool_choice(turn: Variables, values: Sequence[int]) -> PoolChoice | None:
    pool = turn.pool
    if pool is None:
        return None
    taken = tuple(one for one, variable in pool.taken if values[variable])
    if not taken and not any(one.torn and values[one.variable] for one in turn.layings):
        return None
    built = deal(pool, values, turn.position.profile, _with_own_card(turn, values))
    if built is None:
        raise Undealt
    given = Counter({kind: values[variable] for kind, variable in pool.between.items()})
    from_hand = Counter({kind: values[variable] for kind, variable in pool.added.items()})
    from_hand -= given + Counter({kind: values[variable] for kind, variable in pool.bought.items()})
    if pool.jokers_added >= 0:
        from_hand[JOKER_KIND] = values[pool.jokers_added]
    return PoolChoice(taken, built, tuple(from_hand.elements()), tuple(given.elements()))


def _table_choice(extension: Extension, values: Sequence[int]) -> TableChoice | None:
    exchanges = tuple(one for one in extension.exchanges if values[one.variable])
    steps = tuple(one for one in extension.steps if values[one.variable])
    if extension.target.meld.kind == "set" and exchanges:
        steps = tuple(one for one in steps if one.kind == JOKER_KIND)
    return TableChoice(extension.target, steps, exchanges) if exchanges or steps else None


def _with_own_card(turn: Variables, values: Sequence[int]) -> Callable[[Built], bool] | None:
    """Whether a built meld holds the taken card and another card of the hand, where the draw's duty asks for that."""
    kind, pool = turn.question.duty_kind, turn.pool
    if kind is None or pool is None or turn.position.profile.discard_duty != "own_card":
        return None
    taken = CARDS[kind]
    added = {CARDS[one] for one, variable in pool.added.items() if values[variable]} - {taken}
    if pool.jokers_added >= 0 and values[pool.jokers_added] and kind != JOKER_KIND:
        added.add(JOKER)
    return lambda built: taken in built.cards and not added.isdisjoint(built.cards)


def forbid(turn: Variables, solved: Solved) -> None:
    """Rules out every turn that lays the same new melds and the same cards on the table's, whatever it throws; where
    the table is rebuilt, every turn that lays the same cards."""
    if turn.pool is not None:
        used = [[variable for variable, _ in terms] for terms in turn.naturals_used() if terms]
        exclude(turn.model, solved, [*used, [variable for variable, _ in turn.jokers_laid()]])
        return
    groups: dict[object, list[int]] = {}
    for laying in turn.layings:
        shape = (laying.candidate.naturals, laying.candidate.jokers, laying.candidate.kind)
        groups.setdefault(shape, []).append(laying.variable)
    for extension in turn.extensions:
        for kind, variable in extension.natural_terms():
            groups.setdefault(("table", kind), []).append(variable)
        for variable, _ in extension.joker_terms():
            groups.setdefault(("table", JOKER_KIND), []).append(variable)
    exclude(turn.model, solved, list(groups.values()))


def forbid_exactly(turn: Variables, solved: Solved) -> None:
    """Rules out this very turn, but for what it throws."""
    groups = [[one.variable] for one in turn.layings]
    groups += [[one.variable] for extension in turn.extensions for one in extension.steps]
    groups += [[one.variable] for extension in turn.extensions for one in extension.exchanges]
    groups += [[one.variable] for one in turn.bought_back]
    exclude(turn.model, solved, groups + (_pool_groups(turn) if turn.pool else []))


def _pool_groups(turn: Variables) -> list[list[int]]:
    assert turn.pool is not None
    pool = turn.pool
    bought = [*pool.bought.items(), *pool.between.items()]
    return [[variable] for _, variable in [*pool.built, *pool.jokers.items(), *bought]]


def forbid_deal(model: Model, pool: Pool, solved: Solved) -> None:
    """Rules out a rearrangement whose jokers cannot be dealt: by the limits that it breaks, or else the melds that
    could hold one of these jokers, or be joined to such a run."""
    if pool.limits.state(model, solved.values):
        return
    jokers = [*pool.jokers.items(), *pool.bought.items()]
    kinds = {kind for kind, variable in jokers if solved.values[variable]}
    suits = {kind // 13 for kind in kinds}
    holding = [
        [variable]
        for shape, variable in pool.built
        if not kinds.isdisjoint(shape.kinds) or (shape.kind == "run" and shape.kinds[1] // 13 in suits)
    ]
    exclude(model, solved, [*holding, *([variable] for _, variable in jokers)])


def exclude(model: Model, solved: Solved, groups: list[list[int]]) -> None:
    """Some sum of a group of variables differs from its value in the solution."""
    row: list[tuple[int, int]] = []
    bound = 1
    for variables in filter(None, groups):
        amount = sum(solved.values[one] for one in variables)
        if amount == 0:
            row += [(one, 1) for one in variables]
        elif len(variables) == 1 and model.highs[variables[0]] == 1:
            row.append((variables[0], -1))
            bound -= 1
        else:
            differs = model.variable()
            less, more = model.variable(), model.variable()
            terms = [(one, 1) for one in variables]
            most = sum(model.highs[one] for one in variables) + 1
            model.at_most([*terms, (less, most)], amount - 1 + most)
            model.at_least([*terms, (more, -most)], amount + 1 - most)
            model.at_most([(differs, 1), (less, -1), (more, -1)], 0)
            row.append((differs, 1))
    model.at_least(row, bound)
