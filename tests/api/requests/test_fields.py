"""Every wrong field of a request is refused, with a pointer to it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.words import word
from solver.rules.presets import PROFILES
from tests.api.conftest import Ask

CONTRADICTION = "contradicting_parameters"
SIXES = ["6C", "6C"]
HAND = ["7D", "8D", "9D", "KH", "2C"]
MELD: dict[str, Any] = {"id": "m1", "owner": "Eva", "cards": ["5C", "JK", "7C"]}


@pytest.mark.parametrize(
    ("fields", "pointer", "code"),
    [
        # types
        ({"round": "5"}, "/round", "wrong_type"),
        ({"round": "٣"}, "/round", "wrong_type"),
        ({"round": 5.7}, "/round", "wrong_type"),
        ({"round": True}, "/round", "wrong_type"),
        ({"round": None}, "/round", "null"),
        ({"round": [5]}, "/round", "wrong_type"),
        ({"opened": 1}, "/opened", "wrong_type"),
        ({"opened": "yes"}, "/opened", "wrong_type"),
        ({"starter": 0}, "/starter", "wrong_type"),
        ({"closing_barred": "false"}, "/closing_barred", "wrong_type"),
        ({"table": {}}, "/table", "wrong_type"),
        ({"table": ["5C"]}, "/table/0", "wrong_type"),
        ({"drawn": "7D"}, "/drawn", "wrong_type"),
        ({"opponents": [["Eva"]]}, "/opponents/0", "wrong_type"),
        ({"top_discard_by": 5}, "/top_discard_by", "wrong_type"),
        ({"rules": 5}, "/rules", "wrong_type"),
        ({"rules": ["family"]}, "/rules", "wrong_type"),
        ({"language": 5}, "/language", "wrong_type"),
        # ranges and words
        ({"round": 0}, "/round", "out_of_range"),
        ({"round": 10**30}, "/round", "out_of_range"),
        ({"round": 1e30}, "/round", "out_of_range"),
        ({"alternatives": 11}, "/alternatives", "out_of_range"),
        ({"alternatives": -1}, "/alternatives", "out_of_range"),
        ({"time_ms": 9}, "/time_ms", "out_of_range"),
        ({"time_ms": 10_001}, "/time_ms", "out_of_range"),
        ({"language": "de"}, "/language", "not_one_of"),
        ({"notation": "latex"}, "/notation", "not_one_of"),
        ({"drawn": {"from": "table"}}, "/drawn/from", "not_one_of"),
        ({"opponents": [{"name": "Eva", "cards": 31}]}, "/opponents/0/cards", "out_of_range"),
        # unknown and missing
        ({"hands": []}, "/hands", "unknown_field"),
        ({"a/b~c": 1}, "/a~1b~0c", "unknown_field"),
        ({"table": [{**MELD, "colour": "red"}]}, "/table/0/colour", "unknown_field"),
        ({"table": [{"cards": ["5C", "6C", "7C"]}]}, "/table/0/owner", "required"),
        ({"table": [{"owner": "Eva"}]}, "/table/0/cards", "required"),
        ({"drawn": {"card": "7D"}}, "/drawn/from", "required"),
        ({"opponents": [{"cards": 5}]}, "/opponents/0/name", "required"),
        # cards
        ({"hand": ["7D", "8D", "9D", "7Q"]}, "/hand/3", "bad_card"),
        ({"hand": ["7D", 8]}, "/hand/1", "wrong_type"),
        ({"hand": ["7D", None]}, "/hand/1", "null"),
        ({"hand": ["7D", "8D 9D"]}, "/hand/1", "bad_card"),
        ({"hand": ["7D", ""]}, "/hand/1", "bad_card"),
        ({"hand": "7D 8D 9Z"}, "/hand", "bad_card"),
        ({"hand": "7D \\8D 9D"}, "/hand", "bad_card"),
        ({"hand": []}, "/hand", "wrong_length"),
        ({"hand": ""}, "/hand", "wrong_length"),
        ({"hand": ["2C"] * 31}, "/hand", "wrong_length"),
        ({"hand": {"card": "7D"}}, "/hand", "wrong_type"),
        ({"hand": [{"card": "7D", "id": True}]}, "/hand/0/id", "wrong_type"),
        ({"hand": [{"card": "7D", "id": None}]}, "/hand/0/id", "wrong_type"),
        ({"hand": [{"card": "7D", "id": {}}]}, "/hand/0/id", "wrong_type"),
        ({"hand": [{"card": 7, "id": 1}]}, "/hand/0/card", "wrong_type"),
        ({"hand": [{"id": 1}]}, "/hand/0/card", "required"),
        ({"hand": [{"card": "7D", "id": 1, "face": "up"}]}, "/hand/0/face", "unknown_field"),
        ({"table": [{**MELD, "cards": ["5C", "6C", "7Z"]}]}, "/table/0/cards/2", "bad_card"),
        ({"discard_pile": ["2C", "1C"]}, "/discard_pile/1", "bad_card"),
        ({"bottom_card": "1C"}, "/bottom_card", "bad_card"),
        ({"rules": "family", "bottom_card": "JK"}, "/bottom_card", "joker_as_bottom_card"),
        ({"rules": "family", "hand": "7D JK", "drawn": {"from": "bottom", "card": "JK"}}, "/drawn/card",
         "joker_as_bottom_card"),
        ({"seen": ["2C", 5]}, "/seen/1", "wrong_type"),
        ({"drawn": {"from": "stock", "card": "1C"}}, "/drawn/card", "bad_card"),
        # rules
        ({"rules": "canasta"}, "/rules", "unknown_profile"),
        ({"rules": {"base": "canasta"}}, "/rules/base", "unknown_profile"),
        ({"rules": {"base": 5}}, "/rules/base", "wrong_type"),
        ({"rules": {"opening_minimum": "51"}}, "/rules/opening_minimum", "bad_parameter"),
        ({"rules": {"opening_minimum": 201}}, "/rules/opening_minimum", "bad_parameter"),
        ({"rules": {"rearrange": 1}}, "/rules/rearrange", "bad_parameter"),
        ({"rules": {"jokers_max": 1}}, "/rules/jokers_max", "unknown_parameter"),
        ({"rules": {"pure_run_first": "yes", "opening_pure_run": False}}, "/rules/opening_pure_run", CONTRADICTION),
        ({"rules": {"base": "joker-club", "opening_pure_run": False}}, "/rules/opening_pure_run", CONTRADICTION),
        ({"rules": {"pure_run_first": True}}, "/rules/pure_run_first", "bad_parameter"),
        # positions that contradict themselves
        ({"hand": ["7D", "8D", "7D", "9D", "7D"]}, "/hand/4", "too_many_copies"),
        ({"hand": "7D 7D 7D"}, "/hand", "too_many_copies"),
        ({"hand": ["JK"] * 5}, "/hand/4", "too_many_copies"),
        ({"hand": SIXES, "table": [{**MELD, "cards": ["7C", "6C", "5C"]}]}, "/table/0/cards/1", "too_many_copies"),
        ({"hand": SIXES, "table": [{**MELD, "cards": "5C 6C 7C"}]}, "/table/0/cards", "too_many_copies"),
        ({"discard_pile": ["2C", "2C"]}, "/discard_pile/1", "too_many_copies"),
        ({"discard_pile": "2C 2C"}, "/discard_pile", "too_many_copies"),
        ({"seen": ["2C", "AS", "2C"]}, "/seen/2", "too_many_copies"),
        ({"table": [{**MELD, "cards": ["5C", "6C", "8C"]}]}, "/table/0/cards", "run_not_consecutive"),
        ({"table": [{**MELD, "cards": ["5C", "6C"]}]}, "/table/0/cards", "wrong_length"),
        ({"table": [MELD, {**MELD, "cards": "2S 2H 2D"}]}, "/table/1/id", "duplicate_id"),
        ({"table": [{**MELD, "id": "new:0"}]}, "/table/0/id", "reserved_id"),
        ({"table": [{**MELD, "owner": "a\nb"}]}, "/table/0/owner", "bad_name"),
        ({"table": [{**MELD, "owner": "me"}], "opened": False}, "/opened", "own_meld_unopened"),
        ({"table": [MELD], "round": 3}, "/table", "table_too_early"),
        ({"drawn": {"from": "stock", "card": "AS"}}, "/drawn/card", "drawn_not_in_hand"),
        ({"drawn": {"from": "discard"}}, "/drawn/card", "drawn_card_missing"),
        ({"drawn": {"from": "discard", "card": "7D"}, "round": 2}, "/drawn/from", "discard_too_early"),
        ({"drawn": {"from": "bottom", "card": "7D"}}, "/drawn/from", "no_bottom_card"),
        ({"drawn": {"from": "none"}}, "/drawn/from", "draw_needed"),
        ({"bottom_card": "AS"}, "/bottom_card", "no_bottom_card"),
        ({"opponents": [{"name": "Eva"}, {"name": "Eva"}]}, "/opponents/1/name", "duplicate_name"),
        ({"opponents": [{"name": "Eva"}], "top_discard_by": "Jan"}, "/top_discard_by", "unknown_opponent"),
        # position lines
        ({"position": "x"}, "/position", "bad_position_line"),
        ({"position": "z1~canasta~7D"}, "/position", "unknown_profile"),
        ({"position": "z1~family~7D7Q"}, "/position", "bad_card"),
        ({"position": 5}, "/position", "wrong_type"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_pointed_at(ask: Ask, fields: dict[str, Any], pointer: str, code: str) -> None:
    problem = ask("opening", {"hand": HAND, **fields}, 422)
    assert (pointer, code) in [(error["pointer"], error["code"]) for error in problem["errors"]]
    assert problem["type"] == "urn:zolik:problem:invalid_request"
    assert problem["detail"] == f"{problem['errors'][0]['pointer']}: {problem['errors'][0]['detail']}"


def test_a_hand_is_needed(ask: Ask) -> None:
    problem = ask("opening", {}, 422)
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [("/hand", "required")]


def test_all_wrong_fields_are_told_at_once(ask: Ask) -> None:
    problem = ask("opening", {"hand": ["7Q", "8D", 9], "round": 0, "x": 1}, 422)
    assert {error["pointer"] for error in problem["errors"]} == {"/hand/0", "/hand/2", "/round", "/x"}


def test_a_flood_of_errors_is_cut(ask: Ask) -> None:
    assert len(ask("opening", {"hand": HAND, **{f"x{n}": 1 for n in range(500)}}, 422)["errors"]) == 50


def test_unknown_fields_are_told_in_the_order_of_the_request(client: FlaskClient) -> None:
    names = [f"x{number * 7 % 50}" for number in range(50)]
    body = json.dumps({**dict.fromkeys(names, 1), "hand": HAND})
    problem = client.post("/v1/opening", data=body, content_type="application/json").get_json()
    assert [error["pointer"] for error in problem["errors"]] == [f"/{name}" for name in names]


def test_whole_numbers_may_be_written_with_a_point(ask: Ask) -> None:
    answer = ask("check", {"hand": HAND, "round": 5.0, "melds": [], "rules": {"opening_minimum": 51.0}})
    assert answer["position"] == ask("check", {"hand": HAND, "round": 5, "melds": []})["position"]


def test_null_stands_for_what_is_not_told(ask: Ask) -> None:
    nothing = {"drawn": None, "bottom_card": None, "top_discard_by": None}
    table = [{**MELD, "opening_run": None}]
    asked = {"hand": HAND, "table": table, "melds": [], "opponents": [{"name": "Eva", "cards": None}]}
    assert ask("check", asked | nothing)["position"] == ask("check", asked)["position"]


@pytest.mark.parametrize(
    ("language", "detail"),
    [("en", "“7Q” is not a card."), ("cs", "„7Q“ není karta."), ("sk", "„7Q“ nie je karta.")],
)
def test_errors_come_in_the_asked_language(ask: Ask, language: str, detail: str) -> None:
    body = {"hand": ["7Q"]}
    told = f"/hand/0: {detail}"
    assert ask("opening", body | {"language": language}, 422)["detail"] == told
    assert ask("opening", body, 422, Accept_Language=f"{language}-XX, de;q=0.5")["detail"] == told
    assert ask("opening", body | {"language": language}, 422, Accept_Language="en")["detail"] == told
    for others in (f"{language}-XX,*", f"{language}_XX,en;q=0.5,cs;q=0.4", f"*;q=0.1,{language}", f"sq,{language}-x-y"):
        assert ask("opening", body, 422, Accept_Language=others)["detail"] == told


def test_the_language_told_is_that_of_the_words(client: FlaskClient) -> None:
    for path, body, language in (
        ("/v1/check", '{"hand": "7Q"}', "cs"),
        ("/v1/check", '{"hand": "7D", "melds": []}', "cs"),
        ("/v1/check", "{", "en"),
        ("/v1/nothing", "{}", "en"),
    ):
        answer = client.post(path, data=body, content_type="application/json", headers={"Accept-Language": "cs"})
        assert (body, answer.headers["Content-Language"]) == (body, language)
    sources = {"cs": "článek Žolíky české Wikipedie", "en": "the article Žolíky of the Czech Wikipedia"}
    for language, source in sources.items():
        rules = client.get("/v1/rules/wikipedia", headers={"Accept-Language": language})
        assert rules.headers["Content-Language"] == language
        assert rules.get_json()["source"] == source
        assert rules.get_json()["parameters"]["decks"]["meaning"] == word("meanings", "decks", language)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"round": "5"}, 'This must be a whole number, not "5".'),
        ({"round": True}, "This must be a whole number, not true."),
        ({"opened": "x" * 99}, f'This must be true or false, not "{"x" * 40}…".'),
        ({"table": {"owner": [None, 1.5]}}, 'This must be a list, not {"owner": [null, 1.5]}.'),
        ({"seen": [["7D"] * 99]}, 'This must be a card, not ["7D", "7D", "7D", "7D", "7D", "7D", "7D….'),
        ({"hand": [{"card": "7D", "id": False}]}, "This must be a text or a number, not false."),
        ({"rules": {"rearrange": None}}, "rearrange cannot be null; allowed: true / false."),
        ({"rules": {"ace_low": False}}, "ace_low cannot be false; allowed: 0 … 100 / null."),
        ({"rules": {"court_points": [10, True]}},
         "court_points cannot be [10, true]; allowed: [0 … 100, 0 … 100, 0 … 100]."),
        ({"rules": {"bottom": "no"}}, 'bottom cannot be "no"; allowed: meld / meld_or_discard / null.'),
        ({"rules": {"base": ["family"]}}, 'This must be a text, not ["family"].'),
        ({"table": [{**MELD, "owner": "a\nb"}]}, '"a\\nb" cannot be a name: 1 to 64 printable characters are allowed.'),
        ({"hand": ["7" * 50]}, f"“{'7' * 40}…” is not a card."),
        ({"position": "z2~family~7D"}, "The line is of version “z2”; lines of version z1 are read."),
        ({"rules": {"jokers": 0}, "hand": "JK"}, "The joker appears 1 time, but only 0 copies can be in play."),
        ({"opponents": [{"name": one} for one in "abcdef"]}, "There are 7 players; these rules allow at most 6."),
    ],
)  # fmt: skip
def test_an_error_tells_the_value_as_json(ask: Ask, fields: dict[str, Any], told: str) -> None:
    assert told in [error["detail"] for error in ask("opening", {"hand": HAND, **fields}, 422)["errors"]]


@pytest.mark.parametrize(
    ("fields", "pointer", "code", "rule"),
    [
        (
            {"rules": "tournament", "table": [{**MELD, "opening_run": True}]},
            "/table/0/opening_run",
            "joker_in_opening_run",
            "opening_run_joker",
        ),
        (
            {"table": [{"owner": "Eva", "cards": one, "opening_run": True} for one in ("3H 4H 5H", "JC QC KC")]},
            "/table/1/opening_run",
            "two_opening_runs",
            "opening_pure_run",
        ),
        ({"discard_pile": "AS", "top_discard_by": "me"}, "/top_discard_by", "thrown_by_oneself", "ends_with_discard"),
        ({"top_discard_by": "Eva"}, "/top_discard_by", "no_pile_to_throw_on", "discard"),
        # 108 cards, 5 in the hand and 75 in the pile leave 28
        (
            {
                "discard_pile": [f"{rank}{suit}" for rank in range(3, 7) for suit in "SHDC"] * 2
                + [f"{rank}{suit}" for rank in "JQ" for suit in "SHDC"] * 2
                + [f"{rank}{suit}" for rank in ("7", "8", "10", "A") for suit in "SHC"] * 2
                + ["JK", "JK", "JK"],
                "opponents": [{"name": "Eva", "cards": 14}, {"name": "Jan", "cards": 15}],
            },
            "/opponents",
            "too_many_held",
            "cards",
        ),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused_by_its_clause(
    ask: Ask, fields: dict[str, Any], pointer: str, code: str, rule: str
) -> None:
    errors = ask("opening", {"hand": HAND, **fields}, 422)["errors"]
    assert [(error["pointer"], error["code"], error["rule"]) for error in errors] == [(pointer, code, rule)]


@pytest.mark.parametrize(
    "fields",
    [
        {"table": [{**MELD, "opening_run": True}]},  # a joker may come to the run later
        {"rules": "tournament", "table": [{**MELD, "cards": "5C 6C 7C", "opening_run": True}]},
        {"rules": {"base": "tournament", "pure_run_first": "no", "opening_pure_run": False},
         "table": [{**MELD, "opening_run": True}]},
        {"table": [{"owner": one, "cards": cards, "opening_run": True}
                   for one, cards in (("me", "3H 4H 5H"), ("Eva", "JC QC KC"))]},
        {"drawn": {"from": "discard", "card": "KH"}, "top_discard_by": "Eva"},  # the pile held the card taken
        {"rules": {"ends_with_discard": False}, "discard_pile": "AS", "top_discard_by": "me"},
        {"discard_pile": "AS", "opponents": [{"name": "Eva", "cards": 30}, {"name": "Jan", "cards": 30}]},
    ],
)  # fmt: skip
def test_a_position_that_can_be_is_not_refused(ask: Ask, fields: dict[str, Any]) -> None:
    assert ask("check", {"hand": HAND, "melds": [], **fields})["legal"]


def test_an_unknown_rule_set_is_told_the_known_ones(client: FlaskClient) -> None:
    answer = client.post("/v1/opening", json={"hand": "7D", "rules": "Family"}).get_json()
    detail = answer["errors"][0]["detail"]
    assert all(name in detail for name in PROFILES)
    assert len(detail) < 200
