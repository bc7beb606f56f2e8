"""Choice: what a solution of the model lays, exchanges and throws, read back from its variables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from solver.game.cards import CARDS, JOKER, JOKER_KIND
from solver.game.position import TableMeld
from solver.model.candidates import Candidate, Segment
from solver.model.engine import Model, Solved, Term
from solver.model.joker_buyback import BuyBack
from solver.model.lay_off_variables import ExchangeOption, Extension, LayOffStep, Side
from solver.model.rearranging.joker_dealing import Built, deal
from solver.model.rearranging.table_pool import Pool
from solver.model.variables import Variables


@dataclass(frozen=True, slots=True)
class MeldChoice:
    """A new meld: its candidate, the part laid before any won joker, and the jokers that come late, `own` ones before
    anything else follows the opening."""

    candidate: Candidate
    base: Segment | None
    late: int
    torn: bool = False
    own: bool = False


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
    steps: tuple[LayOffStep, ...]
    exchanges: tuple[ExchangeOption, ...]

    def side(self, side: Side, *, late: bool) -> tuple[LayOffStep, ...]:
        """Steps of one side, ascending, as they are laid together."""
        steps = [step for step in self.steps if step.side == side and step.late == late]
        return tuple(sorted(steps, key=lambda one: (one.place, one.kind)))


@dataclass(frozen=True, slots=True)
class Choice:
    """A whole turn without its order; `chain` are the arrangements in which jokers are bought before the last one
    (None: nothing is bought in between)."""

    melds: tuple[MeldChoice, ...]
    table: tuple[TableChoice, ...]
    discard: int | None
    exchanges_any: bool
    pool: PoolChoice | None = None
    chain: tuple[PoolChoice, ...] | None = None
    bought_back: BuyBack | None = None


class Undealt(Exception):
    """The pooled jokers of a rearrangement cannot be dealt to melds within the profile's limits."""


def read_choice(turn: Variables, solved: Solved) -> Choice:
    """The choice that a solution stands for. Raises Undealt."""
    values = solved.values
    melds = tuple(
        MeldChoice(laying.candidate, laying.base, laying.late, laying.torn, laying.own)
        for laying in turn.layings
        if values[laying.variable]
    )
    table = tuple(
        choice
        for extension in turn.extensions
        if (choice := _table_choice(extension, values, turn_counts=turn.question.opens))
    )
    discard = next((kind for kind, variable in turn.discards.items() if values[variable]), None)
    pool = _pool_choice(turn, values)
    exchanges = any(lying.exchanges for lying in table) or (
        pool is not None and (bool(pool.given) or any(one.bought for one in pool.built))
    )
    bought_back = next((one for one in turn.bought_back if values[one.variable]), None)
    return Choice(melds, table, discard, exchanges or bought_back is not None, pool, bought_back=bought_back)


def _pool_choice(turn: Variables, values: Sequence[int]) -> PoolChoice | None:
    pool = turn.pool
    if pool is None:
        return None
    taken = any(values[variable] for _, variable in pool.taken)
    if not taken and not any(laying.torn and values[laying.variable] for laying in turn.layings):
        return None
    built = deal(pool, values, turn.position.profile, _with_own_card(turn, values))
    if built is None:
        raise Undealt
    return pool_choice(pool, values, built)


def pool_choice(pool: Pool, values: Sequence[int], built: tuple[Built, ...]) -> PoolChoice:
    """What a solution takes apart, and the cards of the hand with which it builds these melds."""
    given, bought, from_hand = (
        Counter({kind: values[variable] for kind, variable in variables.items()})
        for variables in (pool.between, pool.bought, pool.added)
    )
    from_hand -= given + bought
    if pool.jokers_added >= 0:
        from_hand[JOKER_KIND] = values[pool.jokers_added]
    taken = tuple(one for one, variable in pool.taken if values[variable])
    return PoolChoice(taken, built, tuple(from_hand.elements()), tuple(given.elements()))


def _table_choice(extension: Extension, values: Sequence[int], *, turn_counts: bool) -> TableChoice | None:
    """What happens to a table meld; where lay-offs count, cards of a set may be laid before the last buy its jokers."""
    exchanges = tuple(exchange for exchange in extension.exchanges if values[exchange.variable])
    steps = tuple(step for step in extension.steps if values[step.variable])
    if extension.target.meld.kind == "set" and exchanges:
        counting = turn_counts and any(step.late for step in extension.steps)
        before = {step.kind for step in steps if counting and not step.late and step.kind != JOKER_KIND}
        given = {kind for exchange in exchanges for kind in exchange.kinds} - before
        steps = tuple(step for step in steps if step.kind not in given)
        exchanges = tuple(
            replace(exchange, kinds=tuple(kind for kind in exchange.kinds if kind not in before))
            for exchange in exchanges
        )
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


Group: TypeAlias = tuple[Sequence[Term], int]
"""Terms, and what they add up to in a solution."""


def forbid(turn: Variables, solved: Solved) -> None:
    """Rules out every turn that lays the same new melds and the same cards on the table's, whatever it throws; where
    the table is rebuilt, every turn that lays the same cards."""
    if turn.pool is not None:
        forbid_cards(turn, cards_laid(turn, solved))
        return
    groups: dict[object, list[Term]] = {}
    for laying in turn.layings:
        shape = (laying.candidate.naturals, laying.candidate.jokers, laying.candidate.kind)
        groups.setdefault(shape, []).append((laying.variable, 1))
    for extension in turn.extensions:
        for kind, variable in extension.natural_terms():
            groups.setdefault(("table", kind), []).append((variable, 1))
        for variable, _ in extension.joker_terms():
            groups.setdefault(("table", JOKER_KIND), []).append((variable, 1))
    exclude(turn.model, [_in(solved, terms) for terms in groups.values()])


def cards_laid(turn: Variables, solved: Solved) -> tuple[int, ...]:
    """How many cards of each kind a solution lays; jokers last."""
    return tuple(_in(solved, terms)[1] for terms in _laying(turn))


def forbid_cards(turn: Variables, laid: Sequence[int]) -> None:
    """Rules out every turn that lays these cards."""
    exclude(turn.model, list(zip(_laying(turn), laid, strict=True)))


def _laying(turn: Variables) -> list[list[Term]]:
    return [*turn.naturals_used()[:JOKER_KIND], turn.jokers_laid()]


def forbid_exactly(turn: Variables, solved: Solved) -> None:
    """Rules out this very turn, but for what it throws."""
    variables = [laying.variable for laying in turn.layings] + [one.variable for one in turn.bought_back]
    for extension in turn.extensions:
        variables += [step.variable for step in extension.steps] + [
            exchange.variable for exchange in extension.exchanges
        ]
    pool = turn.pool
    if pool is not None:
        variables += [variable for _, variable in pool.built]
        variables += [*pool.jokers.values(), *pool.bought.values(), *pool.between.values()]
    exclude_values(turn.model, solved, variables)


def forbid_deal(model: Model, pool: Pool, solved: Solved) -> None:
    """Rules out a rearrangement whose jokers cannot be dealt: by the limits that it breaks, or else the melds that
    could hold one of these jokers, or be joined to such a run."""
    if pool.limits is not None and pool.limits.state(model, solved.values):
        return
    jokers = [*pool.jokers.items(), *pool.bought.items()]
    kinds = {kind for kind, variable in jokers if solved.values[variable]}
    suits = {kind // 13 for kind in kinds}
    holding = [
        variable
        for shape, variable in pool.built
        if not kinds.isdisjoint(shape.kinds) or (shape.kind == "run" and shape.kinds[1] // 13 in suits)
    ]
    exclude_values(model, solved, [*holding, *(variable for _, variable in jokers)])


def exclude_values(model: Model, solved: Solved, variables: Iterable[int]) -> None:
    """Some variable differs from its value in a solution."""
    exclude(model, [_in(solved, [(variable, 1)]) for variable in variables])


def exclude(model: Model, groups: Sequence[Group]) -> None:
    """Some sum of terms, none of them negative, differs from the amount told with it."""
    row: list[Term] = []
    bound = 1
    for terms, amount in groups:
        most = sum(factor * model.highs[one] for one, factor in terms)
        if amount == 0:
            row += [(one, 1) for one, _ in terms]
        elif amount == most == 1:
            row += [(one, -factor) for one, factor in terms]
            bound -= 1
        else:
            less, more = model.variable(), model.variable()
            model.at_most([*terms, (less, most + 1)], amount + most)
            model.at_least([*terms, (more, -most - 1)], amount - most)
            row += [(less, 1), (more, 1)]
    model.at_least(row, bound)


def _in(solved: Solved, terms: Sequence[Term]) -> Group:
    return terms, sum(factor * solved.values[one] for one, factor in terms)
