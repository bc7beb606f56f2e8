"""Where each rule comes from: the source of every parameter in every preset, and the clauses that are not parameters.

The texts are facts in own words; which source a preset follows is told by `RULE_SETS`. A ruling is a value that the
source does not say, or loses with a picture, or contradicts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from solver.rules.preset_sources import SAID, SILENT
from solver.rules.presets import PROFILES
from solver.rules.profile import PARAMETERS

RULE_SETS: Final[dict[str, str]] = {
    "zoliky-online": "rules of an online žolíky game, Czech and English; where they differ the Czech prevails",
    "joker-club": "official rules of Joker Club ČR with the questions and answers that belong to them",
    "wikipedia": "the article Žolíky of the Czech Wikipedia",
    "family": "rules and settings of a family žolík game for the computer",
    "tournament": "rules of the Joker clubs' tournaments, version I of 22 February 2010",
}
"""What each preset's source is."""

CLAUSES: Final[dict[str, str]] = {
    "run": "A run is three or more consecutive cards of one suit; the ace is low before the two or high after the "
    "king, never in the middle.",
    "set": "A set is three or four cards of one rank, all of different suits.",
    "meld": "A meld is a run or a set of at least three cards; a joker stands for one missing card.",
    "joker": "In a run a joker stands for the card of its place and keeps it; in a set it stands for a suit that is "
    "missing, and is tied to one only when no other is left.",
    "opening": "The first melds of a player must reach the minimum together and contain a run without a joker.",
    "own_cards": "The opening is laid from the player's own cards: the hand and a discard or bottom card just taken.",
    "lay_off": "A player who has opened may lay cards off on any meld on the table, as long as it stays a valid meld.",
    "draw": "A turn begins with a draw: one card from the stock, or, where it is allowed, the top discard or the "
    "bottom card.",
    "discard": "A turn ends with a discard; a discard taken in a turn must be used as the profile says or goes back.",
    "penalty": "A player who has not closed scores the penalty points of the cards left in hand.",
    "close": "A deal ends when a player who has opened throws his last card; jokers may stay in hand where the "
    "profile lets them.",
    "from_hand": "A close from hand lays everything in one turn by a player who had laid nothing before.",
    "score": "When a player closes, the others score the cards left in their hands as penalty points.",
    "deal": "Each player is dealt the same number of cards; the starter one more where the profile says so.",
    "hand": "A hand holds 1 to 30 cards.",
    "table": "Every meld on the table is a valid meld with a name of its own and an owner.",
    "order": "The actions of a turn come in order: the draw, then laying, then the discard.",
    "cards": "A card is a rank and a suit, or a joker; no more copies exist than the packs in play hold.",
    "names": "Names are 1 to 64 printable characters.",
    "position": "A position holds what one player sees in his turn, and does not contradict itself.",
    "rules": "The rules are one of the presets, with or without single parameters replaced.",
    "opponents": "Opponents have different names, none of them 'me'.",
    "round": "The round is the number of the player's own turn in the deal, beginning with 1.",
    "seen": "Cards known to be out of play are counted as gone.",
    "time": "An answer is given within the time asked for; what could not be proved in it is marked.",
    "request": "A request is a JSON object with the fields of its call.",
}
"""The general clauses that no parameter holds, one sentence each."""


@dataclass(frozen=True, slots=True)
class RuleSource:
    """Where a preset's value of a parameter comes from; `ruling` if the source itself does not settle it."""

    text: str
    ruling: bool


def source_of(profile_id: str, parameter: str) -> RuleSource:
    """Where the value of a parameter in a preset comes from.

    Raises KeyError for an unknown preset or parameter.
    """
    if profile_id not in PROFILES or parameter not in PARAMETERS:
        raise KeyError(f"{profile_id}: {parameter}")
    text = SAID[profile_id].get(parameter) or SILENT[parameter]
    return RuleSource(text, "ruling:" in text)
