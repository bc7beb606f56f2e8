"""The outlook's answer made into JSON."""

from __future__ import annotations

from advisor.consequences import holds_only_fitting
from advisor.outlook_answer import Distance, OutlookAnswer, ThrowRow
from advisor.outlook_throws import danger
from api.answers import shapes
from api.answers.identity import FollowedCards
from api.answers.present import end_json, maybe_reason, reason_json
from api.requests.asked import PositionRequest
from api.requests.labels import TEXTS

DRAWS_AHEAD = 3
"""For so many draws ahead the chance of an accepting card is told."""


def outlook(question: PositionRequest, answer: OutlookAnswer) -> shapes.OutlookAnswer:
    """The answer of the call `outlook`."""
    names = FollowedCards(question.position, question.labels)
    return {
        "to_open": _distance(question, answer.to_open),
        "to_close": _distance(question, answer.to_close),
        "discards": [_row(question, row, names) for row in answer.discards],
        "forbidden": [
            {
                "card": names.thrown(card).named(question.notation),
                "reason": reason_json(reason, question.language, question.notation),
            }
            for card, reason in answer.forbidden
        ],
        "before_draw": answer.before_draw,
        "announce": maybe_reason(question, holds_only_fitting(answer.position)),
        "hindrance": maybe_reason(question, answer.hindrance),
        "optimal": answer.optimal,
        **end_json(question, answer),
    }


def _distance(question: PositionRequest, one: Distance) -> shapes.GoalDistance:
    texts = TEXTS[question.notation]
    return {
        "distance": one.distance,
        "accepts": [{"card": texts[accept.card.kind], "left": accept.left} for accept in one.accepts],
        "left_total": one.left_total,
        "next_draw_probability": round(one.next_draw_probability, 6),
        "chance": {
            "of": one.chance_of,
            "probability": round(one.next_draw_probability if one.next_chance is None else one.next_chance, 6),
        },
        "undrawn": one.undrawn,
        "draws": [round(one.chance(draws), 6) for draws in range(1, DRAWS_AHEAD + 1)],
        "none_left": [texts[card.kind] for card in one.none_left],
        "optimal": one.optimal,
    }


def _row(question: PositionRequest, row: ThrowRow, names: FollowedCards) -> shapes.Throw:
    texts = TEXTS[question.notation]
    return {
        "rank": row.rank,
        "card": names.thrown(row.card).named(question.notation),
        "to_open": _distance(question, row.to_open),
        "to_close": _distance(question, row.to_close),
        "expected": row.expected,
        "penalty_left": row.penalty_left,
        "penalty_saved": row.penalty_saved,
        "fits": list(row.fits),
        "frees_joker": list(row.frees_joker),
        "wanted": [texts[card.kind] for card in row.wanted],
        "unwanted": [texts[card.kind] for card in row.unwanted],
        "reason": reason_json(row.reason, question.language, question.notation),
        "risks": [
            reason_json(one, question.language, question.notation) for one in danger(row, question.position.table)
        ],
    }
