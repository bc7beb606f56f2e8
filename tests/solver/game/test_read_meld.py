"""How cards that may be a run or a set are read."""

from __future__ import annotations

import pytest

from solver.game.melds import NotAMeld, read_meld
from solver.game.notation import read_cards
from solver.rules.presets import read_profile


@pytest.mark.parametrize(
    ("cards", "rules", "kind"),
    [
        ("JK AH JK", "zoliky-online", "set"),
        ("7D JK JK", {"base": "zoliky-online", "adjacent_jokers": False}, "set"),
        ("7D JK JK", "zoliky-online", "run"),
        ("QH JK JK JK", "zoliky-online", "run"),
        ("AH JK JK", {"base": "zoliky-online", "ace_low": None}, "run"),
    ],
)
def test_one_natural_card_is_a_run_unless_that_is_impossible(cards: str, rules: object, kind: str) -> None:
    assert read_meld(read_cards(cards), read_profile(rules)).kind == kind


def test_one_natural_card_that_is_neither_is_told_as_a_run() -> None:
    with pytest.raises(NotAMeld) as raised:
        read_meld(read_cards("JK 7D JK JK JK JK"), read_profile({"base": "zoliky-online", "adjacent_jokers": False}))
    assert raised.value.reason.code == "adjacent_jokers"
