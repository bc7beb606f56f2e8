"""Search: the best solutions of a turn's model without CP-SAT, by branch and bound over what can be done as a whole.

Every natural card held is a *resource* with its copies; so are the sides of a table run, the open suits of a table set
and a joker of a run that can be bought, each once. An *item* is what can be done as a whole: to lay a new meld, to add
cards to one side, to buy a joker. Its gain is the model's own weighted objective, so that ties fall as they do in
CP-SAT; what the items do not know of the rules, the model's rows do, against which every solution is held. Whatever the
search does not cover (rearranging, cards laid late), what grows too large for it, and solutions that not even the
model tells apart are left to CP-SAT.

It stands in the model's room, not beside it: it answers the model's own question with the model's own rows, and states
no rule a second time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from solver.compiled import Way, fast, way
from solver.game.cards import JOKER_KIND
from solver.game.melds import longest_run
from solver.model import branching
from solver.model.branching import NONE
from solver.model.engine import Solved, Term, weighted_objective
from solver.model.lay_off_variables import Extension, LayOffStep
from solver.model.variables import Variables

Branching: type[branching.Branching] = fast(branching).Branching

WAY: Final[Way] = way()
"""How the search runs: compiled, or as plain Python. Its answers are the same."""

MOST_CHAINS: Final = 64
"""Ways to lengthen one side of a run that are told apart before CP-SAT is asked instead."""

MOST_NODES: Final = 20_000 if WAY == "compiled" else 400
"""Beginnings of solutions that are looked at before CP-SAT is asked instead: so many take about as long as CP-SAT."""


class NotCovered(Exception):
    """The model holds something that the search does not describe, or it is too large for it."""


class Items:
    """Resources and items of a model, the items as columns. Raises NotCovered.

    `variables`: those that an item sets (of a new meld one of them, the first that is free); `uses`: its resources;
    `jokers`: those that it lays less those that it wins; `points` that count for an opening; `pure`: a pure run for
    it; `laid`: the kinds laid on the table's melds (None: it is a new meld).
    """

    def __init__(self, turn: Variables) -> None:
        if turn.pool is not None or turn.bought_back or turn.position.profile.order_rule:
            raise NotCovered
        self.turn = turn
        self.kinds = _in_order(turn)
        self.at = [0] * JOKER_KIND
        for index, kind in enumerate(self.kinds):
            self.at[kind] = index
        self.counts = [turn.held[kind] for kind in self.kinds]
        self.naturals = len(self.kinds)
        self.variables: list[tuple[int, ...]] = []
        self.uses: list[list[int]] = []
        self.jokers: list[int] = []
        self.points: list[int] = []
        self.pure: list[int] = []
        self.laid: list[tuple[int, ...] | None] = []
        self._new_melds()
        self.melds = len(self.uses)
        known = len(turn.layings) + len(turn.discards)
        for extension in turn.extensions:
            self._table_meld(extension)
            known += len(extension.steps) + len(extension.exchanges)
        known += sum(at is not None for at in (turn.closes, turn.carried, turn.spared, turn.excused, turn.staying))
        known += 0 if turn.first_action is None else len(turn.first_action.jokers)
        if known < len(turn.model.highs):
            raise NotCovered

    def _new_melds(self) -> None:
        """The melds that can be laid; the copies of one are one item with several variables."""
        place, opens = self.at.__getitem__, self.turn.question.opens
        previous: object = None
        for laying in self.turn.layings:
            candidate, base = laying.candidate, laying.base
            way = (candidate, laying.late, base)
            if previous == way:
                self.variables[-1] = (*self.variables[-1], laying.variable)
                continue
            previous = way
            self.variables.append((laying.variable,))
            self.uses.append(list(map(place, candidate.naturals)))
            self.jokers.append(candidate.jokers)
            self.points.append(laying.points)
            self.pure.append(opens and (candidate.pure or (base is not None and base.pure(candidate))))
        self.laid = [None] * len(self.uses)

    def _resource(self) -> int:
        """A new resource that can be used once."""
        self.counts.append(1)
        return len(self.counts) - 1

    def _table_meld(self, extension: Extension) -> None:
        """What can be done with one table meld."""
        profile, meld = self.turn.position.profile, extension.target.meld
        if any(step.late for step in extension.steps):
            raise NotCovered
        if meld.kind == "set":
            self._set(extension)
            return
        for exchange in extension.exchanges:
            self._item((exchange.variable,), exchange.kinds, self._resource(), exchange.jokers)
        room = longest_run(profile) - len(meld.cards)
        if profile.ace_wraps and len({(step.side, step.place) for step in extension.steps}) > room:
            raise NotCovered  # the two ends would meet
        for side in ("low", "high"):
            steps = [step for step in extension.steps if step.side == side]
            if steps:
                self._side(steps, low=side == "low", most=room)

    def _side(self, steps: Sequence[LayOffStep], *, low: bool, most: int) -> None:
        """Every way to lengthen one side of a run."""
        resource = self._resource()
        places = sorted({step.place for step in steps}, reverse=low)[:most]
        reach = self.turn.held[JOKER_KIND] + self.turn.winnable
        chains: list[tuple[LayOffStep, ...]] = [()]
        made = 0
        for place in places:
            here = [step for step in steps if step.place == place]
            chains = [(*chain, step) for chain in chains for step in here]
            chains = [chain for chain in chains if sum([one.kind == JOKER_KIND for one in chain]) <= reach]
            made += len(chains)
            if made > MOST_CHAINS:
                raise NotCovered
            for chain in chains:
                self._steps(chain, resource)

    def _set(self, extension: Extension) -> None:
        """A card or joker more, or cards for the jokers of a set with what else has room then."""
        resource, profile = self._resource(), self.turn.position.profile
        meld = extension.target.meld
        partly = any(len(exchange.kinds) < len(meld.missing_suits) for exchange in extension.exchanges)
        if len(meld.cards) + 1 < profile.set_size_max or len(extension.exchanges) > 1 or partly:
            raise NotCovered
        if len(meld.cards) < profile.set_size_max:
            for step in extension.steps:
                self._steps((step,), resource)
        for exchange in extension.exchanges:
            given = [step for step in extension.steps if step.kind in exchange.kinds]
            variables = (*[step.variable for step in given], exchange.variable)
            self._item(variables, [step.kind for step in given], resource, exchange.jokers)

    def _steps(self, steps: Sequence[LayOffStep], resource: int) -> None:
        points = 0
        if self.turn.question.opens and self.turn.position.profile.layoffs_count:
            points = sum([step.points for step in steps])
        variables = tuple([step.variable for step in steps])
        self._item(variables, [step.kind for step in steps], resource, 0, points)

    def _item(self, variables: tuple[int, ...], laid: Iterable[int], resource: int, won: int, points: int = 0) -> None:
        """An item on a table meld that wins so many jokers."""
        kinds = tuple(laid)
        self.variables.append(variables)
        self.uses.append([*[self.at[kind] for kind in kinds if kind != JOKER_KIND], resource])
        self.jokers.append(kinds.count(JOKER_KIND) - won)
        self.points.append(points)
        self.pure.append(False)
        self.laid.append(kinds)


def _in_order(turn: Variables) -> list[int]:
    """The kinds held in the order in which they are looked at: first those that fewest things can be done with."""
    used = turn.used
    return sorted([kind for kind in range(JOKER_KIND) if turn.held[kind]], key=lambda kind: (len(used[kind]), kind))


class Search:
    """The best solutions of one model, each laying something else. Raises NotCovered."""

    def __init__(self, turn: Variables) -> None:
        self.turn = turn
        self.parts = parts = Items(turn)
        objective, _ = weighted_objective(turn.model)
        self.worth = worth = [0] * len(turn.model.highs)
        for at, factor in objective.items():
            worth[at] = -factor
        gains = [worth[variables[0]] for variables in parts.variables[: parts.melds]]
        gains += [sum([worth[at] for at in variables]) for variables in parts.variables[parts.melds :]]
        self.core = core = Branching(
            parts.naturals, parts.counts, parts.uses, parts.jokers, gains, parts.points, parts.pure
        )
        question = turn.question
        self.throws = [NONE] * parts.naturals
        for kind, at in turn.discards.items():
            if kind != JOKER_KIND:
                self.throws[parts.at[kind]] = worth[at]
        joker = turn.discards.get(JOKER_KIND)
        self.joker_throw = NONE if joker is None else worth[joker]
        core.held, core.won = turn.held[JOKER_KIND], turn.winnable
        core.needs_pure = question.opens and question.pure_run
        if question.opens and question.minimum:
            core.price_points(question.minimum)
        if turn.model.levels:
            core.price_gains(0 if turn.spared is None else max(0, worth[turn.spared]), max(0, self.joker_throw))
        self.number = 0
        self.closing = False
        self.found: dict[object, tuple[int, list[int]]] = {}
        self.tied: set[int] = set()
        self.layings = {laying.variable: laying for laying in turn.layings}
        self._columns: tuple[list[list[Term]], list[int], list[tuple[int, int]]] | None = None

    def best(self, number: int) -> list[Solved]:
        """The best solutions, at most so many, best first; fewer if there are no more. Raises NotCovered."""
        turn, core = self.turn, self.core
        profile, question = turn.position.profile, turn.question
        if number > 1 and not turn.model.levels:
            raise NotCovered
        self.number, self.found, self.tied = number, {}, set()
        core.begin(self._offer, MOST_NODES)
        for closing in (True, False):
            if (turn.closes is None) if closing else question.must_close:
                continue
            self.closing = closing
            throwing = 1 if profile.ends_with_discard else -1
            if closing and throwing > 0 and profile.closes_without_discard and question.throws is None:
                throwing = 0
            core.run(
                closing, question.stays if closing else 0, throwing, self.throws, self.joker_throw, self._ends(closing)
            )
            if core.nodes > MOST_NODES:
                raise NotCovered
        ranked = sorted(self.found.values(), key=lambda one: -one[0])
        worths = [one for one, _ in ranked[: number + 1]]
        if question.ties and turn.model.levels and (len(set(worths)) < len(worths) or self.tied.intersection(worths)):
            raise NotCovered
        return [self._solved(values) for _, values in ranked[:number]]

    def _ends(self, closing: bool) -> list[int]:
        """What the end is worth with so many jokers left."""
        turn, worth = self.turn, self.worth
        ends = [0] * (turn.held[JOKER_KIND] + turn.winnable + 1)
        if turn.spared is not None:
            most = turn.model.highs[turn.spared]
            ends = [worth[turn.spared] * min(left, most) for left in range(len(ends))]
        if closing and turn.closes is not None and turn.carried is not None:
            most = turn.model.highs[turn.carried]
            more = worth[turn.closes]
            ends = [end + more + worth[turn.carried] * left if left <= most else NONE for left, end in enumerate(ends)]
        return ends

    def _offer(self, gained: int, thrown: int, chosen: list[int], left: int) -> int:
        """Takes a solution if it keeps every rule; gives back what another must be worth to be of interest."""
        core = self.core
        key = self._laid(chosen) if self.number > 1 else None
        known = self.found.get(key)
        if known is not None and known[0] > gained:
            return core.least
        values = self._values(thrown, chosen, left)
        if values is None:
            return core.least
        if not self.turn.model.levels:  # any will do, and no more is to be found
            self.found[None] = gained, values
            return 1
        if known is not None and known[0] == gained:
            self.tied.add(gained)
            return core.least
        self.found[key] = gained, values
        ranked = sorted([one for one, _ in self.found.values()], reverse=True)
        return ranked[self.number - 1] if len(ranked) >= self.number else core.least

    def _laid(self, chosen: list[int]) -> object:
        """What items lay: the new melds and the cards on the table's."""
        laid: Counter[object] = Counter()
        for at in chosen:
            kinds = self.parts.laid[at]
            if kinds is None:
                candidate = self.layings[self.parts.variables[at][0]].candidate
                laid[candidate.naturals, candidate.jokers, candidate.kind] += 1
            else:
                laid.update(kinds)
        return frozenset(laid.items())

    def _values(self, thrown: int, chosen: list[int], left: int) -> list[int] | None:
        """The values of all variables; None if that breaks a row."""
        turn, parts = self.turn, self.parts
        values = [0] * len(turn.model.highs)
        for at in chosen:
            variables = parts.variables[at]
            if at < parts.melds:
                free = [variable for variable in variables if not values[variable]]
                if not free:
                    return None
                values[free[0]] = 1
            else:
                for variable in variables:
                    values[variable] = 1
        if thrown >= -1:
            values[turn.discards[JOKER_KIND if thrown < 0 else parts.kinds[thrown]]] = 1
        self._end(values, left)
        if turn.staying is not None:
            gone = sum([one < parts.naturals for at in chosen for one in parts.uses[at]]) + (thrown >= 0)
            values[turn.staying] = sum(turn.held[:JOKER_KIND]) - gone
        if turn.first_action is None or not turn.first_action.ways:
            return values if self._kept(values) else None
        return next(filter(self._kept, self._first_actions(values)), None)

    def _first_actions(self, values: list[int]) -> Iterator[list[int]]:
        """The values with each way to lay the taken card in the first action."""
        assert self.turn.first_action is not None
        for chosen, variable, jokers, counted in self.turn.first_action.made:
            if values[variable]:
                more = values.copy()
                more[chosen] = 1
                if counted is not None:
                    more[counted] = sum([values[at] * factor for at, factor in jokers])
                yield more

    def _end(self, values: list[int], left: int) -> None:
        """Sets what tells how the turn ends."""
        turn = self.turn
        if turn.spared is not None:
            values[turn.spared] = min(left, turn.model.highs[turn.spared])
        if self.closing and turn.closes is not None and turn.carried is not None:
            values[turn.closes], values[turn.carried] = 1, left
            if turn.excused is not None:
                values[turn.excused] = int(left > 0)

    def _kept(self, values: list[int]) -> bool:
        """Does a solution keep every row of the model?"""
        columns, asking, ends = self._rows()
        totals = dict.fromkeys(asking, 0)
        for at, value in enumerate(values):
            if value:
                for row, factor in columns[at]:
                    totals[row] = totals.get(row, 0) + factor * value
        for row, total in totals.items():
            low, high = ends[row]
            if not low <= total <= high:
                return False
        return True

    def _rows(self) -> tuple[list[list[Term]], list[int], list[tuple[int, int]]]:
        """Of each variable the rows that it is in, with its factors; the rows that nothing does not keep; the ends of
        all rows. Made when first asked for."""
        if self._columns is None:
            rows = self.turn.model.rows
            columns: list[list[Term]] = [[] for _ in self.turn.model.highs]
            for row, (variables, factors, _, _, _) in enumerate(rows):
                for at, factor in zip(variables, factors, strict=True):
                    columns[at].append((row, factor))
            ends = [(low, high) for _, _, low, high, _ in rows]
            self._columns = columns, [row for row, (low, high) in enumerate(ends) if not low <= 0 <= high], ends
        return self._columns

    def _solved(self, values: list[int]) -> Solved:
        levels = self.turn.model.levels
        reached = {level.name: level.value(values) for level in levels}
        return Solved(values, reached, True, reached[levels[0].name] if levels else 0, 0.0, 0.0)
