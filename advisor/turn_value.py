"""What the best turn from a position is worth, as a figure alone: the fast way to ask of many draws."""

from __future__ import annotations

from dataclasses import dataclass, replace

from advisor.best_turns import outcome_of
from advisor.early_exchange import plans_exchanging_only
from advisor.objectives import OBJECTIVES, TurnOutcome
from advisor.plan import first, lay_nothing
from advisor.scoring import penalty_of
from solver.game.position import Position
from solver.kernel.hand import kernel
from solver.kernel.melds import packable
from solver.model.decide import TimedOut
from solver.model.question import Question, opened_question, opening_question


@dataclass(frozen=True, slots=True)
class Worth:
    """A score, less is better, and whether it is proved within the budget."""

    score: float
    proved: bool = True


def worth(position: Position, objective: str, *, lay: bool = True) -> Worth:
    """The score of the best turn by `penalty`, `points`, `cards` or `close` (as `advisor.turn.score_of`, less is
    better), for a position whose draw obliges to nothing; with `lay` false, of the best that lays nothing. A turn that
    closes is better than any other."""
    if not lay:
        return Worth(_nothing(position, objective))
    if not (position.opened or (position.may_lay and _may_open(position))):
        return Worth(_not_opening(position, objective))
    by = OBJECTIVES[objective]
    base = opened_question(position, by.asked) if position.opened else opening_question(position, by.asked)
    questions: list[Question] = [replace(base, ties=False)]
    if not by.closes_first:  # the others have the close among their levels, before all that is not a close
        questions.insert(0, replace(questions[0], must_close=True))
    proved = True
    for question in questions:
        try:
            proposal = first(position, question)
        except TimedOut:
            proved = False
            continue
        if proposal is None:
            continue
        decision = proposal.decision
        score = by.score(_outcome(decision.levels))
        if question.must_close or position.opened:
            return Worth(score, proved and decision.optimal)
        return Worth(min(score, _not_opening(position, objective)), proved and decision.optimal)
    return Worth(_not_opening(position, objective), proved)


def _may_open(position: Position) -> bool:
    """Could the hand open by its melds? (Where lay-offs count, the optimiser is asked.)"""
    profile = position.profile
    if profile.layoffs_count or not packable(position.hand, profile):
        return True
    points = kernel(profile).best_opening(position.hand, round_=position.round)
    return points is not None and points >= profile.opening_minimum


def _outcome(levels: dict[str, int]) -> TurnOutcome:
    """How a turn ends, by the levels of the optimiser's objective."""
    closes = levels.get("close", 0) < 0
    return TurnOutcome(closes, levels["penalty"], levels.get("left", 0), -levels.get("points", 0))


def _not_opening(position: Position, objective: str) -> float:
    """The score of the best turn that lays nothing, or only exchanges. Raises TimedOut."""
    by = OBJECTIVES[objective]
    exchanging = (by.score(outcome_of(plan)) for plan in plans_exchanging_only(position))
    return min([_nothing(position, objective), *exchanging])


def _nothing(position: Position, objective: str) -> float:
    """The score of laying nothing."""
    plan = lay_nothing(position)
    if plan is None:
        outcome = TurnOutcome(False, penalty_of(position.hand, position.profile), len(position.hand), 0)
    else:
        outcome = replace(outcome_of(plan), points_laid=0)
    return OBJECTIVES[objective].score(outcome)
