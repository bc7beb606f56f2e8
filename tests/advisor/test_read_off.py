"""The best opening read off the best melds without the pure-run rule is the one that is asked for."""

from __future__ import annotations

import pytest

from advisor import opening as calls
from advisor.answers import Options
from advisor.why_not import BestMelds
from solver.errors import InvalidPosition
from solver.game.position import Position
from solver.referee.judge import check_draw
from tests.random_positions import positions

OPTIONS = Options(time_ms=10_000)


def _drawn_rightly(position: Position) -> bool:
    try:
        check_draw(position)
    except InvalidPosition:
        return False
    return True


@pytest.mark.parametrize("seed", [5, 77])
def test_what_is_read_off_is_what_is_asked_for(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [position for position in positions(seed, 120) if _drawn_rightly(position)]
    read, told = calls._read_off, list[object]()

    def noted(position: Position, impure: BestMelds) -> object:
        told.append(read(position, impure))
        return told[-1]

    monkeypatch.setattr(calls, "_read_off", noted)
    found = [calls.opening(one, OPTIONS) for one in asked]
    assert sum(one is not None for one in told) > 10, "too little is read off to be tested"
    assert any(told)
    monkeypatch.setattr(calls, "_read_off", lambda position, impure: None)
    monkeypatch.setattr(BestMelds, "has_pure_run", False)
    for position, answer in zip(asked, found, strict=True):
        assert answer == calls.opening(position, OPTIONS)
