"""One ranking of throws: the turn, the outlook and an opening that is not reached name the same best throw."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from advisor import plan
from advisor.answers import Options
from advisor.opening import opening
from advisor.outlook import outlook
from advisor.outlook_answer import OutlookAnswer
from advisor.penalty import penalty
from advisor.throws import turns_by_throw
from advisor.turn import turn
from advisor.words.explain import explain
from solver.errors import InvalidInput
from solver.game.actions import Discard
from solver.game.cards import JOKER
from solver.game.notation import read_cards
from solver.game.position import Drawn, make_position
from solver.game.position_line import read_position_line
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
        table = turns_by_throw(position)
        assert next(iter(table)) is best.discard
        told = outlook(position, PATIENT)
        assert told.discards[0].card is best.discard
        ranked = [row.card for row in told.discards]
        assert [one for one in ranked if one in table] == [lying for lying in table if lying in ranked]
        least = penalty(position, PATIENT)
        assert least.best_throw is best.discard
        assert least.best_expected == best.score == told.discards[0].expected
        assert least.best_left == best.penalty == told.discards[0].penalty_left
        assert (least.throw_reason is None) == (least.plan.discard in (None, best.discard))
        _every_row_is_weighed(told, best.closes)
        answer = opening(position, PATIENT)
        if not answer.opens and not position.opened:
            assert answer.plan.discard is best.discard
            assert answer.plan.score == best.score
            assert isinstance(answer.plan.actions[-1], Discard)
        if best.discard is JOKER:
            assert best.closes or set(position.hand) == {JOKER} or len(table) == 1
    assert seen > 12


def _every_row_is_weighed(told: OutlookAnswer, closes: bool) -> None:
    """Each card has a turn of its own, and stands by it; only the first is set, by turns of measured strength."""
    expected = [row.expected for row in told.discards if row.expected is not None]
    assert len(expected) == len(told.discards)
    assert all(row.penalty_left is not None for row in told.discards)
    if not closes:
        assert expected[1:] == sorted(expected[1:])


def test_a_card_that_every_laying_uses_is_weighed_too() -> None:
    """5-6-7 with 8 is laid whatever else; yet each of its cards may be thrown, and says what that comes to."""
    position = make_position(
        PROFILES["family"], read_cards("5D 6D 7D KS 2C"), opened=True, round=8, drawn=Drawn("stock"), phase="after_draw"
    )
    told = outlook(position, PATIENT)
    looked_at = turns_by_throw(position)
    assert {row.card for row in told.discards} == set(position.hand) > set(looked_at)
    _every_row_is_weighed(told, closes=False)
    by_card = {str(row.card): row for row in told.discards}
    assert by_card["5D"].penalty_left == 6 + 7 + 10 + 2


def test_why_the_least_penalty_throws_another_card() -> None:
    """K-K-7-8 closed: the king leaves the fewest points, though it goes with the other."""
    position = make_position(
        PROFILES["zoliky-online"],
        read_cards("KS KH 7D 8D 4C 2H 9S 5H 3D JC QD AH"),
        round=3,
        drawn=Drawn("stock"),
        phase="after_draw",
    )
    answer = penalty(position, PATIENT)
    assert answer.plan.discard is not answer.best_throw
    assert answer.throw_reason is not None
    more = (answer.best_left or 0) - (answer.plan.penalty or 0)
    assert answer.throw_reason.code == ("throw_least_now" if more else "throw_by_order")
    for language in ("en", "cs", "sk"):
        assert answer.throw_reason.code in [one.code for one in explain(answer, language)]


@pytest.mark.parametrize(
    "line",
    [
        "z1~joker-club~7S3H5H7H8HTHJHQH7D9CKCJKJKJK~r9~p9D~qEva.14.0~tEva",
        "z1~tournament~9SKS9H9DQC~r9~p5C7C2S3D5H~mm1.Eva.KSKHKCKD~mm2.Eva.8S8HJK8D~mm3.me.4S5S6S7S.y~mm4.me.JK2S3S4S.n"
        "~mm5.me.QDJKJK.sn~qEva.8.1~qJan.12.0~tJan~x",
    ],
)
def test_no_plan_is_refused_for_the_throws_before_the_draw(line: str) -> None:
    """They are those of the hand as it stands, as after a draw that does not help."""
    refused = plan.disagreements
    assert outlook(read_position_line(line), PATIENT).discards
    assert plan.disagreements == refused


def test_an_opened_player_is_told_the_same_throw_by_every_call() -> None:
    line = "z1~zoliky-online~9SJH4DTDJKJK~s~dsTD~pTCKH7H~mm1.me.JSQSKSAS.y~mm2.me.ASADACJK.n~qEva.14.0~tEva"
    position = read_position_line(line)
    told = {opening(position, PATIENT).plan.discard, outlook(position, PATIENT).discards[0].card}
    assert told == {turn(position, PATIENT, "strength").recommendation.discard} == set(read_cards("JH"))


def test_a_taken_card_goes_back_only_if_that_is_sure() -> None:
    """Where the time did not suffice to find a way to lay it, the throws are told, not its return."""
    line = "z1~tournament~9S9S9HAD5D9D9DQDKD9C9CJKJK~r6~dd5D~p6CQCAD5H~qEva.12.0~qJan.12.0~tJan"
    position = read_position_line(line)
    assert turn(position, PATIENT, "penalty").recommendation.penalty is not None
    for milliseconds in (1, 20_000):
        answer = outlook(position, Options(time_ms=milliseconds))
        assert answer.discards or not answer.optimal
        assert answer.hindrance is None or answer.hindrance.code != "draw_duty_unmet"
