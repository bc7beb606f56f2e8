"""Positions whose answers were once wrong, each for its kind, with a legal way to what is wanted where there is one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from api import create_app
from api.service.settings import Settings
from solver.game.position_line import read_position_line
from tests.builders import fully_stated

Json = dict[str, Any]
FINDINGS: Final[list[Json]] = json.loads((Path(__file__).parent / "positions" / "findings.json").read_text())


def kept(answer: Json) -> int:
    """Cards in the hand once the turn is over."""
    return len(answer["left"]) - (answer["discard"] is not None)


def accepts(answer: Json) -> set[str]:
    assert answer["to_close"]["distance"] == 1
    return {accept["card"] for accept in answer["to_close"]["accepts"]}


HOLDS: Final[Mapping[str, Callable[[Json, Any], bool]]] = {
    "answers": lambda answer, _: bool(answer["actions"]),
    "closes": lambda answer, wanted: answer["closes"] is wanted,
    "penalty": lambda answer, wanted: answer["penalty"] == wanted,
    "carried": lambda answer, wanted: answer["carried"] == wanted,
    "cards_left_at_least": lambda answer, wanted: not answer["closes"] and kept(answer) >= wanted,
    "points_at_least": lambda answer, wanted: answer["opens"] and answer["points"] >= wanted,
    "recommendation_closes": lambda answer, wanted: answer["recommendation"]["closes"] is wanted,
    "to_close_at_least": lambda answer, wanted: answer["to_close"]["distance"] >= wanted,
    "to_close_accepts": lambda answer, wanted: accepts(answer) >= set(wanted),
}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(Settings(time_ms=10_000)).test_client()


@pytest.mark.parametrize("finding", [pytest.param(finding, id=finding["name"]) for finding in FINDINGS])
def test_it_is_right_now(client: FlaskClient, finding: Json) -> None:
    response = client.post(f"/v1/{finding['call']}", json={"position": finding["position"]})
    answer = response.get_json()
    assert response.status_code == 200, answer
    proved = answer["optimal"] or not fully_stated(read_position_line(finding["position"]))
    assert proved or finding["call"] == "outlook"
    for name, wanted in finding["want"].items():
        assert HOLDS[name](answer, wanted), (name, wanted, answer)
    if finding["call"] == "penalty":
        body = {"position": finding["position"], "actions": answer["actions"]}
        assert client.post("/v1/check", json=body).get_json()["legal"]


@pytest.mark.parametrize(
    "finding", [pytest.param(finding, id=finding["name"]) for finding in FINDINGS if "way" in finding]
)
def test_there_is_a_legal_way(client: FlaskClient, finding: Json) -> None:
    """For the outlook with the hand once its accepting card has come."""
    body = {"position": finding["position"], "actions": finding["way"]}
    if "way_hand" in finding:
        body |= {"hand": finding["way_hand"], "drawn": {"from": "stock"}}
    checked = client.post("/v1/check", json=body).get_json()
    assert checked["legal"], checked.get("problems", checked)
    for name in ("closes", "penalty", "carried"):
        if name in finding["want"]:
            assert checked[name] == finding["want"][name]
