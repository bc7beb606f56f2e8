"""Outlook: how many cards a hand is away from opening and from closing, which cards bring it nearer, what to throw.

Distances are those of `advisor.distances`, of the hand before its draw or in its turn, by the position's phase. What a
throw leaves is a hand before a draw. Distances look at the cards, not at the round: one too early is told as
`hindrance`.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import Final

from advisor import advice
from advisor.answers import Options
from advisor.best_turns import best_turns
from advisor.distances import Distances, Outlying, for_opening
from advisor.lacking import draw_duty_unmet, too_early
from advisor.outlook_answer import Accept, Distance, OutlookAnswer, ThrowRow
from advisor.outlook_throws import frees_joker, ranked_throws, unwanted, wanted
from advisor.scoring import penalty_of
from advisor.strength.ranking import WeighedTurn
from advisor.throws import all_throws
from solver.budget import TimedOut, is_over, of, part
from solver.errors import Reason
from solver.game.cards import JOKER, Card
from solver.game.position import Position
from solver.model.question import obliged_card
from solver.reach.question import Reach, cards_of
from solver.referee.cards import may_throw
from solver.referee.judge import check_draw
from solver.referee.table import fits

SHARE: Final = 0.4
"""Of the budget, what may go to the ranking of throws; the rest is for the distances."""


def outlook(position: Position, options: Options) -> OutlookAnswer:
    """The outlook of a hand, with the table of throws; everything within one budget.

    Before the draw the throws are those after a draw that does not help.

    Raises InvalidPosition for a draw that was forbidden.
    """
    check_draw(position)
    with of(options.time_ms) as budget:
        answer = _outlook(position)
    return replace(answer, in_time=not budget.ran_out)


def _outlook(position: Position) -> OutlookAnswer:
    with part(SHARE):
        returned = _must_return(position)
        turns = _turns(position) if returned is None else {}
    distances = Distances(position)
    opens = distances.reach("open", throws=True)
    closes = distances.reach("close", throws=True)
    to_open = distance_of(distances, opens, _gone(distances, opens, closing=False))
    to_close = distance_of(distances, closes, _gone(distances, closes, closing=True))
    rows, forbidden = _throws(position, opens, closes, distances, turns.keys())
    unproved = _unproved(distances)
    undrawn = closes.undrawn if position.opened else opens.undrawn
    if returned is not None:
        told = tuple((row.card, returned) for row in rows)
        return OutlookAnswer(position, to_open, to_close, (), told, returned, undrawn, unproved)
    weighed = [
        replace(row, expected=round(turns[row.card].score, 2), penalty_left=turns[row.card].end.penalty)
        if row.card in turns
        else row
        for row in rows
    ]
    ranked = ranked_throws(weighed, tuple(turns), position.table)
    return OutlookAnswer(
        position,
        to_open,
        to_close,
        ranked,
        forbidden,
        _hindrance(position),
        undrawn,
        unproved,
        bool(turns) or not rows,
    )


def _turns(position: Position) -> dict[Card, WeighedTurn]:
    """The turns by their throw, the best first; none if the time did not suffice."""
    try:
        return all_throws(position)
    except TimedOut:
        return {}


def _unproved(distances: Distances) -> Reason:
    """Why a distance that is not proved is not: a hand too large, time, or what is not looked at further off."""
    from solver.reach.bounds import MOST_NATURALS

    if sum(card is not JOKER for card in distances.position.hand) > MOST_NATURALS:
        return advice.hand_too_large(most=MOST_NATURALS)
    if is_over():
        return advice.no_answer_in_time()
    return advice.distance_at_most()


def distance_of(distances: Distances, found: Outlying, gone: int = 0) -> Distance:
    """A reach as it is answered, with copies and chances."""
    chance, proved = distances.chance(found)
    return Distance(
        found.now.distance,
        accepts_of(distances, found.now),
        sum(distances.left),
        cards_of(gone),
        proved,
        found.undrawn,
        chance,
    )


def accepts_of(distances: Distances, reach: Reach) -> tuple[Accept, ...]:
    """The accepting cards with their copies."""
    return tuple(Accept(one, distances.left[one.kind]) for one in cards_of(reach.accepts))


def _must_return(position: Position) -> Reason | None:
    """Why a taken card has to go back, so that no card may be thrown with it in hand; None where that is not sure."""
    taken = obliged_card(position)
    if taken is None:
        return None
    try:
        plans, proved, _ = best_turns(position, "penalty", 1)
    except TimedOut:
        return None
    return draw_duty_unmet(position, taken) if proved and plans[0].penalty is None else None


def _gone(distances: Distances, found: Outlying, *, closing: bool) -> int:
    """Kinds that cannot come any more, but would bring the goal nearer if they could."""
    from solver.reach.closing import closing_now
    from solver.reach.opening import opening_now

    question, now = distances.question(undrawn=found.undrawn), found.now
    gone = question.gone & ~distances.later.may_come
    if not gone or now.distance == 0 or not now.proved or (distances.position.opened and not closing):
        return 0
    more = question.with_one_more(gone)
    most = question.size if now.distance is None else now.distance
    try:
        better = closing_now(more, most) if closing else opening_now(for_opening(more), most)
    except TimedOut:
        return 0
    return better.accepts & gone


def _throws(
    position: Position, opens: Outlying, closes: Outlying, distances: Distances, ends: Container[Card]
) -> tuple[list[ThrowRow], tuple[tuple[Card, Reason], ...]]:
    """A row for every card that may be thrown, and why others may not. What `ends` a turn may be thrown at least after
    what is laid in it: whoever opens may throw what fits on the table."""
    rows, forbidden = [], []
    if position.profile.ends_with_discard:
        for card in sorted(set(position.hand)):
            refused = may_throw(position, position.hand, card, position.opened)
            if refused is not None and card not in ends:
                forbidden.append((card, refused))
                continue
            rows.append(
                ThrowRow(
                    rank=0,
                    card=card,
                    to_open=_left(distances, opens.after[card.kind]),
                    to_close=_left(distances, closes.after[card.kind]),
                    penalty_saved=penalty_of((card,), position.profile),
                    fits=tuple(meld.id for meld in position.table if fits(card, meld, position)),
                    frees_joker=frees_joker(position, card),
                    wanted=wanted(position, card),
                    unwanted=unwanted(position, card),
                    reason=advice.throw_best(),
                )
            )
    return rows, tuple(forbidden)


def _left(distances: Distances, reach: Reach) -> Distance:
    """What a throw leaves: a hand before a draw."""
    return distance_of(distances, Outlying(reach, True, {}))


def _hindrance(position: Position) -> Reason | None:
    """Why nothing can be laid (or nobody close) in this turn, whatever the cards."""
    if not position.may_lay:
        return too_early(position)
    if position.closing_barred:
        return advice.closing_barred()
    return None
