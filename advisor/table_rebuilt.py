"""A bound on what cards close where the table may be rearranged: all of it taken apart and built anew at will.

Whoever closes leaves a table of melds that hold what lay there, the cards laid from his hand, and all jokers but those
that he carries. How it comes to that, which limits the jokers of a meld keep, and whether a joker can be bought is not
asked. So what is not possible here is not possible; what is, must be tried.

The cards to be drawn are unknowns of the same small model: one solution tells which of them could do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from solver.budget import TimedOut
from solver.game.actions import Action, LayMeld, Rearrange
from solver.game.cards import CARDS, JOKER, JOKER_KIND, KINDS, Card, counts, without
from solver.game.melds import place_points, rank_points
from solver.game.position import Position
from solver.model.engine import Model, NoSolution, Term, solve
from solver.model.rearranging.joker_dealing import deal
from solver.model.rearranging.pure_shapes import Shape, possible_shapes
from solver.model.rearranging.table_pool import Pool
from solver.rules.profile import RuleProfile

WORK: Final = 0.3
"""Work on one question, in CP-SAT's deterministic time, after which nothing is said."""


class Rebuilt(NamedTuple):
    """Cards to be drawn; where it is known, a close without its discard, and the natural cards that it leaves."""

    drawn: tuple[Card, ...]
    turn: tuple[tuple[Action, ...], tuple[Card, ...]] | None


class _Asked(NamedTuple):
    """The model of one hand: the cards drawn by kind, the shapes built with their copies, jokers by the kind that they
    stand for, and the cards of the hand laid by kind."""

    model: Model
    drawn: dict[int, list[int]]
    built: list[tuple[Shape, int, int]]
    jokers: dict[int, int]
    laid: dict[int, int]


class TableRebuilt:
    """One hand beside its table, and the cards that can come, by 53 counts. What is asked raises TimedOut."""

    def __init__(self, position: Position, left: Sequence[int]) -> None:
        self.position = position
        self.profile = position.profile
        self.left = left
        self.table = counts(card for meld in position.table for card in meld.meld.cards)
        self._known: dict[tuple[tuple[Card, ...], int, int], _Asked | None] = {}

    def draws(
        self,
        hand: tuple[Card, ...],
        idle: int,
        fewest: int,
        most: int,
        beyond: int = 0,
        wanted: int = 0,
        excluded: Iterable[Sequence[Card]] = (),
    ) -> Rebuilt | None:
        """Cards, from `fewest` to `most` of them, with which the hand could close if `idle` cards more than are drawn
        stay unused: thrown on the way, or at the end. At least `wanted` of them are of different kinds of the set
        `beyond`; not those `excluded`. None: no such cards."""
        asked = self._asked(hand, idle, most)
        if asked is None:
            return None
        base, drawn = asked.model, asked.drawn
        model = Model([*base.lows], [*base.highs], [*base.rows])
        model.add([(one, 1) for ones in drawn.values() for one in ones], fewest, most)
        if wanted:
            model.at_least([(ones[0], 1) for kind, ones in drawn.items() if beyond >> kind & 1], wanted)
        for cards in excluded:
            number = {kind: copies for kind, copies in enumerate(counts(cards)) if copies}
            if all(len(drawn.get(kind, ())) >= copies for kind, copies in number.items()):
                terms = [(one, 1) for kind, copies in number.items() for one in drawn[kind][:copies]]
                model.at_most(terms, len(terms) - 1)
        found = solve(model, WORK)
        if isinstance(found, NoSolution):
            if found.timed_out or found.given_up:
                raise TimedOut
            return None
        cards = tuple(CARDS[kind] for kind, ones in drawn.items() for one in ones if found.values[one])
        return Rebuilt(cards, self._turn(asked, found.values, hand, cards) if self.position.opened else None)

    def _turn(
        self, asked: _Asked, values: Sequence[int], hand: tuple[Card, ...], drawn: tuple[Card, ...]
    ) -> tuple[tuple[Action, ...], tuple[Card, ...]] | None:
        """All melds taken apart and built anew in one step, and the natural cards that then are left; None where that
        is not how the jokers come to lie."""
        pool = Pool(built=[(shape, at) for shape, _, at in asked.built], jokers=asked.jokers)
        jokers = sum(values[joker] for joker in asked.jokers.values()) - self.table[JOKER_KIND]
        melds = deal(pool, values, self.profile) if jokers >= 0 and self.position.table else None
        if melds is None:
            return None
        laid = [*drawn[: len(drawn) - drawn.count(JOKER)], *[JOKER] * jokers]
        for kind, at in asked.laid.items():
            laid += [CARDS[kind]] * values[at]
        ids = tuple(meld.id for meld in self.position.table)
        action = Rearrange(ids, tuple(LayMeld(meld.cards, meld.kind) for meld in melds), tuple(laid))
        naturals = [one for one in laid if one is not JOKER]
        left = without((one for one in (*hand, *drawn) if one is not JOKER), naturals)
        return ((action,) if laid else ()), left

    def _asked(self, hand: tuple[Card, ...], idle: int, most: int) -> _Asked | None:
        key = hand, idle, most
        if key not in self._known:
            self._known[key] = self._stated(hand, idle, most)
        return self._known[key]

    def _stated(self, hand: tuple[Card, ...], idle: int, most: int) -> _Asked | None:
        """The model of up to so many draws; None if a card of the table lies in no meld."""
        held = counts(hand)
        model = Model()
        drawn = self._drawn(model, most)
        rows: list[list[Term]] = [[] for _ in range(KINDS)]
        there = [
            count + held[kind] + (min(most, self.left[kind]) if kind in drawn else 0)
            for kind, count in enumerate(self.table)
        ]
        built: list[tuple[Shape, int, int]] = []
        for shape, copies in possible_shapes(self.profile, there, there[JOKER_KIND]):
            variable = model.variable(copies)
            built.append((shape, copies, variable))
            for kind in shape.kinds:
                rows[kind].append((variable, 1))
        jokers: dict[int, int] = {}
        laid = self._laid(model, held, drawn, rows, jokers)
        if laid is None:
            return None
        if not self.position.opened:
            self._opening(model, built, held, drawn, laid)
        self._unused(model, held, drawn, laid, idle, rows[JOKER_KIND])
        return _Asked(model, drawn, built, jokers, laid)

    def _drawn(self, model: Model, most: int) -> dict[int, list[int]]:
        """For each kind that can come the variables of its first copy drawn, its second …"""
        drawn: dict[int, list[int]] = {}
        for kind in range(KINDS) if most else ():
            copies = [model.variable() for _ in range(min(most, self.left[kind]))]
            for one, after in zip(copies, copies[1:], strict=False):
                model.at_most([(after, 1), (one, -1)], 0)
            if copies:
                drawn[kind] = copies
        return drawn

    def _laid(
        self,
        model: Model,
        held: Sequence[int],
        drawn: dict[int, list[int]],
        rows: list[list[Term]],
        standing: dict[int, int],
    ) -> dict[int, int] | None:
        """For each natural kind of the hand the variable of its cards laid, where it has one; the melds hold them,
        those drawn, those of the table, and jokers in place of the rest. None if a card of the table lies in none."""
        laid: dict[int, int] = {}
        jokers = self.table[JOKER_KIND] + held[JOKER_KIND] + len(drawn.get(JOKER_KIND, ()))
        for kind in range(JOKER_KIND):
            row = rows[kind]
            if not row:
                if self.table[kind]:
                    return None
                for one in drawn.pop(kind, ()):
                    model.highs[one] = 0
                continue
            if jokers:
                stands = model.variable(jokers)
                standing[kind] = stands
                rows[JOKER_KIND].append((stands, 1))
                row.append((stands, -1))
            if held[kind]:
                laid[kind] = model.variable(held[kind])
                row.append((laid[kind], -1))
            row.extend((one, -1) for one in drawn.get(kind, ()))
            model.add(row, self.table[kind], self.table[kind])
        return laid

    def _unused(
        self,
        model: Model,
        held: Sequence[int],
        drawn: dict[int, list[int]],
        laid: dict[int, int],
        idle: int,
        standing: list[Term],
    ) -> None:
        """Jokers lie on the table, are carried or thrown; and so many cards stay unused: `idle` more than are drawn."""
        carried = model.variable(self.profile.carry_max)
        thrown = model.variable(self.table[JOKER_KIND] + held[JOKER_KIND] + len(drawn.get(JOKER_KIND, ())))
        jokers = [*standing, (carried, 1), (thrown, 1), *((one, -1) for one in drawn.get(JOKER_KIND, ()))]
        number = self.table[JOKER_KIND] + held[JOKER_KIND]
        model.add(jokers, number, number)
        naturals = sum(held[:JOKER_KIND])
        unused = [*((one, -1) for one in laid.values()), (thrown, 1)]
        unused += [(one, -1) for ones in drawn.values() for one in ones]
        model.add(unused, idle - naturals, idle - naturals)

    def _opening(
        self,
        model: Model,
        built: Sequence[tuple[Shape, int, int]],
        held: Sequence[int],
        drawn: dict[int, list[int]],
        laid: dict[int, int],
    ) -> None:
        """Cards laid from the hand made melds of enough points at first, one of them a run without a joker, whose cards
        still lie in runs. Jokers laid in the other melds may have come back since."""
        profile = self.profile
        first: list[list[Term]] = [[] for _ in range(KINDS)]
        pure: list[list[Term]] = [[] for _ in range(KINDS)]
        runs: list[list[Term]] = [[] for _ in range(KINDS)]
        points: list[Term] = []
        pure_runs: list[Term] = []
        for shape, copies, lying in built:
            is_run = shape.kind == "run"
            kept = [model.variable()] if is_run and profile.opening_pure_run else []
            pure_runs += [(variable, 1) for variable in kept]
            others = model.variable(copies)
            worth = _points(shape, profile)
            points += [(one, worth) for one in (others, *kept)]
            for kind in shape.kinds:
                first[kind] += [(one, 1) for one in (others, *kept)]
                pure[kind] += [(variable, 1) for variable in kept]
                runs[kind] += [(lying, -1)] if is_run else []
        own: list[Term] = []
        jokers = drawn.get(JOKER_KIND, [])
        for kind, row in enumerate(first):
            if not row:
                continue
            stands = model.variable(held[JOKER_KIND] + len(jokers))
            own.append((stands, 1))
            cards = [(one, -1) for one in (*([laid[kind]] if kind in laid else ()), *drawn.get(kind, ()))]
            model.at_most([*row, *cards, (stands, -1)], 0)
            if pure[kind]:
                model.at_most([*pure[kind], *cards], 0)
                model.at_most([*pure[kind], *runs[kind]], 0)
        model.at_most([*own, *((joker, -1) for joker in jokers)], held[JOKER_KIND])
        if not profile.layoffs_count:
            model.at_least(points, profile.opening_minimum)
        if profile.opening_pure_run:
            model.at_least(pure_runs, 1)


def _points(shape: Shape, profile: RuleProfile) -> int:
    """The most points of a shape, each joker counted as the card that it stands for."""
    if shape.kind == "set":
        return len(shape.kinds) * rank_points(shape.kinds[0] % 13 + 1, profile)
    return sum(place_points(shape.low + at, profile) for at in range(len(shape.kinds)))
