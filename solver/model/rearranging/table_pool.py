"""Pool: rearranging the table. Melds taken apart give their cards to a pool, out of which new melds are built.

A count a *pure shape* (runs of 3 to 5 places, sets of 3 or 4 suits) and one pooled count of jokers a kind of card;
`rearranging.joker_dealing` then deals the jokers to shapes. Longer runs are shapes end to end, joined when dealt.
Example: `5♥ JK 7♥` taken apart gives 5♥, 7♥ and a joker; with 4♥ of the hand the shape 4♥ … 7♥ is built, whose 6♥ is
the joker.
Source: the entry behind `wikipedia` and the rules' section 4; formulation from the solver notes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final
from zlib import crc32

from solver.game.cards import CARDS, JOKER, JOKER_KIND, KINDS
from solver.game.position import TableMeld
from solver.model.engine import Meaning, Model, Term
from solver.model.lay_off_variables import Extension
from solver.model.rearranging.pure_shapes import (
    JokerLimits,
    Shape,
    limited,
    most_copies,
    most_jokers_of,
    possible_shapes,
)
from solver.rules.profile import RuleProfile

_ACTIVE: Final = Meaning("melds are taken apart")
_BEFORE: Final = Meaning("a joker is exchanged out of a meld that is then taken apart")
_PLACED: Final = Meaning("where the jokers lie")


@dataclass(slots=True)
class Pool:
    """The variables of rearranging: melds taken (`taken`), shapes built, hand cards added by kind, jokers by the kind
    that they stand for, jokers added from the hand, natural cards that buy a joker in the end, and those that buy one
    in an arrangement in between (`between`)."""

    taken: list[tuple[TableMeld, int]] = field(default_factory=list)
    built: list[tuple[Shape, int]] = field(default_factory=list)
    added: dict[int, int] = field(default_factory=dict)
    jokers: dict[int, int] = field(default_factory=dict)
    bought: dict[int, int] = field(default_factory=dict)
    between: dict[int, int] = field(default_factory=dict)
    jokers_added: int = -1
    lying: list[Term] = field(default_factory=list)
    """Terms that count the jokers of the table that are taken."""
    limits: JokerLimits | None = None
    placed: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    """Where the profile limits jokers: by the variable of a shape and the index of a place in it, those of the jokers
    that stay there and of those bought there (-1: none can be)."""

    def fingerprints(self, shift: int) -> list[Term]:
        """A fixed number a shape, for the last tie-break."""
        return [(variable, crc32(bytes(shape.kinds)) >> shift) for shape, variable in self.built]


def make_pool(
    model: Model,
    table: Sequence[TableMeld],
    torn: Sequence[tuple[int, tuple[tuple[int, int], ...], int]],
    held: Sequence[int],
    jokers: int,
    profile: RuleProfile,
    extensions: Sequence[Extension],
    may_exchange: bool,
    *,
    between: bool = False,
    gone: Sequence[int] = (),
    placed: bool = False,
) -> Pool:
    """Variables and rows. `torn` are new melds of this turn taken apart again: variable, natural cards, jokers of the
    hand; `between`: jokers may also be bought in an arrangement in between; `gone`: variables that count jokers which
    left the table before; `placed`: tells where each joker lies, as is always done where the profile limits them."""
    pool = Pool()
    model.rule("rearranged_table")
    there = list(held)
    for lying in table:
        pool.taken.append((lying, model.variable()))
        for card in lying.meld.cards:
            there[card.kind] += 1
    most_jokers = there[JOKER_KIND]
    strict = bool(most_jokers) and (placed or limited(profile))
    rows: list[list[Term]] = [[] for _ in range(KINDS)]
    _build(
        model,
        pool,
        rows,
        possible_shapes(profile, there[:JOKER_KIND], most_jokers, placed=strict),
        profile,
        sold=strict and may_exchange,
    )
    movers = [(variable, 1) for _, variable in pool.taken] + [(variable, 1) for variable, _, _ in torn]
    joker_row = _taken_apart(model, pool, rows, torn, gone, extensions)
    active = model.variable()
    model.at_most([(active, 1), *((at, -factor) for at, factor in movers)], 0, _ACTIVE)
    for kind in range(KINDS - 1):
        if held[kind] and rows[kind]:
            pool.added[kind] = model.variable(held[kind])
            rows[kind].append((pool.added[kind], -1))
            model.at_most([(pool.added[kind], 1), (active, -held[kind])], 0, _ACTIVE)
        if most_jokers and rows[kind]:
            pool.jokers[kind] = model.variable(min(most_jokers, most_copies(profile)))
            rows[kind].append((pool.jokers[kind], -1))
            joker_row.append((pool.jokers[kind], -1))
        if rows[kind]:
            model.add(rows[kind], 0, 0, CARDS[kind])
    if jokers:
        pool.jokers_added = model.variable(jokers)
        joker_row.append((pool.jokers_added, 1))
        model.at_most([(pool.jokers_added, 1), (active, -jokers)], 0, _ACTIVE)
    if may_exchange and any(factor > 0 for _, factor in joker_row):
        _buy(model, pool, joker_row, profile, between=between)
    model.add(joker_row, 0, 0, JOKER)
    if strict:
        _place(model, pool, profile)
    else:
        pool.limits = JokerLimits(pool.built, (pool.jokers, pool.bought), profile, most_jokers)
    return pool


def _build(
    model: Model,
    pool: Pool,
    rows: list[list[Term]],
    possible: Iterable[tuple[Shape, int]],
    profile: RuleProfile,
    *,
    sold: bool,
) -> None:
    """A variable for each shape that can be built; with `sold`, one more for a set all of whose jokers are bought."""
    for shape, most in possible:
        variable = model.variable(most)
        pool.built.append((shape, variable))
        for kind in shape.kinds:
            rows[kind].append((variable, 1))
        if sold and shape.kind == "set" and shape.exchanges(profile):
            variable = model.variable(most)
            pool.built.append((replace(shape, sold=True), variable))
            for kind in shape.kinds:
                rows[kind].append((variable, 1))


def _taken_apart(
    model: Model,
    pool: Pool,
    rows: list[list[Term]],
    torn: Sequence[tuple[int, tuple[tuple[int, int], ...], int]],
    gone: Sequence[int],
    extensions: Sequence[Extension],
) -> list[Term]:
    """The cards of melds taken apart go into the rows of their kinds, their jokers into the row that comes back."""
    joker_row: list[Term] = [(variable, -1) for variable in gone]
    for one, variable in pool.taken:
        joker_row.append((variable, one.meld.jokers))
        if one.meld.jokers:
            pool.lying.append((variable, one.meld.jokers))
        for kind, copies in Counter(card.kind for card in one.meld.cards if card is not JOKER).items():
            rows[kind].append((variable, -copies))
    for variable, needs, own in torn:
        joker_row.append((variable, own))
        for kind, copies in needs:
            rows[kind].append((variable, -copies))
    for given, variable, won in _exchanged_before(model, pool, extensions):
        joker_row.append((variable, -won))
        for kind in given:
            rows[kind].append((variable, -1))
    return joker_row


def _place(model: Model, pool: Pool, profile: RuleProfile) -> None:
    """Tells of each pooled joker in which shape and at which place it lies, and keeps the limits on jokers there: as
    many as a meld of that size may hold, no two side by side where that is barred, and in a set either all of them
    bought or none. Example: with `min_naturals` 3 the jokers 5♠ and 6♠ both fit into 4♠ … 8♠, not into 4♠ … 6♠."""
    staying: dict[int, list[Term]] = {kind: [] for kind in pool.jokers}
    buying: dict[int, list[Term]] = {kind: [] for kind in pool.bought}
    for shape, variable in pool.built:
        limit, copies = most_jokers_of(len(shape.kinds), profile), model.highs[variable]
        here: list[list[Term]] = []
        for at, kind in enumerate(shape.kinds if limit else ()):
            stays = buys = -1
            if kind in staying and not shape.sold:
                stays = model.variable(copies)
                staying[kind].append((stays, -1))
            if kind in buying and shape.exchanges(profile) and (shape.kind == "run" or shape.sold):
                buys = model.variable(copies)
                buying[kind].append((buys, -1))
            pool.placed[variable, at] = stays, buys
            here.append([(one, 1) for one in (stays, buys) if one >= 0])
        together = [term for terms in here for term in terms]
        if together:
            model.at_most([*together, (variable, -min(limit, len(together)))], 0, "jokers")
        for terms in here:
            if terms and limit > 1:
                model.at_most([*terms, (variable, -1)], 0, "one card a place")
        if shape.kind == "run" and not profile.adjacent_jokers:
            for one, other in pairwise(here):
                if one and other:
                    model.at_most([*one, *other, (variable, -1)], 0, "neighbouring jokers")
    for pooled, found in ((pool.jokers, staying), (pool.bought, buying)):
        for kind, variable in pooled.items():
            model.add([(variable, 1), *found[kind]], 0, 0, _PLACED)


def _exchanged_before(
    model: Model, pool: Pool, extensions: Sequence[Extension]
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Jokers exchanged out of melds as they lie, which are then taken apart: cards given, variable, jokers won."""
    taken = {one.id: variable for one, variable in pool.taken}
    for extension in extensions:
        for exchange in extension.exchanges:
            variable, take = model.variable(), taken[extension.target.id]
            model.at_most([(variable, 1), (exchange.variable, -1)], 0, _BEFORE)
            model.at_most([(variable, 1), (take, -1)], 0, _BEFORE)
            model.at_most([(exchange.variable, 1), (take, 1), (variable, -1)], 1, _BEFORE)
            if extension.target.meld.kind == "set":
                # the cards given are steps of the set: without the exchange none is laid on a set that is taken
                for step in extension.steps:
                    if step.kind in exchange.kinds:
                        model.at_most([(step.variable, 1), (take, 1), (variable, -1)], 1, CARDS[step.kind])
            yield exchange.kinds, variable, exchange.jokers


def _buy(model: Model, pool: Pool, joker_row: list[Term], profile: RuleProfile, *, between: bool) -> None:
    """A natural card added may buy a joker where it lies in a run, or in a set of all suits."""
    for kind, added in pool.added.items():
        buying = [(variable, -1) for shape, variable in pool.built if kind in shape.kinds and shape.exchanges(profile)]
        if buying:
            bought = pool.bought[kind] = model.variable(model.highs[added])
            model.at_most([(bought, 1), (added, -1)], 0, CARDS[kind])
            model.at_most([(bought, 1), *buying], 0, CARDS[kind])
            joker_row.append((bought, -1))
            if between:
                earlier = pool.between[kind] = model.variable(model.highs[added])
                model.at_most([(bought, 1), (earlier, 1), (added, -1)], 0, CARDS[kind])
                joker_row.append((earlier, -1))
