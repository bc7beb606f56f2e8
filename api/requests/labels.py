"""The cards of a request as the caller gave them: physical cards, some with an id of the caller's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias, TypedDict

from solver.game.cards import CARDS, Card, Notation
from solver.game.melds import Meld

Id: TypeAlias = str | int | float | None


class CardWithId(TypedDict):
    """A card with the caller's id."""

    card: str
    id: str | float


NamedCard: TypeAlias = str | CardWithId
"""A card in an answer."""

TEXTS: Final[dict[Notation, tuple[str, ...]]] = {
    notation: tuple(card.text(notation) for card in CARDS) for notation in ("ascii", "unicode", "emoji")
}


HAND: Final = "hand"
SLOT_MARK: Final = "\x01"
"""Stands around the number of a slot, and in no text of an answer: names must be printable."""


@dataclass(frozen=True, slots=True)
class Given:
    """A physical card: its kind, the caller's id if he gave one, where it lay at the start of the turn (in the hand, or
    in the table meld of that id), and its slot in an answer that callers share."""

    card: Card
    id: Id = None
    place: str = field(default=HAND, compare=False)
    slot: int | None = None

    def named(self, notation: Notation) -> NamedCard:
        """The card in an answer: a text, or the object that the caller gave; or its slot."""
        if self.slot is not None:
            return f"{SLOT_MARK}{self.slot}{SLOT_MARK}"
        text = TEXTS[notation][self.card.kind]
        return text if self.id is None else {"card": text, "id": self.id}


_UNNAMED: Final = tuple(Given(card) for card in CARDS)


def unnamed(card: Card) -> Given:
    """A card without an id."""
    return _UNNAMED[card.kind]


@dataclass(frozen=True, slots=True)
class Labels:
    """The cards of a request as they were given; table cards in the order of their melds."""

    hand: tuple[Given, ...] = ()
    table: Mapping[str, tuple[Given, ...]] = field(default_factory=dict)
    discard_pile: tuple[Given, ...] = ()
    bottom_card: Given | None = None
    drawn: Given | None = None

    @property
    def any(self) -> bool:
        """Did the caller give any id at all?"""
        lists = (self.hand, self.discard_pile, *self.table.values())
        return any(card.id is not None for cards in lists for card in cards) or any(
            one is not None and one.id is not None for one in (self.bottom_card, self.drawn)
        )


def meld_labels(given: Sequence[Given], meld: Meld, place: str) -> tuple[Given, ...]:
    """The given cards in the order in which their meld lies; `place` is its id."""
    return tuple(replace(lying, place=place) for lying in as_it_lies(given, meld))


def as_it_lies(given: Sequence[Given], meld: Meld) -> tuple[Given, ...]:
    """The given cards in the order of their meld."""
    kinds = tuple(card.card for card in given)
    if kinds == meld.cards:
        return tuple(given)
    if kinds[::-1] == meld.cards:
        return tuple(reversed(given))
    return tuple(CardsLeft(given).take(meld.cards))


class CardsLeft:
    """Cards that lie together, handed out by kind, first come first served."""

    def __init__(self, cards: Iterable[Given]) -> None:
        self.cards = list(cards)

    def find(self, card: Card, wanted: Given | None = None, avoid: Given | None = None) -> Given | None:
        """A card of a kind: the wanted one if it is here, and not the avoided one unless there is no other."""
        same = [one for one in self.cards if one.card is card]
        found = next((one for one in same if one == wanted), None)
        return found or next((one for one in same if one != avoid), same[0] if same else None)

    def take(self, cards: Sequence[Card], wanted: Sequence[Given] = ()) -> list[Given]:
        """Takes cards out, the wanted copies where they are here; a card that is not here is named by its kind."""
        result = []
        for index, card in enumerate(cards):
            found = self.find(card, wanted[index] if index < len(wanted) else None)
            if found is not None:
                self.remove(found)
            result.append(found or unnamed(card))
        return result

    def remove(self, card: Given) -> None:
        """Takes out this very card, which is here."""
        del self.cards[next(index for index, one in enumerate(self.cards) if one is card)]
