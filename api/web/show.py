"""How a card is shown: its face, its name, its text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from flask import url_for

from api.words import word
from solver.errors import InvalidCard
from solver.game.notation import read_card

SUITS: Final = "SHDC"
SYMBOLS: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


ACTION_CODES: Final = frozenset(
    (
        "draw_stock",
        "draw_discard",
        "draw_bottom",
        "lays_meld",
        "lays_off",
        "exchanges_joker",
        "rearranges",
        "throws",
        "returns_card",
    )
)
"""Codes of the sentences that tell an action of a turn."""


_WRITTEN: Final = re.compile(r"([♠♥♦♣])(10|[2-9AJQK])|🃏")


def plain(text: str) -> str:
    """A sentence of the service with its cards as the page writes them: 7♦, a joker among cards ★."""
    return _WRITTEN.sub(lambda one: f"{one[2]}{one[1]}" if one[1] else "★", text)


def left_after(plan: dict[str, Any]) -> list[Any]:
    """The cards of a plan that stay in the hand after the discard."""
    left = list(plan.get("left") or ())
    if plan.get("discard") in left:
        left.remove(plan["discard"])
    return left


@dataclass(frozen=True, slots=True)
class CardFaces:
    """Cards of the two-colour or the four-colour deck."""

    four: bool
    language: str

    def code(self, card: Any) -> str:
        """The canonical text of a card of an answer, in whatever notation."""
        text = card["card"] if isinstance(card, dict) else str(card)
        try:
            return str(read_card(text))
        except InvalidCard:
            return text

    def address(self, card: Any) -> str:
        """Where the face of a card lies."""
        code = self.code(card)
        folder = "four/" if self.four and code[-1] in "DC" else ""
        return url_for("web.static", filename=f"cards/{folder}{code}.svg")

    def name(self, card: Any) -> str:
        """The name of a card, as it is read out."""
        return word("card_names", self.code(card), self.language)
