"""Order: own melds and lay-offs on them come before those on others' melds, where the profile has that rule."""

from __future__ import annotations

from solver.game.cards import JOKER_KIND
from solver.model.engine import Meaning, Term, less
from solver.model.variables import Variables

_LATE = Meaning("a lay-off on an own meld after those on others'")


def order_rule(turn: Variables) -> None:
    """Own melds and lay-offs come before those on others' melds; afterwards each laying for oneself holds a joker,
    and there are no more of them than jokers won from others."""
    if not turn.position.profile.order_rule:
        return
    late_laid: list[Term] = [(laying.variable, 1) for laying in turn.layings if laying.late and not laying.own]
    late_jokers = turn.jokers_laid_late()
    early_jokers = [(laying.variable, laying.early_jokers) for laying in turn.layings]
    for extension in turn.extensions:
        if not extension.target.mine:
            late_jokers += extension.joker_terms()
            continue
        early_jokers += extension.joker_terms(late=False)
        late_jokers += extension.joker_terms(late=True)
        late = [step for step in extension.steps if step.late]
        for side in sorted({step.side for step in late}):
            steps = [step for step in late if step.side == side]
            happens = turn.model.variable()
            turn.model.at_most([*((step.variable, 1) for step in steps), (happens, -len(steps))], 0, _LATE)
            jokers = [(step.variable, 1) for step in steps if step.kind == JOKER_KIND]
            turn.model.at_least([*jokers, (happens, -1)], 0, "a joker in each late lay-off")
            late_laid.append((happens, 1))
    late_jokers += turn.jokers_pooled()
    won_elsewhere = turn.jokers_won(mine=False)
    turn.model.at_most([*late_laid, *less(won_elsewhere)], 0, "as many late layings as jokers won")
    own = turn.held[JOKER_KIND]
    early_jokers = [term for term in early_jokers if term[1]]
    turn.model.at_most([*early_jokers, *less(turn.jokers_won(mine=True))], own, "jokers at hand before others' melds")
    if turn.position.profile.won_joker == "lay" and won_elsewhere:
        turn.model.at_least([*late_jokers, *less(won_elsewhere)], 0, "jokers won from others are laid")
