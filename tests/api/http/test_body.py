"""What is not valid JSON, not JSON at all, too large, or at the wrong address."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest
from flask import Flask
from flask.testing import FlaskClient
from gunicorn.http.errors import InvalidChunkSize

from api import create_app
from api.service.settings import InvalidSetting, Settings
from tests.api.conftest import Ask

HAND = '{"hand": "7D 8D 9D 2C"}'


def problem_of(
    client: FlaskClient, body: bytes | str, content_type: str | None = "application/json"
) -> dict[str, object]:
    response = client.post("/v1/check", data=body, content_type=content_type)
    assert response.content_type == "application/problem+json"
    problem: dict[str, object] = response.get_json()
    assert problem["status"] == response.status_code
    assert set(problem) >= {"type", "title", "status", "detail"}
    return problem


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"", "Expecting value"),
        (b"{", "Expecting property name"),
        (b"hand=7D", "Expecting value"),
        (b'{"hand": "7D"', "delimiter"),
        (b'{"hand": "7D"} x', "Extra data"),
        (b'{"hand": "7D", "hand": "8D"}', "twice"),
        (b'{"drawn": {"from": "stock", "from": "none"}}', "twice"),
        (b'{"round": NaN}', "NaN"),
        (b'{"round": Infinity}', "Infinity"),
        (b'{"round": -Infinity}', "-Infinity"),
        (b'{"round": 1e999}', "too large"),
        (b'{"round": 1' + b"0" * 5000 + b"}", "digits"),
        (b'{"hand": "\xff\xfe"}', "UTF-8"),
        (b'{"hand": "\\ud800"}', "surrogate"),
        (b'{"\\udfff": 1}', "surrogate"),
        (b"[" * 100_000, "nested"),
        (b'{"x":' * 20_000 + b"1" + b"}" * 20_000, "nested"),
        (b'{"x":' + b"[" * 40 + b"]" * 40 + b"}", "nested"),
        (b'{"hand": "7\tD"}', "control character at line 1, column 12."),
    ],
)
def test_broken_json_is_400(client: FlaskClient, body: bytes, detail: str) -> None:
    problem = problem_of(client, body)
    assert problem["status"] == 400
    assert problem["code"] == "broken_json"
    assert detail in str(problem["detail"])


@pytest.mark.parametrize("body", ["[]", '"7D"', "5", "null", "true", "[{}]"])
def test_json_that_is_no_object_is_422(client: FlaskClient, body: str) -> None:
    problem = problem_of(client, body)
    assert problem["status"] == 422
    detail = f"This must be an object, not {body}."
    assert problem["errors"] == [{"pointer": "", "code": "wrong_type", "rule": "request", "detail": detail}]


@pytest.mark.parametrize(
    "content_type",
    [None, "text/plain", "application/x-www-form-urlencoded", "application/jsonp", "application/json; charset=latin-1"],
)
def test_another_content_type_is_415(client: FlaskClient, content_type: str | None) -> None:
    assert problem_of(client, HAND, content_type)["status"] == 415


def test_utf8_may_be_named_and_marked(client: FlaskClient) -> None:
    body = b'\xef\xbb\xbf{"hand": "7D 8D 9D 2C", "melds": []}'
    response = client.post("/v1/check", data=body, content_type="application/json; charset=UTF-8")
    assert response.status_code == 200


def test_a_compressed_body_is_415(client: FlaskClient) -> None:
    response = client.post(
        "/v1/check", data=HAND, content_type="application/json", headers={"Content-Encoding": "gzip"}
    )
    assert response.status_code == 415


def test_a_body_over_256_kib_is_413(client: FlaskClient) -> None:
    just_fits = json.dumps({"hand": "7D 8D 9D 2C", "melds": []}).ljust(256 * 1024)
    assert client.post("/v1/check", data=just_fits, content_type="application/json").status_code == 200
    problem = problem_of(client, just_fits + " ")
    assert problem["status"] == 413
    assert problem["code"] == "body_too_large"


def test_the_limit_holds_for_a_body_of_unknown_length(client: FlaskClient) -> None:
    body = b'{"hand": "7D 8D 9D 2C", "melds": []}'
    for size, status in ((256 * 1024, 200), (256 * 1024 + 1, 413), (10**6, 413)):
        stream = io.BytesIO(body.ljust(size))
        response = client.post(
            "/v1/check",
            input_stream=stream,
            content_type="application/json",
            environ_overrides={"wsgi.input_terminated": True},
        )
        assert (size, response.status_code) == (size, status)


@pytest.mark.parametrize("fault", [InvalidChunkSize(b"zz"), ConnectionResetError()])
def test_a_body_that_does_not_come_whole_is_400(client: FlaskClient, fault: Exception) -> None:
    class Broken(io.BytesIO):
        def read(self, *_: object) -> bytes:
            raise fault

    response = client.post(
        "/v1/check",
        input_stream=Broken(),
        content_type="application/json",
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert (response.status_code, response.get_json()["code"]) == (400, "broken_json")


def test_unknown_addresses_and_methods(client: FlaskClient) -> None:
    for path in ("/v1", "/v1/", "/v1/open", "/v1/opening/", "//v1/opening", "/v1/rules/"):
        response = client.get(path)
        assert (path, response.status_code) == (path, 404)
        assert response.content_type == "application/problem+json"
    response = client.get("/v1/opening")
    assert response.status_code == 405
    assert response.content_type == "application/problem+json"
    assert "POST" in response.headers["Allow"]
    response = client.post("/healthz")
    assert response.status_code == 405
    assert "GET" in response.headers["Allow"]


def test_every_response_carries_the_security_headers(client: FlaskClient) -> None:
    for response in (client.get("/healthz"), client.get("/no"), client.post("/v1/check", json={})):
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_what_nobody_foresaw_is_a_clean_problem(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("secret of the inside")

    monkeypatch.setattr("advisor.opening.opening", fails)
    problem = ask("opening", {"hand": "7D 8D 9D 2C"}, 503)
    assert problem["code"] == "not_answered"
    assert "secret" not in json.dumps(problem)


def test_answers_are_the_same_bytes_every_time(client: FlaskClient) -> None:
    body = {"hand": "8C 9C 10C JC QC JK 2H", "melds": [{"cards": "8C 9C 10C"}]}
    answers = {client.post("/v1/check", json=body).data for _ in range(3)}
    assert len(answers) == 1
    assert b", " not in answers.pop().split(b'"explanation"')[0]


def test_settings_come_from_the_environment() -> None:
    settings = Settings.from_environment({"ZOLIK_TIME_MS": "250", "OTHER": "x"})
    assert settings.time_ms == 250
    assert settings.body_limit == 256 * 1024
    for wrong in ("x", "5", "1e3", "99999"):
        with pytest.raises(InvalidSetting, match="ZOLIK_TIME_MS"):
            Settings.from_environment({"ZOLIK_TIME_MS": wrong})
    with pytest.raises(InvalidSetting, match="ZOLIK_LOG_LEVEL"):
        Settings.from_environment({"ZOLIK_LOG_LEVEL": "loud"})


def test_importing_the_service_is_light() -> None:
    code = "import api, sys; print([one for one in ('flask', 'marshmallow', 'ortools') if one in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_an_app_is_made_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOLIK_BODY_LIMIT", "2000")
    app: Flask = create_app()
    response = app.test_client().post("/v1/check", json={"hand": "7D" * 1000})
    assert response.status_code == 413
