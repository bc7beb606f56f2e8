"""Outlook: how many cards a hand is away from opening and from closing, which cards bring it nearer, what to throw.

The distance is a count of draws. A hand in its turn has distance 0 if it can open (close) now; distance k if k is the
least number for which, k times throwing a card and drawing one that can still come, it can. Cards that can come are
those neither in the hand nor visible anywhere, each copy once; throws on the way are free, and the last card is one
that may be thrown. After a throw the distance counts the draws that must bring a certain card: 0 means that any will
do. Distances look at the cards alone, not at the duty of a taken card; a round too early is told as `hindrance`.
"""

from __future__ import annotations

from dataclasses import replace

from advisor.answers import Options
from advisor.closing import closing
from advisor.helps import cards_left
from advisor.opening import deadline_of, draw_duty_unmet, too_early
from advisor.outlook_answer import Accept, Distance, OutlookAnswer, ThrowRow
from advisor.penalty import best_turns
from advisor.scoring import penalty_of
from solver.cards import CARDS, JOKER, Card
from solver.errors import Reason
from solver.position import Position
from solver.questions import obliged_card
from solver.reach import Reach, ReachAnswer, ReachQuestion, cards_of
from solver.referee import check_draw
from solver.referee_cards import may_throw
from solver.referee_table import fits


def outlook(position: Position, options: Options) -> OutlookAnswer:
    """The outlook of a hand in its turn, with the table of throws.

    Exact, except that closing distances above 0 look neither at rearranging the table nor, in the turn of the opening,
    at new melds with jokers won by exchange.

    Raises InvalidPosition for a draw that was forbidden.
    """
    check_draw(position)
    left = tuple(max(0, count) for count in cards_left(position))
    question = _question(position, left, deadline_of(options))
    opens, closes = _reaches(position, question)
    reader = _Reader(left)
    to_open = reader.distance(opens.now, _gone(question, opens.now, closing=False))
    to_close = reader.distance(closes.now, _gone(question, closes.now, closing=True))
    overlooked = position.profile.rearrange or (not position.opened and question.winnable > 0)
    unsure = to_close.distance is None and not to_close.optimal
    if to_close.distance != 0 and (unsure or (overlooked and position.table)) and closing(position, options).closes:
        to_close = Distance(0, (), to_close.unseen)
    rows, forbidden = _throws(position, opens, closes, reader)
    returned = _must_return(position, options)
    if returned is not None:
        return OutlookAnswer(position, to_open, to_close, (), tuple((one.card, returned) for one in rows), returned)
    return OutlookAnswer(position, to_open, to_close, _ranked(rows), forbidden, _hindrance(position))


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
    return ReachQuestion(position.profile, held, left, position.opened, position.round, pieces, deadline)


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
                    frees_joker=_frees_joker(position, one),
                    reason=Reason("throw_best", "discard"),
                )
            )
    return rows, tuple(forbidden)


def _frees_joker(position: Position, one: Card) -> tuple[str, ...]:
    """The table melds whose joker stands for this card (in a set: with the other suits that are missing)."""
    if position.profile.exchange == "none" or one is JOKER:
        return ()
    return tuple(
        meld.id
        for meld in position.table
        if any(one in cards for cards in meld.meld.stands_for.values())
        and (meld.meld.kind == "run" or position.profile.exchange == "runs_and_sets")
    )


_NEVER = 999


def _merits(row: ThrowRow) -> tuple[tuple[str, int], ...]:
    """What throws are compared by, in this order; less is better."""
    return (
        ("open_distance", _NEVER if row.to_open.distance is None else row.to_open.distance),
        ("open_accepts", -row.to_open.left_total),
        ("close_distance", _NEVER if row.to_close.distance is None else row.to_close.distance),
        ("close_accepts", -row.to_close.left_total),
        ("frees_joker", len(row.frees_joker)),
        ("fits", len(row.fits)),
        ("penalty", -row.penalty_saved),
    )


def _ranked(rows: list[ThrowRow]) -> tuple[ThrowRow, ...]:
    ordered = sorted(rows, key=lambda row: (*(value for _, value in _merits(row)), row.card))
    result: list[ThrowRow] = []
    for index, row in enumerate(ordered):
        reason = _why_below(row, ordered[index - 1]) if index else row.reason
        result.append(replace(row, rank=index + 1, reason=reason))
    return tuple(result)


def _why_below(row: ThrowRow, above: ThrowRow) -> Reason:
    """The first thing in which a throw is worse than the one ranked above it."""
    for (merit, value), (_, better) in zip(_merits(row), _merits(above), strict=True):
        if value == better:
            continue
        if merit == "open_distance":
            if value == _NEVER:
                return Reason("throw_never_opens", "opening")
            return Reason("throw_opens_later", "opening", {"cards": value, "better": better})
        if merit == "close_distance":
            if value == _NEVER:
                return Reason("throw_never_closes", "close")
            return Reason("throw_closes_later", "close", {"cards": value, "better": better})
        if merit == "open_accepts":
            return Reason("throw_opens_by_fewer", "opening", {"left": -value, "better": -better})
        if merit == "close_accepts":
            return Reason("throw_closes_by_fewer", "close", {"left": -value, "better": -better})
        if merit == "frees_joker":
            return Reason("throw_frees_joker", "exchange", {"melds": list(row.frees_joker)})
        if merit == "fits":
            return Reason("throw_fits", "lay_off", {"melds": list(row.fits)})
        return Reason("throw_saves_less", "penalty", {"points": -value, "better": -better})
    return Reason("throw_equal", "discard")


def _hindrance(position: Position) -> Reason | None:
    """Why nothing can be laid (or nobody close) in this turn, whatever the cards."""
    if not position.may_lay:
        return too_early(position)
    if position.closing_barred:
        return Reason("closing_barred", "joker_discard_bars_closing")
    return None
