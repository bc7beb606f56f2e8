"""What would be right in place of one wrong action of a turn; each remedy is tried out before the referee.

The tries are few and bounded: other places and other cards for the same action, and other orders of the same actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from advisor import advice
from advisor.remedies import THROWS, instead_of_meld, melds_in, more_to_open, put_back, throw_instead, wait_for
from solver.errors import Reason
from solver.game.actions import Action, Discard, Exchange, LayMeld, LayOff
from solver.game.cards import JOKER, Card
from solver.game.melds import NotAMeld, place_card, read_meld
from solver.game.named import named
from solver.game.position import Position, TableMeld
from solver.referee.judge import judge
from solver.referee.verdict import BrokenRule, EndState

MAX_ORDERS: Final = 200
"""Most other orders of a turn's actions that are tried."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong action (None: the turn as a whole) with the actions `done` before it, all of the turn, and how things
    stood before it."""

    position: Position
    done: Sequence[Action]
    action: Action | None
    actions: Sequence[Action]
    end: EndState

    def legal(self, *instead: Action) -> bool:
        """Would these be legal in its place?"""
        return judge(self.position, [*self.done, *instead], finish=False, order_shown=True).legal


def remedy_of(wrong: Wrong, problem: BrokenRule) -> Reason | None:
    """What would be right instead; None if nothing was found."""
    reason = problem.reason
    found = _BY_CODE.get(reason.code)
    if found is not None:
        return found(wrong, reason)
    if reason.code in THROWS or reason.code == "joker_thrown_without_closing":
        return throw_instead(wrong.position, wrong.end.left, wrong.end.opened)
    if isinstance(wrong.action, LayMeld) and _is_no_meld(wrong, reason):
        return instead_of_meld(problem.cards, wrong.end.left, wrong.position.profile)
    return reason.remedy or _another_place(wrong, reason)


def _is_no_meld(wrong: Wrong, reason: Reason) -> bool:
    if not isinstance(wrong.action, LayMeld) or reason.code == "like_colours_adjacent":
        return reason.code == "like_colours_adjacent"
    try:
        read_meld(wrong.action.cards, wrong.position.profile, wrong.action.kind)
    except NotAMeld:
        return True
    return False


# Rounds, draws and openings


def _first_round(wrong: Wrong, reason: Reason) -> Reason:
    return wait_for(reason, wrong.position.profile.first_laying_round)


def _next_round(wrong: Wrong, reason: Reason) -> Reason:
    return wait_for(reason, wrong.position.round + 1)


def _put_back(wrong: Wrong, reason: Reason) -> Reason | None:
    drawn = wrong.position.drawn
    taken = reason.params.get("card") or (str(drawn.card) if drawn is not None else None)
    return put_back(reason, str(taken)) if taken else reason.remedy


def _lay_also(wrong: Wrong, reason: Reason) -> Reason | None:
    """The melds of the hand that are still needed for the opening."""
    laid = [meld.meld for meld in wrong.end.table if meld.id.startswith("new:") and meld.mine]
    also = more_to_open(wrong.position, laid, wrong.end.left)
    return also or _other_order(wrong, reason)


# The same cards in another place


def _another_place(wrong: Wrong, reason: Reason) -> Reason | None:
    """For cards that do not lie where they were laid: between cards of the hand, on another meld, or as an exchange."""
    action = wrong.action
    if not isinstance(action, (LayOff, Exchange)):
        return reason.remedy
    for place in _places(wrong, action):
        if wrong.legal(place):
            return _as_remedy(place, reason, wrong.end.table)
    return None


def _places(wrong: Wrong, action: LayOff | Exchange) -> Iterator[LayOff | Exchange]:
    cards = action.cards
    table = sorted(wrong.end.table, key=lambda meld: meld.id != action.meld)
    for meld in table:
        lacking = _gap(meld, cards, wrong.end.left)
        if lacking:
            yield LayOff(meld.id, (*cards, *lacking))
        if meld.id != action.meld or isinstance(action, Exchange) or action.end is not None:
            yield LayOff(meld.id, cards)
        if isinstance(action, LayOff) or meld.id != action.meld:
            yield from (Exchange(meld.id, cards, jokers) for jokers in range(1, meld.meld.jokers + 1))


def _gap(one: TableMeld, cards: Sequence[Card], hand: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of the hand that lie between a run and a card that does not yet reach it."""
    meld = one.meld
    if meld.kind != "run" or len(cards) != 1 or cards[0] is JOKER or cards[0].suit is not meld.suit:
        return ()
    rank = 14 if cards[0].rank == 1 and meld.low > 2 else cards[0].rank
    between = range(meld.high + 1, rank) if rank > meld.high else range(rank + 1, meld.low)
    needed = [place_card(at, meld.suit) for at in between]
    filled = tuple(card if card in hand else JOKER for card in needed)
    return filled if filled.count(JOKER) <= list(hand).count(JOKER) else ()


def _as_remedy(one: LayOff | Exchange, reason: Reason, table: Sequence[TableMeld]) -> Reason:
    lying = next(meld for meld in table if meld.id == one.meld)
    name, cards = named(lying, table), lying.meld.cards
    if isinstance(one, Exchange):
        remedy = advice.exchange_instead(one.cards, one.jokers, meld=one.meld, onto=cards, onto_meld=name)
    else:
        remedy = advice.lay_off_instead(one.cards, meld=one.meld, onto=cards, onto_meld=name)
    return remedy.citing(reason.rule)


def _give_right_card(wrong: Wrong, reason: Reason) -> Reason | None:
    """The card that the joker stands for, if it is in the hand; else another place for the one that was given."""
    action, stands_for = wrong.action, reason.params.get("stands_for")
    if isinstance(action, Exchange) and isinstance(stands_for, list):
        for card in dict.fromkeys(wrong.end.left):
            if str(card) in stands_for and wrong.legal(Exchange(action.meld, (card,), 1)):
                return _as_remedy(Exchange(action.meld, (card,), 1), reason, wrong.end.table)
    return _another_place(wrong, reason)


def _give_all(wrong: Wrong, reason: Reason) -> Reason | None:
    """All missing suits of a set at once, if they are in the hand."""
    missing = reason.params["missing"]
    if isinstance(missing, list) and missing and {*missing} <= {str(card) for card in wrong.end.left}:
        return advice.give_all(cards=missing).citing(reason.rule)
    return None


def _right_number(wrong: Wrong, reason: Reason) -> Reason | None:
    action, jokers = wrong.action, reason.params.get("jokers")
    if isinstance(action, Exchange) and isinstance(jokers, int) and wrong.legal(replace(action, jokers=jokers)):
        return _as_remedy(replace(action, jokers=jokers), reason, wrong.end.table)
    return None


def _keep_back(wrong: Wrong, reason: Reason) -> Reason | None:
    """One card of a meld or lay-off that can stay in hand."""
    action = wrong.action
    if isinstance(action, (LayMeld, LayOff)):
        for at in (len(action.cards) - 1, 0):
            less = (*action.cards[:at], *action.cards[at + 1 :])
            if less and wrong.legal(replace(action, cards=less)):
                return advice.keep_back(cards=[str(action.cards[at])]).citing(reason.rule)
    return None


def _keep_for_throw(wrong: Wrong, reason: Reason) -> Reason | None:
    """Another card to throw, or one already laid that can stay in hand and be thrown."""
    other = throw_instead(wrong.position, wrong.end.left, wrong.end.opened)
    if other is not None:
        return other
    for number, laid in reversed(list(enumerate(wrong.done))):
        if not isinstance(laid, (LayMeld, LayOff)) or len(laid.cards) < 2:
            continue
        for at in (len(laid.cards) - 1, 0):
            less = replace(laid, cards=(*laid.cards[:at], *laid.cards[at + 1 :]))
            again = [*wrong.done[:number], less, *wrong.done[number + 1 :], Discard(laid.cards[at])]
            if judge(wrong.position, again, order_shown=True).legal:
                return advice.keep_back(cards=[str(laid.cards[at])]).citing(reason.rule)
    return None


def _lay_won_joker(wrong: Wrong, reason: Reason) -> Reason | None:
    """Where the joker that was won can be laid, so that the turn may end as it does."""
    if not isinstance(wrong.action, Discard) or reason.params.get("owed") != 1:
        return None
    ends = (wrong.action, replace(wrong.action, closes=None, from_hand=None))
    for lying in wrong.end.table:
        off = LayOff(lying.id, (JOKER,))
        if any(wrong.legal(off, end) for end in ends):
            return _as_remedy(off, reason, wrong.end.table)
    for meld in melds_in(wrong.end.left, wrong.position.profile):
        if meld.jokers and any(wrong.legal(LayMeld(meld.cards, meld.kind), end) for end in ends):
            return advice.lay_instead(cards=meld.cards, kind=meld.kind).citing(reason.rule)
    return None


# The same actions in another order


def _other_order(wrong: Wrong, reason: Reason) -> Reason | None:
    """An order of the same actions in which those up to the wrong one are legal."""
    actions = list(wrong.actions)
    if wrong.action is None or any(_names_new(action) for action in actions):
        return reason.remedy
    at = len(wrong.done)
    orders = [[*range(to), at, *range(to, at), *range(at + 1, len(actions))] for to in reversed(range(at))]
    orders += [
        [*range(at), later, *range(at, later), *range(later + 1, len(actions))] for later in range(at + 1, len(actions))
    ]
    for order in orders[:MAX_ORDERS]:
        verdict = judge(wrong.position, [actions[one] for one in order], order_shown=True)
        reached = min((problem.step for problem in verdict.problems if problem.step is not None), default=len(actions))
        if reached > max(at, order.index(at)) and not (verdict.problems and reached == len(actions)):
            return advice.in_this_order(steps=[one + 1 for one in order]).citing(reason.rule)
    return reason.remedy


def _names_new(action: Action) -> bool:
    return isinstance(action, (LayOff, Exchange)) and action.meld.startswith("new:")


def _order_or_put_back(wrong: Wrong, reason: Reason) -> Reason | None:
    return _other_order(wrong, reason) or _put_back(wrong, reason)


_BY_CODE: Final[dict[str, Callable[[Wrong, Reason], Reason | None]]] = {
    "bottom_not_melded": _put_back,
    "does_not_fit": _another_place,
    "draw_comes_first": _other_order,
    "draw_duty_unmet": _put_back,
    "joker_on_opening_run": _another_place,
    "jokers_own_card": _another_place,
    "last_card_while_barred": _next_round,
    "last_joker_thrown": _keep_for_throw,
    "no_card_to_discard": _keep_back,
    "no_pure_run": _lay_also,
    "not_enough_points": _lay_also,
    "not_opened": _lay_also,
    "not_the_jokers_card": _give_right_card,
    "others_already_served": _other_order,
    "pure_run_not_first": _other_order,
    "return_after_laying": _put_back,
    "set_not_completed": _give_all,
    "taken_card_not_next": _order_or_put_back,
    "too_early": _first_round,
    "turn_is_over": _other_order,
    "won_joker_kept": _lay_won_joker,
    "wrong_joker_count": _right_number,
}
