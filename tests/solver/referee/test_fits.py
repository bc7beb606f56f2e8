"""Which single cards fit on a meld on the table."""

from __future__ import annotations

from typing import Any

import pytest

from solver.game.cards import CARDS
from solver.referee.judge import fits, fitting_cards, judge
from tests.builders import cards, pos, turn


@pytest.mark.parametrize(
    ("table", "rules", "fitting"),
    [
        ("anna: 5H 6H 7H", "joker-club", "4H 8H JK"),
        ("anna: 5H 6H 7H!", "tournament", "4H 8H"),
        ("anna: 5H 6H 7H?", "tournament", "4H 8H JK"),
        ("anna: AH 2H 3H", "zoliky-online", "4H JK"),
        ("anna: QH KH AH", "zoliky-online", "JH JK"),
        ("anna: 2H 3H 4H", "zoliky-online", "AH 5H JK"),
        ("anna: 2H 3H 4H", {"ace_low": None}, "5H JK"),
        ("anna: JH QH KH", {"ace_high": None}, "10H JK"),
        ("anna: 5H JK 7H", "zoliky-online", "4H 6H 8H JK"),
        ("anna: 5H JK 7H", {"exchange": "none"}, "4H 8H JK"),
        ("anna: 5H JK 7H", {"max_jokers_per_meld": 1}, "4H 6H 8H"),
        ("anna: 5H 6H 7H", {"run_length_max": 3}, ""),
        ("anna: 5H JK 7H", {"run_length_max": 3}, "6H"),
        ("anna: 7S 7H 7D", "zoliky-online", "7C JK"),
        ("anna: 7S 7H JK", "zoliky-online", "7D 7C JK"),
        ("anna: 7S 7H 7D JK", "zoliky-online", "7C"),
        ("anna: 7S 7H 7D JK", {"exchange": "runs"}, ""),
        ("anna: 7S 7H JK JK", "zoliky-online", ""),
        ("anna: 7S 7H 7D 7C", "zoliky-online", ""),
        ("anna: 7S 7H 7D", {"set_size_max": 3}, ""),
    ],
)
def test_fits(table: str, rules: Any, fitting: str) -> None:
    start = pos("2S", table, rules)
    assert {card for card in CARDS if fits(card, start.table[0], start)} == set(cards(fitting))


def test_a_card_fits_if_an_opened_player_may_lay_it_there_alone() -> None:
    """`fits` and the replay of a turn agree on every kind of card."""
    tables = ["5H JK 7H", "7S 7H JK", "JK 2H 3H", "QH KH JK", "7S 7H 7D JK", "JK 4C 5C JK", "AS 2S 3S"]
    for rules in ("zoliky-online", "joker-club", "tournament", {"exchange": "runs", "adjacent_jokers": False}):
        for table in tables:
            for card in CARDS:
                start = pos(f"{card} 9D 9C", f"anna: {table}", rules, opened=True)
                allowed = any(judge(start, turn(f"{played} {card}")).legal for played in ("off t0", "swap t0"))
                assert fits(card, start.table[0], start) == allowed, (rules, table, card)


def test_fitting_cards_of_a_hand() -> None:
    start = pos("8H 4H 2S 9D QC QC", "anna: 5H 6H 7H | bert: 9C 10C JC")
    assert fitting_cards(start) == set(cards("8H 4H QC"))
