"""Where the referee refuses every plan of the optimiser, the best legal turn of a simple search is answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from advisor import plan
from advisor.answers import Options
from advisor.closing import closing as ask_closing
from advisor.opening import opening as ask_opening
from advisor.penalty import penalty as ask_penalty
from advisor.turn import turn as ask_turn
from solver.game.actions import Action, Discard
from solver.game.cards import JOKER
from solver.model.decide import Decision
from solver.referee.judge import judge
from tests.builders import pos

OPTIONS = Options(time_ms=60_000)
OPENS = "8C 9C 10C JC QC JK 2H"


@pytest.fixture(autouse=True)
def always_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """An optimiser that proposes nothing but what is illegal."""

    def wrong(_position: Any, _question: Any, accepts: Any, _wanted: Any) -> Iterator[Decision]:
        actions: tuple[Action, ...] = (Discard(JOKER), Discard(JOKER))
        while not accepts(actions):
            pass
        yield Decision(actions, {}, True, 0, 0.0, 0.0)

    monkeypatch.setattr("advisor.plan.decide", wrong)


@pytest.mark.parametrize(
    ("hand", "table", "rules", "more", "penalty"),
    [
        (OPENS, "", "zoliky-online", {}, 0),
        ("6H 7H 8H KS KH KC 2D", "", "zoliky-online", {"drawn": "discard KC"}, 0),
        ("4S 5S 6S 8H 8D 8C QH 2H KC", "anna: 9H 10H JH | bert: 2S 2D 2C", "family", {}, 0),
        ("JK JK 7D KC", "me: 3H 4H 5H!", "joker-club", {}, 7),
        ("6C 2H", "anna: 5C JK 7C", "zoliky-online", {"opened": True}, 0),
        ("6C 2H", "anna: 5C JK 7C", "tournament", {"opened": True}, 0),
        ("KC 9D", "anna: 5C JK 7C", "wikipedia", {"opened": True}, 9),
    ],
)
def test_the_simple_search_answers(hand: str, table: str, rules: str, more: dict[str, Any], penalty: int) -> None:
    position = pos(hand, table, rules, **more)
    before = plan.disagreements
    answer = ask_penalty(position, OPTIONS)
    assert (answer.plan.penalty, answer.optimal) == (penalty, False)
    assert plan.disagreements > before
    for found in (answer.plan, ask_closing(position, OPTIONS).plan):
        assert judge(position, found.actions).legal
    drawn = position if position.drawn else pos(hand, table, rules, **more, drawn="stock")
    assert not ask_turn(drawn, OPTIONS).optimal


def test_an_opening_and_a_close_are_found_but_not_proved() -> None:
    opening = ask_opening(pos(OPENS), OPTIONS)
    assert (opening.opens, opening.points, opening.optimal) == (True, 57, False)
    assert opening.bound is not None
    assert opening.bound >= 57
    closing = ask_closing(pos(OPENS), OPTIONS)
    assert (closing.closes, closing.from_hand, closing.optimal) == (True, True, False)


def test_where_nothing_is_found_nothing_is_claimed() -> None:
    opening = ask_opening(pos("8C 9C KC 2H 5D"), OPTIONS)
    assert (opening.opens, opening.optimal) == (False, False)
    closing = ask_closing(pos("8C 9C KC 2H 5D"), OPTIONS)
    assert (closing.closes, closing.optimal) == (False, False)
