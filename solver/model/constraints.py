"""Constraints: one short function a rule, on the variables of one turn.

What is posted here is necessary for every legal turn; `model.order` then finds the order, and the referee has the
last word.
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.game.cards import JOKER_KIND
from solver.model.engine import Term
from solver.model.lay_off_variables import Extension
from solver.model.variables import Laying, Variables
from solver.rules.profile import RuleProfile


def post(turn: Variables) -> None:
    """Every rule that the question keeps."""
    cards_are_laid_once(turn)
    one_card_is_thrown(turn)
    a_close_leaves_only_carried_jokers(turn)
    a_joker_may_not_close(turn)
    a_joker_is_thrown_only_to_close(turn)
    a_card_stays_while_closing_is_barred(turn)
    if turn.question.opens:
        opening_reaches_the_minimum(turn)
        opening_has_a_pure_run(turn)
        opening_uses_own_jokers(turn)
    pool_uses_jokers_at_hand(turn)
    rearranging_adds_a_card(turn)
    draw_duty(turn)
    won_jokers_are_laid(turn)
    order_rule(turn)
    bottom_card_is_used(turn)


def cards_are_laid_once(turn: Variables) -> None:
    """No kind is used more often than it is held; jokers won count as held."""
    used = turn.naturals_used()
    for kind, held in enumerate(turn.held[:JOKER_KIND]):
        if held:
            terms = used[kind] + _discard(turn, kind)
            if len(terms) > 1 or (terms and terms[0][1] > held):
                turn.model.at_most(terms, held)
    terms = turn.jokers_laid() + _discard(turn, JOKER_KIND)
    if terms:
        turn.model.at_most(terms + _less(turn.jokers_won()), turn.held[JOKER_KIND])


def one_card_is_thrown(turn: Variables) -> None:
    """Exactly one card is thrown at the end of the turn; where the profile says so, a close may throw none."""
    profile = turn.position.profile
    if not profile.ends_with_discard:
        return
    thrown = [(variable, 1) for variable in turn.discards.values()]
    if profile.closes_without_discard and turn.closes is not None and turn.question.throws is None:
        turn.model.at_most(thrown, 1)
        turn.model.at_least([*thrown, (turn.closes, 1)], 1)
    else:
        turn.model.add(thrown, 1, 1)


def a_close_leaves_only_carried_jokers(turn: Variables) -> None:
    """At a close the hand holds nothing but jokers, at most as many as may be carried."""
    if turn.closes is None or turn.carried is None:
        return
    naturals = sum(turn.held[:JOKER_KIND])
    used = turn.naturals_laid()
    thrown = [term for kind in turn.discards if kind != JOKER_KIND for term in _discard(turn, kind)]
    left = _jokers_left(turn)
    if turn.question.stays:
        _some_stay(turn, [*used, *thrown], left)
        return
    turn.model.at_least([*used, *thrown, (turn.closes, -naturals)], 0)
    most = turn.position.profile.carry_max
    reachable = turn.held[JOKER_KIND] + turn.winnable
    if reachable > most:
        turn.model.at_most([*left, (turn.closes, reachable - most)], reachable - turn.held[JOKER_KIND])
    if reachable:
        turn.model.at_most([(turn.carried, 1), *_less(left)], turn.held[JOKER_KIND])
        turn.model.at_most([(turn.carried, 1), (turn.closes, -reachable)], 0)


def _some_stay(turn: Variables, gone: list[Term], left: list[Term]) -> None:
    """Besides carried jokers so many cards as are asked for stay, natural cards or jokers."""
    stays, held = turn.question.stays, turn.held[JOKER_KIND]
    assert turn.carried is not None
    naturals = turn.model.variable(stays)
    turn.model.add([*gone, (naturals, 1)], *[sum(turn.held[:JOKER_KIND])] * 2)
    # jokers left + held = carried + stays - naturals
    turn.model.add([*left, (turn.carried, -1), (naturals, 1)], *[stays - held] * 2)


def a_joker_may_not_close(turn: Variables) -> None:
    """Where a joker cannot close, throwing one closes nothing and needs another card left in hand."""
    profile = turn.position.profile
    thrown = _discard(turn, JOKER_KIND)
    if not thrown or (profile.close_with_joker and not profile.joker_discard_bars_closing):
        return
    if turn.closes is not None:
        turn.model.at_most([*thrown, (turn.closes, 1)], 1)
    if not profile.close_with_joker:
        # laid + 1 thrown + 1 more ≤ hand + won, whenever a joker is thrown
        kept = int(not profile.closes_without_discard)
        gone = [(variable, 2 - kept) for variable, _ in thrown]
        turn.model.at_most([*turn.cards_laid(), *_less(turn.jokers_won()), *gone], turn.hand_size - kept)


def a_joker_is_thrown_only_to_close(turn: Variables) -> None:
    """Where the profile says so, throwing a joker closes."""
    thrown = _discard(turn, JOKER_KIND)
    if thrown and turn.position.profile.joker_discard == "to_close":
        closes = [(turn.closes, -1)] if turn.closes is not None else []
        turn.model.at_most([*thrown, *closes], 0)


def a_card_stays_while_closing_is_barred(turn: Variables) -> None:
    """Who may not close keeps a card after his throw."""
    if turn.position.closing_barred:
        thrown = [(variable, 1) for variable in turn.discards.values()]
        turn.model.at_most([*turn.cards_laid(), *_less(turn.jokers_won()), *thrown], turn.hand_size - 1)


def opening_reaches_the_minimum(turn: Variables) -> None:
    """The first opening reaches the profile's minimum, and lays something even without one."""
    if turn.question.minimum:
        turn.model.at_least(turn.opening_points(), turn.question.minimum)
    else:
        turn.model.at_least([(variable, 1) for variable in turn.opening_layings()], 1)


def opening_has_a_pure_run(turn: Variables) -> None:
    """One run laid in the opening turn has no joker: to the end of the turn, or at first where the profile says so."""
    if not turn.question.pure_run:
        return
    at_once = turn.position.profile.opening_run_joker == "yes"
    turn.model.at_least(
        [
            (one.variable, 1)
            for one in turn.layings
            if (one.candidate.pure and not one.torn)
            or (at_once and one.base is not None and one.base.pure(one.candidate))
        ],
        1,
    )


def opening_uses_own_jokers(turn: Variables) -> None:
    """What is laid before the opening is met uses only the jokers of the hand."""
    if turn.winnable:
        early = [(one.variable, one.early_jokers) for one in turn.layings]
        if turn.position.profile.layoffs_count:
            early += [term for one in turn.extensions for term in one.joker_terms(late=False)]
        turn.model.at_most([term for term in early if term[1]], turn.held[JOKER_KIND])


def pool_uses_jokers_at_hand(turn: Variables) -> None:
    """Jokers built into the rearranged table were in hand before: held, or bought from melds as they lie."""
    added = turn.jokers_pooled()
    if added and turn.pool is not None and turn.pool.bought:
        early = [(one.variable, one.early_jokers) for one in turn.layings if turn.question.opens]
        bought = [(exchange.variable, -exchange.jokers) for one in turn.extensions for exchange in one.exchanges]
        bought += [(variable, -1) for variable in turn.pool.between.values()]
        turn.model.at_most([*added, *(term for term in early if term[1]), *bought], turn.held[JOKER_KIND])
        if turn.question.duty_kind == JOKER_KIND:
            return
        # to build a joker in and to buy one out at once is never better than to do neither, unless one must be laid
        either = turn.model.variable()
        most = len(turn.pool.bought) * turn.position.profile.decks
        turn.model.at_most([*((one, 1) for one in turn.pool.bought.values()), (either, -most)], 0)
        reachable = turn.held[JOKER_KIND] + turn.winnable
        turn.model.at_most([*added, (either, reachable)], reachable)


def won_jokers_are_laid(turn: Variables) -> None:
    """Jokers won are laid afterwards, unless the profile leaves them free or they are carried at the close."""
    profile = turn.position.profile
    won = turn.jokers_won()
    if profile.won_joker == "free" or not won:
        return
    if turn.question.opens:
        only_late = True if profile.layoffs_count else None
        laid = turn.jokers_laid_late() + turn.jokers_pooled()
        laid += [term for one in turn.extensions for term in one.joker_terms(late=only_late)]
    else:
        laid = turn.jokers_laid()
    terms = [*_less(won), *laid]
    if not turn.question.opens:
        terms += _less(turn.jokers_bought_back())
    if turn.first_jokers and not turn.question.opens:
        terms += _less(turn.first_jokers)
    if profile.won_joker == "lay_or_close" and turn.closes is not None and turn.carried is not None:
        excused = turn.model.variable()
        turn.model.at_most([(excused, 1), (turn.closes, -1)], 0)
        turn.model.at_most([(excused, 1), (turn.carried, -1)], 0)
        terms.append((excused, turn.winnable + turn.held[JOKER_KIND] + 2))
    turn.model.at_least(terms, 0)
    if turn.pool is not None and turn.pool.bought:
        # jokers bought out of rearranged melds come after those built into them
        later = [(variable, -1) for variable in turn.pool.bought.values()]
        turn.model.at_least([*terms, *won, *later, *_less(turn.jokers_pooled())], 0)


def order_rule(turn: Variables) -> None:
    """Own melds and lay-offs come before those on others' melds; afterwards each laying for oneself holds a joker,
    and there are no more of them than jokers won from others."""
    if not turn.position.profile.order_rule:
        return
    late_laid: list[Term] = [(one.variable, 1) for one in turn.layings if one.late and not one.own]
    late_jokers = turn.jokers_laid_late()
    early_jokers = [(one.variable, one.early_jokers) for one in turn.layings]
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
            turn.model.at_most([*((step.variable, 1) for step in steps), (happens, -len(steps))], 0)
            jokers = [(step.variable, 1) for step in steps if step.kind == JOKER_KIND]
            turn.model.at_least([*jokers, (happens, -1)], 0)
            late_laid.append((happens, 1))
    late_jokers += turn.jokers_pooled()
    won_elsewhere = turn.jokers_won(mine=False)
    turn.model.at_most([*late_laid, *_less(won_elsewhere)], 0)
    own = turn.held[JOKER_KIND]
    early_jokers = [term for term in early_jokers if term[1]]
    turn.model.at_most([*early_jokers, *_less(turn.jokers_won(mine=True))], own)
    if turn.position.profile.won_joker == "lay" and won_elsewhere:
        turn.model.at_least([*late_jokers, *_less(won_elsewhere)], 0)


def rearranging_adds_a_card(turn: Variables) -> None:
    """Whoever moves melds lays at least one card of the hand in that turn."""
    if turn.pool is not None:
        moved = [(variable, -1) for _, variable in turn.pool.taken]
        turn.model.at_least([*((one, len(moved) * factor) for one, factor in turn.cards_laid()), *moved], 0)


def draw_duty(turn: Variables) -> None:
    """A taken discard is laid as the profile asks."""
    kind, profile = turn.question.duty_kind, turn.position.profile
    if kind is None:
        return
    if profile.discard_duty == "turn":
        terms = turn.jokers_laid() if kind == JOKER_KIND else turn.naturals_used()[kind]
        turn.model.at_least([(variable, 1) for variable, _ in terms], 1)
    elif profile.discard_duty == "own_card":
        _with_own_card(turn, kind)
    elif profile.discard_duty == "next":
        _first_of_all(turn, kind)


def _with_own_card(turn: Variables, kind: int) -> None:
    """In a new meld, or on a table meld together with another card from the hand."""
    met = [
        (one.variable, 1)
        for one in turn.layings
        if kind in one.candidate.naturals or (kind == JOKER_KIND and one.candidate.jokers)
    ]
    for extension in turn.extensions:
        naturals = [(variable, 1) for _, variable in extension.natural_terms()]
        jokers = extension.joker_terms()
        own = jokers if kind == JOKER_KIND else [(at, 1) for which, at in extension.natural_terms() if which == kind]
        if own:
            here = turn.model.variable()
            turn.model.at_most([(here, 1), *_less(own)], 0)
            turn.model.at_most([(here, 2), *_less(naturals + jokers)], 0)
            met.append((here, 1))
    met += _built_with_own_card(turn, kind) + turn.jokers_bought_back()
    turn.model.at_least(met, 1)


def _built_with_own_card(turn: Variables, kind: int) -> list[Term]:
    """In a meld of the rearranged table that another card of the hand is built into."""
    pool = turn.pool
    laid = turn.jokers_pooled() if kind == JOKER_KIND else turn.pool_added(kind)
    if pool is None or not laid:
        return []
    found: list[Term] = []
    for shape, variable in pool.built:
        own = [(pool.added[one], -1) for one in shape.kinds if one != kind and one in pool.added]
        standing = [(pool.jokers[one], -1) for one in shape.kinds if one in pool.jokers]
        if kind == JOKER_KIND:
            others = [own, standing]
        elif kind in shape.kinds:
            others = [[*own, *_less(turn.jokers_pooled())], [*own, *standing]]
        else:
            continue
        here = turn.model.variable()
        for needed in ([(variable, -1)], _less(laid), *others):
            turn.model.at_most([(here, 1), *needed], 0)
        found.append((here, 1))
    return found


def _first_of_all(turn: Variables, kind: int) -> None:
    """The taken card is in the very first action: one that may come first and needs no won joker."""
    profile, question = turn.position.profile, turn.question
    firsts = [(one.variable, one.first_jokers) for one in turn.layings if one.first_jokers is not None]
    if question.opens and question.pure_run and profile.pure_run_first != "no":
        firsts = [(one.variable, 0) for one in turn.layings if _before_a_pure_run(one, profile)]
    ways: list[tuple[int, list[Term], int]] = [(variable, [], jokers) for variable, jokers in firsts]
    if not question.opens or profile.layoffs_count:
        more = [way for one in turn.extensions for way in _first_on_table(one, kind, exchanging=not question.opens)]
        if question.opens and question.pure_run and profile.pure_run_first == "before_jokers":
            more = [way for way in more if not way[1]]
        ways += more
    ways += [(variable, [], 0) for variable, _ in turn.jokers_bought_back()]
    if not question.opens:
        ways += [(variable, turn.jokers_pooled(), 0) for variable, _ in turn.pool_added(kind)]
    if not turn.winnable:
        turn.model.at_least([(variable, 1) for variable, _, _ in ways], 1)
        return
    chosen: list[Term] = []
    for variable, jokers, fixed in ways:
        first = turn.model.variable()
        turn.model.at_most([(first, 1), (variable, -1)], 0)
        chosen.append((first, 1))
        turn.first_jokers.append((first, fixed))
        if jokers:
            counted = turn.model.variable(len(jokers))
            turn.model.at_most([*jokers, (first, len(jokers)), (counted, -1)], len(jokers))
            turn.model.at_most([(counted, 1)], turn.held[JOKER_KIND])
            turn.first_jokers.append((counted, 1))
    turn.model.add(chosen, 1, 1)


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


def bottom_card_is_used(turn: Variables) -> None:
    """A drawn bottom card is melded, or where the profile allows it laid off or thrown."""
    kind = turn.question.bottom_kind
    if kind is None:
        return
    melded = [
        (one.variable, 1)
        for one in turn.layings
        if kind in one.candidate.naturals or (kind == JOKER_KIND and one.candidate.jokers)
    ]
    if turn.position.profile.bottom == "meld_or_discard":
        melded += [(variable, 1) for variable, _ in turn.naturals_used()[kind]] + _discard(turn, kind)
        if kind == JOKER_KIND:
            melded += turn.jokers_laid()
    turn.model.at_least(melded, 1)


def _discard(turn: Variables, kind: int) -> list[Term]:
    return [(turn.discards[kind], 1)] if kind in turn.discards else []


def _less(terms: list[Term]) -> list[Term]:
    return [(variable, -factor) for variable, factor in terms]


def _jokers_left(turn: Variables) -> list[Term]:
    """Jokers in hand after the turn, less those held at its beginning."""
    return [*turn.jokers_won(), *_less(turn.jokers_laid()), *_less(_discard(turn, JOKER_KIND))]
