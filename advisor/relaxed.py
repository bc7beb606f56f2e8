"""What a hand could lay with some rules dropped: the exact way to say why not, and the structural penalty.

A question with a rule dropped is the same question under a profile without that rule, on an empty table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from advisor.answers import MeldSum, StructuralPenalty
from advisor.plan import first_in_time
from solver.position import Position, make_position
from solver.questions import opened_question, opening_question


@dataclass(frozen=True, slots=True)
class BestMelds:
    """The most points that could be laid from the hand; `found` is false if not even the pure run is there."""

    found: bool
    sum: MeldSum
    optimal: bool


def hand_alone(position: Position, *, opened: bool, **rules: Any) -> Position:
    """The hand of a position on an empty table, without a draw, in a round in which laying is allowed, under its
    profile with some parameters replaced."""
    profile = replace(position.profile, first_laying_round=1, **rules)
    return make_position(
        profile, position.hand, round=position.round, opened=opened, closing_barred=position.closing_barred
    )


def best_melds(position: Position, deadline: float, *, pure_run: bool, keep_discard: bool = True) -> BestMelds:
    """The most points of melds from the hand, without a minimum; with a pure run or without that rule."""
    rules: dict[str, Any] = {"opening_minimum": 0, "opening_pure_run": pure_run}
    if not pure_run:
        rules["pure_run_first"] = False
    if not keep_discard:
        rules |= {"ends_with_discard": False, "bottom": None}
    alone = hand_alone(position, opened=False, **rules)
    found, optimal = first_in_time(alone, opening_question(alone, "opening"), deadline)
    melds = found.plan.melds if found else ()
    return BestMelds(bool(found), MeldSum(sum(one.points for one in melds), melds), optimal)


def structural_penalty(position: Position, deadline: float) -> tuple[StructuralPenalty, bool]:
    """Deadwood: the least penalty as if the player had opened, on an empty table and without a draw duty; and whether
    that is proved."""
    alone = hand_alone(position, opened=True)
    found, optimal = first_in_time(alone, opened_question(alone), deadline)
    if found is None:
        from advisor.scoring import penalty_of

        kept = penalty_of(position.hand, position.profile)
        return StructuralPenalty(kept, (), position.hand, None), optimal
    plan = found.plan
    return StructuralPenalty(plan.penalty or 0, plan.melds, plan.left, plan.discard), optimal
