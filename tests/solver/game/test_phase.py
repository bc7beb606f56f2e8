"""The phase of a turn: told, or inferred by one rule; and what contradicts it."""

from __future__ import annotations

from typing import Any

import pytest

from solver.errors import InvalidPosition
from solver.game.cards import JOKER
from solver.game.notation import read_card, read_cards
from solver.game.position import MAX_HAND, Drawn, Position, after_drawing, make_position
from solver.game.position_line import position_line, read_position_line
from solver.rules.presets import PROFILES, read_profile

DECK = [card for card in read_cards("A-KS A-KH A-KD A-KC") if card is not JOKER]


def of(cards: int, rules: str = "zoliky-online", **fields: Any) -> Position:
    return make_position(PROFILES[rules], DECK[:cards], **fields)


def card(text: str) -> Any:
    return read_card(text)


@pytest.mark.parametrize(
    ("cards", "rules", "fields", "phase"),
    [
        (14, "zoliky-online", {}, "before_draw"),
        (15, "zoliky-online", {}, "after_draw"),
        (13, "zoliky-online", {}, "free"),
        (16, "zoliky-online", {}, "free"),
        (14, "zoliky-online", {"drawn": Drawn("stock")}, "after_draw"),
        (14, "zoliky-online", {"opened": True}, "free"),
        (12, "tournament", {}, "before_draw"),
        (13, "tournament", {}, "after_draw"),
        (14, "tournament", {}, "free"),
        (15, "joker-club", {"starter": True, "round": 1}, "after_draw"),
        (14, "joker-club", {"starter": True, "round": 1}, "after_draw"),
        (14, "joker-club", {"starter": True, "round": 2}, "before_draw"),
        (14, "zoliky-online", {"starter": True, "round": 1}, "before_draw"),
        (7, "zoliky-online", {"discard_pile": [DECK[40]]}, "before_draw"),
        (7, "zoliky-online", {"discard_pile": [DECK[40]], "opened": True}, "before_draw"),
        (15, "zoliky-online", {"discard_pile": [DECK[40]]}, "after_draw"),
        (7, "joker-club", {"bottom_card": DECK[40]}, "before_draw"),
        (7, "zoliky-online", {"stock_left": 0}, "before_draw"),
        (MAX_HAND, "zoliky-online", {"discard_pile": [DECK[40]]}, "free"),
        (7, "zoliky-online", {"phase": "after_draw", "discard_pile": [DECK[40]]}, "after_draw"),
        (15, "zoliky-online", {"phase": "before_draw"}, "before_draw"),
        (14, "zoliky-online", {"phase": "free"}, "free"),
    ],
)
def test_the_phase_is_told_or_inferred(cards: int, rules: str, fields: dict[str, Any], phase: str) -> None:
    position = of(cards, rules, **fields)
    assert position.phase == phase
    assert position.phase_told == ("phase" in fields)


@pytest.mark.parametrize(
    ("cards", "jokers", "phase"),
    [
        (14, 1, "before_draw"),
        (15, 0, "after_draw"),
        (15, 1, "free"),
        (16, 1, "after_draw"),
        (16, 2, "free"),
        (17, 2, "after_draw"),
    ],
)
def test_jokers_carried_on_top_of_the_deal_leave_open_what_may_be_both(cards: int, jokers: int, phase: str) -> None:
    rules = read_profile({"base": "zoliky-online", "carried_count_in_deal": False})
    hand = [*DECK[: cards - jokers], *[JOKER] * jokers]
    assert make_position(rules, hand).phase == phase
    both = make_position(rules, hand, discard_pile=[DECK[40]]).phase
    assert both == ("before_draw" if phase == "free" else phase)


@pytest.mark.parametrize(
    ("cards", "rules", "fields", "code"),
    [
        (7, "zoliky-online", {"phase": "before_draw", "drawn": Drawn("stock")}, "phase_drawn"),
        (7, "zoliky-online", {"phase": "free", "drawn": Drawn("stock")}, "phase_drawn"),
        (15, "joker-club", {"phase": "before_draw", "starter": True, "round": 1}, "starter_does_not_draw"),
        (MAX_HAND, "zoliky-online", {"phase": "before_draw"}, "phase_hand_full"),
    ],
)
def test_what_contradicts_a_told_phase_is_refused(cards: int, rules: str, fields: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        of(cards, rules, **fields)
    assert [(fault.pointer, fault.reason.code) for fault in caught.value.faults] == [(("phase",), code)]


@pytest.mark.parametrize("phase", ["before_draw", "after_draw", "free", None])
def test_a_told_phase_and_the_stock_stand_in_the_line(phase: Any) -> None:
    position = of(14, phase=phase, stock_left=3)
    assert read_position_line(position_line(position)) == position
    tags = position_line(position).split("~")[3:]
    assert tags == [*([f"f{phase[0]}"] if phase else []), "l3"]


def test_an_old_line_is_read_by_the_same_rule() -> None:
    assert read_position_line("z1~zoliky-online~7D8D9D").phase == "free"
    assert read_position_line("z1~zoliky-online~7D8D9D~p2C").phase == "before_draw"
    assert read_position_line("z1~zoliky-online~7D8D9D~ds").phase == "after_draw"


def test_a_draw_leads_to_the_position_after_it() -> None:
    before = of(7, "joker-club", discard_pile=[DECK[40], DECK[41]], bottom_card=DECK[42], phase="before_draw")
    stock = after_drawing(before, "stock", DECK[45])
    assert (stock.phase, stock.phase_told, stock.drawn) == ("after_draw", False, Drawn("stock", DECK[45]))
    discard, bottom = after_drawing(before, "discard"), after_drawing(before, "bottom")
    assert (discard.drawn, discard.discard_pile) == (Drawn("discard", DECK[41]), (DECK[40],))
    assert (bottom.drawn, bottom.bottom_card) == (Drawn("bottom", DECK[42]), None)
    assert all(len(one.hand) == 8 for one in (stock, discard, bottom))
    with pytest.raises(ValueError, match="no card to draw"):
        after_drawing(of(7), "bottom")
