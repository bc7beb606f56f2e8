"""Parameters that contradict each other: both are named with their values, and what each could be instead."""

from __future__ import annotations

from typing import Any

import pytest

from advisor.words.explain import fault_text
from api import create_app
from solver.errors import InvalidProfile
from solver.rules.presets import PROFILES, read_profile
from solver.rules.profile import CONTRADICTIONS, PARAMETERS

NUMBERS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"players_min": 6, "players_max": 3}, {"players_min": 3, "players_max": 6}),
    ({"run_length_min": 5, "run_length_max": 4}, {"run_length_min": 4, "run_length_max": 5}),
    ({"cards_dealt": 20, "decks": 1, "players_min": 4}, {"cards_dealt": 13, "decks": 2}),
    ({"ace_wraps": True, "ace_low": None}, {"ace_wraps": False, "ace_low": 1}),
]
"""Overrides of the first preset, and the nearest values that make it whole."""


def refused(base: str, house: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The parameters of the refusal, and its words."""
    with pytest.raises(InvalidProfile) as told:
        read_profile({"base": base, **house})
    (fault,) = told.value.faults
    return dict(fault.reason.params), fault_text(fault.reason, "en")


@pytest.mark.parametrize(("house", "changes"), NUMBERS)
def test_the_nearest_value_is_named(house: dict[str, Any], changes: dict[str, Any]) -> None:
    assert refused("zoliky-online", house)[0]["changes"] == changes


@pytest.mark.parametrize("base", list(PROFILES))
@pytest.mark.parametrize("pair", CONTRADICTIONS)
def test_one_of_the_changes_is_enough(base: str, pair: tuple[tuple[str, Any], tuple[str, Any]]) -> None:
    house = dict(pair)
    for _ in range(3):  # another contradiction may stand behind the first
        told, words = refused(base, house)
        for name, value in told["values"].items():
            assert name in words
            assert name in PARAMETERS
            assert value == getattr(PROFILES[base], name) or house.get(name) == value
        changes = told.get("changes")
        if changes:
            break
    assert changes, house
    for name, value in changes.items():
        assert name in told["values"]
        profile = read_profile({"base": base, **house, name: value})
        assert getattr(profile, name) == value
    assert "One change is enough: " in words


def test_where_one_change_is_not_enough_none_is_named() -> None:
    house = {"ace_wraps": False, "opening_pure_run": False, "pure_run_first": "yes", "players_min": 6, "players_max": 3}
    told, words = refused("zoliky-online", house)
    assert told.get("changes") is None
    assert words == "players_min and players_max contradict each other (players_min = 6, players_max = 3)."


def test_the_service_gives_the_changes() -> None:
    house = {"base": "tournament", "opening_pure_run": False}
    errors = create_app().test_client().post("/v1/opening", json={"hand": "7D", "rules": house}).get_json()["errors"]
    assert errors[0]["values"] == {"opening_pure_run": False, "pure_run_first": "yes"}
    assert errors[0]["changes"] == {"opening_pure_run": True, "pure_run_first": "no"}
