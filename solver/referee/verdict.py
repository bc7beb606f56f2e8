"""What the referee says of a list of actions: the problems, every step done, and how things stand after it."""

from __future__ import annotations

from dataclasses import dataclass

from solver.errors import Reason
from solver.game.actions import Action
from solver.game.cards import Card
from solver.game.position import TableMeld


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A broken clause. `step` is the index of the action (None: the turn as a whole), `meld` the index of the meld
    among those laid (None: no new meld), `cards` the cards that it concerns, `depends_on` the index of a refused action
    but for which there might be no problem."""

    reason: Reason
    step: int | None = None
    meld: int | None = None
    cards: tuple[Card, ...] = ()
    depends_on: int | None = None


@dataclass(frozen=True, slots=True)
class EndState:
    """How a turn stands after its last legal action.

    `table` holds all melds, those of this turn under `new:0` …; `left` is the hand before the discard, `hand` after
    it; `points` what counts for the opening (0 for a player who had opened before); `won` the jokers won by exchange
    and `owed` those of them that are still to be laid; `carried` the jokers kept at a close; `penalty` the points of
    the cards in hand, 0 at a close.
    """

    hand: tuple[Card, ...]
    left: tuple[Card, ...]
    table: tuple[TableMeld, ...]
    to_discard_pile: tuple[Card, ...]
    discard: Card | None
    points: int
    opens: bool
    opened: bool
    opening_run: str | None
    won: int
    owed: int
    finished: bool
    closes: bool
    from_hand: bool
    special: bool
    carried: int
    penalty: int


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One action that was done, and how things stand after it.

    `new` are the melds that it lays or builds, in its order; they are the last of `table`, under the names `new:0` …
    that follow those given before. `hand` and `table` are after it; `points` counts for an opening so far, and `opens`
    says whether the player has opened by what he laid in this turn.
    """

    action: Action
    new: tuple[TableMeld, ...]
    hand: tuple[Card, ...]
    table: tuple[TableMeld, ...]
    points: int = 0
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """The referee's answer: legal if `problems` is empty; else the actions before the first wrong one still stand, and
    `steps` are these.

    `follows` is what the rule set makes of wrong actions, where a caller of the referee adds it.
    """

    problems: tuple[BrokenRule, ...]
    end: EndState
    follows: tuple[Reason, ...] = ()
    steps: tuple[ReplayStep, ...] = ()

    @property
    def legal(self) -> bool:
        """Is nothing wrong with the actions?"""
        return not self.problems
