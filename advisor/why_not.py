"""What a hand could lay with some rules dropped: the exact way to say why not, and the structural penalty.

A question with a rule dropped is the same question under a profile without that rule, on an empty table; where
lay-offs count for an opening, on the table as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from advisor.answers import MeldSum, StructuralPenalty
from advisor.before_draw import laying_nothing, layings
from advisor.plan import first_in_time
from solver.game.phase import Phase
from solver.game.position import Position, TableMeld, make_position
from solver.model.decide import Decision
from solver.model.question import opened_question, opening_question


@dataclass(frozen=True, slots=True)
class BestMelds:
    """The most points that could be laid from the hand; `found` is false if not even the pure run is there; the
    `decision` behind it."""

    found: bool
    sum: MeldSum
    optimal: bool
    decision: Decision | None = None

    @property
    def has_pure_run(self) -> bool:
        """Is there a run without a joker among its melds?"""
        return any(meld.pure for meld in self.sum.melds)


def hand_alone(
    position: Position, *, opened: bool, table: Sequence[TableMeld] = (), phase: Phase = "after_draw", **rules: Any
) -> Position:
    """The hand of a position on an empty table (or a given one), without a duty of the draw, in a round in which laying
    is allowed, under its profile with some parameters replaced."""
    profile = replace(position.profile, first_laying_round=1, **rules)
    barred = position.closing_barred
    return make_position(
        profile,
        position.hand,
        table=table,
        round=position.round,
        opened=opened,
        closing_barred=barred,
        phase=phase,
    )


def counted_table(position: Position) -> tuple[TableMeld, ...]:
    """The melds on the table of which the lay-offs count for the opening."""
    return position.table if position.profile.layoffs_count and not position.opened else ()


def best_melds(position: Position, *, pure_run: bool, keep_discard: bool = True) -> BestMelds:
    """The most points of melds from the hand (with what counts beside them), without a minimum; with a pure run or
    without that rule."""
    rules: dict[str, Any] = {"opening_minimum": 0, "opening_pure_run": pure_run}
    if not pure_run:
        rules["pure_run_first"] = "no"
    if not keep_discard:
        rules |= {"ends_with_discard": False, "bottom": None}
    table = counted_table(position)
    if table:
        rules |= {"exchange": "none", "rearrange": False}  # what is laid after either no longer counts
    alone = hand_alone(position, opened=False, table=table, **rules)
    found, optimal = first_in_time(alone, opening_question(alone, "opening"))
    if found is None:
        return BestMelds(False, MeldSum(0, ()), optimal)
    melds = MeldSum(found.plan.points or 0, found.plan.melds, found.plan.layoffs)
    return BestMelds(True, melds, optimal, found.decision)


def structural_penalty(position: Position) -> tuple[StructuralPenalty, bool]:
    """Deadwood: the least penalty as if the player had opened, on an empty table and without a draw duty; and whether
    that is proved."""
    if position.draws_first:
        undrawn = hand_alone(position, opened=True, phase="before_draw")
        known = layings(undrawn, opened_question)
        plan = known.plans[0] if known.plans else laying_nothing(undrawn)
        return StructuralPenalty(plan.penalty or 0, plan.melds, plan.left, None), known.optimal
    alone = hand_alone(position, opened=True)
    found, optimal = first_in_time(alone, opened_question(alone))
    if found is None:
        from advisor.scoring import penalty_of

        kept = penalty_of(position.hand, position.profile)
        return StructuralPenalty(kept, (), position.hand, None), optimal
    plan = found.plan
    return StructuralPenalty(plan.penalty or 0, plan.melds, plan.left, plan.discard), optimal
