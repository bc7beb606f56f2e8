"""How often the referee replays a turn and reads a meld for a whole answer: counted, since both are easily doubled."""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from api.service.calls import CALLS
from solver.game.cards import Card
from solver.game.melds import Meld, MeldKind, read_meld
from solver.game.position import Position
from solver.game.position_line import read_position_line
from solver.referee.replay import Replay
from solver.rules.profile import RuleProfile

MOST_REPLAYS = 4
"""One for each of three plans, and one for the turn that lays nothing, of which every throw is asked."""

TURNS = [
    ("penalty", "z1~zoliky-online~3S3S4S5SJSQSKS5HTHKDAC2C3C5CJK~mm1.Eva.AS2SJKJK.y~mm2.Eva.5D6D7D8D"),
    ("penalty", "z1~family~4SKS3DJDJKJK~r4~mm1.me.9DTDJK~mm2.me.3S3H3CJK~qEva.14.0~qJan.9.0"),
    ("points", "z1~joker-club~7HTHTHJD2C4C5C6C~r4~mm1.Jan.6HJK8H9HJK~mm2.me.5H6HJKJK~qEva.8.0~qJan.4.1"),
    ("strength", "z1~zoliky-online~3S3S4S5SJSQSKS5HTHKDAC2C3C5CJK~mm1.Eva.AS2SJKJK.y~mm2.Eva.5D6D7D8D"),
    ("strength", "z1~joker-club~AH2H3H3HTHAD2D7DJDQCJK~r6~mm1.Eva.JK7C8C9CJK.y~mm2.me.JK4H5H6H~qEva.10.1~qJan.1.0"),
    ("strength", "z1~joker-club~AS5S6S6D8C8CJKJK~r6~dd5S~mm1.me.AD2D3D4D~mm2.Eva.TCJCQCJK~qEva.13.1"),
]


@dataclass
class Counted:
    """Replays made, and how often each meld was read since the last one was begun; the most readings of a meld."""

    replays: int = 0
    read: Counter[Sequence[Card]] = field(default_factory=Counter)
    most_readings: int = 0

    def begin(self) -> None:
        """A replay begins."""
        self.replays += 1
        self.read.clear()

    def note(self, cards: Sequence[Card]) -> None:
        """A meld is read."""
        self.read[tuple(cards)] += 1
        self.most_readings = max(self.most_readings, *self.read.values())


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """Counts in everything that is imported, but where it is asked what a meld would be with one card more."""
    count, begin, read = Counted(), Replay.__init__, read_meld

    def begin_counted(replay: Replay, position: Position, *, order_shown: bool = False) -> None:
        count.begin()
        begin(replay, position, order_shown=order_shown)

    def read_counted(cards: Sequence[Card], profile: RuleProfile, kind: MeldKind | None = None) -> Meld:
        count.note(cards)
        return read(cards, profile, kind)

    monkeypatch.setattr(Replay, "__init__", begin_counted)
    for module in [*sys.modules.values()]:
        if getattr(module, "read_meld", None) is read and module.__name__ != "solver.game.lay_offs":
            monkeypatch.setattr(module, "read_meld", read_counted)
    return count


def body_with_ids(line: str, objective: str) -> dict[str, Any]:
    """The request of a turn in which every card of the hand has an id of the caller's own."""
    hand = read_position_line(line).hand
    named = [{"card": str(card), "id": f"c{at}"} for at, card in enumerate(hand)]
    return {"position": line, "hand": named, "objective": objective, "time_ms": 8000}


@pytest.mark.parametrize(("objective", "line"), TURNS)
def test_a_turn_with_three_plans_is_replayed_four_times(counted: Counted, objective: str, line: str) -> None:
    body = body_with_ids(line, objective)
    counted.read.clear()
    counted.most_readings = 0
    answer = CALLS["turn"].reply(body, "en", 8000)
    assert len(answer["plans"]) == 3
    assert answer["explanation"]["steps"]
    assert 0 < counted.replays <= MOST_REPLAYS
    assert counted.most_readings == 1
