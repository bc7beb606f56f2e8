"""Request schemas: the position that every analysis asks about, and what the single calls add to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from advisor.objectives import OBJECTIVES
from advisor.scoring import MAX_DEAL, MAX_TOTAL
from advisor.words.say import LANGUAGES
from api.requests.actions import ActionField, MeldInputSchema
from api.requests.cards import MAX_CARDS, CardField, CardsField
from api.requests.fields import Flag, Items, JsonSchema, OneOf, Record, Strict, StrictSchema, Text, Whole, wrong_type
from solver.game.phase import PHASES
from solver.game.position import MAX_NAME, OPPONENT_TOLD, TOLD
from solver.game.position_line import MAX_LINE
from solver.game.told import Told
from solver.rules.presets import DEFAULT_PROFILE, PROFILES

NOTATIONS: Final = ("ascii", "unicode", "emoji")
DEFAULT_OBJECTIVE: Final = next(iter(OBJECTIVES))
MAX_ALTERNATIVES: Final = 10
CHOICES: Final = {"Language": LANGUAGES, "Notation": NOTATIONS, "ProfileId": tuple(PROFILES)}
"""Choices of words that the OpenAPI document names, beside those that answers name."""
TIME_MS: Final = (10, 10_000)


class RulesField(Strict):
    """A profile's id, or an object of overrides; the parameters themselves are read by `solver.rules`."""

    def read(self, value: Any) -> Any:
        if not isinstance(value, str | dict):
            raise wrong_type("string or object", value)
        return value

    def plain_schema(self) -> JsonSchema:
        return {"anyOf": [{"$ref": "#/components/schemas/ProfileId"}, {"$ref": "#/components/schemas/RulesOverride"}]}


class TableMeldSchema(StrictSchema):
    """A meld on the table."""

    id = Text(MAX_NAME, "its name; absent: m1, m2 …", least=1, example="m1")
    owner = Text(MAX_NAME, '"me" or an opponent\'s name', least=1, required=True, example="Eva")
    cards = CardsField("in meld order, jokers at the place of the card that they stand for", least=3, required=True)
    kind = OneOf(("run", "set"), "for cards that read both ways", component="MeldKind")
    opening_run = Flag("is it the pure run that opened; absent or null: not known", allow_none=True)


class DrawnSchema(StrictSchema):
    """The draw of this turn."""

    source = OneOf(("stock", "discard", "bottom", "none"), "where from", data_key="from", required=True)
    card = CardField("the card, which is already in the hand", allow_none=True)


def _field(told: Told) -> Strict:
    """The request's field for what is told."""
    more: dict[str, Any] = {"allow_none": told.null, "required": told.required}
    match told.kind:
        case "cards":
            return CardsField(told.meaning, least=told.least, most=told.most or MAX_CARDS, **more)
        case "card":
            return CardField(told.meaning, **more)
        case "whole":
            return Whole(told.least, told.most, told.meaning, **more)
        case "flag" | "mark":
            return Flag(told.meaning, **more)
        case "name":
            return Text(MAX_NAME, told.meaning, least=1, example="Eva", **more)
        case "phase":
            return OneOf(PHASES, told.meaning, component="Phase", **more)
        case "drawn":
            return Record(DrawnSchema, told.meaning, **more)
        case "table":
            return Items(Record(TableMeldSchema, "a meld"), told.most, told.meaning, **more)
        case "opponents":
            return Items(Record(OpponentSchema, "an opponent"), told.most, told.meaning, **more)


def _fields(declared: Iterable[Told]) -> dict[str, Strict]:
    return {one.name: _field(one) for one in declared}


class OpponentSchema(StrictSchema):
    """What is seen of an opponent."""

    class Meta:
        """All fields as the position declares them."""

        include: ClassVar = _fields(OPPONENT_TOLD)


class PositionSchema(StrictSchema):
    """A position, and how the answer is wanted. Either `hand` or `position` is required."""

    class Meta:
        """The fields of a position as it declares them, between those of requests."""

        include: ClassVar = {
            "position": Text(
                MAX_LINE, "a position in one line, in place of the fields; further fields override it", least=1
            ),
            "rules": RulesField(f"profile id, or an object of overrides with its base; default {DEFAULT_PROFILE}"),
            **_fields(TOLD),
            "alternatives": Whole(0, MAX_ALTERNATIVES, "how many further answers are wanted"),
            "language": OneOf(LANGUAGES, "of all texts; absent: by Accept-Language", component="Language"),
            "notation": OneOf(NOTATIONS, "of all cards in the answer", component="Notation"),
            "time_ms": Whole(*TIME_MS, "the solver's budget in milliseconds"),
        }


class TurnSchema(PositionSchema):
    """A position, and by what its turns are ranked. Either `hand` or `position` is required."""

    objective = OneOf(tuple(OBJECTIVES), f"by what the plans are ranked; default {DEFAULT_OBJECTIVE}")


class CheckSchema(PositionSchema):
    """A position, and what the player wants to do: either `melds` or `actions`; either `hand` or `position`."""

    melds = Items(Record(MeldInputSchema, "a meld"), 12, "the melds that the player wants to lay")
    actions = Items(
        ActionField("an action"), 80, "the turn, action by action; without a discard: judged as far as it goes"
    )


class PlayerSchema(StrictSchema):
    """A player when the round ends."""

    name = Text(MAX_NAME, "the player's name", least=1, required=True, example="Eva")
    hand = CardsField("the cards left in his hand", required=True)
    opened = Flag("has he opened; default: true for who closed, else false")
    total = Whole(-MAX_TOTAL, MAX_TOTAL, "his penalty points before this deal", allow_none=True)


class ScoreSchema(StrictSchema):
    """The end of a round: who closed, and what the players hold."""

    rules = RulesField(f"profile id, or an object of overrides with its base; default {DEFAULT_PROFILE}")
    closer = Text(MAX_NAME, "the name of who closed", least=1, required=True, example="Jan")
    from_hand = Flag("was it a close from hand")
    special = Flag("was it a close that earns the profile's bonus")
    deal = Whole(1, MAX_DEAL, "the deal's number in the game", allow_none=True)
    starter = Text(MAX_NAME, "the name of who started the deal", least=1, allow_none=True)
    players = Items(
        Record(PlayerSchema, "a player"), 8, "the players, in the order in which they sit", least=1, required=True
    )
    language = OneOf(LANGUAGES, "of all texts; absent: by Accept-Language", component="Language")
    notation = OneOf(NOTATIONS, "of all cards in the answer", component="Notation")
