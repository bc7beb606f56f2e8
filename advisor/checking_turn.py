"""The actions of a turn checked: every wrong one is named, and what would be right instead.

A refused action is left out as if it had not been done, and the referee goes on from there. A later problem that may
come of that alone says on which action it depends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from advisor import advice
from advisor.consequences import of_wrong_laying
from advisor.turn_remedies import Wrong, remedy_of
from solver.game.actions import Action, Draw, Exchange, LayMeld, LayOff, Rearrange
from solver.game.position import Position
from solver.referee.judge import judge
from solver.referee.verdict import BrokenRule, EndState, Verdict

IN_THEMSELVES: Final = frozenset(
    {
        "ace_not_there",
        "adjacent_jokers",
        "already_drawn",
        "jokers_not_fewer",
        "like_colours_adjacent",
        "meld_of_jokers",
        "meld_too_short",
        "neither_run_nor_set",
        "no_discards",
        "no_exchange",
        "no_rearranging",
        "nothing_laid",
        "nothing_rearranged",
        "run_not_consecutive",
        "run_suits_differ",
        "run_too_long",
        "run_too_short",
        "set_ranks_differ",
        "set_same_suit",
        "set_too_long",
        "too_early",
        "too_few_naturals",
        "too_many_jokers",
        "unknown_meld",
    }
)
"""Problems of an action in itself, which no earlier action could cure."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """An action with its number in the question."""

    step: int
    action: Action


def check_actions(position: Position, actions: Sequence[Action]) -> Verdict:
    """Judges the actions of a turn; `problems` are those of all of them, `end` tells how things stand before the first
    wrong one."""
    kept = [_Kept(step, action) for step, action in enumerate(actions)]
    first: Verdict | None = None
    problems: list[BrokenRule] = []
    refused: list[int] = []
    while True:
        verdict = judge(position, [entry.action for entry in kept], order_shown=True)
        first = first or verdict
        wrong = [problem for problem in verdict.problems if problem.step is not None]
        if not wrong:  # nothing, or the turn as a whole
            problems += [
                _told(position, actions, kept, None, verdict.end, problem, refused) for problem in verdict.problems
            ]
            break
        at = min(one.step for one in wrong if one.step is not None)
        problems += [_told(position, actions, kept, at, verdict.end, one, refused) for one in wrong if one.step == at]
        step = kept[at].step
        refused.append(step)
        kept, undone = _without(kept, at)
        problems += [_not_judged(actions, one.step, step) for one in undone]
        refused += [one.step for one in undone]
    follows = of_wrong_laying(position, actions, problems)
    return Verdict(tuple(sorted(problems, key=_place)), first.end, follows, first.steps)


def _place(problem: BrokenRule) -> tuple[bool, int]:
    return problem.step is None, problem.step or 0


def _told(
    position: Position,
    actions: Sequence[Action],
    kept: Sequence[_Kept],
    at: int | None,
    end: EndState,
    problem: BrokenRule,
    refused: Sequence[int],
) -> BrokenRule:
    """A problem under the numbers of the question, with its remedy."""
    done = [entry.action for entry in (kept if at is None else kept[:at])]
    wrong = Wrong(position, done, None if at is None else kept[at].action, [entry.action for entry in kept], end)
    reason = replace(problem.reason, remedy=remedy_of(wrong, problem))
    depends = refused[0] if refused and problem.reason.code not in IN_THEMSELVES else None
    step = None if at is None else kept[at].step
    meld = problem.meld
    if meld is not None and step is not None:
        meld += sum(map(_built, actions[:step])) - sum(map(_built, done))
    return replace(problem, reason=reason, step=step, meld=meld, depends_on=depends)


def _not_judged(actions: Sequence[Action], step: int, on: int) -> BrokenRule:
    action = actions[step]
    cards = action.cards if isinstance(action, (LayMeld, LayOff, Exchange)) else ()
    return BrokenRule(advice.not_judged(on=on + 1), step, cards=cards, depends_on=on)


def _without(kept: Sequence[_Kept], at: int) -> tuple[list[_Kept], list[_Kept]]:
    """The actions without a refused one, melds of the turn numbered anew; and those that cannot be judged without it:
    what names its melds, and everything after a draw."""
    gone = kept[at]
    if isinstance(gone.action, Draw) and not any(isinstance(entry.action, Draw) for entry in kept[:at]):
        return list(kept[:at]), list(kept[at + 1 :])
    first = sum(_built(entry.action) for entry in kept[:at])
    missing = set(range(first, first + _built(gone.action)))
    left, undone = list(kept[:at]), []
    total = first + len(missing)
    for entry in kept[at + 1 :]:
        if _named(entry.action) & missing:
            undone.append(entry)
            missing |= set(range(total, total + _built(entry.action)))
        else:
            shift = {number: number - sum(other < number for other in missing) for number in _named(entry.action)}
            left.append(_Kept(entry.step, _renamed(entry.action, shift)))
        total += _built(entry.action)
    return left, undone


def _built(action: Action) -> int:
    """How many melds of the turn an action numbers."""
    return 1 if isinstance(action, LayMeld) else len(action.melds) if isinstance(action, Rearrange) else 0


def _names(action: Action) -> tuple[str, ...]:
    if isinstance(action, Rearrange):
        return action.take
    return (action.meld,) if isinstance(action, (LayOff, Exchange)) else ()


def _named(action: Action) -> set[int]:
    """The numbers of the turn's melds that an action names."""
    texts = [name.removeprefix("new:") for name in _names(action) if name.startswith("new:")]
    return {int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 6}


def _renamed(action: Action, numbers: dict[int, int]) -> Action:
    """The action with melds of the turn named by other numbers."""
    names = {f"new:{old}": f"new:{new}" for old, new in numbers.items()}
    if isinstance(action, Rearrange):
        return replace(action, take=tuple(names.get(one, one) for one in action.take))
    if isinstance(action, (LayOff, Exchange)):
        return replace(action, meld=names.get(action.meld, action.meld))
    return action
