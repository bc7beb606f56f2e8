"""The `zolik` command in this process: what it answers, how it says no, and its exit codes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from flask.testing import FlaskClient

from api.cli.main import main
from api.cli.rules import tell_rules
from solver.rules.presets import PROFILES
from solver.rules.profile import PARAMETERS

HAND = "7♦ 8♦ 9♦ 10♦ K♥ K♠ K♦ Q♣ A♣ JK 2♣ 5♥ 5♠ 9♣ 3♥"
LINE = "5SKS3H5HKH7D8D9DTDKDAC2C9CQCJK"


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ZOLIK_TIME_MS", "10000")


class Zolik:
    """Runs the command with words."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *words: str) -> Done:
        self.capsys.readouterr()
        code = main(words)
        captured = self.capsys.readouterr()
        return Done(code, captured.out, captured.err)


@pytest.fixture
def zolik(capsys: pytest.CaptureFixture[str]) -> Zolik:
    return Zolik(capsys)


def test_an_opening_is_told_step_by_step_and_ends_with_its_position(zolik: Zolik) -> None:
    done = zolik("opening", HAND)
    assert done.code == 0
    assert done.err == ""
    # 7+8+9+10 = 34, three kings 30, Q + joker as K + A = 30: together 94
    assert done.lines == [
        "You can open with 94 points (51 needed).",
        "Lay the pure run 7D 8D 9D 10D (34 points).",
        "Lay the set KS KH KD (30 points).",
        "Lay the run QC JK AC (JK = KC; 30 points).",
        "Throw 9C.",
        "In hand: 5S 3H 5H 2C (15 points).",
        f"z1~zoliky-online~{LINE}",
    ]


@pytest.mark.parametrize(
    ("profile", "points"),
    # an ace high counts 10, in tournament 11; the minimum is 42 in joker-club and tournament
    [("zoliky-online", 94), ("joker-club", 94), ("wikipedia", 94), ("family", 94), ("tournament", 95)],
)
def test_an_opening_in_every_rule_set(zolik: Zolik, profile: str, points: int) -> None:
    done = zolik("opening", HAND, "--rules", profile)
    needed = PROFILES[profile].opening_minimum
    assert done.lines[0] == f"You can open with {points} points ({needed} needed)."
    assert done.lines[-1] == f"z1~{profile}~{LINE}"


def test_no_is_exit_code_1_with_the_reason_and_the_cards_that_help(zolik: Zolik) -> None:
    # ace low is 1: A-2-3 is 6, three nines 27, together 33; 18 short of 51
    done = zolik("opening", "AS 2S 3S 9H 9D 9C 4D")
    assert done.code == 1
    assert done.lines[0] == "You cannot open."
    assert "33 of 51" in done.out
    assert "18 points are missing" in done.out


def test_overrides_change_the_answer(zolik: Zolik) -> None:
    done = zolik("opening", "AS 2S 3S 9H 9D 9C 4D", "--set", "opening_minimum=33")
    assert done.code == 0
    # with the ace low at 10 the same melds have 42
    done = zolik("opening", "AS 2S 3S 9H 9D 9C 4D", "--set", "opening_minimum=42", "--set", "ace_low=10")
    assert done.code == 0
    assert done.lines[0] == "You can open with 42 points (42 needed)."
    assert done.lines[-1].startswith("z1~zoliky-online.")


@pytest.mark.parametrize("call", ["opening", "closing", "penalty", "turn"])
def test_json_is_exactly_what_the_service_answers(zolik: Zolik, client: FlaskClient, call: str) -> None:
    body = {"hand": "7D 8D 9D KH JK", "opened": True, "drawn": {"from": "stock"}, "alternatives": 1}
    words = ("7D 8D 9D KH JK", "--opened", "--drawn", "stock", "--alternatives", "1")
    done = zolik(call, *words, "--json")
    response = client.post(f"/v1/{call}", json=body)
    assert done.out == response.get_data(as_text=True) + "\n"


def test_a_close_and_no_close(zolik: Zolik) -> None:
    done = zolik("closing", "7D 8D 9D KH", "--opened")
    assert (done.code, done.lines[0]) == (0, "You can close.")
    done = zolik("closing", "7D 8D 9D KH QH", "--opened")
    assert (done.code, done.lines[0]) == (1, "You cannot close.")


def test_a_penalty_is_always_answered(zolik: Zolik) -> None:
    # kings laid, the seven thrown, the two stays
    done = zolik("penalty", "KC KD KH 7S 2D", "--opened")
    assert done.code == 0
    assert "In hand: 2D (2 points)." in done.lines


def test_a_turn_with_a_table(zolik: Zolik) -> None:
    table = ("--table", "Eva: 5C JK 7C")
    done = zolik("turn", "10D JD QD 7S 7H 7D 6C 2H", *table, "--drawn", "stock")
    assert done.code == 0
    # 30 + 21 = 51 opens; then 6C is exchanged for the joker, which is carried, and 2H closes
    assert "Throw 2H." in done.lines
    assert any("take 1 joker" in line for line in done.lines)


def test_check_of_melds(zolik: Zolik) -> None:
    hand = "8C 9C 10C JC QC JK 2H"
    done = zolik("check", hand, "--meld", "8C 9C 10C", "--meld", "JC QC JK")
    assert done.code == 0
    assert done.lines[1] == "The opening has 57 points."  # 27 + 30
    done = zolik("check", hand, "--meld", "8C 9C JC")
    assert done.code == 1
    assert "is not a run" in done.out
    done = zolik("check", "9C 9H JK JK 2H", "--opened", "--meld", "set: 9C JK JK", "--json")
    assert json.loads(done.out)["legal"] is True


def test_scores(zolik: Zolik) -> None:
    # joker-club: ace 20, joker 50, five 5
    done = zolik(
        "score", "--rules", "joker-club", "--closer", "Jan", "--player", "Jan:", "--player", "Eva opened: AS JK 5D"
    )
    assert done.code == 0
    assert "Eva: 75 points." in done.lines


def test_rules(zolik: Zolik, client: FlaskClient) -> None:
    done = zolik("rules")
    assert done.code == 0
    assert [line.split(":")[0] for line in done.lines if line and line[0] != " "] == list(PROFILES)
    assert "  opening_minimum=42" in done.lines
    done = zolik("rules", "tournament")
    assert [line.split(" = ")[0] for line in done.lines if " = " in line and line[0] != " "] == list(PARAMETERS)
    assert "carry_max = 1  (0 … 16)" in done.lines
    for words, path in ((("rules",), "/v1/rules"), (("rules", "family"), "/v1/rules/family")):
        assert zolik(*words, "--json").out == client.get(path).get_data(as_text=True) + "\n"
    done = zolik("rules", "canasta")
    assert (done.code, done.out) == (2, "")
    assert "canasta" in done.err
    assert "tournament" in done.err
    assert tell_rules("wikipedia", as_json=False) == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("opening",), "hand: “hand” is missing."),
        (("opening", ""), "hand: There are 0 items here"),
        (("opening", "7D 9Q"), "hand: “9Q” is not a card."),
        (("opening", "7D", "--round", "x"), 'round: This must be a whole number, not "x".'),
        (("opening", "7D", "--round", "0"), "round: 0 is out of range"),
        (("opening", "7D", "--rules", "canasta"), "rules: There is no rule set “canasta”"),
        (("opening", "7D", "--set", "ace=1"), "rules/ace: The rules have no parameter “ace”."),
        (("opening", "7D", "--set", "opening_minimum=999"), "rules/opening_minimum: opening_minimum cannot be 999"),
        (("opening", "7D 7D 7D"), "hand: 7D appears 3 times"),
        (("opening", "7D", "--table", "Eva: 5C 7C"), "table/0/cards"),
        (("opening", "7D", "--table", "Eva: 5C 7C 8D"), "table/0/cards: 5C 7C 8D is not a run: the suits differ."),
        (("opening", "7D", "--drawn", "pocket"), "drawn/from: “pocket” is not among"),
        (("opening", "7D", "--drawn", "stock:8D"), "drawn/card: The drawn card 8D is not in the hand."),
        (("opening", "7D", "--position", "z1~x"), "position: "),
        (("opening", "7D", "--language", "de"), "language: “de” is not among"),
        (("opening", "7D", "--notation", "braille"), "notation: “braille” is not among"),
        (("opening", "7D", "--alternatives", "11"), "alternatives: 11 is out of range"),
        (("opening", "7D", "--time-ms", "5"), "time_ms: 5 is out of range"),
        (("opening", "7D", "--bottom", "8D"), "bottom_card: "),
        (("check", "7D 8D 9D"), "Give either melds or actions."),
        (("turn", "7D", "--objective", "luck"), "objective: “luck” is not among"),
        (("score", "--closer", "Jan"), "players: “players” is missing."),
        (("opening", "\udcff\x1b[31m"), "hand: “"),
    ],
)
def test_bad_input_is_exit_code_2_and_names_field_and_value(zolik: Zolik, words: Sequence[str], says: str) -> None:
    done = zolik(*words)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"zolik: {says}")
    assert "Traceback" not in done.err
    assert "\x1b" not in done.err


def test_problems_as_json_are_those_of_the_service(zolik: Zolik, client: FlaskClient) -> None:
    done = zolik("opening", "7D 9Q", "--json")
    response = client.post("/v1/opening", json={"hand": "7D 9Q"})
    assert done.code == 2
    assert json.loads(done.err) == response.get_json()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "required: COMMAND"),
        (("open",), "invalid choice: 'open'"),
        (("opening", "7D", "--colour"), "unrecognized arguments: --colour"),
        (("opening", "7D", "--alt", "1"), "unrecognized arguments: --alt"),
        (("opening", "7D", "--set", "opening_minimum"), "--set: 'opening_minimum' is not NAME=VALUE"),
        (("opening", "7D", "--table", "5C 6C 7C"), "--table: '5C 6C 7C' is not OWNER: CARDS"),
        (("opening", "7D", "--opponent", "Eva:3:closed"), "--opponent: 'Eva:3:closed' is not"),
        (("score", "--player", "Jan"), "--player: 'Jan' is not NAME: CARDS"),
        (("serve", "--port", "70000"), "--port: '70000' is not a whole number from 0 to 65535"),
        (("serve", "--workers", "0"), "--workers: '0' is not a whole number"),
    ],
)
def test_wrong_usage_is_exit_code_2(zolik: Zolik, words: Sequence[str], says: str) -> None:
    done = zolik(*words)
    assert (done.code, done.out) == (2, "")
    assert says in done.err


@pytest.mark.parametrize("words", [("--help",), ("opening", "--help"), ("serve", "--help"), ("score", "--help")])
def test_help_tells_the_exit_codes(zolik: Zolik, words: Sequence[str]) -> None:
    done = zolik(*words)
    assert done.code == 0
    assert "exit codes:" in done.out or words[0] == "serve"


def test_version(zolik: Zolik) -> None:
    done = zolik("--version")
    assert done.code == 0
    assert done.out.startswith("zolik ")


@pytest.mark.parametrize(
    ("variables", "words", "first"),
    [
        ({}, (), "You cannot open."),
        ({"LANG": "cs_CZ.UTF-8"}, (), "Vyložit nemůžeš."),
        ({"LANG": "cs_CZ.UTF-8", "LC_ALL": "en_GB.UTF-8"}, (), "You cannot open."),
        ({"LC_MESSAGES": "sk_SK"}, (), "Vyložiť nemôžeš."),
        ({"LANG": "de_DE"}, (), "You cannot open."),
        ({"LANG": "sk_SK"}, ("--language", "cs"), "Vyložit nemůžeš."),
    ],
)
def test_the_language_is_that_of_the_locale_or_the_one_asked_for(
    zolik: Zolik, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], words: Sequence[str], first: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert zolik("opening", "7D 8D 2C", *words).lines[0] == first


def test_cards_in_the_notation_asked_for(zolik: Zolik) -> None:
    assert "Throw ♦7." in zolik("opening", "7D 8D", "--notation", "unicode").lines
    assert "Throw ♦️7." in zolik("opening", "7D 8D", "--notation", "emoji").lines


def test_an_unusable_setting_is_named(zolik: Zolik, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOLIK_TIME_MS", "soon")
    done = zolik("opening", "7D 8D 2C")
    assert done.code == 2
    assert "ZOLIK_TIME_MS='soon'" in done.err


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (RuntimeError("the inside"), "unforeseen"),
    ],
)
def test_what_cannot_be_answered_is_exit_code_3_without_a_trace(
    zolik: Zolik, monkeypatch: pytest.MonkeyPatch, error: Exception, says: str
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("advisor.opening.opening", fails)
    done = zolik("opening", "7D 8D 2C")
    assert (done.code, done.out) == (3, "")
    assert says in done.err
    assert "Traceback" not in done.err


def test_an_interruption_is_quiet(zolik: Zolik, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("advisor.opening.opening", interrupted)
    assert zolik("opening", "7D 8D 2C") == Done(130, "", "")
