"""Answers that callers share: the caller's cards are left out of a question, and filled into its answer.

Every card of a position has a slot, numbered by the position alone: equal positions have equal slots. An answer to the
question without ids is JSON with slots in place of cards, and becomes the caller's own by filling them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from api.requests.asked import PositionRequest
from api.requests.labels import SLOT_MARK, Given, Labels, unnamed
from api.wire import json_bytes

_BEGIN: Final = b'"' + json_bytes(SLOT_MARK)[1:-1]
_END: Final = json_bytes(SLOT_MARK)[1:-1] + b'"'


def without_ids(question: PositionRequest) -> tuple[PositionRequest, Sequence[bytes]]:
    """The question with slots for cards, and the caller's cards by their slots, as JSON; none if he gave no id."""
    labels, position = question.labels, question.position
    if not labels.any:
        return question, ()
    cards: list[bytes] = []

    def slot(one: Given) -> Given:
        cards.append(json_bytes(one.named(question.notation)))
        return replace(one, id=None, slot=len(cards) - 1)

    first = next((index for index, card in enumerate(labels.hand) if card == labels.drawn), None)
    order = sorted(range(len(labels.hand)), key=lambda index: (labels.hand[index].card.kind, index != first))
    hand = tuple(slot(labels.hand[index]) for index in order)
    table = {meld.id: tuple(map(slot, labels.table[meld.id])) for meld in position.table}
    top = labels.discard_pile[-1:] or tuple(map(unnamed, position.discard_pile[-1:]))
    bottom = labels.bottom_card or (unnamed(position.bottom_card) if position.bottom_card else None)
    bare = Labels(
        hand=hand,
        table=table,
        discard_pile=tuple(map(slot, top)),
        bottom_card=slot(bottom) if bottom else None,
        drawn=None if first is None else hand[order.index(first)],
    )
    return replace(question, labels=bare), cards


def filled(answer: bytes, cards: Sequence[bytes]) -> bytes:
    """The answer with the caller's cards in its slots."""
    first, *parts = answer.split(_BEGIN)
    pieces = [first]
    for part in parts:
        slot, _, rest = part.partition(_END)
        pieces += (cards[int(slot)], rest)
    return b"".join(pieces)
