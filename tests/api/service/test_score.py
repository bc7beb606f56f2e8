"""POST /v1/score: what a deal costs, with hand-computed sums."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Ask

EVA: dict[str, Any] = {"name": "Eva", "hand": []}


def players(opened: bool, hand: object = ("AS", "JK", "5D")) -> list[dict[str, Any]]:
    return [{"name": "Jan", "hand": [], "opened": True}, {"name": "Eva", "hand": hand, "opened": opened}]


@pytest.mark.parametrize(
    ("rules", "opened", "from_hand", "special", "penalty", "closer"),
    [
        ("joker-club", True, False, False, 75, -10),  # 20 + 50 + 5
        ("joker-club", True, True, True, 150, -20),  # doubled
        ("joker-club", False, False, False, 100, -10),  # flat
        ("joker-club", False, True, True, 200, -20),  # flat from hand
        ("tournament", True, False, False, 36, 0),  # 11 + 20 + 5
        ("tournament", False, False, False, 120, 0),  # 100 + 20 for the joker
        ("zoliky-online", True, False, False, 65, 0),  # 10 + 50 + 5
        ("zoliky-online", False, True, True, 200, 0),
        ("zoliky-online", False, True, False, 65, 0),
        ("family", False, False, False, 100, 0),
        ("wikipedia", False, True, False, 65, 0),
    ],
)
def test_known_scores(
    ask: Ask, rules: str, opened: bool, from_hand: bool, special: bool, penalty: int, closer: int
) -> None:
    body = {"rules": rules, "closer": "Jan", "from_hand": from_hand, "special": special, "players": players(opened)}
    answer = ask("score", body)
    assert [player["penalty"] for player in answer["players"]] == [closer, penalty]
    assert all(sum(item["points"] for item in player["items"]) == player["penalty"] for player in answer["players"])
    assert all(item["text"] for player in answer["players"] for item in player["items"])


@pytest.mark.parametrize(
    ("fields", "pointer", "code"),
    [
        ({"closer": "Ota"}, "/closer", "closer_unknown"),
        ({"closer": 5}, "/closer", "wrong_type"),
        ({"closer": None}, "/closer", "null"),
        ({"players": []}, "/players", "wrong_length"),
        ({"players": [{"name": "Jan", "hand": []}]}, "/players", "too_few_players"),
        ({"players": players(True, "7Q")}, "/players/1/hand", "bad_card"),
        ({"players": players(True, ["2C", "7Q"])}, "/players/1/hand/1", "bad_card"),
        ({"players": players(True, ["2C"] * 3)}, "/players/1/hand/2", "too_many_copies"),
        ({"players": players(True, "2C 2C 2C")}, "/players/1/hand", "too_many_copies"),
        ({"players": [{"name": "Jan", "hand": "2C"}, EVA]}, "/players/0/hand", "closer_holds_cards"),
        ({"players": [{"name": "Jan"}, EVA]}, "/players/0/hand", "required"),
        ({"special": True}, "/special", "special_not_from_hand"),
        ({"from_hand": 1}, "/from_hand", "wrong_type"),
        ({"rules": "canasta"}, "/rules", "unknown_profile"),
        ({"hand": []}, "/hand", "unknown_field"),
    ],
)  # fmt: skip
def test_a_deal_that_cannot_have_ended_so(ask: Ask, fields: dict[str, Any], pointer: str, code: str) -> None:
    problem = ask("score", {"closer": "Jan", "players": players(True), **fields}, 422)
    assert (pointer, code) in [(error["pointer"], error["code"]) for error in problem["errors"]]


def test_totals_and_the_end_of_a_game(ask: Ask) -> None:
    told = [{**one, "total": total} for one, total in zip(players(True), (100, 940), strict=True)]
    answer = ask("score", {"rules": "joker-club", "closer": "Jan", "players": told})
    # 100 - 10 and 940 + 75: the second falls to 1,000 penalty points, so the game ends
    assert [player["total"] for player in answer["players"]] == [90, 1015]
    assert (answer["game_ends"], answer["winners"]) == (True, ["Jan"])


@pytest.mark.parametrize(
    ("language", "points", "deals"),
    [
        ("en", "when the highest total has 2 points more.", "Deals left in the game: 3."),
        ("cs", "až nejvyššímu součtu přibudou 2 body.", "Do konce hry zbývají 3 rozdání."),
        ("sk", "keď najvyššiemu súčtu pribudnú 2 body.", "Do konca hry zostávajú 3 rozdania."),
    ],
)
def test_how_far_the_end_of_the_game_is(ask: Ask, language: str, points: str, deals: str) -> None:
    told = [{**one, "total": total} for one, total in zip(players(True), (100, 923), strict=True)]
    body = {"closer": "Jan", "players": told, "language": language, "deal": 5}
    club = ask("score", {**body, "rules": "joker-club"})  # 923 + 75 is 2 below 1,000
    assert (club["points_left"], club["deals_left"], club["game_ends"]) == (2, None, False)
    assert points in club["explanation"]["text"]
    eight = ask("score", {**body, "rules": "tournament"})
    assert (eight["points_left"], eight["deals_left"]) == (None, 3)
    assert deals in eight["explanation"]["text"]
    last = ask("score", {**body, "rules": "tournament", "deal": 8})
    assert (last["deals_left"], last["game_ends"]) == (None, True)
    untold = ask("score", {"rules": "joker-club", "closer": "Jan", "players": players(True)})
    assert (untold["points_left"], untold["deals_left"]) == (None, None)


def test_the_score_in_another_language_and_notation(ask: Ask) -> None:
    answer = ask("score", {"closer": "Jan", "players": players(True), "language": "cs", "notation": "unicode"})
    assert "♦5" in answer["explanation"]["text"]
    assert answer["players"][1]["items"][2]["card"] == "♦5"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Jan: −10 points, account −30."),
        ("cs", "Jan: −10 bodů, stav účtu −30."),
        ("sk", "Jan: −10 bodov, stav účtu −30."),
    ],
)
def test_accounts_of_the_joker_club_are_told_as_its_players_write_them(ask: Ask, language: str, text: str) -> None:
    seated = [
        {"name": "Jan", "hand": [], "opened": True, "total": 40},
        {"name": "Eva", "hand": ["AS", "JK", "5D"], "opened": True, "total": 900},
        {"name": "Ota", "hand": ["9S"], "opened": True},
    ]
    body = {"rules": "joker-club", "closer": "Jan", "players": seated, "language": language}
    answer = ask("score", body)
    assert [player["account"] for player in answer["players"]] == [-30, -975, None]  # 40 - 10; 900 + 75
    assert answer["explanation"]["steps"][0]["text"] == text
    plain = ask("score", {**body, "rules": "family"})
    assert [player["account"] for player in plain["players"]] == [None] * 3


@pytest.mark.parametrize(("starter", "after"), [("Jan", "Eva"), ("Eva", "Ota"), ("Ota", "Jan"), (None, None)])
def test_who_sits_after_the_starter_starts_next(ask: Ask, starter: str | None, after: str | None) -> None:
    seated = [{"name": name, "hand": [] if name == "Jan" else ["9S"]} for name in ("Jan", "Eva", "Ota")]
    body = {"rules": "tournament", "closer": "Jan", "from_hand": True, "players": seated, "starter": starter}
    answer = ask("score", body)
    assert answer["next_starter"] == after
    assert (f"{after} starts the next deal." in answer["explanation"]["text"]) == (after is not None)
    last = ask("score", {**body, "deal": 8})
    assert (last["game_ends"], last["next_starter"]) == (True, None)


def test_a_starter_who_does_not_play_is_refused(ask: Ask) -> None:
    body = {"rules": "family", "closer": "Jan", "players": players(True), "starter": "Ida"}
    (error,) = ask("score", body, 422)["errors"]
    assert (error["pointer"], error["code"]) == ("/starter", "starter_unknown")
