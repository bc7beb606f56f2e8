"""Players from outside in the arena: classes, programs over lines of JSON, and what goes wrong with them."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import zolik
from advisor.arena.deal import Deal, deal_cards, play_deal
from advisor.arena.match import PROGRAMS
from api.cli.main import main
from api.service.calls import CALLS
from solver.rules.presets import PROFILES
from tests.live import ROOT
from zolik import arena

FIRST = f"run:{sys.executable} {ROOT / 'examples' / 'bots' / 'first.py'}"
ANSWER = (
    'import json, sys\nfor line in sys.stdin:\n    told = json.loads(line)\n    print("told", line, file=sys.stderr)\n'
)


class Wrong:
    """Throws cards that it does not hold, takes what it may not, and remembers what it was told."""

    def __init__(self) -> None:
        self.codes: list[str] = []
        self.ends: list[tuple[Sequence[int], int, int | None]] = []

    def draw(self, position: zolik.Position) -> Any:
        return "discard" if position.round == 1 else "stock"

    def play(self, position: zolik.Position) -> list[dict[str, Any]]:
        absent = next(one for one in ("2S", "3S", "4S", "5S", "6S") if zolik.card(one) not in position.hand)
        return [{"type": "discard", "card": absent}]

    def refused(self, position: zolik.Position, problems: Sequence[zolik.Problem]) -> None:
        self.codes += [problem.reason.code for problem in problems]

    def ended(self, penalties: Sequence[int], seat: int, closer: int | None) -> None:
        self.ends.append((penalties, seat, closer))


def written(folder: Path, text: str) -> str:
    """A program of the text, asked as a player."""
    path = folder / "bot.py"
    path.write_text(text)
    return f"run:{sys.executable} {path}"


def outside(name: str, time_ms: int = 10_000) -> Any:
    made = arena.find(name, time_ms)
    assert made is not None
    return made()


def deal(profile: str = "joker-club") -> Deal:
    return deal_cards(PROFILES[profile], 2, "7")


def test_the_example_of_the_guide_plays() -> None:
    guide = (ROOT / "api" / "docs" / "arena.md").read_text()
    code = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)[0]
    assert (ROOT / "examples" / "bots" / "first.py").read_text().partition('"""\n\n')[2] == code
    assert len([line for line in code.splitlines() if line.strip()]) <= 20
    first = outside(FIRST)
    outcome = play_deal(deal(), [first, PROGRAMS["random"]()])
    assert outcome.refusals[0] == 0
    first.close()


def test_a_class_plays_and_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "bots"))
    from adviser import Hasty  # type: ignore[import-not-found]

    bot = Hasty()
    result = arena.play([bot, "random"], rules="joker-club", deals=1, seed=3)
    assert result.rounds == len(bot.penalties) == 2
    assert bot.refusals == []
    assert [tally.name for tally in result.tallies] == ["Hasty0", "random"]


def test_refused_moves_are_told_with_their_clause() -> None:
    bot = Wrong()
    result = arena.play([bot, "random"], deals=1, rules=zolik.rules("joker-club", discard_round_1=False))
    assert result.refusals > 2
    assert {"not_in_hand"} <= {*bot.codes}
    assert len(bot.ends) == 2
    assert {seat for _, seat, _ in bot.ends} == {0, 1}


def test_a_program_is_told_everything(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text = ANSWER + '    if told.get("ask") == "draw": print(json.dumps({"draw": "stock"}), flush=True)\n'
    text += '    if told.get("ask") == "play": print(json.dumps({"actions": next(plays, [5])}), flush=True)\n'
    text = text.replace("for line", 'plays = iter([[{"type": "discard", "card": "JK"}]] * 2)\nfor line', 1)
    bot = outside(written(tmp_path, text))
    outcome = play_deal(deal(), [bot, PROGRAMS["greedy"]()])
    bot._send({"tell": "bye"})
    assert bot._line(time.monotonic() + 0.5) is None
    bot.close()
    lines = [
        json.loads(line.removeprefix("told "))
        for line in capfd.readouterr().err.splitlines()
        if line.startswith("told")
    ]
    assert {line.get("ask") or line["tell"] for line in lines} == {
        "draw",
        "play",
        "refused",
        "unreadable",
        "ended",
        "bye",
    }
    unreadable = next(line for line in lines if line.get("tell") == "unreadable")
    assert unreadable["errors"][0]["detail"]
    (ended,) = [line for line in lines if line.get("tell") == "ended"]
    assert ended["penalties"] == {"seat1": outcome.penalties[0], "seat2": outcome.penalties[1]}
    assert ended["you"] == "seat1"
    asked = [line["position"] for line in lines if line.get("ask") == "play"]
    for position in asked[:3]:
        assert CALLS["check"].reply({**position, "melds": []}, "en", 1000)["phase"] == "after_draw"
        assert all("hand" not in opponent for opponent in position["opponents"])


@pytest.mark.parametrize(
    "text",
    ["import time\ntime.sleep(60)\n", "", "print('nothing of use')\n", ANSWER + "    print('[1]', flush=True)\n"],
    ids=["silent", "ends", "no JSON", "no object"],
)
def test_a_program_that_says_nothing_of_use_does_not_stop_the_deal(tmp_path: Path, text: str) -> None:
    bot = outside(written(tmp_path, text), 300)
    dealt = deal()
    dealt.seats[1].turns = 1
    position = dealt.view(1)
    assert bot.draw(position) == "stock"
    assert bot.play(position) == ()
    bot.close()


def test_a_program_that_never_answers_is_given_up(tmp_path: Path) -> None:
    bot = outside(written(tmp_path, ""), 300)
    with pytest.raises(arena.BotFailed, match="no answer in time, 20 times"):
        play_deal(deal(), [bot, PROGRAMS["random"]()])


def test_the_command_plays_with_players_from_outside(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT / "examples" / "bots")
    assert main(["arena", "--players", f"{FIRST},adviser:Hasty", "--deals", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [player["name"] for player in told["players"]] == [FIRST, "adviser:Hasty"]
    assert told["refusals"] == 0
    assert main(["arena", "--players", "greedy,nobody", "--deals", "1"]) == 2
    assert main(["arena", "--players", "greedy,no_module:Nobody", "--deals", "1"]) == 3
    assert main(["arena", "--players", "greedy,run:/no/such/program", "--deals", "1"]) == 3
    assert "No such file" in capsys.readouterr().err


def test_installed_players_are_found_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        @staticmethod
        def load() -> type:
            return Wrong

    monkeypatch.setattr(arena, "entry_points", lambda group, name: [Point] if name == "wrong" else [])
    assert outside("wrong").name == "wrong"
    assert arena.find("right") is None
    assert arena.find("run:") is None
