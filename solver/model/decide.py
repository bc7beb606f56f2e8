"""Decisions: builds the model of a question about a turn and yields its solutions, best first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from solver.budget import TimedOut, part, strictly
from solver.game.actions import Action
from solver.game.cards import JOKER, JOKER_KIND, card
from solver.game.melds import Meld
from solver.game.position import Position
from solver.model.action_order import sequence
from solver.model.engine import NoSolution, Solved
from solver.model.engines import Engines
from solver.model.joker_buyback import jokers_limited
from solver.model.lay_off_variables import ace_changes, one_by_one
from solver.model.objectives import set_objective
from solver.model.question import Question
from solver.model.rearranging.bought_between import NoChain, forbid_chain, with_chain
from solver.model.rules import post
from solver.model.solutions import Choice, Undealt, cards_laid, forbid_cards, forbid_deal, read_choice
from solver.model.variables import Scope, Variables
from solver.stage_times import note_enumeration


@dataclass(frozen=True, slots=True)
class Decision:
    """One solution: its actions in order, the value of each level of the objective, whether it is proved to be the
    best (after those before it), and the bound of the first level. Times in milliseconds. `choice` is what it does
    without its order."""

    actions: tuple[Action, ...]
    levels: dict[str, int]
    optimal: bool
    bound: int
    build_ms: float
    solve_ms: float
    choice: Choice | None = None

    def as_answer_to(self, position: Position, question: Question) -> Decision:
        """The same, its actions in the order in which they answer another question, of a position with this hand."""
        return self if self.choice is None else replace(self, actions=sequence(self.choice, position, question))


__all__ = ["Decision", "TimedOut", "decide", "states_all"]

GRACE_SECONDS: Final = 0.04
"""How long after the budget a question that was begun in time may still be put together, as all but large ones are,
so that the shortest budgets are answered too."""


MOST_REFUSED: Final = 60
"""Ends whose jokers cannot be bought that are looked at before the search gives up and says so."""

SHARE: Final = 0.6
"""Of the time that is left, what goes to a search behind which there is a simpler one."""

SIMPLER: Final[tuple[Scope, ...]] = ("plain", "still")
"""What is searched where the best turn is not proved: without buying in between, and without rearranging."""

Accepts: TypeAlias = Callable[[tuple[Action, ...]], bool]


def decide(
    position: Position, question: Question, accepts: Accepts = lambda _: True, wanted: int = 1
) -> Iterator[Decision]:
    """The solutions of a question, best first, each laying something else; none if no legal turn answers it.
    `wanted` is how many are likely to be asked for; it changes none of them.

    Actions that `accepts` refuses are passed over, and the same cards may still be laid in another way. Where the model
    does not state all legal turns (:func:`states_all`), nothing is told as proved; if it then finds none, that is no
    proof that there is none, and TimedOut is raised. Raises TimedOut.
    """
    if states_all(position, question):
        yield from _decide(position, question, accepts, wanted)
        return
    any_yet = False
    for decision in _decide(position, question, accepts, wanted):
        any_yet = True
        yield replace(decision, optimal=False)
    if not any_yet and not states_all(position, replace(question, objective="any")):
        raise TimedOut


def states_all(position: Position, question: Question) -> bool:
    """Does the model state every legal turn that answers the question? Not where the table may be rearranged and

    * the order rule holds: whether own melds were served before others' is judged step by step, and a rearrangement
      both serves melds and makes new ones, so that other orders of the steps allow other ends;
    * lay-offs count towards the opening: a meld may be extended for its points and then be taken apart;

    nor where lay-offs count, jokers may be bought in the opening turn, and the hand holds a joker and all suits that
    a set with room lacks: laid there for its points, the joker may be bought back and be laid again. No preset allows
    any of these. Nor where most points are asked for and the jokers of a table that may be rearranged can be moved and
    bought in between, or count nothing at their new place; nor where each suit buys a joker of a set that may be built
    in between. Nor where runs go on over the ace and the table may be rearranged, which is not tried then, or an ace
    on the table may come to count more while a joker in its place counts nothing. Nor where a taken joker may be laid
    on a meld with jokers and be bought back, and the jokers of a meld are limited.
    """
    profile = position.profile
    if profile.ace_wraps and profile.rearrange:
        return False
    if ace_changes(profile) and (question.objective == "points" or (question.opens and profile.layoffs_count)):
        return False
    any_joker = JOKER in position.hand or any(lying.meld.jokers for lying in position.table)
    if profile.rearrange and one_by_one(profile) and any_joker:
        return False
    if profile.rearrange and question.objective == "points":
        jokers_lie = any(lying.meld.jokers for lying in position.table)
        if jokers_lie or (question.opens and JOKER in position.hand):
            return False
    if profile.rearrange and profile.order_rule and (position.table or JOKER in position.hand):
        return False
    touched = [lying for lying in position.table if question.may_touch(lying.mine)]
    taken_joker = question.duty_kind == JOKER_KIND and question.may_exchange(position)
    if taken_joker and jokers_limited(profile) and any(one.meld.jokers for one in touched):
        return False
    if not (question.opens and profile.layoffs_count):
        return True
    if profile.rearrange and touched:
        return False
    if JOKER not in position.hand or profile.exchange != "runs_and_sets" or not question.may_exchange(position):
        return True
    return not any(_buys_back(one.meld, position) for one in touched)


def _buys_back(meld: Meld, position: Position) -> bool:
    """Can a joker be laid on a set and be bought back, since the hand holds all the suits that the set lacks?"""
    room = meld.kind == "set" and len(meld.cards) < position.profile.set_size_max
    enough = any if one_by_one(position.profile) else all
    return room and enough(card(meld.rank, suit) in position.hand for suit in meld.missing_suits)


def _decide(position: Position, question: Question, accepts: Accepts, wanted: int) -> Iterator[Decision]:
    """The solutions of a question as the model states it, best first. Raises TimedOut."""
    refused: list[tuple[Action, ...]] = []

    def passes(actions: tuple[Action, ...]) -> bool:
        good = accepts(actions)
        if not good:
            refused.append(actions)
        return good

    found = _best(position, question, passes, wanted)
    if found is not None:
        yield found.decision
    elif not refused:
        return
    if found is None or found.turn.partial or found.turn.scope != "best":
        turn = _stated(position, question, "all")
        if turn is None:
            return
        engines = Engines(turn)
        if found is not None:
            forbid_cards(turn, cards_laid(found.turn, found.solved))
    else:
        engines = found.engines
        engines.pass_over(found.solved)
    try:
        yield from (solution.decision for solution in _solutions(engines, accepts))
    except GaveUp:
        if found is None:  # nothing was found, and nothing proved
            raise TimedOut from None


@dataclass(frozen=True, slots=True)
class _Found:
    """A decision with the engines, variables and values behind it."""

    decision: Decision
    engines: Engines
    turn: Variables
    solved: Solved

    def order(self, names: Sequence[str]) -> tuple[int, ...]:
        """Its levels of these names; smaller is better."""
        return tuple(self.decision.levels.get(name, 0) for name in names)

    def unproved(self) -> _Found:
        """The same, not told as the best."""
        return replace(self, decision=replace(self.decision, optimal=False))


def _compared(turn: Variables) -> list[str]:
    """The levels by which turns of a question are compared, in their order."""
    return [level.name for level in turn.model.levels if not level.tie]


def _best(position: Position, question: Question, accepts: Accepts, wanted: int) -> _Found | None:
    """The best turn. Where it cannot be proved, it is no worse than the best one without jokers bought in between, and
    than the best without rearranging. Raises TimedOut."""
    if _moves_only_new_melds(position, question):
        at_once = _best_of_new_melds(position, question, accepts)
        if at_once is not None:
            return at_once[0]
    turn = _stated(position, question)
    if turn is None:
        return None
    if turn.pool is None:
        return _first(turn, accepts, wanted)
    best: _Found | None = None
    try:
        with part(SHARE):
            best = _first(turn, accepts)
    except (TimedOut, GaveUp):
        pass
    else:
        if best is None or best.decision.optimal:
            return best
    ran_out, names = best is None, _compared(turn)
    for scope in SIMPLER if turn.between else SIMPLER[1:]:
        try:
            stated = _stated(position, question, scope)
            with part(SHARE):
                simpler = _first(stated, accepts)
        except (TimedOut, GaveUp):
            continue
        if simpler is not None and (best is None or simpler.order(names) < best.order(names)):
            best = simpler
    if best is None and ran_out:
        raise TimedOut
    return best and best.unproved()


def _moves_only_new_melds(position: Position, question: Question) -> bool:
    """Is there nothing on the table that could be rearranged, but a joker that may be laid in the opening?"""
    return (
        question.opens
        and position.profile.rearrange
        and JOKER in position.hand
        and not any(question.may_touch(lying.mine) for lying in position.table)
    )


def _best_of_new_melds(position: Position, question: Question, accepts: Accepts) -> tuple[_Found | None] | None:
    """The best turn that moves nothing, if no turn can be better: even if the opening needed no points, after which
    what lies in the end is laid at once. None if one can. Raises TimedOut."""
    plain = _first(_stated(position, question, "plain"), accepts)
    loose = _first(_stated(position, replace(question, minimum=0), "plain"), lambda _: True)
    if loose is None:
        return (None,)
    if plain is None or not (plain.decision.optimal and loose.decision.optimal):
        return None
    names = _compared(plain.turn)
    return (plain,) if plain.order(names) == loose.order(names) else None


def _first(turn: Variables | None, accepts: Accepts, wanted: int = 1) -> _Found | None:
    """The best solution of what is stated, if there is any. Raises TimedOut, GaveUp."""
    return None if turn is None else next(_solutions(Engines(turn, wanted), accepts), None)


def _stated(position: Position, question: Question, scope: Scope = "best") -> Variables | None:
    """The variables, rules and objective of a question; None if a look at the cards shows that it has no answer."""
    begun = time.perf_counter()
    with strictly(GRACE_SECONDS):
        turn = Variables(position, question, scope)
        if not _may_have_answer(turn):
            return None
        post(turn)
        if question.objective != "any":
            set_objective(turn)
    note_enumeration((time.perf_counter() - begun) * 1000)
    return turn


class GaveUp(Exception):
    """So many ends were looked at whose jokers cannot be bought that no more are."""


def _solutions(engines: Engines, accepts: Accepts) -> Iterator[_Found]:
    """The solutions of what is stated, best first, each laying something else. Raises TimedOut, GaveUp."""
    turn = engines.turn
    refused, sure = 0, True
    while True:
        with strictly(GRACE_SECONDS):
            solved = engines.next()
        if isinstance(solved, NoSolution):
            if solved.timed_out:
                raise TimedOut
            if not sure:
                raise GaveUp
            return
        try:
            choice = read_choice(turn, solved)
        except Undealt:
            assert turn.pool is not None
            forbid_deal(turn.model, turn.pool, solved)
            continue
        with strictly(GRACE_SECONDS):
            try:
                choice = with_chain(turn, choice, solved)
            except NoChain as error:
                sure = forbid_chain(turn, choice, solved, proved=error.proved) and sure
                refused += 1
                if refused > MOST_REFUSED:
                    raise GaveUp from None
                continue
        actions = sequence(choice, turn.position, turn.question)
        if not accepts(actions):
            engines.refuse(solved)
            continue
        spent = solved.build_ms, solved.solve_ms
        told = Decision(actions, solved.levels, solved.optimal and sure, solved.bound, *spent, choice)
        yield _Found(told, engines, turn, solved)
        engines.pass_over(solved)


def _may_have_answer(turn: Variables) -> bool:
    """A look at the cards that answers many questions before a solver is called."""
    question = turn.question
    if question.must_close and turn.closes is None:
        return False
    profile = turn.position.profile
    ends_so = profile.closes_without_discard and turn.closes is not None
    if profile.ends_with_discard and not turn.discards and not ends_so:
        return False
    if not question.opens:
        return True
    if question.pure_run and not any(
        laying.candidate.pure or (laying.base is not None and laying.base.pure(laying.candidate))
        for laying in turn.layings
    ):
        return False
    return bool(turn.opening_layings())
