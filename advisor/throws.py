"""The one ranking of throws: every card that may be thrown, by the best turn that throws it, best first.

It is made once, by the expected result, of all layings that `advisor.strength` looks at; the whole turn by strength,
the opening that is not reached and the outlook's table of throws name its first card. A card that none of these turns
throws, since it is laid in all of them, comes last. A joker comes after every natural card thrown with the same laying,
unless its throw closes.
"""

from __future__ import annotations

from advisor.strength.ranking import Turn, ranked_turns
from solver.game.cards import Card
from solver.game.position import Position


def turns_by_throw(position: Position, deadline: float) -> dict[Card, Turn]:
    """For each card the best turn that throws it, the best card first; empty where no card may be thrown."""
    found: dict[Card, Turn] = {}
    for turn in ranked_turns(position, deadline):
        if turn.end.discard is not None:
            found.setdefault(turn.end.discard, turn)
    return found


def best_throw(position: Position, deadline: float) -> Card | None:
    """The card that the best turn throws; None before the draw, or where none is thrown."""
    return None if position.draws_first else next(iter(turns_by_throw(position, deadline)), None)
