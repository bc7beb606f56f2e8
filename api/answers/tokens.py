"""Takes the caller's card ids out of a question and puts them back into its answer, so that answers can be shared.

Every card of the position gets a token in place of its id, numbered by the position alone: equal positions have equal
tokens. An answer in JSON that holds tokens becomes the caller's own by replacing each of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from api.requests.asked import Question
from api.requests.labels import Given, Labels, unnamed
from api.wire import json_bytes

_MARK: Final = "\x01"  # stands in no text of an answer: names must be printable
_TOKEN: Final = re.compile(rb'\{"card":("[^"]*"),"id":"\\u0001(\d+)"\}')


def without_ids(question: Question) -> tuple[Question, Sequence[Given]]:
    """The question with tokens for ids, and the caller's cards by their tokens; none if he gave no id."""
    labels, position = question.labels, question.position
    if not labels.any:
        return question, ()
    given: list[Given] = []

    def token(one: Given) -> Given:
        given.append(one)
        return replace(one, id=f"{_MARK}{len(given) - 1}")

    first = next((index for index, one in enumerate(labels.hand) if one == labels.drawn), None)
    order = sorted(range(len(labels.hand)), key=lambda index: (labels.hand[index].card.kind, index != first))
    hand = tuple(token(labels.hand[index]) for index in order)
    table = {one.id: tuple(map(token, labels.table[one.id])) for one in position.table}
    top = labels.discard_pile[-1:] or tuple(map(unnamed, position.discard_pile[-1:]))
    bottom = labels.bottom_card or (unnamed(position.bottom_card) if position.bottom_card else None)
    bare = Labels(
        hand=hand,
        table=table,
        discard_pile=tuple(map(token, top)),
        bottom_card=token(bottom) if bottom else None,
        drawn=None if first is None else hand[order.index(first)],
    )
    return replace(question, labels=bare), given


def with_ids(answer: bytes, given: Sequence[Given]) -> bytes:
    """The answer with the caller's cards in place of the tokens."""
    if not given:
        return answer

    def named(found: re.Match[bytes]) -> bytes:
        own_id = given[int(found[2])].id
        return found[1] if own_id is None else b'{"card":%b,"id":%b}' % (found[1], json_bytes(own_id))

    return _TOKEN.sub(named, answer)
