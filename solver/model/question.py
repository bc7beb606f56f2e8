"""Question: what is asked of the optimiser about one turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from solver.game.cards import Card
from solver.game.position import Position

Objective: TypeAlias = Literal["opening", "penalty", "points", "cards", "left_over", "any"]
Touchable: TypeAlias = Literal["all", "mine", "none"]


@dataclass(frozen=True, slots=True)
class Question:
    """One decision: `opens`: the turn is the first opening, of `minimum` points and with a pure run if asked; `reach`:
    which table melds may be touched; `duty_kind`: the kind that a taken card obliges to lay; `bottom_kind`: that of a
    bottom card drawn; `must_close`: only turns that close; `throws`: the only kind that may be thrown; `ties`: equal
    turns are told apart by the further levels; `stays`: with `must_close`, how many cards of the hand beside the
    carried jokers are left out of the close: those thrown in earlier turns on the way to it."""

    objective: Objective
    opens: bool
    minimum: int = 0
    pure_run: bool = False
    reach: Touchable = "all"
    duty_kind: int | None = None
    bottom_kind: int | None = None
    must_close: bool = False
    throws: int | None = None
    ties: bool = True
    stays: int = 0

    def may_touch(self, mine: bool) -> bool:
        """May a table meld of this owner be touched?"""
        return self.reach == "all" or (self.reach == "mine" and mine)

    def may_exchange(self, position: Position) -> bool:
        """May jokers be exchanged in this turn?"""
        profile = position.profile
        return profile.exchange != "none" and (not self.opens or profile.exchange_when != "earlier")


def duty_kind(position: Position) -> int | None:
    """The kind of the taken discard that must be laid in this turn; None if there is no such duty."""
    drawn = position.drawn
    if drawn is None or drawn.source != "discard" or drawn.card is None or position.profile.discard_duty == "none":
        return None
    if position.profile.discard_round_1 and position.round == 1:
        return None
    return drawn.card.kind


def bottom_kind(position: Position) -> int | None:
    """The kind of the bottom card that was drawn, with which the turn must close from hand."""
    drawn = position.drawn
    return drawn.card.kind if drawn is not None and drawn.source == "bottom" and drawn.card is not None else None


def obliged_card(position: Position) -> Card | None:
    """The taken discard or bottom card that obliges the player in this turn; None if there is none."""
    obliged = duty_kind(position) is not None or bottom_kind(position) is not None
    return position.drawn.card if position.drawn is not None and obliged else None


def opening_question(position: Position, objective: Objective = "penalty") -> Question:
    """The question of an opening turn, with all rules of the profile and the draw's duty."""
    profile = position.profile
    question = Question(
        objective,
        opens=True,
        minimum=profile.opening_minimum,
        pure_run=profile.opening_pure_run,
        reach="all" if profile.layoffs_in_opening_turn else "none",
        duty_kind=duty_kind(position),
        bottom_kind=bottom_kind(position),
    )
    return from_hand(question, position) if question.bottom_kind is not None else question


def from_hand(question: Question, position: Position) -> Question:
    """The same question, but only for closes from hand."""
    reach = question.reach if position.profile.from_hand_layoffs else "none"
    return replace(question, must_close=True, reach=reach)


def opened_question(position: Position, objective: Objective = "penalty") -> Question:
    """The question of a turn of a player who has opened."""
    return Question(objective, opens=False, duty_kind=duty_kind(position))


def closing_questions(position: Position) -> list[Question]:
    """The ways to close in the order in which they are worth having."""
    if not position.may_lay or position.closing_barred:
        return []
    if position.opened:
        if bottom_kind(position) is not None:
            return []
        return [replace(opened_question(position), must_close=True)]
    by_hand = from_hand(opening_question(position), position)
    plain = replace(opening_question(position), must_close=True)
    return [by_hand] if by_hand == plain or not position.table else [by_hand, plain]
