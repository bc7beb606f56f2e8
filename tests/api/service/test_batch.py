"""Batches: each item answered for itself, in order, as JSON and as lines."""

from __future__ import annotations

import json
import time
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.requests.examples import EXAMPLES
from api.service.batch import Lines
from api.service.batch_items import MAX_ITEMS
from api.service.calls import CALLS
from tests.api.conftest import Ask
from tests.api.http.test_openapi import fits

Json = dict[str, Any]
LINES = "application/x-ndjson"
GOOD = {"call": "opening", "hand": "8C 9C 10C JC QC JK 2H"}
CHEAP = {"call": "check", "hand": "7D", "melds": []}


def lines(client: FlaskClient, body: bytes, **headers: str) -> list[Json]:
    response = client.post("/v1/batch", data=body, content_type=LINES, headers=headers)
    assert response.status_code == 200
    assert response.content_type == LINES
    return [json.loads(line) for line in response.data.splitlines()]


def joined(items: list[Any]) -> bytes:
    return b"".join(json.dumps(item).encode() + b"\n" for item in items)


def test_every_call_is_answered_as_by_itself(ask: Ask, client: FlaskClient) -> None:
    items = [{"call": name, **EXAMPLES[name]} for name in CALLS]
    results = ask("batch", {"requests": items})["results"]
    assert results == [ask(name, EXAMPLES[name]) for name in CALLS]
    assert lines(client, joined(items)) == results


@pytest.mark.parametrize(
    ("item", "status", "pointer"),
    [
        ({"call": "opening", "hand": ["8C", "7Q"]}, 422, "/hand/1"),
        ({"call": "opening", "hand": "7D", "x": 1}, 422, "/x"),
        ({"call": "opening"}, 422, "/hand"),
        ({"hand": "7D"}, 422, "/call"),
        ({"call": "batch", "requests": []}, 422, "/call"),
        ({"call": 5}, 422, "/call"),
        ({"call": ["opening"]}, 422, "/call"),
        (5, 422, ""),
        (None, 422, ""),
        ([], 422, ""),
    ],
)
def test_a_bad_item_fails_for_itself(ask: Ask, client: FlaskClient, item: object, status: int, pointer: str) -> None:
    first, bad, last = ask("batch", {"requests": [GOOD, item, GOOD]})["results"]
    assert first == last
    assert first["points"] == 57
    assert bad["status"] == status
    assert [error["pointer"] for error in bad["errors"]] == [pointer]
    assert lines(client, joined([GOOD, item, GOOD])) == [first, bad, last]


@pytest.mark.parametrize("call", [None, 5, ["opening"], {"opening": 1}, True])
def test_a_call_that_is_no_text_is_told_as_such(ask: Ask, call: object) -> None:
    (problem,) = ask("batch", {"requests": [{"call": call, "hand": "7D"}]})["results"]
    assert [error["code"] for error in problem["errors"]] == ["wrong_type"]


@pytest.mark.parametrize("line", [b"{", b"\xff", b'{"call":"opening","call":"check"}', b"NaN", b"[" * 100_000])
def test_a_line_that_is_no_json_fails_for_itself(client: FlaskClient, line: bytes) -> None:
    first, bad, last = lines(client, joined([CHEAP]) + line + b"\n\r\n" + joined([CHEAP]))
    assert (bad["status"], bad["code"]) == (400, "broken_json")
    assert "line 2" not in bad["detail"]
    assert first == last


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/requests"),
        ({"requests": 5}, "/requests"),
        ({"requests": None}, "/requests"),
        ({"requests": [], "x": 1}, "/x"),
        ({"requests": [CHEAP] * (MAX_ITEMS + 1)}, "/requests"),
        ([], ""),
    ],
)
def test_a_body_that_is_no_batch(ask: Ask, body: object, pointer: str) -> None:
    assert [error["pointer"] for error in ask("batch", body, 422)["errors"]] == [pointer]


def test_the_most_items_are_answered(ask: Ask, client: FlaskClient) -> None:
    items = [CHEAP] * MAX_ITEMS
    assert len(ask("batch", {"requests": items})["results"]) == MAX_ITEMS
    assert len(lines(client, joined(items))) == MAX_ITEMS
    *rest, last = lines(client, joined([*items, CHEAP, CHEAP]))
    assert len(rest) == MAX_ITEMS
    assert (last["status"], last["code"]) == (413, "too_many_items")


def test_no_items_are_a_batch_too(ask: Ask, client: FlaskClient) -> None:
    assert ask("batch", {"requests": []}) == {"results": []}
    assert lines(client, b"") == []


def test_either_form_may_be_asked_for(client: FlaskClient) -> None:
    body = {"requests": [CHEAP, CHEAP]}
    as_lines = client.post("/v1/batch", json=body, headers={"Accept": LINES})
    assert as_lines.content_type == LINES
    told = [json.loads(line) for line in as_lines.data.splitlines()]
    as_json = client.post(
        "/v1/batch", data=joined([CHEAP, CHEAP]), content_type=LINES, headers={"Accept": "application/json"}
    )
    assert as_json.content_type == "application/json"
    assert as_json.get_json()["results"] == told
    assert client.post("/v1/batch", json=body, headers={"Accept": "*/*"}).content_type == "application/json"


def test_the_language_is_that_of_the_item_or_of_the_request(ask: Ask) -> None:
    items = [CHEAP, {**CHEAP, "language": "sk"}]
    czech, slovak = ask("batch", {"requests": items}, Accept_Language="cs")["results"]
    body = {name: one for name, one in CHEAP.items() if name != "call"}
    assert czech == ask("check", body, Accept_Language="cs")
    assert slovak == ask("check", body | {"language": "sk"})


def test_a_batch_larger_than_8_mib_is_refused(client: FlaskClient) -> None:
    body = b" " * (8 * 1024 * 1024 + 1)
    for kind in (LINES, "application/json"):
        assert client.post("/v1/batch", data=body, content_type=kind).status_code == 413


def test_lines_of_unknown_length_end_at_the_limit_of_the_body() -> None:
    body = b"[1]\n" * 9 + b"[" + b" " * 99 + b"]\n" + b"[2]\n" * 99
    read = list(Lines(BytesIO(body), 10, 200, time.monotonic() + 10))
    long, *rest, last = read[9:]
    assert read[:9] == [[1]] * 9
    assert rest == [[2]] * 15  # 36 + 102 + 15 × 4 = 198 bytes
    assert [one.code for one in (long, last)] == ["line_too_large", "body_too_large"]


@pytest.mark.parametrize("end", [b"\n", b""])
def test_a_line_longer_than_a_request_fails_for_itself(client: FlaskClient, end: bytes) -> None:
    long = json.dumps({**CHEAP, "seen": "7D " * 200_000}).encode()
    first, bad, *rest = lines(client, joined([CHEAP]) + long + end + (joined([CHEAP]) if end else b""))
    assert (bad["status"], bad["code"]) == (413, "line_too_large")
    assert rest == ([first] if end else [])


def test_other_types_are_refused(client: FlaskClient) -> None:
    assert client.post("/v1/batch", data=b"{}", content_type="text/plain").status_code == 415
    assert client.post("/v1/opening", data=b"{}", content_type=LINES).status_code == 415


def test_ids_come_back_in_every_item(ask: Ask) -> None:
    items = [{"call": "check", "hand": [{"card": "7D", "id": name}], "melds": []} for name in ("a", "b")]
    results = ask("batch", {"requests": items})["results"]
    assert [result["left"] for result in results] == [[{"card": "7D", "id": "a"}], [{"card": "7D", "id": "b"}]]


def test_items_beyond_the_batches_time_get_a_problem(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([0.0, 0.0, 100.0, 100.0])
    monkeypatch.setattr("api.http.batch.time.monotonic", lambda: next(now))
    results = app.test_client().post("/v1/batch", json={"requests": [CHEAP, CHEAP]}).get_json()["results"]
    assert results[0]["legal"]
    assert (results[1]["status"], results[1]["code"]) == (503, "out_of_time")


def test_a_third_batch_at_one_time_is_refused(app: Flask) -> None:
    service = app.extensions["zolik-service"]
    with service.batches.place(), service.batches.place():
        refused = app.test_client().post("/v1/batch", json={"requests": []})
        assert (refused.status_code, refused.get_json()["code"]) == (503, "overloaded")
        assert refused.headers["Retry-After"] == "1"
    for _ in range(5):  # every batch gives its place back, streamed or not
        assert lines(app.test_client(), joined([CHEAP])) != []
        assert app.test_client().post("/v1/batch", json={"requests": 1}).status_code == 422


def test_the_examples_of_the_document_are_true(app: Flask, ask: Ask) -> None:
    document = app.test_client().get("/openapi.json").get_json()
    operation = document["paths"]["/v1/batch"]["post"]
    request = operation["requestBody"]["content"]["application/json"]["example"]
    fits(document, "Batch", request)
    answer = ask("batch", request)
    fits(document, "BatchAnswer", answer, strictly=False)
    shown = operation["responses"]["200"]["content"]
    assert shown["application/json"]["example"] == answer
    assert [json.loads(line) for line in shown[LINES]["example"].splitlines()] == answer["results"]
