"""The shapes of melds and of the actions of a turn, in answers; see `api.answers.shapes`."""

from __future__ import annotations

from typing import Annotated, Literal, NewType, NotRequired, TypeAlias, TypedDict

from api.requests.labels import NamedCard
from solver.game.melds import MeldKind

MeldName: TypeAlias = Annotated[str, "id of a table meld, or new:0, new:1 …"]
Closes: TypeAlias = Annotated[bool, "does the turn close"]

StandsFor = NewType("StandsFor", dict[str, str])


class Meld(TypedDict):
    """A meld."""

    kind: MeldKind
    cards: Annotated[list[NamedCard], "as the meld lies"]
    stands_for: StandsFor
    points: Annotated[int, "each joker counted as its card"]
    pure: Annotated[bool, "a run without a joker"]


# "from" is a word of Python, so the record that has it takes it from this.
_FromSource = TypedDict("_FromSource", {"from": Annotated[Literal["stock", "discard", "bottom"], "where from"]})


class DrawAction(_FromSource):
    """Draw a card."""

    type: Literal["draw"]
    card: NotRequired[Annotated[NamedCard, "the card, if it is known"]]


class MeldAction(Meld):
    """Lay a meld."""

    type: Literal["meld"]


class LayoffAction(TypedDict):
    """Lay cards off."""

    type: Literal["layoff"]
    meld: MeldName
    cards: list[NamedCard]
    end: Annotated[Literal["low", "high"] | None, "the end of a run; null: a set, or both ends"]


class ExchangeAction(TypedDict):
    """Exchange jokers."""

    type: Literal["exchange"]
    meld: MeldName
    cards: Annotated[list[NamedCard], "the cards given for the jokers"]
    jokers: Annotated[int, "how many jokers are taken"]


class RearrangeAction(TypedDict):
    """Take melds apart and build new ones."""

    type: Literal["rearrange"]
    take: Annotated[list[str], "ids of the melds taken apart"]
    melds: Annotated[list[Meld], "the melds built"]
    from_hand: Annotated[list[NamedCard], "the cards that come from the hand"]


class DiscardAction(TypedDict):
    """Throw a card."""

    type: Literal["discard"]
    card: NamedCard
    closes: Closes
    from_hand: Annotated[bool, "does it close from hand"]


class ReturnAction(TypedDict):
    """Put the taken card back."""

    type: Literal["return"]
    card: NamedCard


Action: TypeAlias = (
    DrawAction | MeldAction | LayoffAction | ExchangeAction | RearrangeAction | DiscardAction | ReturnAction
)
