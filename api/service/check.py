"""The call `check`: are melds or actions legal? A wrong meld is an answer, not an error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from advisor.checking import check_melds
from advisor.checking_turn import check_actions
from api.answers import shapes
from api.answers.identity import FollowedCards
from api.answers.present import asked_json, cards_json, explanation_json, reason_json
from api.problems import Problem
from api.requests.actions import AskedAction, lay_meld
from api.requests.asked import PositionRequest
from api.requests.ids import check_asked_ids
from api.requests.labels import CardsLeft
from solver import facts
from solver.errors import Fault
from solver.game.actions import LayMeld
from solver.referee.verdict import BrokenRule, Verdict

Json = dict[str, Any]


def check(question: PositionRequest) -> shapes.CheckAnswer:
    """The answer of the call `check`. Raises Problem 422 unless either melds or actions are given, InvalidInput for
    ids that no such card of the position has."""
    fields = question.fields
    if ("melds" in fields) == ("actions" in fields):
        reason = facts.melds_or_actions()
        raise Problem.of_faults((Fault(("actions",) if "melds" in fields else (), reason),))
    by_melds = "melds" in fields
    asked: Sequence[AskedAction] = [lay_meld(meld) for meld in fields["melds"]] if by_melds else fields["actions"]
    actions = [one.action for one in asked]
    check_asked_ids(fields, asked, "melds" if by_melds else "actions")
    if by_melds:
        melds = [action for action in actions if isinstance(action, LayMeld)]
        checked = check_melds(question.position, melds)
        return _present(question, [asked[at] for at in checked.order], checked.verdict, checked.order)
    verdict = check_actions(question.position, actions)
    first_wrong = min((problem.step for problem in verdict.problems if problem.step is not None), default=len(asked))
    return _present(question, asked[:first_wrong], verdict, None)


def _present(
    question: PositionRequest, done: Sequence[AskedAction], verdict: Verdict, order: Sequence[int] | None
) -> shapes.CheckAnswer:
    end, notation = verdict.end, question.notation
    steps = verdict.steps[: len(done)]
    names = FollowedCards(question.position, question.labels, steps, [one.cards for one in done])
    return {
        "legal": verdict.legal,
        "points": end.points,
        "opens": end.opens,
        "order": None if order is None or not verdict.legal else list(order),
        "problems": [_problem(question, problem) for problem in verdict.problems],
        "follows": [reason_json(follow, question.language, question.notation) for follow in verdict.follows],
        "finished": end.finished,
        "closes": end.closes,
        "from_hand": end.from_hand,
        "special": end.special,
        "carried": end.carried,
        "left": cards_json(names.from_hand(end.left), notation),
        "discard": None if end.discard is None else names.thrown(end.discard).named(notation),
        "penalty": end.penalty if end.finished else None,
        **explanation_json(question, verdict),
        **asked_json(question),
    }


def _problem(question: PositionRequest, broken: BrokenRule) -> shapes.Problematic:
    cards = CardsLeft(question.labels.hand).take(broken.cards)
    return {
        **reason_json(broken.reason, question.language, question.notation),
        "meld": broken.meld,
        "step": broken.step,
        "depends_on": broken.depends_on,
        "cards": cards_json(cards, question.notation),
    }
