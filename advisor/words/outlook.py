"""The outlook in words: how far, what helps, and each throw with what it leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import ParamSpec

from advisor import advice
from advisor.consequences import holds_only_fitting
from advisor.outlook_answer import Distance, OutlookAnswer, ThrowRow
from advisor.outlook_throws import danger
from advisor.words.say import say
from solver.errors import Code, Reason
from solver.game.cards import Notation
from solver.game.position import Position

P = ParamSpec("P")


def outlook_told(answer: OutlookAnswer, language: str, notation: Notation) -> Iterator[tuple[Code, str]]:
    """The sentences of an outlook with their codes, in the order in which a player needs them."""
    teller = _Teller(language, notation)
    if answer.hindrance is not None:
        yield teller.reason(answer.hindrance)
    says = holds_only_fitting(answer.position)
    if says is not None:
        yield teller.reason(says)
    if not answer.position.opened:
        yield from teller.opening(answer.to_open)
    yield from teller.closing(answer.to_close)
    if answer.before_draw and answer.discards:
        yield teller.tell(advice.before_draw)
    for row in answer.discards:
        yield teller.row(row, answer.position)
    for _, reason in answer.forbidden:
        yield teller.reason(reason)
    if not answer.optimal and answer.unproved is not None:
        yield teller.reason(answer.unproved)


class _Teller:
    """Says things in one language and notation."""

    def __init__(self, language: str, notation: Notation) -> None:
        self.language = language
        self.notation = notation

    def tell(self, fact: Callable[P, Reason], *args: P.args, **kwargs: P.kwargs) -> tuple[Code, str]:
        return self.reason(fact(*args, **kwargs))

    def reason(self, reason: Reason) -> tuple[Code, str]:
        return reason.code, say(reason, self.language, self.notation)

    def opening(self, distance: Distance) -> Iterator[tuple[Code, str]]:
        if distance.distance is None:
            yield self.tell(advice.never_opens if distance.optimal else advice.distance_not_known)
        elif distance.distance == 0:
            yield self.tell(advice.enough_to_open)
        else:
            yield self.tell(advice.draws_to_open, draws=distance.distance)
            if _any_card(distance):
                yield self.tell(advice.any_card_helps)
            else:
                yield self.tell(advice.helps_to_open, *self._helps(distance))
                yield from self._after_best_throw(distance)
        if distance.none_left:
            yield self.tell(advice.none_left_to_open, cards=distance.none_left)

    def closing(self, distance: Distance) -> Iterator[tuple[Code, str]]:
        if distance.distance is None:
            yield self.tell(advice.never_closes if distance.optimal else advice.distance_not_known)
        elif distance.distance == 0:
            yield self.tell(advice.enough_to_close)
        else:
            yield self.tell(advice.draws_to_close, draws=distance.distance)
            if _any_card(distance):
                yield self.tell(advice.any_card_helps)
            else:
                yield self.tell(advice.helps_to_close, *self._helps(distance))
                yield from self._after_best_throw(distance)
        if distance.none_left:
            yield self.tell(advice.none_left_to_close, cards=distance.none_left)

    def _after_best_throw(self, distance: Distance) -> Iterator[tuple[Code, str]]:
        """The chance with the best throw, where no throw keeps all accepting cards useful."""
        chance = distance.next_chance
        if chance is not None and round(chance, 6) < round(distance.next_draw_probability, 6):
            fact = advice.chance_reached if distance.distance == 1 else advice.chance_nearer
            yield self.tell(fact, percent=round(100 * chance, 1))

    def _helps(self, distance: Distance) -> tuple[str, int, float, float]:
        """The accepting cards, how many copies of all there are, and the chances of one draw and of three."""
        told = []
        for left, alike in groupby(
            sorted(distance.accepts, key=lambda accepted: -accepted.left), key=lambda accepted: accepted.left
        ):
            cards = [one.card for one in alike]
            fact = advice.helps_cards if len(cards) > 1 else advice.helps_card
            told.append(self.tell(fact, cards=cards, left=left)[1])
        return ", ".join(told), distance.left_total, _percent(distance, 1), _percent(distance, 3)

    def row(self, row: ThrowRow, position: Position) -> tuple[Code, str]:
        """One throw: the draws that it leaves, the cards that then help, the points, why it stands there, and its
        danger."""
        why = [row.reason, *(one for one in danger(row, position.table) if one.code != row.reason.code)]
        closing, points = self._leaves_close(row.to_close), row.penalty_saved
        told = " ".join(self.reason(one)[1] for one in why)
        if position.opened:
            return self.tell(advice.throw_row_opened, row.rank, row.card, closing, points, told)
        opening = self._leaves_opening(row.to_open)
        return self.tell(advice.throw_row, row.rank, row.card, opening, closing, points, told)

    def _leaves_opening(self, distance: Distance) -> str:
        if distance.distance == 0:
            return self.tell(advice.row_opens)[1]
        if distance.distance is None:
            return self.tell(advice.row_never_opens if distance.optimal else advice.row_not_known)[1]
        return self.tell(advice.row_opens_by, cards=distance.distance, left=distance.left_total)[1]

    def _leaves_close(self, distance: Distance) -> str:
        if distance.distance == 0:
            return self.tell(advice.row_closes)[1]
        if distance.distance is None:
            return self.tell(advice.row_never_closes if distance.optimal else advice.row_not_known)[1]
        return self.tell(advice.row_closes_by, cards=distance.distance, left=distance.left_total)[1]


def _any_card(distance: Distance) -> bool:
    """Does every card that can still come help?"""
    return 0 < distance.left_total == distance.unseen


def _percent(distance: Distance, draws: int) -> float:
    """The chance of so many draws, in per cent."""
    return round(100 * distance.chance(draws), 1)
