"""Request schemas of melds and actions; what answers add to them (points, purity …) is accepted and not believed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from marshmallow import ValidationError

from api.requests.cards import CardField, CardsField
from api.requests.fields import Flag, Items, JsonSchema, OneOf, Record, Strict, StrictSchema, Text, Whole, wrong_type
from api.requests.labels import Given
from solver.game.actions import Action, Discard, Draw, Exchange, LayMeld, LayOff, Rearrange, Return
from solver.game.position import MAX_NAME

Loaded = dict[str, Any]


@dataclass(frozen=True, slots=True)
class AskedAction:
    """An action as asked, its cards with the caller's ids, in the action's order, and those of the melds that a
    rearranging builds."""

    action: Action
    cards: tuple[Given, ...] = ()
    built: tuple[tuple[Given, ...], ...] = ()


class StandsFor(Strict):
    """What jokers stand for, as in an answer; it is not believed."""

    def read(self, value: Any) -> Any:
        if not isinstance(value, dict):
            raise wrong_type("object", value)
        return value

    def plain_schema(self) -> JsonSchema:
        return {"type": "object"}


class MeldInputSchema(StrictSchema):
    """A meld that a player wants to lay."""

    cards = CardsField("in meld order, jokers at the place of the card that they stand for", least=1, required=True)
    kind = OneOf(("run", "set"), "for cards that read both ways", component="MeldKind", allow_none=True)
    stands_for = StandsFor("as in answers; not believed")
    points = Whole(0, 10_000, "as in answers; not believed")
    pure = Flag("as in answers; not believed")


class DrawActionSchema(StrictSchema):
    """Draw a card."""

    source = OneOf(("stock", "discard", "bottom"), "where from", data_key="from", required=True)
    card = CardField("the card, if it is known", allow_none=True)


class LayoffActionSchema(StrictSchema):
    """Lay cards off on a meld."""

    meld = Text(MAX_NAME, "id of a table meld, or new:0, new:1 …", least=1, required=True)
    cards = CardsField("the cards", least=1, required=True)
    end = OneOf(("low", "high"), "the end of a run; null: a set, or both ends", allow_none=True)


class ExchangeActionSchema(StrictSchema):
    """Give the cards that jokers stand for and take the jokers."""

    meld = Text(MAX_NAME, "id of a table meld, or new:0, new:1 …", least=1, required=True)
    cards = CardsField("the natural cards given", least=1, required=True)
    jokers = Whole(1, 8, "how many jokers are taken", required=True)


class RearrangeActionSchema(StrictSchema):
    """Take melds apart and build new ones."""

    take = Items(Text(MAX_NAME, "id of a meld", least=1), 80, "the melds taken apart", least=1, required=True)
    melds = Items(Record(MeldInputSchema, "a meld"), 80, "the melds built", least=1, required=True)
    from_hand = CardsField("the cards that come from the hand")


class DiscardActionSchema(StrictSchema):
    """Throw a card."""

    card = CardField("the card", required=True)
    closes = Flag("does it close; absent or null: not claimed", allow_none=True)
    from_hand = Flag("does it close from hand; absent or null: not claimed", allow_none=True)


class ReturnActionSchema(StrictSchema):
    """Put the taken discard or bottom card back."""

    card = CardField("the card", required=True)


def _cards(given: list[Given]) -> tuple[Any, ...]:
    return tuple(card.card for card in given)


def _draw(one: Loaded) -> AskedAction:
    given = one.get("card")
    return AskedAction(Draw(one["source"], given and given.card), (given,) if given else ())


def lay_meld(one: Loaded) -> AskedAction:
    """The action that lays a meld as asked."""
    return AskedAction(LayMeld(_cards(one["cards"]), one.get("kind")), tuple(one["cards"]))


def _layoff(one: Loaded) -> AskedAction:
    return AskedAction(LayOff(one["meld"], _cards(one["cards"]), one.get("end")), tuple(one["cards"]))


def _exchange(one: Loaded) -> AskedAction:
    return AskedAction(Exchange(one["meld"], _cards(one["cards"]), one["jokers"]), tuple(one["cards"]))


def _rearrange(one: Loaded) -> AskedAction:
    melds = tuple(LayMeld(_cards(meld["cards"]), meld.get("kind")) for meld in one["melds"])
    given = tuple(one.get("from_hand", ()))
    built = tuple(tuple(meld["cards"]) for meld in one["melds"])
    return AskedAction(Rearrange(tuple(one["take"]), melds, tuple(card.card for card in given)), given, built)


def _discard(one: Loaded) -> AskedAction:
    return AskedAction(Discard(one["card"].card, one.get("closes"), one.get("from_hand")), (one["card"],))


def _return(one: Loaded) -> AskedAction:
    return AskedAction(Return(one["card"].card), (one["card"],))


ACTIONS: Final = {
    "draw": (DrawActionSchema(), _draw),
    "meld": (MeldInputSchema(), lay_meld),
    "layoff": (LayoffActionSchema(), _layoff),
    "exchange": (ExchangeActionSchema(), _exchange),
    "rearrange": (RearrangeActionSchema(), _rearrange),
    "discard": (DiscardActionSchema(), _discard),
    "return": (ReturnActionSchema(), _return),
}
"""The types of actions: what each holds, and how it is read."""

_TYPE: Final = OneOf(tuple(ACTIONS), "the action's type", required=True)


class ActionField(Strict):
    """One action, by its `type`."""

    def read(self, value: Any) -> AskedAction:
        if not isinstance(value, dict):
            raise wrong_type("object", value)
        if "type" not in value:
            raise ValidationError({"type": ["required"]})
        try:
            kind = _TYPE.read(value["type"])
        except ValidationError as error:
            raise ValidationError({"type": error.messages}) from None
        schema, read = ACTIONS[kind]
        return read(schema.load({name: one for name, one in value.items() if name != "type"}))

    def plain_schema(self) -> JsonSchema:
        return {"$ref": "#/components/schemas/ActionInput"}
