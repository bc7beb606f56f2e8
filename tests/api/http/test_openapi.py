"""The OpenAPI document is valid, its examples are true, and every real answer fits its schema."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from flask import Flask
from flask.testing import FlaskClient
from gunicorn.util import load_class
from gunicorn.workers.gthread import ThreadWorker
from openapi_spec_validator import validate

from api import create_app
from api.answers.describe import answer_components
from api.answers.problem_examples import GROUPS
from api.requests.examples import EXAMPLES
from api.service.calls import CALLS
from api.service.settings import Settings
from solver.rules.presets import PROFILES
from solver.rules.profile import PARAMETERS
from tests.api.conftest import Ask

Json = dict[str, Any]


def closed(schema: Any) -> Any:
    """The schema with unknown properties refused wherever it does not allow them."""
    if isinstance(schema, dict):
        inner = {name: closed(one) for name, one in schema.items()}
        if inner.get("type") == "object" and "properties" in inner:
            inner.setdefault("additionalProperties", False)
        return inner
    return [closed(one) for one in schema] if isinstance(schema, list) else schema


@pytest.fixture(scope="module")
def document(app: Flask) -> Json:
    found: Json = app.test_client().get("/openapi.json").get_json()
    return found


def fits(document: Json, name: str, value: object, *, strictly: bool = True) -> None:
    """Raises ValidationError unless a value fits a component; strictly: with no property that it does not name."""
    components = closed(document["components"]) if strictly else document["components"]
    schema = {"$ref": f"#/components/schemas/{name}", "components": components}
    jsonschema.Draft202012Validator(schema).validate(value)


def test_the_document_is_valid(document: Json) -> None:
    assert document["openapi"].startswith("3.1")
    validate(document)


def inner_schemas(schema: Any) -> Iterator[Json]:
    """Every schema within a schema, with itself."""
    if isinstance(schema, dict):
        yield schema
    for one in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from inner_schemas(one)


def test_generators_of_clients_find_what_they_need(document: Json) -> None:
    """Names, tags, words and errors of every operation; who answers, under which licence, with which keys."""
    assert document["info"]["title"].isascii()
    assert {"summary", "description", "contact", "license"} <= set(document["info"])
    assert document["security"] == []
    tags = {tag["name"] for tag in document["tags"]}
    operations = [one for path in document["paths"].values() for one in path.values()]
    for operation in operations:
        assert set(operation["tags"]) <= tags
        assert all(operation[name] for name in ("operationId", "summary", "description", "tags"))
        assert any(status.startswith("4") for status in operation["responses"]), operation["operationId"]


def test_with_keys_the_document_says_so() -> None:
    keyed = create_app(Settings(api_keys="secret-of-some-length")).test_client().get("/openapi.json").get_json()
    assert keyed["security"] == [{"bearer": []}, {"key": []}]
    assert set(keyed["components"]["securitySchemes"]) == {"bearer", "key"}


def test_schemas_are_named_and_told_apart(document: Json) -> None:
    """No object stands within another, no alternative says only what is required, each component is used."""
    components = document["components"]["schemas"]
    for name, schema in components.items():
        nested = [one for one in inner_schemas(schema) if isinstance(one.get("properties"), dict) and one is not schema]
        assert nested == [], name
        assert all(set(one) != {"required"} for one in inner_schemas(schema)), name
    for name, schema in answer_components().items():
        own = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
        assert own not in schema.get("properties", {}), f"{name}: generated code names an object like its field"
    for name, tag in (("Action", "type"), ("ActionInput", "type"), ("BatchItem", "call")):
        assert components[name]["discriminator"]["propertyName"] == tag
        assert len(components[name]["discriminator"]["mapping"]) == len(components[name]["oneOf"])
    text = str(document)
    assert [name for name in components if f"'#/components/schemas/{name}'" not in text] == []


def test_every_call_of_the_app_is_in_the_document(document: Json, app: Flask) -> None:
    routes = {str(rule).replace("<profile_id>", "{id}") for rule in app.url_map.iter_rules()}
    assert {route for route in routes if route.startswith("/v1/")} <= set(document["paths"]) <= routes


@pytest.mark.parametrize("call", list(CALLS))
def test_every_example_is_answered_as_the_document_shows(document: Json, ask: Ask, call: str) -> None:
    operation = document["paths"][f"/v1/{call}"]["post"]
    request = operation["requestBody"]["content"]["application/json"]
    fits(document, request["schema"]["$ref"].rpartition("/")[2], request["example"])
    answer = ask(call, request["example"])
    shown = operation["responses"]["200"]["content"]["application/json"]
    assert answer == shown["example"]
    fits(document, shown["schema"]["$ref"].rpartition("/")[2], answer)
    assert set(operation["responses"]) >= {"200", "400", "413", "415", "422", "503"}


@pytest.mark.parametrize("call", ["opening", "closing", "penalty", "turn"])
@pytest.mark.parametrize("profile", list(PROFILES))
def test_answers_of_all_kinds_fit_their_schema(document: Json, ask: Ask, call: str, profile: str) -> None:
    hands = ["7D 8D 9D 2C", "4S 5S 6S KS KD JK 9C 2H", "2C", "JK JK JK 2H"]
    for hand in hands:
        for more in ({}, {"opened": True, "table": [{"owner": "Eva", "cards": "5C JK 7C"}]}, {"round": 2}):
            answer = ask(call, {"hand": hand, "rules": profile, "alternatives": 2, "drawn": {"from": "stock"}, **more})
            fits(document, f"{call.capitalize()}Answer", answer)


@pytest.mark.parametrize("call", ["opening", "closing", "penalty", "turn"])
def test_answers_about_draws_fit_their_schema(document: Json, ask: Ask, call: str) -> None:
    cannot_be_used = {"hand": "9C KS 2H", "opened": True, "drawn": {"from": "discard", "card": "9C"}}
    before = {"hand": "9C KS 2H JK", "rules": "family", "discard_pile": "9H 9S", "bottom_card": "9D", "round": 6}
    for body in (cannot_be_used, before, before | {"opened": True}):
        fits(document, f"{call.capitalize()}Answer", ask(call, body))


def test_problems_fit_their_schema(document: Json, client: FlaskClient) -> None:
    for response in (
        client.get("/no"),
        client.get("/v1/opening"),
        client.post("/v1/opening", data="{", content_type="application/json"),
        client.post("/v1/opening", json={"hand": [5], "x": 1}),
    ):
        fits(document, "Problem", response.get_json())
    for group in GROUPS:
        for example in group.as_json().values():
            fits(document, "Problem", example)
            assert example["status"] == group.status


def test_rules_fit_their_schema(document: Json, client: FlaskClient) -> None:
    fits(document, "ProfileList", client.get("/v1/rules").get_json(), strictly=False)
    fits(document, "Profile", client.get("/v1/rules/family").get_json(), strictly=False)


def test_the_overrides_of_the_document_are_the_parameters_of_a_profile(document: Json) -> None:
    assert list(document["components"]["schemas"]["RulesOverride"]["properties"]) == ["base", *PARAMETERS]


def test_request_schemas_refuse_what_the_service_refuses(document: Json) -> None:
    wrong_bodies: list[Json] = [
        {"hand": "7D", "round": "5"},
        {"hand": "7D", "round": True},
        {"hand": "7D", "x": 1},
        {"hand": []},
        {"hand": ["7D", 5]},
        {"hand": "7D", "rules": {"opening_minimum": 201}},
        {"hand": "7D", "table": [{"cards": ["5C", "6C", "7C"]}]},
    ]
    for wrong in wrong_bodies:
        with pytest.raises(jsonschema.ValidationError):
            fits(document, "Position", wrong)


def test_the_examples_are_those_of_every_call() -> None:
    assert set(EXAMPLES) == set(CALLS)


def test_the_service_is_alive_and_ready(client: FlaskClient) -> None:
    assert client.get("/healthz").get_json() == {"status": "ok"}
    assert client.get("/readyz").get_json() == {"status": "ready"}


def test_gunicorn_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    monkeypatch.setenv("ZOLIK_WORKERS", "3")
    monkeypatch.setenv("ZOLIK_BIND", "0.0.0.0:9000")
    settings = importlib.reload(importlib.import_module("api.http.gunicorn_conf"))
    assert (settings.bind, settings.workers) == ("0.0.0.0:9000", 3)
    assert issubclass(load_class(settings.worker_class), ThreadWorker)
