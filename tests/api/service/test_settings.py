"""Settings that say who may call: plain names, clear words at the start; and answers that are compressed."""

from __future__ import annotations

import gzip
import http.client
import json
import unicodedata
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from api import create_app
from api.service.settings import InvalidSetting, Settings
from tests.api.conftest import Json
from tests.live import live_service

CHECK = {"hand": "7D 8D 9D KS", "melds": [{"cards": "7D 8D 9D"}]}
LONG = {"hand": "8C 9C 10C JC QC JK 2H"}


def allowed(origins: str, asked: str) -> str | None:
    client = create_app(Settings(cors_origins=origins)).test_client()
    return client.post("/v1/check", json=CHECK, headers={"Origin": asked}).headers.get("Access-Control-Allow-Origin")


@pytest.mark.parametrize(
    ("origins", "asked", "told"),
    [
        ("*", "https://any.example", "*"),
        ("https://game.example, *", "https://any.example", "*"),
        ("https://game.example", "https://game.example", "https://game.example"),
        ("https://Game.Example:443", "https://game.example", "https://game.example"),
        ("http://game.example:80", "http://game.example", "http://game.example"),
        ("http://localhost:8080", "http://localhost:8080", "http://localhost:8080"),
        ("http://[::1]:8080", "http://[::1]:8080", "http://[::1]:8080"),
        ("capacitor://localhost", "capacitor://localhost", "capacitor://localhost"),
        ("https://game.example", "https://gamesexample", None),
        ("https://game.example", "https://game.example:8443", None),
        ("https://game.example", "https://game.example.evil.example", None),
        ("https://game.example", "https://a.game.example", None),
        ("https://game.example", "http://game.example", None),
    ],
)
def test_origins_are_plain_names(origins: str, asked: str, told: str | None) -> None:
    assert allowed(origins, asked) == told


@pytest.mark.parametrize(
    "wrong",
    [
        *("[", ".*", "https://.*", "https://*.example", "https://game.example/", "https://game.example/page", "null"),
        *("game.example", "https://", "https://hra.čz", "https://a b", "https://a:0", "https://a:70000", "https://a:x"),
        *("*, [", "(https://a)", "https://a?", "https://user@a", "^https://a$", "https://a\\.b", ",", "https://a:"),
    ],
)
def test_what_is_no_origin_is_refused_in_words(wrong: str) -> None:
    with pytest.raises(InvalidSetting, match=r"^ZOLIK_CORS_ORIGINS") as raised:
        Settings.from_environment({"ZOLIK_CORS_ORIGINS": wrong})
    assert "is not an origin; `*`, or scheme://host" in str(raised.value) or wrong == ","


@pytest.mark.parametrize("rates", ["0/second", "20/second;0/minute", "20/0 second"])
def test_a_rate_of_0_is_refused_in_words(rates: str) -> None:
    with pytest.raises(InvalidSetting, match=r"ZOLIK_RATE_LIMIT: .*0 would refuse everybody; leave it empty for none"):
        create_app(Settings(rate_limit=rates))


@pytest.mark.parametrize("keys", [",", " , ", "a key", "a,b\x07", "a\u200b"])
def test_keys_that_nobody_could_tell_are_refused(keys: str) -> None:
    with pytest.raises(InvalidSetting, match=r"^ZOLIK_API_KEYS"):
        Settings.from_environment({"ZOLIK_API_KEYS": keys})


def test_a_setting_that_is_no_utf8_is_refused() -> None:
    with pytest.raises(InvalidSetting, match=r"^ZOLIK_API_KEYS: it is not written in UTF-8"):
        Settings.from_environment({"ZOLIK_API_KEYS": b"kl\xed\xe8".decode("utf-8", "surrogateescape")})


def test_a_key_may_be_composed_or_not() -> None:
    client = create_app(Settings(api_keys=unicodedata.normalize("NFD", "klíč"))).test_client()
    for form in ("NFC", "NFD"):
        told = unicodedata.normalize(form, "klíč").encode().decode("latin-1")
        assert client.post("/v1/check", json=CHECK, headers={"X-API-Key": told}).status_code == 200
    assert client.post("/v1/check", json=CHECK, headers={"X-API-Key": "klic"}).status_code == 401


def test_a_key_beyond_ascii_opens_the_service_under_the_plainest_locale() -> None:
    variables = {"ZOLIK_API_KEYS": "klíč", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "ZOLIK_LOG_LEVEL": "ERROR"}
    with live_service("--workers", "1", variables=variables) as service:
        for name, key, status in (
            ("X-API-Key", "klíč", 200),
            ("Authorization", "Bearer klíč", 200),
            ("X-API-Key", quote("klíč"), 401),
        ):
            connection = http.client.HTTPConnection(service.address, timeout=30)
            headers: dict[str, str | bytes] = {"Content-Type": "application/json", name: key.encode()}
            connection.request("POST", "/v1/check", json.dumps(CHECK), headers)
            assert connection.getresponse().status == status
            connection.close()


def plain_and_compressed(client: FlaskClient, path: str, body: Json | None, accept: str) -> tuple[bytes, bytes]:
    found = []
    for headers in ({}, {"Accept-Encoding": accept}):
        answer = client.get(path, headers=headers) if body is None else client.post(path, json=body, headers=headers)
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert (answer.headers.get("Content-Encoding") == "gzip") == bool(headers)
        assert int(answer.headers["Content-Length"]) == len(answer.data)
        found.append(answer.data)
    return found[0], found[1]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/opening", LONG),
        ("/v1/rules", None),
        ("/v1/rules/family", None),
        ("/v1/batch", {"requests": [{"call": "check", **CHECK}] * 5}),
        ("/v1/opening", {"hand": ["7Q"] * 20}),
        ("/openapi.json", None),
    ],
)
@pytest.mark.parametrize("accept", ["gzip", "br, gzip;q=0.8, *;q=0.1", "*"])
def test_answers_are_compressed_for_who_takes_it(
    client: FlaskClient, path: str, body: Json | None, accept: str
) -> None:
    plain, small = plain_and_compressed(client, path, body, accept)
    assert gzip.decompress(small) == plain
    assert len(small) < len(plain)
    assert plain_and_compressed(client, path, body, accept)[1] == small


@pytest.mark.parametrize("accept", ["", "identity", "br", "gzip;q=0", "*;q=0", "identity, gzip;q=0.5", "x-nothing"])
def test_who_does_not_take_it_gets_it_plain(client: FlaskClient, accept: str) -> None:
    answer = client.post("/v1/opening", json=LONG, headers={"Accept-Encoding": accept})
    assert "Content-Encoding" not in answer.headers
    assert answer.get_json()["points"] == 57


def test_small_answers_and_streams_go_as_they_are(client: FlaskClient) -> None:
    headers = {"Accept-Encoding": "gzip"}
    assert "Content-Encoding" not in client.get("/healthz", headers=headers).headers
    lines = b"\n".join(json.dumps({"call": "opening", **LONG}).encode() for _ in range(3))
    answer = client.post("/v1/batch", data=lines, content_type="application/x-ndjson", headers=headers)
    assert "Content-Encoding" not in answer.headers
    assert [json.loads(line)["points"] for line in answer.data.splitlines()] == [57] * 3
