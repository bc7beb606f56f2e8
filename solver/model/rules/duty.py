"""Duty: a card taken from the discard pile is laid in that turn, as the profile asks.

`discard_duty`: in the `turn` at all; with an `own_card` of the hand in the same meld; or in the very `next` action.
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.game.cards import CARDS, JOKER_KIND
from solver.model.engine import Meaning, Term, less
from solver.model.lay_off_variables import Extension
from solver.model.variables import FirstAction, Laying, Variables
from solver.rules.profile import RuleProfile

_LAID_HERE = Meaning("the taken card is laid on this meld")
_FROM_ONESELF = Meaning("the taken card does more than buy a joker of this turn")
_FIRST = Meaning("the first action")


def draw_duty(turn: Variables) -> None:
    """A taken discard is laid as the profile asks."""
    kind, profile = turn.question.duty_kind, turn.position.profile
    if kind is None:
        return
    if profile.discard_duty == "turn":
        terms = turn.jokers_laid() if kind == JOKER_KIND else turn.naturals_used()[kind]
        turn.model.at_least([(variable, 1) for variable, _ in terms], 1, CARDS[kind])
        _bought_from_oneself(turn, kind)
    elif profile.discard_duty == "own_card":
        _with_own_card(turn, kind)
    elif profile.discard_duty == "next":
        _first_of_all(turn, kind)


def _bought_from_oneself(turn: Variables, kind: int) -> None:
    """A card that only buys a joker laid in this turn is not laid: none of the table's jokers is among those moved."""
    pool = turn.pool
    bought = [] if pool is None else [(at[kind], -1) for at in (pool.bought, pool.between) if kind in at]
    if pool is None or not bought:
        return
    most = turn.held[kind]
    lying = [(variable, most) for variable, _ in pool.lying]
    turn.model.at_least([*turn.naturals_used()[kind], *bought, *lying], 1, _FROM_ONESELF)


def _with_own_card(turn: Variables, kind: int) -> None:
    """In a new meld, or on a table meld together with another card from the hand."""
    met = [
        (laying.variable, 1)
        for laying in turn.layings
        if kind in laying.candidate.naturals or (kind == JOKER_KIND and laying.candidate.jokers)
    ]
    for extension in turn.extensions:
        naturals = [(variable, 1) for _, variable in extension.natural_terms()]
        jokers = extension.joker_terms()
        own = jokers if kind == JOKER_KIND else [(at, 1) for which, at in extension.natural_terms() if which == kind]
        if own:
            here = turn.model.variable()
            turn.model.at_most([(here, 1), *less(own)], 0, _LAID_HERE)
            turn.model.at_most([(here, 2), *less(naturals + jokers)], 0, _LAID_HERE)
            met.append((here, 1))
    met += _built_with_own_card(turn, kind) + turn.jokers_bought_back()
    turn.model.at_least(met, 1, CARDS[kind])


def _built_with_own_card(turn: Variables, kind: int) -> list[Term]:
    """In a meld of the rearranged table that another card of the hand is built into."""
    pool = turn.pool
    laid = turn.jokers_pooled() if kind == JOKER_KIND else turn.pool_added(kind)
    if pool is None or not laid:
        return []
    found: list[Term] = []
    for shape, variable in pool.built:
        own = [(pool.added[one], -1) for one in shape.kinds if one != kind and one in pool.added]
        standing = [(pool.jokers[kind], -1) for kind in shape.kinds if kind in pool.jokers]
        if kind == JOKER_KIND:
            others = [own, standing]
        elif kind in shape.kinds:
            others = [[*own, *less(turn.jokers_pooled())], [*own, *standing]]
        else:
            continue
        here = turn.model.variable()
        for needed in ([(variable, -1)], less(laid), *others):
            turn.model.at_most([(here, 1), *needed], 0, _LAID_HERE)
        found.append((here, 1))
    return found


def _first_of_all(turn: Variables, kind: int) -> None:
    """The taken card is in the very first action: one that may come first and needs no won joker."""
    if turn.winnable:
        turn.model.add(first_action(turn).ways, 1, 1, CARDS[kind])
    else:
        turn.model.at_least([(variable, 1) for variable, _, _ in _first_ways(turn, kind)], 1, CARDS[kind])


def first_action(turn: Variables) -> FirstAction:
    """The variables of the first action, made when a rule first asks for them: one way to lay the taken card, and the
    jokers in it, which were in hand before any was won. Empty where no card must come next or no joker can be won."""
    if turn.first_action is None:
        first = turn.first_action = FirstAction([], [], [])
        kind = turn.question.duty_kind
        if kind is None or turn.position.profile.discard_duty != "next" or not turn.winnable:
            return first
        for variable, jokers, fixed in _first_ways(turn, kind):
            chosen = turn.model.variable()
            turn.model.at_most([(chosen, 1), (variable, -1)], 0, _FIRST)
            first.ways.append((chosen, 1))
            first.jokers.append((chosen, fixed))
            counted = None
            if jokers:
                counted = turn.model.variable(len(jokers))
                turn.model.at_most([*jokers, (chosen, len(jokers)), (counted, -1)], len(jokers), _FIRST)
                turn.model.at_most([(counted, 1)], turn.held[JOKER_KIND], _FIRST)
                first.jokers.append((counted, 1))
            first.made.append((chosen, variable, jokers, counted))
    return turn.first_action


def _first_ways(turn: Variables, kind: int) -> list[tuple[int, list[Term], int]]:
    """Ways to lay the taken card first: a variable, terms that count the jokers laid with it, and jokers beside."""
    profile, question = turn.position.profile, turn.question
    firsts = [(laying.variable, laying.first_jokers) for laying in turn.layings if laying.first_jokers is not None]
    if question.opens and question.pure_run and profile.pure_run_first != "no":
        firsts = [(laying.variable, 0) for laying in turn.layings if _before_a_pure_run(laying, profile)]
    ways: list[tuple[int, list[Term], int]] = [(variable, [], jokers) for variable, jokers in firsts]
    if not question.opens or profile.layoffs_count:
        more = [
            way
            for extension in turn.extensions
            for way in _first_on_table(extension, kind, exchanging=not question.opens)
        ]
        if question.opens and question.pure_run and profile.pure_run_first == "before_jokers":
            more = [way for way in more if not way[1]]
        ways += more
    ways += [(variable, [], 0) for variable, _ in turn.jokers_bought_back()]
    if not question.opens:
        ways += [(variable, turn.jokers_pooled(), 0) for variable, _ in turn.pool_added(kind)]
    return ways


def _before_a_pure_run(one: Laying, profile: RuleProfile) -> bool:
    """Can a meld of the opening be laid before the pure run lies, or be it, in the part with the taken card?"""
    if one.first_jokers is None or one.base is None:
        return False
    if profile.pure_run_first == "before_jokers":
        return not one.base.jokers
    return one.base.pure(one.candidate)


def _first_on_table(extension: Extension, kind: int, *, exchanging: bool) -> Iterator[tuple[int, list[Term], int]]:
    """Ways to lay the taken card on a table meld first: its variable, and the jokers laid with it on the way."""
    for exchange in extension.exchanges:
        if exchanging and kind in exchange.kinds:
            yield exchange.variable, [], 0
    for step in extension.steps:
        if step.kind == kind and not step.late:
            way = [
                (one.variable, 1)
                for one in extension.steps
                if one.kind == JOKER_KIND and (one is step or one.leads_to(step))
            ]
            yield step.variable, way, 0
