"""What a player does in a turn, one record an action, in the order in which it is done.

Melds of the table are named by their ids, melds laid or rearranged this turn `new:0`, `new:1` … in the order in which
they appear (see the contract's pieces of answers).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from solver.game.cards import Card
from solver.game.melds import MeldKind

End: TypeAlias = Literal["low", "high"]


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a card; the stock's card is not known before."""

    source: Literal["stock", "discard", "bottom"]
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class LayMeld:
    """Lay a new meld from the hand, cards in meld order."""

    cards: tuple[Card, ...]
    kind: MeldKind | None = None


@dataclass(frozen=True, slots=True)
class LayOff:
    """Lay cards off on a meld (přikládání): at one end of a run, at both with `end` None, or on a set."""

    meld: str
    cards: tuple[Card, ...]
    end: End | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """Give the natural cards that jokers of a meld stand for and take `jokers` jokers (výměna žolíka)."""

    meld: str
    cards: tuple[Card, ...]
    jokers: int


@dataclass(frozen=True, slots=True)
class Rearrange:
    """Take melds of the table apart and build `melds` from their cards and those of `from_hand`."""

    take: tuple[str, ...]
    melds: tuple[LayMeld, ...]
    from_hand: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw a card; `closes` and `from_hand` say what that ends (None: not claimed)."""

    card: Card
    closes: bool | None = None
    from_hand: bool | None = None


@dataclass(frozen=True, slots=True)
class Return:
    """Put the taken discard or bottom card back, since its duty cannot be met."""

    card: Card


Action: TypeAlias = Draw | LayMeld | LayOff | Exchange | Rearrange | Discard | Return
