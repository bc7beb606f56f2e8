"""The stock is used up: which cards of the pile come again, when, and what that makes of distances and draws."""

from __future__ import annotations

from typing import Any

import pytest

from advisor.answers import Options
from advisor.closing import closing
from advisor.helps import cards_left
from advisor.outlook import outlook
from advisor.turn import turn
from solver.game.actions import Discard, Draw
from solver.game.cards import CARDS
from solver.game.notation import read_cards
from solver.game.phase import Phase
from solver.game.position import Opponent, Position, after_drawing, make_position
from solver.referee.judge import judge
from solver.rules.presets import read_profile

PATIENT = Options(time_ms=20_000)
PILE = "6D 9C KS 2H 6D"
HAND = "4D 5D 9H 9S"
ONLY_PILE = {"6D": 1, "9C": 1, "KS": 1, "2H": 1}


def at(refill: str, left: int | None, *, phase: Phase = "before_draw", pile: str = PILE, players: int = 1) -> Position:
    return make_position(
        read_profile({"base": "wikipedia", "stock_refill": refill}),
        read_cards(HAND),
        opened=True,
        discard_pile=read_cards(pile),
        stock_left=left,
        phase=phase,
        opponents=[Opponent(name, 9, opened=True) for name in ("Eva", "Jan", "Ota")[: players - 1]],
    )


def coming(position: Position) -> dict[str, int]:
    return {str(card): cards_left(position)[card.kind] for card in CARDS if cards_left(position)[card.kind]}


def test_the_next_card_of_a_stock_that_is_used_up() -> None:
    assert coming(at("turn", 0)) == {"6D": 1}  # the card that was thrown first
    assert coming(at("shuffle", 0)) == ONLY_PILE  # of 6D the one that is not the top
    for refill in ("turn", "shuffle"):
        unseen = coming(at(refill, None))
        assert sum(unseen.values()) == 108 - 9
        assert coming(at(refill, 1)) == unseen
        assert coming(at(refill, 0, pile="6D")) == coming(at(refill, None, pile="6D"))  # only the top is told


@pytest.mark.parametrize(
    ("refill", "left", "players", "again", "others"),
    [
        ("turn", 2, 2, "", True),
        ("turn", 1, 2, "6D", True),  # Eva takes the last card, or does not
        ("turn", 0, 2, "6D 9C", False),
        ("turn", 0, 3, "6D 9C KS", False),
        ("turn", 1, 4, "6D 9C KS", True),
        ("shuffle", 0, 2, PILE, False),
        ("shuffle", 3, 4, PILE, True),
        ("shuffle", 4, 4, "", True),
    ],
)
def test_after_the_draw_the_opponents_draw_first(
    refill: str, left: int, players: int, again: str, others: bool
) -> None:
    unseen = cards_left(at(refill, None, phase="after_draw", players=players))
    there = cards_left(at(refill, left, phase="after_draw", players=players))
    cards = read_cards(again) if again else []
    assert there == [others * unseen[card.kind] + cards.count(card) for card in CARDS]


def chance(position: Position) -> tuple[int | None, float, bool]:
    told = outlook(position, PATIENT).to_close
    return told.distance, told.next_draw_probability, told.optimal


def test_the_chance_that_the_next_card_closes() -> None:
    """4D 5D KH: with 6D the run is laid and the king thrown; it comes first, or as one of four."""
    assert chance(at("turn", 0)) == (2, 1, False)  # 6D brings it nearer; what comes then is not looked at in its order
    one = make_position(
        read_profile("wikipedia"),
        read_cards("4D 5D KH"),
        opened=True,
        discard_pile=read_cards(PILE),
        stock_left=0,
        phase="before_draw",
    )
    assert chance(one) == (1, 1, True)
    shuffled = read_profile({"base": "wikipedia", "stock_refill": "shuffle"})
    other = make_position(
        shuffled,
        read_cards("4D 5D KH"),
        opened=True,
        discard_pile=read_cards(PILE),
        stock_left=0,
        phase="before_draw",
    )
    assert chance(other) == (1, 0.25, True)  # 6D of 6D 9C KS 2H
    assert closing(one, PATIENT).closes
    assert not closing(other, PATIENT).closes


def test_a_card_of_the_pile_is_reached_by_a_later_draw() -> None:
    """All that could lie with 4D 5D is in the pile, but for jokers, which were seen to be out."""
    told: dict[str, Any] = {
        "opened": True,
        "discard_pile": read_cards("3D 3D 6D 6D 2C"),
        "seen": read_cards("JK JK JK JK 4S 4C 4H 4S 4C 4H 5S 5S 5C 5C 5H 5H KS KS KC KC KH KD KD QH QH"),
        "phase": "before_draw",
    }
    hand = read_cards("4D 5D KH")
    far = outlook(make_position(read_profile("wikipedia"), hand, **told), PATIENT).to_close
    near = outlook(make_position(read_profile("wikipedia"), hand, stock_left=1, **told), PATIENT).to_close
    assert far.distance is None or far.distance > 2
    assert (near.distance, near.optimal) == (2, False)


@pytest.mark.parametrize(("refill", "values"), [("turn", [9]), ("shuffle", [9, 4, 27, 20])])
def test_the_stock_is_worth_the_mean_of_the_cards_that_come(refill: str, values: list[int]) -> None:
    """6D leaves a nine, 9C the four; KS is thrown and the hand stays; with 2H a nine is thrown."""
    stock = next(plan for plan in turn(at(refill, 0), PATIENT, "penalty").plans if plan.actions == (Draw("stock"),))
    assert stock.score == pytest.approx(sum(values) / len(values), abs=1e-3)


def test_the_draw_leaves_the_pile_turned_over() -> None:
    position = at("turn", 0)
    after = after_drawing(position, "stock", read_cards("6D")[0])
    assert (after.discard_pile, after.stock_left) == (tuple(read_cards("6D")), 3)
    assert after_drawing(at("turn", 7), "stock", read_cards("KD")[0]).stock_left == 6


def test_the_referee_knows_which_card_can_come() -> None:
    for refill, may in (("turn", {"6D"}), ("shuffle", set(ONLY_PILE))):
        drawn = {
            str(card)
            for card in CARDS
            if judge(at(refill, 0), [Draw("stock", card), Discard(read_cards("9H")[0])]).legal
        }
        assert drawn == may


def test_strength_knows_the_card_that_comes() -> None:
    """6D, which gives the run that is short: drawn, it is as after the draw."""
    position = at("turn", 0)
    stock = next(plan for plan in turn(position, PATIENT).plans if plan.actions[0] == Draw("stock"))
    after = turn(after_drawing(position, "stock", read_cards("6D")[0]), PATIENT)
    assert stock.score == after.recommendation.score
