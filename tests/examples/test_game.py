"""The game in the terminal: a deal played by hints alone in every rule set, and what a player types."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from advisor.arena.deal import deal_cards
from solver.rules.presets import PROFILES
from tests.live import environment

ROOT = Path(__file__).parents[2]
GAME = ROOT / "examples" / "game" / "play.py"


def play(service: str, typed: str, *options: str) -> tuple[int, str]:
    command = [sys.executable, str(GAME), "--service", service, *options]
    done = subprocess.run(
        command,
        input=typed,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(PYTHONUTF8="1"),
        timeout=300,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


@pytest.mark.parametrize("rules", list(PROFILES))
def test_a_deal_is_played_by_hints_alone(service: str, rules: str) -> None:
    code, told = play(service, "do\n" * 400, "--rules", rules, "--against", "greedy", "--seed", "3")
    assert code == 0
    assert "No: " not in told
    ending = re.search(r"\n(Nobody|you|greedy) closed.*\.\n  you: (-?\d+) points\n  greedy: (-?\d+) points\n$", told)
    assert ending
    closer, *points = ending.groups()
    if closer != "Nobody":
        assert int(points[("you", "greedy").index(closer)]) <= 0


def test_what_is_typed_is_judged_by_the_service(service: str) -> None:
    deal = deal_cards(PROFILES["zoliky-online"], 2, "1")
    hand = deal.seats[0].hand
    card = next(card for card in hand if not card.is_joker)
    typed = f"hint\nstock\nnonsense\nlay {card}\nlay 7Q\noff m0 {card}\nthrow {card}\nquit\n"
    code, told = play(service, typed)
    assert code == 1
    assert "Draw from the stock" in told
    assert "hint              what the service would do" in told
    assert told.count("  No: ") == 2  # one card is no meld, and there is no meld m0
    assert "Name cards as 7D" in told
    assert "throws" in told
    assert told.endswith("Good bye.\n")


def test_without_a_service_the_player_is_told(service: str) -> None:
    code, told = play("http://127.0.0.1:9", "hint\nstock\nthrow 7D\n")
    assert code == 1
    assert told.count("The service cannot be reached") == 2
