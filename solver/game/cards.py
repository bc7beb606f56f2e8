"""Cards: what they are, and how they are printed. `solver.game.notation` reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Literal, TypeAlias

Notation: TypeAlias = Literal["ascii", "unicode", "emoji"]


class Suit(IntEnum):
    """The four suits in the order in which answers list them."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        return "SHDC"[self]

    @property
    def symbol(self) -> str:
        return "♠♥♦♣"[self]

    @property
    def is_red(self) -> bool:
        return self in (Suit.HEARTS, Suit.DIAMONDS)


RANKS: Final = range(1, 14)
"""Ace (1), 2 … 10, jack (11), queen (12), king (13)."""

RANK_TEXT: Final = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One kind of card. Copies are equal; a joker is `JOKER`, with rank and suit 0.

    `kind` (0 … 52) numbers the kinds: 13 × suit + rank − 1, the joker last. Cards sort by it.
    Take cards from :func:`card` or `CARDS`; there is one object a kind, so cards are compared as objects.
    """

    kind: int
    rank: int
    suit: Suit

    def __lt__(self, other: Card) -> bool:
        return self.kind < other.kind

    def __hash__(self) -> int:
        return self.kind

    def __reduce__(self) -> tuple[Callable[[int], Card], tuple[int]]:
        return _card_of_kind, (self.kind,)

    @property
    def is_joker(self) -> bool:
        return self.kind == JOKER_KIND

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __str__(self) -> str:
        return "JK" if self.kind == JOKER_KIND else RANK_TEXT[self.rank] + self.suit.letter

    def text(self, notation: Notation = "ascii") -> str:
        """The card as `10D`, `♦10` (unicode) or the same with an emoji variation selector; jokers `JK` or 🃏."""
        if notation == "ascii":
            return str(self)
        if notation not in ("unicode", "emoji"):
            raise ValueError(f"notation: {notation!r} is not among ascii, unicode, emoji")
        if self.is_joker:
            return "🃏"
        return self.suit.symbol + ("\ufe0f" if notation == "emoji" else "") + RANK_TEXT[self.rank]


def _card_of_kind(kind: int) -> Card:
    """Copies and unpickled cards are the same objects."""
    return CARDS[kind]


JOKER_KIND: Final = 52
KINDS: Final = 53
CARDS: Final = (
    *(Card(13 * suit + rank - 1, rank, suit) for suit in Suit for rank in RANKS),
    Card(JOKER_KIND, 0, Suit.SPADES),
)
"""Every kind of card, by its number."""

JOKER: Final = CARDS[JOKER_KIND]


def card(rank: int, suit: Suit) -> Card:
    """The natural card of a rank (1 … 13) and suit."""
    if rank not in RANKS:
        raise ValueError(f"no rank {rank}")
    return CARDS[13 * suit + rank - 1]


def counts(cards: Iterable[Card]) -> list[int]:
    """How many copies of each kind there are: 53 numbers."""
    result = [0] * KINDS
    for card in cards:
        result[card.kind] += 1
    return result


def without(cards: Iterable[Card], gone: Iterable[Card]) -> tuple[Card, ...]:
    """`cards` less one copy for each card of `gone`, in the order given.

    Raises ValueError if a card of `gone` is not there.
    """
    take = Counter(gone)
    rest = []
    for card in cards:
        if take[card]:
            take[card] -= 1
        else:
            rest.append(card)
    if any(take.values()):
        raise ValueError(f"not there: {sorted(map(str, take.elements()))}")
    return tuple(rest)
