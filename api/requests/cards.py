"""Fields for cards in every form: one text, a list of texts, or of objects that carry the caller's own ids."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from marshmallow import ValidationError

from api.requests.fields import JsonSchema, Strict, collect, refuse, wrong_type
from api.requests.labels import Given, unnamed
from solver import facts
from solver.errors import InvalidCard, shown
from solver.game.cards import Card
from solver.game.notation import MAX_TEXT, read_card, read_cards

_KEYS: Final = frozenset({"card", "id"})
MAX_CARDS: Final = 200
"""Most cards in one list; more than any deck holds."""
SHORT: Final = 12
"""Texts up to this length are remembered with the cards that they name."""
MAX_ID: Final = 200
"""Longest id of a card, in characters."""


class CardField(Strict):
    """One card: a text, or an object `{"card", "id"}`."""

    def read(self, value: Any) -> Given:
        if isinstance(value, str):
            return _named_by(value) if len(value) <= SHORT else unnamed(_read(value))
        if isinstance(value, dict):
            return _read_object(value)
        raise wrong_type("card", value)

    def plain_schema(self) -> JsonSchema:
        return {"$ref": "#/components/schemas/CardInput"}


class CardsField(Strict):
    """Cards: a list of cards, or one text with any usual separators."""

    def __init__(self, meaning: str, *, least: int = 0, most: int = MAX_CARDS, **options: Any) -> None:
        super().__init__(meaning, **options)
        self.least, self.most = least, most

    def read(self, value: Any) -> list[Given]:
        if isinstance(value, str):
            try:
                cards = [unnamed(card) for card in read_cards(value)]
            except InvalidCard as error:
                raise as_validation(error) from None
            self._check_length(len(cards))
            return cards
        if not isinstance(value, list):
            raise wrong_type("cards", value)
        self._check_length(len(value))
        return collect((index, _CARD, one) for index, one in enumerate(value))

    def _check_length(self, length: int) -> None:
        if not self.least <= length <= self.most:
            raise refuse(facts.wrong_length(length=length, least=self.least, most=self.most))

    def plain_schema(self) -> JsonSchema:
        items = {"type": "array", "items": {"$ref": "#/components/schemas/CardInput"}, "maxItems": self.most}
        if self.least:
            items["minItems"] = self.least
        text = {"type": "string", "maxLength": MAX_TEXT, "minLength": 1 if self.least else 0}
        return {"anyOf": [items, text]}


_CARD: Final = CardField("a card")

_CARD_TEXT: Final[JsonSchema] = {"type": "string", "minLength": 1, "maxLength": MAX_TEXT}
CARD_COMPONENTS: Final[dict[str, JsonSchema]] = {
    "CardInput": {
        "description": "A card, as a text (`10D`, `♦10`, `JK` …) or with the caller's own id, which comes back so.",
        "anyOf": [_CARD_TEXT, {"$ref": "#/components/schemas/CardWithIdInput"}],
        "examples": ["7D", {"card": "7D", "id": "c-17"}],
    },
    "CardWithIdInput": {
        "type": "object",
        "description": "A card with the caller's own id.",
        "properties": {
            "card": _CARD_TEXT,
            "id": {"anyOf": [{"type": "string", "maxLength": MAX_ID}, {"type": "number"}]},
        },
        "required": ["card"],
        "additionalProperties": False,
    },
}


def as_validation(error: InvalidCard) -> ValidationError:
    """The error of a text of cards as a field's error."""
    return ValidationError([fault.reason for fault in error.faults])


def _read(text: str) -> Card:
    try:
        return read_card(text)
    except InvalidCard as error:
        raise as_validation(error) from None


@lru_cache(maxsize=2048)
def _named_by(text: str) -> Given:
    return unnamed(_read(text))


def _read_object(value: dict[str, Any]) -> Given:
    errors: dict[str, Any] = {name: ["unknown_field"] for name in value if name not in _KEYS}
    name, own_id = value.get("card"), value.get("id")
    card: Card | None = None
    if not isinstance(name, str):
        errors["card"] = ["required"] if "card" not in value else wrong_type("string", name).messages
    else:
        try:
            card = _read(name)
        except ValidationError as error:
            errors["card"] = error.messages
    if "id" in value and (isinstance(own_id, bool) or not isinstance(own_id, str | int | float)):
        errors["id"] = refuse(facts.wrong_type(expected="string or number", value=shown(own_id))).messages
    elif isinstance(own_id, str) and len(own_id) > MAX_ID:
        errors["id"] = refuse(facts.text_too_long(value=shown(own_id), length=len(own_id), limit=MAX_ID)).messages
    if errors or card is None:
        raise ValidationError(errors)
    return Given(card, own_id) if "id" in value else unnamed(card)
