"""GET /v1/rules: the profiles with every parameter."""

from __future__ import annotations

import jsonschema
import pytest
from flask.testing import FlaskClient

from solver.rules.presets import PROFILES
from solver.rules.profile import PARAMETERS


def test_all_profiles_with_all_parameters(client: FlaskClient) -> None:
    answer = client.get("/v1/rules").get_json()
    assert answer["default"] == "zoliky-online"
    assert [profile["id"] for profile in answer["profiles"]] == [
        "zoliky-online",
        "joker-club",
        "wikipedia",
        "family",
        "tournament",
    ]
    for profile in answer["profiles"]:
        assert list(profile["parameters"]) == list(PARAMETERS)
        for name, parameter in profile["parameters"].items():
            value = getattr(PROFILES[profile["id"]], name)
            assert parameter["value"] == (list(value) if isinstance(value, tuple) else value)
            assert parameter["meaning"]
            assert parameter["source"]["text"]
            assert isinstance(parameter["source"]["ruling"], bool)
            jsonschema.validate(parameter["value"], parameter["allowed"])


@pytest.mark.parametrize("profile_id", list(PROFILES))
def test_one_profile_is_as_in_the_list(client: FlaskClient, profile_id: str) -> None:
    profile = client.get(f"/v1/rules/{profile_id}").get_json()
    assert profile in client.get("/v1/rules").get_json()["profiles"]
    assert profile["parameters"]["opening_minimum"]["value"] == (
        42 if profile_id in ("joker-club", "tournament") else 51
    )


@pytest.mark.parametrize("name", ["canasta", "Family", "../x", "%00", "ž" * 500])
def test_an_unknown_profile_is_404(client: FlaskClient, name: str) -> None:
    response = client.get(f"/v1/rules/{name}")
    assert response.status_code == 404
    assert response.content_type == "application/problem+json"
