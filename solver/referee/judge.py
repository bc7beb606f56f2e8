"""The referee: replays the actions of a turn one by one and names the clause that a wrong one breaks.

It shares nothing with the optimiser but the vocabulary of cards, melds, positions and actions. The clauses are those
of the rules' sections 2 to 7. `fits`, `fitting_cards`, `discard_forbidden`, `check_draw` and `may_throw` answer its
questions about single cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.errors import Reason
from solver.game.actions import Action, Discard, Draw, Exchange, LayMeld, LayOff, Rearrange, Return
from solver.game.cards import Card
from solver.game.position import Position
from solver.referee.cards import check_draw, discard_forbidden, fitting_cards, may_throw, throw_forbidden
from solver.referee.end import Ending, end_reasons, end_state, ending
from solver.referee.table import Refused, fits, refusal
from solver.referee.turn import Turn
from solver.referee.verdict import Problem, Verdict

__all__ = ["check_draw", "discard_forbidden", "fits", "fitting_cards", "judge", "may_throw"]


def judge(position: Position, actions: Sequence[Action], *, finish: bool = True, order_shown: bool = False) -> Verdict:
    """Judges the actions of a turn from a position, step by step, under the position's profile.

    The first wrong action stops the replay, and `end` tells how things stand before it; but if it lays a meld, the
    further melds laid are still judged as melds. Without a discard the actions are judged as far as they go; before
    the draw a turn that throws a card draws one first, and the card still to come counts as kept for the discard. In a
    profile without discards the turn ends after the last action, unless `finish` is false. `order_shown` also judges
    whether the cards of new sets come in the order in which the profile shows sets.
    """
    turn = Turn(position, order_shown=order_shown)
    if position.drawn is not None and position.drawn.source == "discard":
        forbidden = discard_forbidden(position)
        if forbidden:
            cards = (position.drawn.card,) if position.drawn.card else ()
            return Verdict((Problem(forbidden, cards=cards),), end_state(turn, None))
    end: Ending | None = None
    returned = False
    for step, action in enumerate(actions):
        try:
            if end is not None or returned:
                raise refusal("turn_is_over", "order")
            if isinstance(action, Discard):
                end = _discard(turn, action)
            elif isinstance(action, Return):
                _return(turn, action)
                returned = True
            else:
                _play(turn, action)
        except Refused as error:
            meld = turn.new_melds if isinstance(action, LayMeld) else error.meld
            problems = [Problem(reason, step, meld, error.cards) for reason in error.reasons]
            if isinstance(action, LayMeld) and end is None and not returned:
                problems += _further_melds(turn, actions, step)
            return Verdict(tuple(problems), end_state(turn, end))
    is_over = finish and not (returned or turn.card_unknown or turn.undrawn) and _may_end_so(turn)
    if end is None and is_over:
        end = ending(turn, None)
        reasons = tuple(end_reasons(turn, end))
        if reasons:
            return Verdict(tuple(Problem(reason) for reason in reasons), end_state(turn, None))
    return Verdict((), end_state(turn, end))


def _may_end_so(turn: Turn) -> bool:
    """May a turn end here without a discard: in every game without them, or since it closes or no card is left?"""
    if turn.profile.closes_without_discard:
        return not turn.hand or ending(turn, None).closes
    return not turn.profile.ends_with_discard


def _play(turn: Turn, action: Draw | LayMeld | LayOff | Exchange | Rearrange) -> None:
    match action:
        case Draw():
            turn.draw(action)
        case LayMeld():
            turn.lay_meld(action)
        case LayOff():
            turn.lay_off(action)
        case Exchange():
            turn.exchange(action)
        case Rearrange():
            turn.rearrange(action)


def _discard(turn: Turn, action: Discard) -> Ending:
    """Throws a card and ends the turn. Raises Refused with every clause that the turn breaks."""
    if turn.undrawn:
        raise refusal("draw_needed", "draw")
    if turn.card_unknown:
        raise refusal("drawn_card_unknown", "draw")
    if not turn.profile.ends_with_discard:
        raise refusal("no_discards", "ends_with_discard", (action.card,))
    refused = throw_forbidden(turn.position, turn.hand, action.card, turn.opened, turn.drawn, turn.held)
    if refused and refused.code == "not_in_hand":
        raise Refused(refused, cards=(action.card,))
    end = ending(turn, action.card)
    reasons = [*((refused,) if refused else ()), *end_reasons(turn, end)]
    claims = (
        ("closes", action.closes, end.closes, "close"),
        ("from_hand", action.from_hand, end.from_hand, "from_hand"),
    )
    for name, claim, truth, rule in claims:
        if claim is not None and claim != truth:
            reasons.append(Reason("wrong_claim", rule, {"field": name, "claim": claim, "truth": truth}))
    if reasons:
        raise Refused(*reasons, cards=(action.card,))
    return end


def _return(turn: Turn, action: Return) -> None:
    """Puts the taken discard or bottom card back. Raises Refused."""
    if turn.taken is None or turn.taken is not action.card:
        raise refusal("not_the_taken_card", "discard", (action.card,))
    if turn.steps:
        raise refusal("return_after_laying", "order", (action.card,))
    turn.hand.remove(action.card)


def _further_melds(turn: Turn, actions: Sequence[Action], step: int) -> Iterator[Problem]:
    """The melds laid right after a wrong one that are wrong in themselves or use cards that are not there."""
    hand = list(turn.hand)
    for later, action in enumerate(actions[step:], step):
        if not isinstance(action, LayMeld):
            return
        missing = [one for one in action.cards if not _take(hand, one)]
        if later == step:
            continue
        meld = turn.new_melds + later - step
        try:
            turn.read(action)
            if missing:
                raise refusal("not_in_hand", "hand", missing)
        except Refused as error:
            yield from (Problem(reason, later, meld, error.cards) for reason in error.reasons)


def _take(hand: list[Card], one: Card) -> bool:
    """Takes a card from a hand, if it is there."""
    there = one in hand
    if there:
        hand.remove(one)
    return there
