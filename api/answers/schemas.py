"""JSON Schemas of what the service answers, for the OpenAPI document; a test holds every real answer against them."""

from __future__ import annotations

from typing import Any, Final, get_args

from advisor.answers import PlanKind
from api.requests.fields import JsonSchema
from solver.game.phase import PHASES

BOOL: Final[JsonSchema] = {"type": "boolean"}
INT: Final[JsonSchema] = {"type": "integer"}
NUMBER: Final[JsonSchema] = {"type": "number"}
TEXT: Final[JsonSchema] = {"type": "string"}


def ref(name: str) -> JsonSchema:
    """A reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


def maybe(schema: JsonSchema) -> JsonSchema:
    """The schema, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def many(schema: JsonSchema) -> JsonSchema:
    """A list."""
    return {"type": "array", "items": schema}


def const(value: str) -> JsonSchema:
    """One word."""
    return {"type": "string", "const": value}


def said(schema: JsonSchema, meaning: str) -> JsonSchema:
    """The schema with a description."""
    return {**schema, "description": meaning}


def record(meaning: str, optional: tuple[str, ...] = (), /, **properties: JsonSchema) -> JsonSchema:
    """An object with all of these properties but the optional ones. A trailing underscore is dropped from names."""
    named = {name.rstrip("_"): one for name, one in properties.items()}
    return {
        "type": "object",
        "description": meaning,
        "properties": named,
        "required": [name for name in named if name not in optional],
    }


CARD: Final = ref("Card")
CARDS: Final = many(CARD)
MELDS: Final = many(ref("Meld"))
REASON: Final = maybe(ref("Reason"))
_REASONS: Final[dict[str, JsonSchema]] = {
    "reason": said(REASON, "the first of the reasons"),
    "reasons": said(many(ref("Reason")), "all that keeps the player from it, in order, with remedies"),
}

_LAYING: Final[dict[str, JsonSchema]] = {
    "melds": said(MELDS, "the melds newly laid"),
    "actions": said(many(ref("Action")), "what to do, in this order"),
    "left": said(CARDS, "the hand after laying and before the discard"),
    "discard": said(maybe(CARD), "the card to throw"),
    "announce": said(REASON, "what the player says before he throws it"),
}
_COUNTED: Final[JsonSchema] = said(
    MELDS, "the melds as they count: with lay-offs that count their points are those of the opening"
)
_AFTER: Final[JsonSchema] = said(many(ref("Action")), "the last of the actions: what follows once the opening is laid")
_PROOF: Final[dict[str, JsonSchema]] = {
    "optimal": said(BOOL, "is it proven that nothing is better; false only when the time ran out"),
    "bound": said(maybe(INT), "when it is not proven: what nothing can be better than"),
}
_END: Final[dict[str, JsonSchema]] = {
    "explanation": ref("Explanation"),
    "phase": said({"enum": list(PHASES)}, "the phase of the turn that the answer speaks of"),
    "phase_told": said(BOOL, "was the phase told; false: it was inferred"),
    "position": said(TEXT, "the question in one line of text"),
}
_ENDING: Final[dict[str, JsonSchema]] = {
    "closes": said(BOOL, "does the turn close"),
    "from_hand": said(BOOL, "does it close from hand as the profile defines it"),
    "special": said(BOOL, "does the close earn the profile's bonus"),
    "carried": said(INT, "jokers kept at the close"),
}
_POINTS: Final = said(INT, "points of the opening")
EXPECTED: Final = (
    "points: the expected penalty at the end of the deal less the opponents' mean, of the best turn with this throw; "
    "less is better; null: not weighed"
)
_PENALTY: Final = said(maybe(INT), "penalty points left after the turn; null for a plan that returns the taken card")


def _action(kind: str, meaning: str, optional: tuple[str, ...] = (), /, **properties: JsonSchema) -> JsonSchema:
    return record(meaning, optional, type=const(kind), **properties)


_MELD: Final[dict[str, JsonSchema]] = {
    "kind": {"type": "string", "enum": ["run", "set"]},
    "cards": said(CARDS, "as the meld lies"),
    "stands_for": {
        "type": "object",
        "additionalProperties": TEXT,
        "description": "for the index of each joker its card; in a set with a choice the cards left, `QD|QC`",
    },
    "points": said(INT, "each joker counted as its card"),
    "pure": said(BOOL, "a run without a joker"),
}
_MELD_NAME: Final = said(TEXT, "id of a table meld, or new:0, new:1 …")

ANSWER_SCHEMAS: Final[dict[str, JsonSchema]] = {
    "Card": {
        "description": "A card as a text, or with the id that the caller gave it.",
        "anyOf": [TEXT, record("a card with its id", card=TEXT, id={"type": ["string", "number"]})],
        "examples": ["7D", {"card": "7D", "id": "c-17"}],
    },
    "Meld": record("A meld.", **_MELD),
    "Action": {
        "description": "One action of a turn.",
        "oneOf": [
            _action("draw", "Draw a card.", ("card",), from_={"enum": ["stock", "discard", "bottom"]}, card=CARD),
            _action("meld", "Lay a meld.", **_MELD),
            _action("layoff", "Lay cards off.", meld=_MELD_NAME, cards=CARDS, end={"enum": ["low", "high", None]}),
            _action("exchange", "Exchange jokers.", meld=_MELD_NAME, cards=CARDS, jokers=INT),
            _action(
                "rearrange", "Take melds apart and build new ones.", take=many(_MELD_NAME), melds=MELDS, from_hand=CARDS
            ),
            _action("discard", "Throw a card.", card=CARD, closes=BOOL, from_hand=BOOL),
            _action("return", "Put the taken card back.", card=CARD),
        ],
    },
    "Reason": {
        **record(
            "A fact: its code, the clause behind it, a sentence, what would cure it; and its figures and cards.",
            ("remedy",),
            code=TEXT,
            rule=said(TEXT, "a parameter of the profile, or a clause of GET /v1/rules"),
            text=TEXT,
            remedy=ref("Reason"),
        ),
        "additionalProperties": True,
    },
    "Explanation": record("The answer in words.", text=TEXT, steps=many(record("one sentence", code=TEXT, text=TEXT))),
    "Help": record(
        "A single card that brings the goal nearer: cards by draws, each after a throw.",
        card=TEXT,
        left=said(INT, "copies that can still come"),
        points=said(maybe(INT), "points with it, if the goal is then reached (a close: 0)"),
        distance=said(INT, "draws to the goal, this card the first of them; 1: it is reached with it"),
        optimal=said(BOOL, "is it proved that no fewer draws reach it"),
    ),
    "OpeningAnswer": record(
        "The best first opening.",
        opens=said(BOOL, "can the player open this turn"),
        points=_POINTS,
        required=said(INT, "points needed"),
        missing=said(INT, "points short, 0 if it opens"),
        pure_run=said(BOOL, "is there a pure run among the melds"),
        **_LAYING | {"melds": _COUNTED},
        after_opening=_AFTER,
        layoffs=said(many(ref("Action")), "where lay-offs count and it does not open: what counts beside the melds"),
        discard_for=said(
            {"enum": ["most_points", "best_result"]}, "the goal of the throw; best_result if it does not open"
        ),
        discard_expected=said(maybe(NUMBER), "if it does not open: " + EXPECTED),
        penalty_left=_PENALTY,
        without_pure_run=record("the best melds if no pure run were needed", points=INT, melds=MELDS),
        helps=said(many(ref("Help")), "single cards that bring an opening nearer, as `to_open.accepts` of the outlook"),
        **_REASONS,
        **_PROOF,
        alternatives=many(
            record(
                "a further opening",
                points=_POINTS,
                **_LAYING | {"melds": _COUNTED},
                after_opening=_AFTER,
                penalty_left=_PENALTY,
            )
        ),
        **_END,
    ),
    "ClosingAnswer": record(
        "Can the player close?",
        **{name: one for name, one in _ENDING.items() if name != "carried"},
        **_LAYING,
        carried=_ENDING["carried"],
        left_over=said(INT, "fewest cards beyond the discard and carried jokers that stay in hand; 0 if it closes"),
        next_deal=said(maybe(INT), "cards that the player is dealt in the next deal, carried jokers counted"),
        helps=said(many(ref("Help")), "single cards that bring a close nearer, as `to_close.accepts` of the outlook"),
        **_REASONS,
        **_PROOF,
        **_END,
    ),
    "PenaltyAnswer": record(
        "The least penalty after this turn.",
        penalty=_PENALTY,
        **_LAYING,
        discard_for=said({"enum": ["least_penalty"]}, "the goal of the throw"),
        best_throw=said(maybe(CARD), "the throw of the best result, as the turn by strength and the outlook name it"),
        best_throw_row=maybe(
            record(
                "what the best throw comes to, as the outlook's table says it",
                expected=said(NUMBER, EXPECTED),
                penalty_left=said(INT, "penalty points that the turn with this throw leaves"),
            )
        ),
        throw_reason=said(REASON, "why `best_throw` is another card than `discard`; null if it is the same"),
        closes=_ENDING["closes"],
        carried=_ENDING["carried"],
        structural=record(
            "as if the player had opened, on an empty table, without a draw duty",
            penalty=INT,
            melds=MELDS,
            left=CARDS,
            discard=maybe(CARD),
        ),
        held_if_beaten=said(maybe(INT), "what the round costs if an opponent closes next, plainly"),
        **_REASONS,
        **_PROOF,
        alternatives=many(record("a further turn", penalty=_PENALTY, **_LAYING, closes=BOOL)),
        **_END,
    ),
    "MeldAfter": record(
        "A meld on the table after the turn.",
        id=TEXT,
        owner=TEXT,
        **_MELD,
        from_=said(many(TEXT), "for each card where it lay at the start of the turn: hand, or the id of a table meld"),
        opening_run=said(maybe(BOOL), "is it the pure run that opened; null: not known"),
        fate=said({"enum": ["kept", "extended", "exchanged", "rearranged", "new"]}, "what the turn does to it"),
    ),
    "Plan": record(
        "A whole turn.",
        **_LAYING,
        table_after=many(ref("MeldAfter")),
        **_ENDING,
        penalty=_PENALTY,
        points=said(maybe(INT), "what counted for an opening"),
        score=said(maybe(NUMBER), "what the plan is worth by the objective, if it is not told by the other figures"),
        opening_run=said(maybe(TEXT), "the meld that is the pure run of the opening"),
        kind=said({"enum": list(get_args(PlanKind))}, "what the plan is for, beside the others"),
        why=said(many(ref("Reason")), "why; in all plans but the first also what it gains or costs against that"),
    ),
    "TurnAnswer": record(
        "The whole turn.",
        objective=TEXT,
        recommendation=ref("Plan"),
        plans=many(ref("Plan")),
        **_REASONS,
        **_PROOF,
        **_END,
    ),
    "Distance": record(
        "Draws to a goal.",
        distance=said(maybe(INT), "the fewest cards that would have to be drawn; null: out of reach"),
        accepts=said(many(record("an accepting card", card=TEXT, left=INT)), "what lowers it, with copies left"),
        left_total=said(INT, "copies of accepting cards that can still come"),
        next_draw_probability=said(NUMBER, "the chance that the next card drawn is an accepting one"),
        chance=record(
            "What the next draw can do, if before it the card is thrown that is best for that.",
            of=said(maybe(TEXT), "`reached`: the goal is reached; `nearer`: it comes a draw nearer; null: neither"),
            probability=said(NUMBER, "the chance of that"),
        ),
        undrawn=said(BOOL, "is the draw of this turn still to come, and counted"),
        draws=said(many(NUMBER), "the chance that one of the next 1, 2, 3 draws does"),
        none_left=said(many(TEXT), "cards that would lower it, but of which no copy can come"),
        optimal=said(BOOL, "is it proven"),
    ),
    "OutlookAnswer": record(
        "How far it is to the opening and to the close, and what each throw leaves.",
        to_open=ref("Distance"),
        to_close=ref("Distance"),
        discards=said(
            many(
                record(
                    "a card that may be thrown",
                    rank=INT,
                    card=CARD,
                    to_open=ref("Distance"),
                    to_close=ref("Distance"),
                    expected=said(maybe(NUMBER), EXPECTED),
                    penalty_left=said(maybe(INT), "penalty points that the best turn with this throw leaves"),
                    penalty_saved=said(INT, "penalty points that leave the hand with it"),
                    fits=said(many(TEXT), "the table melds on which an opened player could lay it"),
                    frees_joker=said(many(TEXT), "the table melds whose joker it would buy"),
                    wanted=said(many(TEXT), "cards picked up by the next player with which it could lie in a meld"),
                    unwanted=said(many(TEXT), "cards thrown by the next player: of its kind, or such as go with it"),
                    reason=ref("Reason"),
                )
            ),
            "best first",
        ),
        forbidden=many(record("a card that may not be thrown", card=CARD, reason=ref("Reason"))),
        before_draw=said(BOOL, "is the draw still to come; then throws are those after a draw that does not help"),
        announce=said(REASON, "what the player says before he throws a card"),
        hindrance=said(REASON, "why a goal at distance 0 cannot be taken in this turn all the same"),
        optimal=_PROOF["optimal"],
        **_END,
    ),
    "Problematic": {
        **record(
            "What is wrong, and where.",
            ("remedy",),
            code=TEXT,
            rule=TEXT,
            text=TEXT,
            remedy=ref("Reason"),
            cards=CARDS,
            meld=said(maybe(INT), "the index of the meld among those laid"),
            step=said(maybe(INT), "the index of the action; null: the turn as a whole"),
            depends_on=said(maybe(INT), "the index of a refused action but for which there might be no problem"),
        ),
        "additionalProperties": True,
    },
    "CheckAnswer": record(
        "Is it legal? After a problem the figures tell how things stand before it.",
        legal=BOOL,
        points=_POINTS,
        opens=said(BOOL, "do the melds make a first opening"),
        order=said(maybe(many(INT)), "melds, where legal: their numbers in an order in which they may be laid"),
        problems=many(ref("Problematic")),
        follows=said(many(ref("Reason")), "what the rule set makes of a wrong laying"),
        finished=said(BOOL, "does the turn end"),
        **_ENDING,
        left=_LAYING["left"],
        discard=_LAYING["discard"],
        penalty=said(maybe(INT), "points left in hand; null while the turn goes on"),
        **_END,
    ),
    "ScoreAnswer": record(
        "What a deal costs.",
        rules=TEXT,
        closer=TEXT,
        from_hand=BOOL,
        special=said(BOOL, "was the bonus earned"),
        carried=said(INT, "jokers that the closer keeps"),
        players=many(
            record(
                "a player's score",
                name=TEXT,
                penalty=said(INT, "penalty points of the deal; below 0 in the player's favour"),
                items=said(many(ref("Reason")), "how it comes about: the points of the items add up to it"),
                total=said(maybe(INT), "the total after the deal, if the one before it was told"),
                account=said(maybe(INT), "the total as the players write it, where accounts fall below 0"),
            )
        ),
        game_ends=said(maybe(BOOL), "does the game end; null if what decides it was not told"),
        winners=many(TEXT),
        next_starter=said(maybe(TEXT), "who starts the next deal; null if the starter was not told, or the game ends"),
        points_left=said(maybe(INT), "penalty points that the highest total lacks to end the game; null if not told"),
        deals_left=said(maybe(INT), "deals until the game ends; null if the number of this one was not told"),
        explanation=ref("Explanation"),
    ),
    "Parameter": record(
        "A parameter of a profile.",
        value={},
        meaning=TEXT,
        allowed=said({"type": "object"}, "the allowed values in JSON Schema"),
        source=record("where the value comes from", text=TEXT, ruling=said(BOOL, "the source does not settle it")),
    ),
    "Profile": record(
        "A rule set.",
        id=TEXT,
        source=TEXT,
        default=BOOL,
        parameters={"type": "object", "additionalProperties": ref("Parameter")},
    ),
    "Profiles": record(
        "All rule sets.",
        default=TEXT,
        profiles=many(ref("Profile")),
        clauses={"type": "object", "additionalProperties": TEXT},
    ),
    "Status": record("How the service is.", status=TEXT),
    "Problem": record(
        "What is wrong with a request (RFC 9457).",
        ("errors",),
        type=TEXT,
        title=TEXT,
        status=INT,
        code=TEXT,
        detail=TEXT,
        errors=many(
            record(
                "a bad field",
                pointer=said(TEXT, "JSON pointer (RFC 6901)"),
                code=TEXT,
                rule=said(TEXT, "the parameter or clause that says so"),
                detail=TEXT,
            )
        ),
    ),
}
"""The components of the answers by name."""


def closed(schema: Any) -> Any:
    """The schema with unknown properties refused wherever it does not allow them: for tests of real answers."""
    if isinstance(schema, dict):
        inner = {name: closed(one) for name, one in schema.items()}
        if inner.get("type") == "object" and "properties" in inner:
            inner.setdefault("additionalProperties", False)
        return inner
    return [closed(one) for one in schema] if isinstance(schema, list) else schema
