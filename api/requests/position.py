"""Request schemas: the position that every analysis asks about, and what the single calls add to it."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from advisor.scoring import MAX_DEAL, MAX_TOTAL
from advisor.turn import OBJECTIVES
from advisor.words.say import LANGUAGES
from api.requests.actions import ActionField, MeldInputSchema
from api.requests.cards import CardField, CardsField
from api.requests.fields import Choice, Flag, Items, JsonSchema, Record, Strict, StrictSchema, Text, Whole, wrong_type
from solver.game.phase import PHASES
from solver.game.position import MAX_HAND, MAX_NAME, MAX_ROUND
from solver.game.position_line import MAX_LINE
from solver.rules.presets import DEFAULT_PROFILE, PROFILES
from solver.rules.profile import PARAMETERS

NOTATIONS: Final = ("ascii", "unicode", "emoji")
DEFAULT_OBJECTIVE: Final = "strength" if "strength" in OBJECTIVES else "penalty"
MAX_TABLE: Final = 60
MAX_STOCK: Final = 52 * PARAMETERS["decks"].high + PARAMETERS["jokers"].high
MAX_ALTERNATIVES: Final = 10
TIME_MS: Final = (10, 10_000)


class RulesField(Strict):
    """A profile's id, or an object of overrides; the parameters themselves are read by `solver.rules`."""

    def read(self, value: Any) -> Any:
        if not isinstance(value, str | dict):
            raise wrong_type("string or object", value)
        return value

    def plain_schema(self) -> JsonSchema:
        return {"anyOf": [{"type": "string", "enum": list(PROFILES)}, {"$ref": "#/components/schemas/RulesOverride"}]}


class TableMeldSchema(StrictSchema):
    """A meld on the table."""

    id = Text(MAX_NAME, "its name; absent: m1, m2 …", least=1, example="m1")
    owner = Text(MAX_NAME, '"me" or an opponent\'s name', least=1, required=True, example="Eva")
    cards = CardsField("in meld order, jokers at the place of the card that they stand for", least=3, required=True)
    kind = Choice(("run", "set"), "for cards that read both ways")
    opening_run = Flag("is it the pure run that opened; absent or null: not known", allow_none=True)


class DrawnSchema(StrictSchema):
    """The draw of this turn."""

    source = Choice(("stock", "discard", "bottom", "none"), "where from", data_key="from", required=True)
    card = CardField("the card, which is already in the hand", allow_none=True)


class OpponentSchema(StrictSchema):
    """What is seen of an opponent."""

    name = Text(MAX_NAME, "the opponent's name", least=1, required=True, example="Eva")
    cards = Whole(0, MAX_HAND, "how many cards he holds; absent: not told", allow_none=True)
    opened = Flag("has he opened; absent: whether a meld on the table is his")
    picked = CardsField("cards that he took face up and still holds")
    thrown = CardsField("cards that he has thrown in this deal, wherever they are now")


class PositionSchema(StrictSchema):
    """A position, and how the answer is wanted."""

    also: ClassVar[JsonSchema] = {"anyOf": [{"required": ["hand"]}, {"required": ["position"]}]}
    position = Text(MAX_LINE, "a position in one line, in place of the fields; further fields override it", least=1)
    rules = RulesField(f"profile id, or an object of overrides with its base; default {DEFAULT_PROFILE}")
    hand = CardsField("the player's cards", least=1, most=MAX_HAND)
    table = Items(Record(TableMeldSchema, "a meld"), MAX_TABLE, "the melds on the table")
    round = Whole(
        1, MAX_ROUND, "the player's turn number in this deal; default: the round after laying becomes allowed"
    )
    opened = Flag("has the player opened in an earlier turn; default: whether a meld on the table is his")
    starter = Flag("did the player start the deal")
    phase = Choice(
        PHASES,
        "is this turn's draw still to come, is it done, or is there no turn (a hand to learn from); absent or null: "
        "inferred, and echoed in the answer",
        allow_none=True,
    )
    drawn = Record(DrawnSchema, "the draw of this turn; absent: not told, see phase", allow_none=True)
    discard_pile = CardsField("the discard pile, top card last")
    bottom_card = CardField("the face-up card under the stock", allow_none=True)
    stock_left = Whole(0, MAX_STOCK, "how many cards are left in the stock; absent: not told", allow_none=True)
    opponents = Items(Record(OpponentSchema, "an opponent"), 8, "the opponents, the next player first")
    top_discard_by = Text(MAX_NAME, "who threw the top card of the discard pile", least=1, allow_none=True)
    closing_barred = Flag("a joker was thrown in this round of turns, nobody may close")
    seen = CardsField("other cards known to be out of play")
    alternatives = Whole(0, MAX_ALTERNATIVES, "how many further answers are wanted")
    language = Choice(LANGUAGES, "of all texts; absent: by Accept-Language")
    notation = Choice(NOTATIONS, "of all cards in the answer")
    time_ms = Whole(*TIME_MS, "the solver's budget in milliseconds")


class TurnSchema(PositionSchema):
    """A position, and by what its turns are ranked."""

    objective = Choice(tuple(OBJECTIVES), f"by what the plans are ranked; default {DEFAULT_OBJECTIVE}")


class CheckSchema(PositionSchema):
    """A position, and what the player wants to do."""

    also: ClassVar[JsonSchema] = {
        **PositionSchema.also,
        "oneOf": [{"required": ["melds"]}, {"required": ["actions"]}],
    }
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
    language = Choice(LANGUAGES, "of all texts; absent: by Accept-Language")
    notation = Choice(NOTATIONS, "of all cards in the answer")
