"""What the package gives, in one place: the names that `zolik` has as its own once one of them is asked for."""

from __future__ import annotations

from typing import Final

from advisor.answers import Help
from advisor.outlook_answer import Accept, Distance
from advisor.outlook_answer import ThrowRow as Throw
from solver.errors import Reason
from solver.game.actions import Action, Discard, Draw, Exchange, LayMeld, LayOff, Rearrange, Return
from solver.game.cards import Card, Suit
from solver.game.melds import Meld
from solver.game.position import Drawn, Opponent, TableMeld
from solver.referee.verdict import BrokenRule as Problem
from solver.rules.presets import PROFILES
from solver.rules.profile import RuleProfile as Rules
from zolik.answers import Check, Closing, Opening, Outlook, Penalty, Plan, Turn
from zolik.asking import Language, Notation, ask
from zolik.errors import IllegalActions, InvalidInput, NotAnswered, TurnNotEnded, ZolikError
from zolik.position import Position
from zolik.reading import card, cards, rules
from zolik.words import text

__all__ = [
    "RULE_SETS",
    "Accept",
    "Action",
    "Card",
    "Check",
    "Closing",
    "Discard",
    "Distance",
    "Draw",
    "Drawn",
    "Exchange",
    "Help",
    "IllegalActions",
    "InvalidInput",
    "Language",
    "LayMeld",
    "LayOff",
    "Meld",
    "NotAnswered",
    "Notation",
    "Opening",
    "Opponent",
    "Outlook",
    "Penalty",
    "Plan",
    "Position",
    "Problem",
    "Rearrange",
    "Reason",
    "Return",
    "Rules",
    "Suit",
    "TableMeld",
    "Throw",
    "Turn",
    "TurnNotEnded",
    "ZolikError",
    "ask",
    "card",
    "cards",
    "rules",
    "text",
]

RULE_SETS: Final = tuple(PROFILES)
"""The ids of the published rule sets."""
