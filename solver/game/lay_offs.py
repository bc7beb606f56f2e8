"""What a single card does at a meld on the table: does giving it free a joker there?

Source: the rules' section 6. The referee states the same in words of its own (`solver.referee.table`).
"""

from __future__ import annotations

from solver.game.cards import JOKER, Card
from solver.game.melds import Meld
from solver.rules.profile import RuleProfile


def frees_joker(one: Card, meld: Meld, profile: RuleProfile) -> bool:
    """Does a joker of a meld stand for this card, and may it be exchanged: out of a run one by one, out of a set only
    when all four suits come to lie there, this card with the others that are missing. Who may exchange, and when, is
    not asked."""
    if one is JOKER or profile.exchange == "none" or not meld.jokers:
        return False
    if meld.kind == "run":
        return any(one in cards for cards in meld.stands_for.values())
    if profile.exchange != "runs_and_sets" or profile.set_size_max < 4:
        return False
    return one.rank == meld.rank and one.suit in meld.missing_suits
