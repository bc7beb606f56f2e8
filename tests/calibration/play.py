"""Deals of the arena in which every figure that the advice shows is noted, with what came of it.

The deals of a seed are the same on every machine; those for fitting and those for checking have seeds of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from advisor.answers import Options, Plan
from advisor.arena.deal import Choice, Deal, Outcome, Program, deal_cards, play_deal
from advisor.arena.match import PROGRAMS
from advisor.turn import turn
from solver.game.actions import Action, Discard
from solver.game.cards import Card
from solver.game.position import Position, TableMeld
from solver.rules.presets import PROFILES
from solver.rules.profile import RuleProfile

TABLES: Final = (
    ("strength", "strength"),
    ("strength", "greedy"),
    ("strength", "patient"),
    ("strength", "strength"),
    ("strength", "greedy", "strength"),
    ("strength", "strength", "greedy", "patient"),
    ("strength", "greedy"),
    ("strength", "patient"),
)
"""Who sits at a table, eight deals each in turn; the seats turn with every round of the tables."""

EACH: Final = 8

STILL: Final = "strength-still"
"""`strength` without a look ahead, on whose deals the chances are fitted, for it is quick."""

TIME_MS: Final = 20_000
"""So much time an answer has, that none depends on the machine."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One turn: whose, the position after its draw, the advice's answer (None to another program than `strength`, and
    where that played otherwise), and what was seen after it: what stays in his hand, the table, who has opened."""

    seat: int
    position: Position
    advice: Plan | None
    hand: tuple[Card, ...]
    table: tuple[TableMeld, ...]
    opened: bool
    thrown: Card | None


@dataclass(frozen=True, slots=True)
class Played:
    """A deal with all its turns and its end."""

    profile: RuleProfile
    names: tuple[str, ...]
    number: int
    turns: tuple[Seen, ...]
    outcome: Outcome


class _Noted:
    """A program whose last position is noted, and what it did there."""

    def __init__(self, program: Program) -> None:
        self.name = program.name
        self._program = program
        self.position: Position | None = None
        self.actions: tuple[Action, ...] = ()

    def draw(self, position: Position) -> Choice:
        return self._program.draw(position)

    def play(self, position: Position) -> Sequence[Action]:
        self.position = position
        self.actions = tuple(self._program.play(position))
        return self.actions


def play(deals: int, seed: str, profile: RuleProfile | None = None, *, ask: bool = True) -> Iterator[Played]:
    """Plays deals at the tables in turn; of one rule set, or of all, every other deal by the first of them. With `ask`
    the advice is asked for as the service answers it; else the same player without a look ahead sits there."""
    first, *others = PROFILES.values()
    for number in range(deals):
        rules = profile or (others[number // 2 % len(others)] if number % 2 else first)
        table = TABLES[number // EACH % len(TABLES)]
        shift = number // EACH // len(TABLES)
        names = tuple(table[(seat + shift) % len(table)] for seat in range(len(table)))
        if not ask:
            names = tuple(STILL if name == "strength" else name for name in names)
        yield _played(rules, names, number, f"{seed}/{number}", ask)


def _played(profile: RuleProfile, names: tuple[str, ...], number: int, seed: str, ask: bool) -> Played:
    programs = [_Noted(PROGRAMS[name]()) for name in names]
    deal = deal_cards(profile, len(names), seed)
    turns: list[Seen] = []
    count = 0

    def watch(deal: Deal) -> None:
        nonlocal count
        number = (deal.starter + count) % len(names)
        count += 1
        noted, seat = programs[number], deal.seats[number]
        position, noted.position = noted.position, None
        if position is None:
            return
        thrown = noted.actions[-1].card if noted.actions and isinstance(noted.actions[-1], Discard) else None
        hand, table = tuple(sorted(seat.hand)), tuple(deal.table)
        advice = _advice(position, hand) if ask and noted.name == "strength" else None
        turns.append(Seen(number, position, advice, hand, table, seat.opened, thrown))

    outcome = play_deal(deal, programs, watch)
    return Played(profile, names, number, tuple(turns), outcome)


def _advice(position: Position, hand: tuple[Card, ...]) -> Plan | None:
    """The turn that an answer recommends, if it leaves the hand that stayed."""
    found = turn(position, Options(time_ms=TIME_MS), "strength").recommendation
    return found if tuple(sorted(found.kept)) == hand else None
