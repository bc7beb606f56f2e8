"""What is wrong with the caller's own card ids: two cards of one id, or an id that no such card has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from api.requests.actions import AskedAction
from api.requests.labels import Given, Id
from solver import facts
from solver.errors import Fault, InvalidInput, Pointer, shown
from solver.game.actions import Discard, Draw, Rearrange, Return
from solver.game.cards import Card
from solver.game.position import TOLD

Fields: TypeAlias = dict[str, Any]
Placed: TypeAlias = tuple[Pointer, Given]


def check_ids(fields: Fields) -> None:
    """Raises InvalidInput if two cards of a position have one id."""
    faults = list(_twice(_placed(fields)))
    if faults:
        raise InvalidInput(*faults)


def check_asked_ids(fields: Fields, asked: Sequence[AskedAction], name: str) -> None:
    """Raises InvalidInput if an action names an id that its card does not have in the position, or names it twice.

    `name` is the field that holds the actions. A card drawn from the stock brings an id of its own.
    """
    known: dict[Id, Card] = {one.id: one.card for _, one in _placed(fields)}
    faults: list[Fault] = []
    melds: list[Placed] = []
    for index, one in enumerate(asked):
        for places in _lists(one, (name, index)):
            if isinstance(one.action, Draw):
                known = {given.id: given.card for _, given in places} | known
            faults += _strange(places, known)
            if name == "melds":
                melds += places
            else:
                faults += _twice(places)
    faults += _twice(melds)
    if faults:
        raise InvalidInput(*faults)


def _placed(fields: Fields) -> Iterator[Placed]:
    """Every card of the position with its place in the request."""
    for name in (one.name for one in TOLD if one.kind == "cards"):
        yield from (((name, index), one) for index, one in enumerate(fields.get(name, ())))
    for index, meld in enumerate(fields.get("table", ())):
        yield from ((("table", index, "cards", at), card) for at, card in enumerate(meld["cards"]))
    drawn = fields.get("drawn") or {}
    bottom, card = fields.get("bottom_card"), drawn.get("card")
    if bottom is not None and drawn.get("source") != "bottom":
        yield ("bottom_card",), bottom
    if card is not None and card not in fields.get("hand", ()):
        yield ("drawn", "card"), card


def _lists(one: AskedAction, place: Pointer) -> Iterator[Sequence[Placed]]:
    """The lists of cards of an action, with their places."""
    if isinstance(one.action, Draw | Discard | Return):
        yield [((*place, "card"), given) for given in one.cards]
        return
    cards = "from_hand" if isinstance(one.action, Rearrange) else "cards"
    yield [((*place, cards, at), given) for at, given in enumerate(one.cards)]
    for index, meld in enumerate(one.built):
        yield [((*place, "melds", index, "cards", at), given) for at, given in enumerate(meld)]


def _twice(places: Iterable[Placed]) -> Iterator[Fault]:
    met: set[Id] = set()
    for pointer, one in places:
        if one.id is not None and one.id in met:
            yield Fault(pointer, facts.duplicate_card_id(value=shown(one.id)))
        met.add(one.id)


def _strange(places: Iterable[Placed], known: dict[Id, Card]) -> Iterator[Fault]:
    for pointer, one in places:
        if one.id is None or known.get(one.id) is one.card:
            continue
        if one.id in known:
            yield Fault(pointer, facts.other_cards_id(value=shown(one.id), card=known[one.id]))
        else:
            yield Fault(pointer, facts.unknown_card_id(value=shown(one.id)))
