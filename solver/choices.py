"""Choice: what a solution of the model lays, exchanges and throws, read back from its variables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.candidates import Candidate
from solver.cards import JOKER_KIND
from solver.engine import Solved
from solver.extensions import ExchangeOption, Extension, Side, Step
from solver.position import TableMeld
from solver.segments import Segment
from solver.variables import Variables


@dataclass(frozen=True, slots=True)
class MeldChoice:
    """A new meld: its candidate, the part laid before any won joker, and the jokers that come late."""

    candidate: Candidate
    base: Segment | None
    late: int


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


def read_choice(turn: Variables, solved: Solved) -> Choice:
    """The choice that a solution stands for."""
    values = solved.values
    melds = tuple(MeldChoice(one.candidate, one.base, one.late) for one in turn.layings if values[one.variable])
    table = tuple(choice for one in turn.extensions if (choice := _table_choice(one, values)))
    discard = next((kind for kind, variable in turn.discards.items() if values[variable]), None)
    return Choice(melds, table, discard, any(one.exchanges for one in table))


def _table_choice(extension: Extension, values: Sequence[int]) -> TableChoice | None:
    exchanges = tuple(one for one in extension.exchanges if values[one.variable])
    steps = tuple(one for one in extension.steps if values[one.variable])
    if extension.target.meld.kind == "set" and exchanges:
        steps = tuple(one for one in steps if one.kind == JOKER_KIND)
    return TableChoice(extension.target, steps, exchanges) if exchanges or steps else None


def forbid(turn: Variables, solved: Solved) -> None:
    """Rules out every turn that lays the same (whatever it throws): the next solution lays something else."""
    groups: dict[object, list[int]] = {}
    for laying in turn.layings:
        groups.setdefault((laying.candidate.naturals, laying.candidate.jokers, laying.candidate.kind), []).append(
            laying.variable
        )
    for extension in turn.extensions:
        for step in extension.steps:
            groups.setdefault((extension.target.id, step.side, step.place, step.kind), []).append(step.variable)
        for exchange in extension.exchanges:
            groups.setdefault((extension.target.id, exchange.index, "exchange"), []).append(exchange.variable)
    row: list[tuple[int, int]] = []
    bound = 1
    for variables in groups.values():
        amount = sum(solved.values[one] for one in variables)
        if amount == 0:
            row += [(one, 1) for one in variables]
        elif len(variables) == 1:
            row.append((variables[0], -1))
            bound -= 1
        else:
            differs = turn.model.variable()
            less, more = turn.model.variable(), turn.model.variable()
            terms = [(one, 1) for one in variables]
            turn.model.at_most([*terms, (less, len(variables))], amount - 1 + len(variables))
            turn.model.at_least([*terms, (more, -len(variables))], amount + 1 - len(variables))
            turn.model.at_most([(differs, 1), (less, -1), (more, -1)], 0)
            row.append((differs, 1))
    turn.model.at_least(row, bound)
