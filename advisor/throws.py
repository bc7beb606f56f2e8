"""The one ranking of throws: every card that may be thrown, by the best turn that throws it, best first.

It is made once, by the expected result, of all layings that `advisor.strength` looks at; the whole turn by strength,
the opening that is not reached and the outlook's table of throws name its first card. A card that none of these turns
throws, since it is laid in all of them, is weighed by a turn of its own that throws it all the same; it takes its place
by that, but never the first: what is recommended are turns whose strength was measured. A joker comes after every
natural card thrown with the same laying, unless its throw closes.
"""

from __future__ import annotations

from dataclasses import replace

from advisor.answers import Plan
from advisor.strength.ranking import WeighedTurn, ranked_turns, turn_throwing
from solver.game.cards import Card
from solver.game.position import Position
from solver.referee.cards import may_throw


def turns_by_throw(position: Position, least: Plan | None = None) -> dict[Card, WeighedTurn]:
    """For each card that the turns looked at throw the best of them, the best card first; empty where no card may be
    thrown. Before the draw they are those of the hand as it stands, as after a draw that does not help. `least`: the
    turn with the least penalty, where that is known."""
    found: dict[Card, WeighedTurn] = {}
    standing = replace(position, phase="free", phase_told=True) if position.draws_first else position
    for turn in ranked_turns(standing, least=least):
        if turn.end.discard is not None:
            found.setdefault(turn.end.discard, turn)
    return found


def all_throws(position: Position) -> dict[Card, WeighedTurn]:
    """The same for every card that may be thrown, as far as the time suffices."""
    found = turns_by_throw(position)
    if not found or position.draws_first:
        return found
    first, *others = found.items()
    for card in sorted(set(position.hand) - found.keys()):
        if may_throw(position, position.hand, card, position.opened) is None:
            turn = turn_throwing(position, card)
            if turn is not None:
                others.append((card, turn))
    return dict([first, *sorted(others, key=lambda one: (not one[1].end.closes, one[1].score))])


def best_turn(position: Position, least: Plan | None = None) -> WeighedTurn | None:
    """The best turn of the ranking; None before the draw, or where no card is thrown."""
    if position.draws_first:
        return None
    return next(iter(turns_by_throw(position, least).values()), None)
