"""Where the `zolik` command takes its request from: words, files, standard input, options."""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from api.cli.arguments import make_parser
from api.cli.ask import read_source, read_text, request_of
from api.cli.main import main
from api.problems import Problem
from api.requests.position import CheckSchema, PositionSchema, ScoreSchema, TurnSchema
from api.requests.strict_json import read_json
from tests.live import COMMAND, ROOT, environment

LIMIT = 1000
BY_FILE_ONLY = {"actions"}
"""Fields that only a JSON request gives."""


def request(*words: str) -> dict[str, Any]:
    return request_of(make_parser().parse_args(words), LIMIT)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("7D", "8D 9D"), {"hand": "7D 8D 9D"}),
        (("z1~zoliky-online~7D8D",), {"position": "z1~zoliky-online~7D8D"}),
        (("7D", "--rules", "family"), {"hand": "7D", "rules": "family"}),
        (
            ("7D", "--rules", "family", "--set", "carry_max=2", "--set", "won_joker=lay"),
            {"hand": "7D", "rules": {"base": "family", "carry_max": 2, "won_joker": "lay"}},
        ),
        (("7D", "--set", "bottom=null"), {"hand": "7D", "rules": {"bottom": None}}),
        (("7D", "--set", "court_points=[11, 12, 13]"), {"hand": "7D", "rules": {"court_points": [11, 12, 13]}}),
        (
            ("7D", "--round", "5", "--starter", "--no-opened"),
            {"hand": "7D", "round": 5, "starter": True, "opened": False},
        ),
        (
            ("7D", "--table", "Eva: set: 7D JK JK"),
            {"hand": "7D", "table": [{"owner": "Eva", "kind": "set", "cards": "7D JK JK"}]},
        ),
        (
            ("7D", "--table", "Eva: ♠: A K Q"),
            {"hand": "7D", "table": [{"owner": "Eva", "cards": "♠: A K Q"}]},
        ),
        (
            ("7D", "--table", "Eva: 5C JK 7C", "--table", "me:4H 5H 6H"),
            {"hand": "7D", "table": [{"owner": "Eva", "cards": "5C JK 7C"}, {"owner": "me", "cards": "4H 5H 6H"}]},
        ),
        (("7D", "--drawn", "stock"), {"hand": "7D", "drawn": {"from": "stock"}}),
        (("7D", "--phase", "free", "--stock-left", "7"), {"hand": "7D", "phase": "free", "stock_left": 7}),
        (
            ("7D", "--opponent", "Eva:3:opened:picked=8D 9D:thrown=2C", "--opponent", "Jan:thrown=KC"),
            {
                "hand": "7D",
                "opponents": [
                    {"name": "Eva", "cards": 3, "opened": True, "picked": "8D 9D", "thrown": "2C"},
                    {"name": "Jan", "thrown": "KC"},
                ],
            },
        ),
        (("7D", "--drawn", "discard:7D"), {"hand": "7D", "drawn": {"from": "discard", "card": "7D"}}),
        (
            (
                "7D",
                "--opponent",
                "Eva",
                "--opponent",
                "Jan:3",
                "--opponent",
                "Ota:4:opened",
                "--opponent",
                "Ida::opened",
            ),
            {
                "hand": "7D",
                "opponents": [
                    {"name": "Eva"},
                    {"name": "Jan", "cards": 3},
                    {"name": "Ota", "cards": 4, "opened": True},
                    {"name": "Ida", "opened": True},
                ],
            },
        ),
        (
            ("7D", "--discard-pile", "2C 3C", "--bottom", "4C", "--seen", "5C", "--top-discard-by", "Eva"),
            {"hand": "7D", "discard_pile": "2C 3C", "bottom_card": "4C", "seen": "5C", "top_discard_by": "Eva"},
        ),
        (
            (
                "7D",
                "--closing-barred",
                "--alternatives",
                "2",
                "--time-ms",
                "50",
                "--language",
                "sk",
                "--notation",
                "emoji",
            ),
            {
                "hand": "7D",
                "closing_barred": True,
                "alternatives": 2,
                "time_ms": 50,
                "language": "sk",
                "notation": "emoji",
            },
        ),
        (("--position", "z1~family~7D", "--round", "6"), {"position": "z1~family~7D", "round": 6}),
    ],
)
def test_words_and_options_are_the_fields_of_a_request(words: tuple[str, ...], expected: dict[str, Any]) -> None:
    assert request("opening", *words) == expected


def test_options_of_single_calls() -> None:
    assert request("turn", "7D", "--objective", "penalty") == {"hand": "7D", "objective": "penalty"}
    assert request("check", "7D 8D 9D", "--meld", "7D 8D 9D", "--meld", "set: 7D JK JK") == {
        "hand": "7D 8D 9D",
        "melds": [{"cards": "7D 8D 9D"}, {"kind": "set", "cards": "7D JK JK"}],
    }
    words = (
        "--closer",
        "Jan",
        "--from-hand",
        "--no-special",
        "--deal",
        "3",
        "--player",
        "Jan opened:",
        "--player",
        "Eva: 7D",
    )
    assert request("score", *words) == {
        "closer": "Jan",
        "from_hand": True,
        "special": False,
        "deal": 3,
        "players": [{"name": "Jan", "hand": "", "opened": True}, {"name": "Eva", "hand": "7D"}],
    }


@pytest.mark.parametrize(
    ("call", "schema"),
    [
        ("opening", PositionSchema),
        ("closing", PositionSchema),
        ("penalty", PositionSchema),
        ("turn", TurnSchema),
        ("check", CheckSchema),
        ("score", ScoreSchema),
    ],
)
def test_every_field_of_a_call_has_an_option(call: str, schema: type[PositionSchema]) -> None:
    args = make_parser().parse_args([call])
    options = set(vars(args)) - {"call", "json", "overrides"}
    fields = set(schema().load_fields) - BY_FILE_ONLY
    assert options - {"hand"} == fields - {"hand"}


TEXTS = [
    ("7D 8D # two sevens\n9D\n# the end\n", {"hand": "7D 8D 9D"}),
    ("\ufeff7♦ 8♦\r\n", {"hand": "7♦ 8♦"}),
    (" z1~family~7D8D \n", {"position": "z1~family~7D8D"}),
    ('{"hand": "7D", "rules": "family"}', {"hand": "7D", "rules": "family"}),
    ('\n \ufeff{"hand": ["7D"]}'.strip(), {"hand": ["7D"]}),
    ("", {"hand": ""}),
]


@pytest.mark.parametrize(("text", "expected"), TEXTS)
def test_texts_of_files_and_standard_input(
    text: str, expected: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read_text(text.encode(), LIMIT) == expected
    file = tmp_path / "request"
    file.write_bytes(text.encode())
    assert read_source([str(file)], LIMIT) == expected
    assert read_source([f"@{file}"], LIMIT) == expected
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert read_source(["-"], LIMIT) == expected


def test_options_override_what_a_file_says(tmp_path: Path) -> None:
    file = tmp_path / "hand.json"
    file.write_text(json.dumps({"hand": "7D", "rules": {"base": "family", "carry_max": 1}, "round": 5}))
    assert request("opening", str(file), "--round", "6", "--set", "opening_minimum=42") == {
        "hand": "7D",
        "rules": {"base": "family", "carry_max": 1, "opening_minimum": 42},
        "round": 6,
    }
    assert request("opening", str(file), "--rules", "wikipedia")["rules"] == "wikipedia"
    file.write_text(json.dumps({"hand": "7D", "rules": "family"}))
    assert request("opening", str(file), "--set", "carry_max=1")["rules"] == {"base": "family", "carry_max": 1}
    file.write_text(json.dumps({"hand": "7D", "rules": 5}))
    assert request("opening", str(file), "--set", "carry_max=1")["rules"] == 5


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"{", 400),
        (b'{"hand": NaN}', 400),
        (b"\xff\xfe7", 400),
        (b"7D " * 334, 413),
        (b"{}" + b" " * 999, 413),
    ],
)
def test_texts_that_are_no_request(content: bytes, status: int) -> None:
    with pytest.raises(Problem) as caught:
        read_text(content, LIMIT)
    assert caught.value.status == status


def test_a_pasted_list_is_cards() -> None:
    assert read_text(b'["7H", "8H"]', LIMIT) == {"hand": ["7H", "8H"]}
    assert read_text(b'\xef\xbb\xbf [{"card": "7H", "id": 1}]\n', LIMIT) == {"hand": [{"card": "7H", "id": 1}]}


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for word in (f"@{tmp_path}/none", "@", f"@{tmp_path}", f"{tmp_path}/none.json", "@a\0b", "@" + "a" * 5000):
        assert main(["opening", word]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("zolik: ")
        assert len(captured.err.splitlines()) == 1


def test_a_request_in_a_file_is_what_the_service_would_read() -> None:
    """The same reader: doubled names and NaN are refused on the command line as well."""
    with pytest.raises(Problem, match="twice"):
        read_text(b'{"hand": "7D", "hand": "8D"}', LIMIT)
    assert read_json(b'{"hand": "7D"}') == read_text(b'{"hand": "7D"}', LIMIT)


def test_no_two_options_have_one_name() -> None:
    """Each subcommand's options fill different fields."""
    parser = make_parser()
    calls = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    for call in calls.choices.values():
        names = [action.dest for action in call._actions]
        assert len(names) == len(set(names))


# As a process of its own


def run(*words: str, given: bytes = b"", **variables: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *words],
        input=given,
        env=environment(**variables),
        cwd=ROOT,
        capture_output=True,
        check=False,
        timeout=60,
    )


def test_standard_input_and_utf8_under_the_plainest_locale() -> None:
    given = "7♦ 8♦ 9♦ 10♦ K♥ K♠ K♦ 2♣\n".encode()
    for variables in ({}, {"PYTHONIOENCODING": "ascii"}, {"PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}):
        done = run("opening", "-", "--notation", "unicode", given=given, **variables)
        assert (done.returncode, done.stderr) == (0, b"")
        # 7+8+9+10 = 34 and three kings 30
        assert done.stdout.decode().splitlines()[:2] == [
            "You can open with 64 points (51 needed).",
            "Lay the pure run ♦7 ♦8 ♦9 ♦10 (34 points).",
        ]


def test_cards_with_symbols_as_words_under_the_plainest_locale() -> None:
    done = run("opening", "7♦ 8♦ 9♦ 10♦ K♥ K♠ K♦ 2♣", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_reader_that_leaves_is_no_trouble() -> None:
    for words, code in ((["rules", "family"], 0), (["opening", "7D 8D 2C"], 1)):
        process = subprocess.Popen(
            [*COMMAND, *words], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
        )
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait(60) == code


@pytest.mark.parametrize("buffered", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize(
    "words", [["rules"], ["opening", "7D 8D", "--json"], ["--help"], ["turn", "-h"], ["--version"]]
)
def test_a_full_disk_is_said_once(words: list[str], buffered: dict[str, str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, *words], env=environment(**buffered), stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False
        )
    assert (done.returncode, done.stderr.decode()) == (3, "zolik: No space left on device\n")


@pytest.mark.parametrize("words", [["opening", "7Q"], ["opening", "--wrong"], ["opening", "7D", "--time-ms", "x"]])
def test_a_complaint_that_cannot_be_written_changes_no_exit_code(words: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, *words], env=environment(), stdout=subprocess.PIPE, stderr=full, cwd=ROOT, check=False
        )
    assert (done.returncode, done.stdout) == (2, b"")


def test_a_closed_output_is_said() -> None:
    command = ["sh", "-c", 'exec "$@" >&-', "sh", *COMMAND, "opening", "7D 8D"]
    done = subprocess.run(command, env=environment(), stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr.decode()) == (3, "zolik: standard output is closed\n")


@pytest.mark.parametrize("word", ["missing.json", "./missing", "folder/missing", "/missing", "hands.ndjson"])
def test_a_path_where_nothing_is(word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Problem) as problem:
        read_source([word], LIMIT)
    assert problem.value.detail == f"{word}: No such file or directory"


@pytest.mark.parametrize("word", ["missing-file", "hand1", "karty"])
def test_a_name_that_is_neither_cards_nor_a_file(word: str) -> None:
    with pytest.raises(Problem, match="is neither cards nor a file"):
        read_source([word], LIMIT)


def test_a_file_whose_name_has_no_ending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hand1").write_text("7D 8D")
    (tmp_path / "joker").write_text("7D 8D")
    assert read_source(["hand1"], LIMIT) == {"hand": "7D 8D"}
    assert read_source(["joker"], LIMIT) == {"hand": "joker"}


@pytest.mark.parametrize("word", ["7Q", "7D/8Q", "7D.8D", "7D,8D", "JK"])
def test_what_may_be_cards_is_left_to_the_reader_of_cards(word: str) -> None:
    assert read_source([word], LIMIT) == {"hand": word}


def test_a_line_of_another_version_is_a_position() -> None:
    assert read_source(["z2~family~7D"], LIMIT) == {"position": "z2~family~7D"}
