"""Outlook: how many cards a hand is away from opening and from closing, which cards bring it nearer, what to throw.

The distance is a count of draws. A hand in its turn has distance 0 if it can open (close) now; distance k if k is the
least number for which, k times throwing a card and drawing one that can still come, it can. Cards that can come are
those neither in the hand nor visible anywhere, each copy once; throws on the way are free, and the last card is one
that may be thrown. After a throw the distance counts the draws that must bring a certain card: 0 means that any will
do. So it is for a hand before its draw, too; there throws are those after a draw that does not help. Distances look at
the cards alone, not at the duty of a taken card; a round too early is told as `hindrance`.
"""

from __future__ import annotations

from dataclasses import replace

from advisor.answers import Options
from advisor.best_turns import best_turns
from advisor.closing import closing
from advisor.opening import deadline_of, draw_duty_unmet, too_early
from advisor.outlook_answer import Accept, Distance, OutlookAnswer, ThrowRow
from advisor.outlook_throws import frees_joker, ranked_throws, unwanted, wanted
from advisor.quick import unseen
from advisor.scoring import penalty_of
from advisor.throws import turns_by_throw
from solver.cards import CARDS, Card
from solver.errors import Reason
from solver.position import Position
from solver.questions import obliged_card
from solver.reach import Reach, ReachAnswer, ReachQuestion, cards_of
from solver.referee import check_draw
from solver.referee_cards import may_throw
from solver.referee_table import fits


def outlook(position: Position, options: Options) -> OutlookAnswer:
    """The outlook of a hand, with the table of throws.

    A position without a draw is a hand before it if it is known to be: not opened, and as many cards as are dealt; and,
    of a player who has opened, if the draw brings it nearer to closing than throwing first. Else it is a hand in its
    turn, as it stands.

    Exact, except that closing distances above 0 look neither at rearranging the table nor, in the turn of the opening,
    at new melds with jokers won by exchange.

    Raises InvalidPosition for a draw that was forbidden.
    """
    check_draw(position)
    left = tuple(unseen(position))
    question = _question(position, left, deadline_of(options))
    opens, closes = _reaches(position, question)
    if position.opened and _may_be_undrawn(position) and _nearer_by_the_draw(question, closes.now):
        question = replace(question, undrawn=True)
        closes = _reaches(position, question)[1]
    reader = _Reader(left)
    to_open = reader.distance(opens.now, _gone(question, opens.now, closing=False))
    to_close = reader.distance(closes.now, _gone(question, closes.now, closing=True))
    overlooked = position.profile.rearrange or (not position.opened and question.winnable > 0)
    unsure = to_close.distance is None and not to_close.optimal
    if to_close.distance != 0 and (unsure or (overlooked and position.table)) and closing(position, options).closes:
        to_close = Distance(0, (), to_close.unseen)
    if question.undrawn:
        to_open, to_close = _draw_first(position, question, to_open, to_close)
    rows, forbidden = _throws(position, opens, closes, reader)
    returned = _must_return(position, options)
    if returned is not None:
        return OutlookAnswer(position, to_open, to_close, (), tuple((one.card, returned) for one in rows), returned)
    ranked = ranked_throws(rows, tuple(turns_by_throw(position, question.deadline)))
    return OutlookAnswer(position, to_open, to_close, ranked, forbidden, _hindrance(position), question.undrawn)


def _may_be_undrawn(position: Position) -> bool:
    """Can the turn's draw be still to come?"""
    profile = position.profile
    return position.drawn is None and profile.ends_with_discard and not position.starts_without_draw


def _nearer_by_the_draw(question: ReachQuestion, now: Reach) -> bool:
    """Is the close nearer if the turn's draw is still to come?"""
    from solver.reach_closing import closing_now

    if not now.proved or now.distance in (0, 1):
        return False
    most = question.size if now.distance is None else now.distance - 1
    return closing_now(replace(question, undrawn=True), most).distance is not None


def _draw_first(
    position: Position, question: ReachQuestion, to_open: Distance, to_close: Distance
) -> tuple[Distance, Distance]:
    """The distances before the draw: a goal for which any card will do, but which the hand as it stands does not
    reach, is a draw away."""
    from solver.reach_closing import closing_now
    from solver.reach_opening import opening_now

    standing = replace(question, undrawn=False)
    if to_open.distance == 0 and not position.opened and opening_now(_for_opening(standing), 0).distance != 0:
        to_open = _any_card(to_open, question.left)
    if to_close.distance == 0 and closing_now(standing, 0).distance != 0:
        to_close = _any_card(to_close, question.left)
    return to_open, to_close


def _any_card(distance: Distance, left: tuple[int, ...]) -> Distance:
    accepts = tuple(Accept(one, left[one.kind]) for one in CARDS if left[one.kind])
    return replace(distance, distance=1, accepts=accepts)


def _must_return(position: Position, options: Options) -> Reason | None:
    """Why a taken card has to go back, so that no card may be thrown with it in hand."""
    taken = obliged_card(position)
    if taken is None:
        return None
    plans, _, _ = best_turns(position, "penalty", deadline_of(options), 1)
    return draw_duty_unmet(position, taken) if plans[0].penalty is None else None


def _question(position: Position, left: tuple[int, ...], deadline: float) -> ReachQuestion:
    from solver.reach_table import table_pieces

    held = tuple(position.hand.count(one) for one in CARDS)
    pieces = table_pieces(position, left)
    undrawn = _may_be_undrawn(position) and not position.opened and len(position.hand) == position.profile.cards_dealt
    return ReachQuestion(position.profile, held, left, position.opened, position.round, pieces, deadline, undrawn)


def _reaches(position: Position, question: ReachQuestion) -> tuple[ReachAnswer, ReachAnswer]:
    from solver.reach_closing import closing_reach
    from solver.reach_opening import opening_reach

    if position.opened:
        there = Reach(0)
        return ReachAnswer(there, dict.fromkeys(range(len(CARDS)), there)), closing_reach(question)
    return opening_reach(_for_opening(question)), closing_reach(question)


def _for_opening(question: ReachQuestion) -> ReachQuestion:
    """The question without what may be laid off after the opening, unless it counts for the opening."""
    return question if question.profile.layoffs_count else replace(question, pieces=())


def _gone(question: ReachQuestion, now: Reach, *, closing: bool) -> int:
    """Kinds that cannot come any more, but would bring the goal nearer if they could."""
    from solver.reach_closing import closing_now
    from solver.reach_opening import opening_now

    gone = question.gone
    if not gone or now.distance == 0 or not now.proved:
        return 0
    more = question.with_one_more(gone)
    most = question.size if now.distance is None else now.distance
    found = closing_now(more, most) if closing else opening_now(_for_opening(more), most)
    return found.accepts & gone


class _Reader:
    """Turns reaches into distances with copies."""

    def __init__(self, left: tuple[int, ...]) -> None:
        self.left = left
        self.unseen = sum(left)

    def distance(self, reach: Reach, gone: int = 0) -> Distance:
        accepts = tuple(Accept(one, self.left[one.kind]) for one in cards_of(reach.accepts))
        return Distance(reach.distance, accepts, self.unseen, cards_of(gone), reach.proved)


def _throws(
    position: Position, opens: ReachAnswer, closes: ReachAnswer, reader: _Reader
) -> tuple[list[ThrowRow], tuple[tuple[Card, Reason], ...]]:
    rows, forbidden = [], []
    if position.profile.ends_with_discard:
        for one in sorted(set(position.hand)):
            refused = may_throw(position, position.hand, one, position.opened)
            if refused is not None:
                forbidden.append((one, refused))
                continue
            rows.append(
                ThrowRow(
                    rank=0,
                    card=one,
                    to_open=reader.distance(opens.after[one.kind]),
                    to_close=reader.distance(closes.after[one.kind]),
                    penalty_saved=penalty_of((one,), position.profile),
                    fits=tuple(meld.id for meld in position.table if fits(one, meld, position)),
                    frees_joker=frees_joker(position, one),
                    wanted=wanted(position, one),
                    unwanted=unwanted(position, one),
                    reason=Reason("throw_best", "discard"),
                )
            )
    return rows, tuple(forbidden)


def _hindrance(position: Position) -> Reason | None:
    """Why nothing can be laid (or nobody close) in this turn, whatever the cards."""
    if not position.may_lay:
        return too_early(position)
    if position.closing_barred:
        return Reason("closing_barred", "joker_discard_bars_closing")
    return None
