"""One ranking of throws: the turn, the outlook and an opening that is not reached name the same best throw."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from advisor.analysis import opening, penalty
from advisor.answers import Options
from advisor.outlook import outlook
from advisor.throws import turns_by_throw
from advisor.turn import turn
from solver.errors import InvalidInput
from solver.game.actions import Discard
from solver.game.cards import JOKER
from solver.game.position import Drawn
from solver.rules.presets import PROFILES
from tests.random_positions import random_position

PATIENT = Options(time_ms=20_000)


@pytest.mark.parametrize("base", PROFILES)
def test_all_calls_name_the_same_throw(base: str) -> None:
    seen = 0
    for index in range(24):
        position = random_position(Random(f"throws/{index}"), base, most_cards=10, most_melds=2, most_overrides=0)
        try:
            position = replace(position, drawn=Drawn("stock"), phase="after_draw")
        except InvalidInput:
            continue
        best = turn(position, PATIENT, "strength").recommendation
        if best.discard is None:
            continue
        seen += 1
        table = turns_by_throw(position, 1e18)
        assert next(iter(table)) is best.discard
        told = outlook(position, PATIENT)
        assert told.discards[0].card is best.discard
        ranked = [row.card for row in told.discards]
        assert [one for one in ranked if one in table] == [one for one in table if one in ranked]
        assert penalty(position, PATIENT).best_throw is best.discard
        answer = opening(position, PATIENT)
        if not answer.opens and not position.opened:
            assert answer.plan.discard is best.discard
            assert isinstance(answer.plan.actions[-1], Discard)
        if best.discard is JOKER:
            assert best.closes or set(position.hand) == {JOKER} or len(table) == 1
    assert seen > 12
