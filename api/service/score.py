"""The call `score`: what a deal that has ended costs each player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from advisor.scoring import Player, PlayerScore, ScoreRequest, score
from advisor.words.explain import explain
from api.answers import shapes
from api.answers.present import reason_json
from api.problems import reachable
from api.requests.asked import load, read_rules
from api.requests.fields import StrictSchema
from api.requests.labels import Given
from solver.errors import Fault, InvalidInput
from solver.game.cards import Notation

Json = dict[str, Any]


def answer_score(schema: StrictSchema, body: Json, language: str) -> shapes.ScoreAnswer:
    """The answer of the call `score`. Raises Problem or InvalidInput."""
    fields = load(schema, body)
    notation: Notation = fields.get("notation", "ascii")
    request = ScoreRequest(
        profile=read_rules(fields),
        closer=fields["closer"],
        players=tuple(_player(player, fields) for player in fields["players"]),
        from_hand=fields.get("from_hand", False),
        special=fields.get("special", False),
        deal=fields.get("deal"),
        starter=fields.get("starter"),
    )
    try:
        answer = score(request)
    except InvalidInput as error:
        raise InvalidInput(*(Fault(reachable(fault.pointer, body), fault.reason) for fault in error.faults)) from None
    steps = explain(answer, language, notation)
    return {
        "rules": answer.profile.id,
        "closer": answer.closer,
        "from_hand": answer.from_hand,
        "special": answer.special,
        "carried": answer.carried,
        "players": [
            _score(one, asked["hand"], language, notation)
            for one, asked in zip(answer.players, fields["players"], strict=True)
        ],
        "game_ends": answer.game_ends,
        "winners": list(answer.winners),
        "next_starter": answer.next_starter,
        "points_left": answer.points_left,
        "deals_left": answer.deals_left,
        "explanation": {
            "text": " ".join(step.text for step in steps),
            "steps": [{"code": step.code, "text": step.text} for step in steps],
        },
    }


def _player(asked: Json, fields: Json) -> Player:
    """A player; who closed has opened, unless the contrary is told."""
    opened = asked.get("opened", asked["name"] == fields["closer"])
    return Player(asked["name"], tuple(card.card for card in asked["hand"]), opened, asked.get("total"))


def _score(one: PlayerScore, hand: Sequence[Given], language: str, notation: Notation) -> shapes.PlayerScore:
    """A player's score; its items name the cards of the hand in their order, as the caller named them."""
    left = iter(hand)
    items: list[shapes.Reason] = []
    for item in one.items:
        more: Json = {"points": item.points}
        if "card" in item.reason.params:
            more["card"] = next(left).named(notation)
        items.append(cast(shapes.Reason, {**reason_json(item.reason, language, notation), **more}))
    return {"name": one.name, "penalty": one.penalty, "items": items, "total": one.total, "account": one.account}
