"""Answers about a position, each with its figures as attributes and its words as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Generic, TypeVar

from advisor import answers as found
from advisor.answers import Help, PlanKind
from advisor.outlook_answer import Distance, OutlookAnswer, ThrowRow
from advisor.words.brief import brief
from advisor.words.explain import Sentence, explain, plan_steps
from api.answers import present, present_outlook
from api.requests.asked import PositionRequest
from solver.errors import Reason
from solver.game.actions import Action
from solver.game.cards import Card
from solver.game.melds import Meld
from solver.game.position import TableMeld
from solver.referee.verdict import BrokenRule, Verdict
from zolik.asking import Json, Language, Notation
from zolik.given import check_words

_Found = TypeVar("_Found")


class Told(Generic[_Found]):
    """What has words of its own. Two are equal if they say the same of equal positions."""

    shown: ClassVar[tuple[str, ...]] = ()
    """The attributes that the `repr` shows."""

    def __init__(self, question: PositionRequest, what: _Found) -> None:
        self._question, self._found = question, what

    def _steps(self, language: str, notation: Notation) -> Sequence[Sentence]:
        return explain(self._found, language, notation)

    def steps(self, language: Language | None = None, notation: Notation | None = None) -> tuple[str, ...]:
        """The words, a sentence each; language and notation are by default the position's. Raises InvalidInput."""
        return tuple(one.text for one in self._steps(*self._words(language, notation)))

    def text(self, language: Language | None = None, notation: Notation | None = None) -> str:
        """The words in one text; language and notation are by default the position's. Raises InvalidInput."""
        return " ".join(self.steps(language, notation))

    def _words(self, language: Language | None, notation: Notation | None) -> tuple[str, Notation]:
        """The language and notation to be used: the position's where none is told. Raises InvalidInput."""
        check_words(language, notation, self._question.language)
        return language or self._question.language, notation or self._question.notation

    def _in(self, language: Language | None) -> PositionRequest:
        check_words(language, None, self._question.language)
        return replace(self._question, language=language or self._question.language)

    def __str__(self) -> str:
        return "\n".join(self.steps())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.shown)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Told) or type(other) is not type(self):
            return NotImplemented
        return bool(self._question.position == other._question.position and self._found == other._found)

    def __hash__(self) -> int:
        return hash((type(self), self._question.line))


class Plan(Told[found.Plan]):
    """A whole turn in actions that are legal in their order. `left` is the hand after the melds and before the
    discard, `penalty` the points left after it (None where a taken card goes back), `points` what counted for an
    opening, `score` what the deal is expected to come to, and `kind` what the plan is for."""

    shown = ("actions", "closes", "penalty")

    def _steps(self, language: str, notation: Notation) -> Sequence[Sentence]:
        return plan_steps(self._found, self._question.position, language, notation)

    def brief(self, language: Language | None = None, notation: Notation | None = None) -> str:
        """The turn in one sentence; language and notation are by default the position's. Raises InvalidInput."""
        return brief(self._found, self._question.position, *self._words(language, notation))

    @property
    def actions(self) -> tuple[Action, ...]:
        """What to do, in this order."""
        return self._found.actions

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds newly laid, as they lie at the end of the turn."""
        return self._found.melds

    @property
    def left(self) -> tuple[Card, ...]:
        """The hand before the discard."""
        return self._found.left

    @property
    def discard(self) -> Card | None:
        """The card thrown."""
        return self._found.discard

    @property
    def penalty(self) -> int | None:
        """The points of the cards in hand after the turn, 0 at a close."""
        return self._found.penalty

    @property
    def points(self) -> int | None:
        """The points of the opening in this turn."""
        return self._found.points

    @property
    def closes(self) -> bool:
        """Does it end the deal?"""
        return self._found.closes

    @property
    def from_hand(self) -> bool:
        """Does it close from hand?"""
        return self._found.from_hand

    @property
    def special(self) -> bool:
        """Does it earn the rule set's bonus?"""
        return self._found.special

    @property
    def carried(self) -> int:
        """The jokers kept at a close."""
        return self._found.carried

    @property
    def kind(self) -> PlanKind | None:
        """What the plan is for: to open, to wait, to lay all, to close …; told of the plans of a turn."""
        return self._found.kind

    @property
    def score(self) -> float | None:
        """What the deal is expected to come to; less is better."""
        return self._found.score

    @property
    def table_after(self) -> tuple[TableMeld, ...]:
        """All melds on the table at the end of the turn; told of the plans of a turn."""
        return self._found.table_after

    @property
    def why(self) -> tuple[Reason, ...]:
        """The facts behind it."""
        return self._found.why


_Answer = TypeVar("_Answer", found.OpeningAnswer, found.ClosingAnswer, found.PenaltyAnswer, found.TurnAnswer)


class _WithPlan(Told[_Answer]):
    """An answer that may say no, with all reasons."""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """All that keeps the player from what was asked; `zolik.text` gives a reason words."""
        return self._found.reasons

    @property
    def reason(self) -> Reason | None:
        """The first of the reasons."""
        return self._found.reason

    @property
    def optimal(self) -> bool:
        """Is the answer proved? It is unless the time ran out."""
        return self._found.optimal

    def _plans(self, plans: Sequence[found.Plan]) -> tuple[Plan, ...]:
        return tuple(Plan(self._question, plan) for plan in plans)


class Opening(_WithPlan[found.OpeningAnswer]):
    """The best first opening, or what is missing."""

    shown = ("opens", "points", "required", "melds", "discard")

    @property
    def opens(self) -> bool:
        """Can the player open in this turn?"""
        return self._found.opens

    @property
    def points(self) -> int:
        """The points of the best opening, or of the best laying that there is."""
        return self._found.points

    @property
    def required(self) -> int:
        """The points that an opening needs."""
        return self._found.required

    @property
    def missing(self) -> int:
        """The points short; 0 if it opens."""
        return self._found.missing

    @property
    def plan(self) -> Plan:
        """The turn; where it does not open, what could be laid if it did."""
        return Plan(self._question, self._found.plan)

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds of the plan."""
        return self._found.plan.melds

    @property
    def discard(self) -> Card | None:
        """The card thrown."""
        return self._found.plan.discard

    @property
    def helps(self) -> tuple[Help, ...]:
        """Single cards that bring the opening nearer."""
        return self._found.helps

    @property
    def alternatives(self) -> tuple[Plan, ...]:
        """Further openings, best first."""
        return self._plans(self._found.alternatives)

    def to_json(self, language: Language | None = None) -> Json:
        """The answer as `POST /v1/opening` gives it."""
        return present.opening(self._in(language), self._found)


class Closing(_WithPlan[found.ClosingAnswer]):
    """Can the player close in this turn?"""

    shown = ("closes", "from_hand", "left_over")

    @property
    def closes(self) -> bool:
        """Can the player end the deal in this turn?"""
        return self._found.closes

    @property
    def from_hand(self) -> bool:
        """Is that a close from hand?"""
        return self._found.from_hand

    @property
    def special(self) -> bool:
        """Does it earn the rule set's bonus?"""
        return self._found.special

    @property
    def left_over(self) -> int:
        """The fewest cards beyond the discard that stay in hand; 0 when it closes."""
        return self._found.left_over

    @property
    def plan(self) -> Plan:
        """The turn that closes, or the nearest to it."""
        return Plan(self._question, self._found.plan)

    @property
    def helps(self) -> tuple[Help, ...]:
        """Single cards that bring the close nearer."""
        return self._found.helps

    def to_json(self, language: Language | None = None) -> Json:
        """The answer as `POST /v1/closing` gives it."""
        return present.closing(self._in(language), self._found)


class Penalty(_WithPlan[found.PenaltyAnswer]):
    """The least penalty after this turn."""

    shown = ("penalty", "best_throw")

    @property
    def penalty(self) -> int | None:
        """The least points that can stay in hand; None where a taken card goes back."""
        return self._found.plan.penalty

    @property
    def plan(self) -> Plan:
        """The turn that leaves so few."""
        return Plan(self._question, self._found.plan)

    @property
    def best_throw(self) -> Card | None:
        """The throw that is best for the whole deal, which may keep more points."""
        return self._found.best_throw

    @property
    def held_if_beaten(self) -> int | None:
        """What the round would cost if an opponent closed next."""
        return self._found.held_if_beaten

    @property
    def alternatives(self) -> tuple[Plan, ...]:
        """Further turns, best first."""
        return self._plans(self._found.alternatives)

    def to_json(self, language: Language | None = None) -> Json:
        """The answer as `POST /v1/penalty` gives it."""
        return present.penalty(self._in(language), self._found)


class Turn(_WithPlan[found.TurnAnswer]):
    """The whole turn: the recommended plan, and other plans ranked."""

    shown = ("best",)

    @property
    def best(self) -> Plan:
        """The recommended plan."""
        return Plan(self._question, self._found.recommendation)

    @property
    def plans(self) -> tuple[Plan, ...]:
        """All plans told, the best first."""
        return self._plans(self._found.plans)

    def to_json(self, language: Language | None = None) -> Json:
        """The answer as `POST /v1/turn` gives it."""
        return present.turn(self._in(language), self._found)


class Outlook(Told[OutlookAnswer]):
    """How far it is to open and to close, which cards help, and what each throw leaves."""

    shown = ("to_open", "to_close")

    @property
    def to_open(self) -> Distance:
        """Draws to an opening, and the cards that bring it nearer."""
        return self._found.to_open

    @property
    def to_close(self) -> Distance:
        """Draws to a close, and the cards that bring it nearer."""
        return self._found.to_close

    @property
    def throws(self) -> tuple[ThrowRow, ...]:
        """Every card that may be thrown, best first."""
        return self._found.discards

    @property
    def optimal(self) -> bool:
        """Is all of it proved?"""
        return self._found.optimal

    def to_json(self, language: Language | None = None) -> Json:
        """The answer as `POST /v1/outlook` gives it."""
        return present_outlook.outlook(self._in(language), self._found)


class Check(Told[Verdict]):
    """Are melds or actions legal, and what is wrong with them? True in an `if` where they are legal."""

    shown = ("legal", "points", "problems")

    def __init__(self, question: PositionRequest, what: Verdict, order: Sequence[int] | None = None) -> None:
        super().__init__(question, what)
        self.order: tuple[int, ...] | None = None if order is None or not what.legal else tuple(order)
        """The order in which the melds can be laid."""

    def __bool__(self) -> bool:
        return self.legal

    @property
    def legal(self) -> bool:
        """Is nothing wrong?"""
        return self._found.legal

    @property
    def points(self) -> int:
        """What counts for the opening."""
        return self._found.end.points

    @property
    def opens(self) -> bool:
        """Do they open?"""
        return self._found.end.opens

    @property
    def closes(self) -> bool:
        """Do they end the deal?"""
        return self._found.end.closes

    @property
    def left(self) -> tuple[Card, ...]:
        """The hand after them, before the discard."""
        return self._found.end.left

    @property
    def problems(self) -> tuple[BrokenRule, ...]:
        """All that is wrong, each with its reason; `zolik.text` gives it words."""
        return self._found.problems
