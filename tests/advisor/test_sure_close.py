"""A sure close is never passed over: before the draw by the top discard, after it by any laying; draws say why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from advisor.answers import Options
from advisor.closing import closing
from advisor.draws import ranked_draws, with_discard
from advisor.helps import cards_left
from advisor.objectives import OBJECTIVES
from advisor.penalty import penalty
from advisor.stock import stock_close
from advisor.strength.race import Race
from advisor.turn import turn
from solver.errors import InvalidInput
from solver.game.actions import Draw, Exchange
from solver.game.cards import CARDS
from solver.game.melds import read_meld
from solver.game.notation import read_cards
from solver.game.position import Drawn, Opponent, Position, TableMeld, after_drawing, make_position
from solver.game.position_line import read_position_line
from solver.rules.presets import PROFILES
from tests.random_positions import random_position

PATIENT = Options(time_ms=10_000)
FAMILY = PROFILES["family"]


def exchange_with_the_discard() -> Position:
    """8D buys the joker, and 3H 3D joker are a set with the taken card; KC closes."""
    table = (TableMeld("t1", "A", read_meld(read_cards("6D 7D JK 9D"), FAMILY), False),)
    opponents = (Opponent("A", 6, True), Opponent("B", 9))
    return make_position(
        FAMILY,
        read_cards("8D 3D KC"),
        table=table,
        opened=True,
        round=8,
        discard_pile=read_cards("3H"),
        top_discard_by="B",
        opponents=opponents,
    )


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_discard_is_taken_where_it_closes(objective: str) -> None:
    best = turn(exchange_with_the_discard(), PATIENT, objective).recommendation
    assert best.closes
    assert best.actions[0] == Draw("discard", read_cards("3H")[0])
    assert any(isinstance(action, Exchange) for action in best.actions)
    assert "taken_closes" in [one.code for one in best.why]


def test_the_race_knows_what_is_won_by_exchange() -> None:
    """8D buys the joker, with which 3D 3H go: one card stays, to be thrown."""
    position = exchange_with_the_discard()
    race = Race(position.table, cards_left(position), FAMILY)
    assert race.turns(read_cards("8D 3D 3H")) == 1


def before_draw(seed: str, number: int) -> Iterator[Position]:
    """Positions before the draw, with a card on the pile."""
    for index in range(number):
        rng = Random(f"{seed}/{index}")
        base = tuple(PROFILES)[index % len(PROFILES)]
        position = random_position(rng, base, most_cards=9, most_melds=3, most_overrides=0)
        left = cards_left(position)
        top = rng.choice([card for card in CARDS if left[card.kind] > 0])
        try:
            yield replace(position, drawn=None, discard_pile=(top,), phase="before_draw", phase_told=True)
        except InvalidInput:
            continue


def test_no_call_passes_over_a_close() -> None:
    """The exact closing answer with the discard in hand, and without it, against the whole turn by each objective."""
    seen = 0
    for index, position in enumerate(before_draw("sure", 150)):
        objective = tuple(OBJECTIVES)[index % len(OBJECTIVES)]
        taken = with_discard(position)
        if taken is not None and closing(taken, PATIENT).closes:
            seen += 1
            assert turn(position, PATIENT, objective).recommendation.closes or stock_close(position)
            assert turn(taken, PATIENT, objective).recommendation.closes
        drawn = replace(position, drawn=Drawn("stock"), phase="after_draw")
        if closing(drawn, PATIENT).closes:
            assert turn(drawn, PATIENT, objective).recommendation.closes
    assert seen > 15


def test_a_bonus_is_worth_more_than_another_close() -> None:
    """joker-club: the turn closes plainly with 2D laid off, or from hand, at twice the penalties, with 2D thrown."""
    profile = PROFILES["joker-club"]
    table = (TableMeld("m1", "Eva", read_meld(read_cards("2S 2H 2C"), profile)),)
    position = make_position(
        profile,
        read_cards("8C 9C 10C JC QC KC 7H 7D 7S 2D"),
        table=table,
        drawn=Drawn("stock"),
        opponents=(Opponent("Eva", 5, True),),
    )
    for objective in OBJECTIVES:
        best = turn(position, PATIENT, objective).recommendation
        assert (best.closes, best.from_hand, best.special) == (True, True, True), objective


def test_any_card_may_close() -> None:
    """Opened, 5-6-7: whatever comes is thrown, or goes into the run instead of a card that is thrown."""
    for profile in PROFILES.values():
        position = make_position(profile, read_cards("5D 6D 7D"), opened=True, phase="before_draw")
        assert stock_close(position) is not None
        best = turn(position, PATIENT).recommendation
        assert "any_card_closes" in [one.code for one in best.why]
        lone = make_position(profile, read_cards("5D 6D 8D"), opened=True, phase="before_draw")
        assert stock_close(lone) is None


def test_a_sure_close_goes_before_a_lesser_score() -> None:
    """The draws are ranked by what is sure first."""
    position = exchange_with_the_discard()
    plans = turn(position, PATIENT).plans
    worse = [replace(plan, score=50.0) if plan.closes else replace(plan, score=-100.0) for plan in plans]
    stock = next(one for one in worse if one.actions == (Draw("stock"),))
    ranked = ranked_draws(position, stock, [one for one in worse if one is not stock])
    assert ranked[0].closes


def test_a_sure_close_is_one_with_every_card() -> None:
    """The one function against the closing answer for each card that can come; penalty tells the same."""
    seen = 0
    for index in range(30):
        base = tuple(PROFILES)[index % len(PROFILES)]
        position = random_position(Random(f"every/{index}"), base, most_cards=4, most_melds=2, most_overrides=0)
        if position.starts_without_draw:
            continue
        position = replace(position, drawn=None, phase="before_draw", phase_told=True)
        left = cards_left(position)
        to_come = [after_drawing(position, "stock", card) for card in CARDS if left[card.kind] > 0]
        sure = all(closing(one, PATIENT).closes for one in to_come)
        seen += sure
        assert (stock_close(position) is not None) == sure == penalty(position, PATIENT).plan.closes
    assert seen > 3


@pytest.mark.parametrize("line", ["z1~wikipedia~JK~r6~o1~fb", "z1~wikipedia.opening_minimum-20~JK~o1~fb"])
def test_carried_jokers_close_with_any_card(line: str) -> None:
    """Nothing is to be laid: whatever comes is thrown, and the joker is kept for the next deal."""
    position = read_position_line(line)
    assert stock_close(position) is not None
    for objective in OBJECTIVES:
        assert "any_card_closes" in [one.code for one in turn(position, PATIENT, objective).recommendation.why]
