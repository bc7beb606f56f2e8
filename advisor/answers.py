"""What the analyses answer, as data. Words are made of them by `advisor.words.explain`, JSON by the service."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, TypeVar

from solver.budget import of
from solver.errors import Reason
from solver.game.actions import Action, Discard, Draw, Exchange, LayOff, Return
from solver.game.cards import Card, without
from solver.game.melds import Meld
from solver.game.position import Position, TableMeld
from solver.referee.verdict import ReplayStep

MeldFate: TypeAlias = Literal["kept", "extended", "exchanged", "rearranged", "new", "discarded"]

PlanKind: TypeAlias = Literal[
    "open",
    "wait",
    "lay",
    "hold_back",
    "keep_jokers",
    "lay_nothing",
    "close",
    "close_from_hand",
    "draw_stock",
    "draw_discard",
    "draw_bottom",
    "return",
]
"""What a plan is for: to open, or to wait though the hand could open; to lay all, to hold something back, or to keep
the jokers; nothing can be laid; to close; where to draw; the taken card goes back."""


@dataclass(frozen=True, slots=True)
class Options:
    """How an analysis is asked for: further answers wanted (0 … 10) and the solver's budget in milliseconds."""

    alternatives: int = 0
    time_ms: int = 1000


@dataclass(frozen=True, slots=True)
class Plan:
    """One whole turn, in actions that are legal in their order; `steps` are these as the referee has replayed them.

    `melds` are the melds newly laid, as they lie at the end of the turn; `left` the hand after them and before the
    discard; `penalty` the points left after the discard, 0 at a close (None for a plan that returns a taken card);
    `points` what counted for an opening in this turn; `points_laid` by how many points all that lies on the table has
    grown, each card and joker at its place. `why` holds the facts behind it, in order; `kind`, in a whole turn, what it
    is for.
    """

    steps: tuple[ReplayStep, ...]
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    discard: Card | None
    penalty: int | None
    points: int | None
    closes: bool = False
    from_hand: bool = False
    special: bool = False
    carried: int = 0
    opening_run: str | None = None
    table_after: tuple[TableMeld, ...] = ()
    fates: tuple[tuple[str, MeldFate], ...] = ()
    score: float | None = None
    points_laid: int = 0
    why: tuple[Reason, ...] = ()
    kind: PlanKind | None = None

    @property
    def actions(self) -> tuple[Action, ...]:
        """What is done."""
        return tuple(step.action for step in self.steps)

    @property
    def lays(self) -> bool:
        """Is anything laid, exchanged or rearranged? By a player who had not opened, that is an opening, unless it
        :attr:`only_exchanges`."""
        return any(not isinstance(action, (Draw, Discard, Return)) for action in self.actions)

    @property
    def only_exchanges(self) -> bool:
        """Are jokers exchanged and nothing else laid? A player who has not opened has then not opened by it."""
        laid = [action for action in self.actions if not isinstance(action, (Draw, Discard, Return))]
        return bool(laid) and all(isinstance(action, Exchange) for action in laid)

    @property
    def kept(self) -> tuple[Card, ...]:
        """The cards that stay in hand after the throw."""
        return without(self.left, (self.discard,) if self.discard is not None else ())

    @property
    def layoffs(self) -> tuple[LayOff, ...]:
        """What is laid off on melds that lay on the table before."""
        return tuple(
            action for action in self.actions if isinstance(action, LayOff) and not action.meld.startswith("new:")
        )


@dataclass(frozen=True, slots=True)
class Help:
    """A single card that brings the goal nearer: copies that can still come, and the draws that the hand is away from
    the goal (`optimal`: no fewer would do); at distance 1 the points then (0 for a close; None further away, or if they
    are not known)."""

    card: Card
    left: int
    points: int | None
    distance: int = 1
    optimal: bool = True


@dataclass(frozen=True, slots=True)
class MeldSum:
    """Melds and their points; where lay-offs count for an opening, also what is laid off."""

    points: int
    melds: tuple[Meld, ...]
    layoffs: tuple[LayOff, ...] = ()


class WithReasons:
    """An answer with `reasons`: all that keeps the player from what was asked, in the contract's order."""

    __slots__ = ()
    reasons: tuple[Reason, ...]

    @property
    def reason(self) -> Reason | None:
        """The first of the reasons; None if there are none."""
        return self.reasons[0] if self.reasons else None


@dataclass(frozen=True, slots=True)
class OpeningAnswer(WithReasons):
    """The best first opening. Where it does not open, `plan` shows the best laying that there is (not to be laid), and
    `layoffs` what counts in it besides the melds."""

    position: Position
    opens: bool
    points: int
    required: int
    missing: int
    pure_run: bool
    plan: Plan
    without_pure_run: MeldSum
    helps: tuple[Help, ...]
    reasons: tuple[Reason, ...]
    optimal: bool
    bound: int | None
    alternatives: tuple[Plan, ...]
    layoffs: tuple[LayOff, ...] = ()


@dataclass(frozen=True, slots=True)
class ClosingAnswer(WithReasons):
    """Can the player close this turn, and from hand? `left_over`: fewest cards beyond the discard that stay."""

    position: Position
    closes: bool
    from_hand: bool
    special: bool
    plan: Plan
    left_over: int
    next_deal: int | None
    helps: tuple[Help, ...]
    reasons: tuple[Reason, ...]
    optimal: bool
    bound: int | None


@dataclass(frozen=True, slots=True)
class StructuralPenalty:
    """Deadwood: the penalty as if the player had opened, on an empty table, without a draw duty."""

    penalty: int
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    discard: Card | None


@dataclass(frozen=True, slots=True)
class PenaltyAnswer(WithReasons):
    """The least legal penalty after this turn; `held_if_beaten` is its score if an opponent closed next, plainly;
    `best_throw` is the first of the one ranking of throws, which may keep more points for a better result:
    `best_expected` is what its turn is expected to come to and `best_left` the points that it leaves; `throw_reason`
    says why it is another card than the plan's."""

    position: Position
    plan: Plan
    structural: StructuralPenalty
    held_if_beaten: int | None
    reasons: tuple[Reason, ...]
    optimal: bool
    bound: int | None
    alternatives: tuple[Plan, ...]
    best_throw: Card | None = None
    best_expected: float | None = None
    best_left: int | None = None
    throw_reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class TurnAnswer(WithReasons):
    """The whole turn: the recommended plan and all ranked plans."""

    position: Position
    objective: str
    recommendation: Plan
    plans: tuple[Plan, ...]
    reasons: tuple[Reason, ...]
    optimal: bool
    bound: int | None


_Proved = TypeVar("_Proved", OpeningAnswer, ClosingAnswer, PenaltyAnswer, TurnAnswer)


def within_budget(options: Options, analysis: Callable[[], _Proved]) -> _Proved:
    """What an analysis answers within its budget; not optimal if anything that went into it ran out of time."""
    with of(options.time_ms) as budget:
        answer = analysis()
    return replace(answer, optimal=answer.optimal and not budget.ran_out)
