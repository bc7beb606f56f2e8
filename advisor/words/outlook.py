"""The outlook in words: how far, what helps, and each throw with what it leaves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from advisor.consequences import holds_only_fitting
from advisor.outlook_answer import Distance, OutlookAnswer, ThrowRow
from advisor.outlook_throws import danger
from advisor.words.say import say
from solver.errors import Reason, Value
from solver.game.cards import Notation
from solver.game.position import TableMeld


def outlook_told(answer: OutlookAnswer, language: str, notation: Notation) -> Iterator[tuple[str, str]]:
    """The sentences of an outlook with their codes, in the order in which a player needs them."""
    teller = _Teller(language, notation, answer.position.table)
    if answer.hindrance is not None:
        yield teller.reason(answer.hindrance)
    says = holds_only_fitting(answer.position)
    if says is not None:
        yield teller.reason(says)
    if answer.before_draw:
        yield teller.tell("before_draw")
    if not answer.position.opened:
        yield from teller.opening(answer.to_open)
    yield from teller.closing(answer.to_close)
    for row in answer.discards:
        yield teller.row(row, opened=answer.position.opened)
    for _, reason in answer.forbidden:
        yield teller.reason(reason)
    if not answer.optimal and answer.unproved is not None:
        yield teller.reason(answer.unproved)


class _Teller:
    """Says things in one language and notation, with the cards of the melds on the table."""

    def __init__(self, language: str, notation: Notation, table: Iterable[TableMeld]) -> None:
        self.language = language
        self.notation = notation
        self.melds = {one.id: self.tell("table_meld", meld=one.id, cards=_texts(one))[1] for one in table}

    def tell(self, code: str, **params: Value) -> tuple[str, str]:
        return code, say(code, params, self.language, self.notation)

    def reason(self, reason: Reason) -> tuple[str, str]:
        params = dict(reason.params)
        melds = params.get("melds")
        if isinstance(melds, (list, tuple)):
            params["melds"] = [self.melds.get(str(one), str(one)) for one in melds]
        return reason.code, say(reason.code, params, self.language, self.notation)

    def opening(self, distance: Distance) -> Iterator[tuple[str, str]]:
        if distance.distance is None:
            yield self.tell("never_opens" if distance.optimal else "distance_not_known")
        elif distance.distance == 0:
            yield self.tell("enough_to_open")
        else:
            yield self.tell("draws_to_open", draws=distance.distance)
            if _any_card(distance):
                yield self.tell("any_card_helps")
            else:
                helps, percent, soon = self._helps(distance), _percent(distance, 1), _percent(distance, 3)
                yield self.tell("helps_to_open", helps=helps, left=distance.left_total, percent=percent, soon=soon)
                yield from self._after_best_throw(distance)
        if distance.none_left:
            yield self.tell("none_left_to_open", cards=[str(one) for one in distance.none_left])

    def closing(self, distance: Distance) -> Iterator[tuple[str, str]]:
        if distance.distance is None:
            yield self.tell("never_closes" if distance.optimal else "distance_not_known")
        elif distance.distance == 0:
            yield self.tell("enough_to_close")
        else:
            yield self.tell("draws_to_close", draws=distance.distance)
            if _any_card(distance):
                yield self.tell("any_card_helps")
            else:
                helps, percent, soon = self._helps(distance), _percent(distance, 1), _percent(distance, 3)
                yield self.tell("helps_to_close", helps=helps, left=distance.left_total, percent=percent, soon=soon)
                yield from self._after_best_throw(distance)
        if distance.none_left:
            yield self.tell("none_left_to_close", cards=[str(one) for one in distance.none_left])

    def _after_best_throw(self, distance: Distance) -> Iterator[tuple[str, str]]:
        """The chance with the best throw, where no throw keeps all accepting cards useful."""
        chance = distance.next_chance
        if chance is not None and round(chance, 6) < round(distance.next_draw_probability, 6):
            code = "chance_reached" if distance.distance == 1 else "chance_nearer"
            yield self.tell(code, percent=round(100 * chance, 1))

    def _helps(self, distance: Distance) -> str:
        """The accepting cards with their copies."""
        told = []
        for left, alike in groupby(sorted(distance.accepts, key=lambda one: -one.left), key=lambda one: one.left):
            cards = [str(one.card) for one in alike]
            code = "helps_cards" if len(cards) > 1 else "helps_card"
            told.append(say(code, {"cards": cards, "left": left}, self.language, self.notation))
        return ", ".join(told)

    def row(self, row: ThrowRow, *, opened: bool) -> tuple[str, str]:
        """One throw: the draws that it leaves, the cards that then help, the points, why it stands there, and its
        danger."""
        why = [row.reason, *(one for one in danger(row) if one.code != row.reason.code)]
        params: dict[str, Value] = {
            "rank": row.rank,
            "card": str(row.card),
            "closing": self._leaves_close(row.to_close),
            "points": row.penalty_saved,
            "why": " ".join(self.reason(one)[1] for one in why),
        }
        if opened:
            return self.tell("throw_row_opened", **params)
        return self.tell("throw_row", opening=self._leaves_opening(row.to_open), **params)

    def _leaves_opening(self, distance: Distance) -> str:
        if distance.distance == 0:
            return self.tell("row_opens")[1]
        if distance.distance is None:
            return self.tell("row_never_opens" if distance.optimal else "row_not_known")[1]
        return self.tell("row_opens_by", cards=distance.distance, left=distance.left_total)[1]

    def _leaves_close(self, distance: Distance) -> str:
        if distance.distance == 0:
            return self.tell("row_closes")[1]
        if distance.distance is None:
            return self.tell("row_never_closes" if distance.optimal else "row_not_known")[1]
        return self.tell("row_closes_by", cards=distance.distance, left=distance.left_total)[1]


def _texts(one: TableMeld) -> list[str]:
    return [str(card) for card in one.meld.cards]


def _any_card(distance: Distance) -> bool:
    """Does every card that can still come help?"""
    return 0 < distance.left_total == distance.unseen


def _percent(distance: Distance, draws: int) -> float:
    """The chance of so many draws, in per cent."""
    return round(100 * distance.chance(draws), 1)
