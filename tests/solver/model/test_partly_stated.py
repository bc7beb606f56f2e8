"""Rules of which the model does not state every legal turn: their answers are never told as proved."""

from __future__ import annotations

from typing import Any

import pytest

from advisor.answers import Options
from advisor.closing import closing as ask_closing
from advisor.opening import opening as ask_opening
from advisor.penalty import penalty as ask_penalty
from solver.game.position_line import read_position_line
from solver.model.decide import states_all
from solver.model.question import opened_question, opening_question
from solver.rules.presets import PROFILES
from tests.builders import pos

OPTIONS = Options(time_ms=20_000)


@pytest.mark.parametrize(
    "line",
    [
        "z1~tournament.opening_run_joker-yes.rearrange-t~4H3CKC~r4~ddKC~mm1.me.JK2H3H~qEva.10.0~qJan.13.0~tEva",
        "z1~tournament.opening_run_joker-yes.rearrange-t~JHJKJKJKJK~r6~o1~s~ddJK~mm1.Eva.JSJHJCJD~qEva.9.1~qJan.6.0~tEva",
        "z1~family.opening_minimum-25.rearrange-t~QSQH7D8D9DJK~r6~s~ddJK~mm1.Eva.5HJK7H8H.n~mm2.Jan.8H8DJKJK"
        "~qEva.9.1~qJan.11.1",
        "z1~family.max_jokers_per_meld-1.jokers_fewer_than_naturals-t.opening_minimum-15.rearrange-t."
        "exchange_when-opened~QHAC2C3CQCJK~ddQH~mm1.Jan.7H7D7CJK~mm2.Eva.THJHQH~qEva.6.1~qJan.8.1~tEva",
    ],
)
def test_what_may_be_missed_is_not_told_as_proved(line: str) -> None:
    position = read_position_line(line)
    assert not ask_penalty(position, OPTIONS).optimal
    closing = ask_closing(position, OPTIONS)
    assert closing.closes or not closing.optimal
    if not position.opened:
        assert not ask_opening(position, OPTIONS).optimal


REARRANGED = {"rearrange": True}
EXCHANGED = {"exchange_when": "opened"}
RUN, SET = "anna: 5H 6H 7H", "anna: 5H 5C JK"


@pytest.mark.parametrize(
    ("base", "rules", "hand", "table", "opened", "stated"),
    [
        ("wikipedia", {}, "JK 5D", SET, True, True),
        ("wikipedia", {"order_rule": True}, "9D 5D", SET, True, False),
        ("wikipedia", {"order_rule": True}, "9D 5D", "", True, True),
        ("tournament", {}, "JK 5D", SET, True, True),
        ("tournament", REARRANGED, "9D 5D", RUN, True, False),
        ("family", {}, "JK 5D", SET, False, True),
        ("family", REARRANGED, "9D 5D", RUN, True, True),
        ("family", REARRANGED, "9D 5D", RUN, False, False),
        ("family", REARRANGED, "JK 5D", "", False, True),
        ("family", EXCHANGED, "JK 5S 5D", SET, False, False),
        ("family", EXCHANGED, "JK 5D", SET, False, True),  # both suits buy it back
        ("family", EXCHANGED, "JK 5D", SET, True, True),
        ("family", EXCHANGED, "9D 5D", SET, False, True),
        ("family", EXCHANGED, "JK 5D", RUN, False, True),
    ],
)
def test_the_rules_whose_turns_are_all_stated(
    base: str, rules: dict[str, Any], hand: str, table: str, opened: bool, stated: bool
) -> None:
    position = pos(hand, table, {"base": base} | rules if rules else base, opened=opened)
    question = opened_question(position) if opened else opening_question(position)
    assert states_all(position, question) == stated


def test_no_preset_allows_what_is_not_stated() -> None:
    for profile in PROFILES.values():
        assert not (profile.rearrange and (profile.order_rule or profile.layoffs_count))
        assert not (profile.layoffs_count and profile.exchange_when == "opened")
