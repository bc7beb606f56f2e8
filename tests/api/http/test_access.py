"""Who is answered: keys, rate limits, other origins; the ceiling on analyses; settings."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from api import create_app
from api.problems import Problem
from api.service.gate import Gate
from api.service.rates import Rates
from api.service.settings import InvalidSetting, Settings
from tests.redis_server import redis_server

Json = dict[str, Any]
CHEAP = {"hand": "7D", "melds": []}


def post(app: Flask, body: Any = CHEAP, call: str = "check", **headers: Any) -> Any:
    told = {name.replace("_", "-"): one for name, one in headers.items()}
    return app.test_client().post(f"/v1/{call}", json=body, headers=told)


@pytest.fixture
def locked() -> Flask:
    return create_app(Settings(api_keys="first, zweiter-Schlüssel"))


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": "Bearer first"},
        {"X_API_Key": "first"},
        {"X_API_Key": "zweiter-Schlüssel".encode().decode("latin-1")},
    ],
    ids=str,
)
def test_a_key_opens_the_calls(locked: Flask, headers: dict[str, str]) -> None:
    assert post(locked, **headers).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer second"},
        {"Authorization": "Bearer"},
        {"Authorization": "Basic Zmlyc3Q6"},
        {"Authorization": "first"},
        {"X_API_Key": ""},
        {"X_API_Key": "firs"},
        {"X_API_Key": "first, zweiter"},
    ],
    ids=str,
)
def test_without_a_key_nothing_is_answered(locked: Flask, headers: dict[str, str]) -> None:
    for call in ("check", "batch", "opening", "rules"):
        response = post(locked, call=call, **headers)
        assert (response.status_code, response.get_json()["code"]) == (401, "key_needed")
        assert response.headers["WWW-Authenticate"] == "Bearer"
    assert locked.test_client().get("/?ask=opening&hand=7D").status_code == 401


def test_what_tells_of_the_service_needs_no_key(locked: Flask) -> None:
    for path in ("/healthz", "/readyz", "/openapi.json", "/", "/docs"):
        assert locked.test_client().get(path).status_code == 200, path
    assert locked.test_client().get("/openapi.json").get_json()["security"] == [{"bearer": []}, {"key": []}]


def test_requests_beyond_the_limit_are_refused() -> None:
    app = create_app(Settings(rate_limit="3/hour"))
    assert [post(app).status_code for _ in range(5)] == [200, 200, 200, 429, 429]
    refused = post(app)
    assert refused.get_json()["code"] == "too_many_requests"
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    assert app.test_client().get("/healthz").status_code == 200


def test_every_caller_is_counted_for_himself() -> None:
    app = create_app(Settings(rate_limit="1/hour", proxies=1))
    assert [post(app, X_Forwarded_For=one).status_code for one in ("10.0.0.1", "10.0.0.2", "10.0.0.1")] == [
        200,
        200,
        429,
    ]
    app = create_app(Settings(rate_limit="1/hour", api_keys="a,b"))
    assert [post(app, X_API_Key=one).status_code for one in "aba"] == [200, 200, 429]


def test_who_forges_a_header_is_counted_all_the_same() -> None:
    app = create_app(Settings(rate_limit="1/hour"))
    assert [post(app, X_Forwarded_For=one, X_API_Key=one).status_code for one in ("1", "2")] == [200, 429]


def test_a_batch_counts_as_one_and_each_of_its_items() -> None:
    app = create_app(Settings(rate_limit="4/hour"))
    items = [{"call": "check", **CHEAP}] * 5
    results = post(app, {"requests": items}, "batch").get_json()["results"]
    assert [result.get("status", 200) for result in results] == [200, 200, 200, 429, 429]


def test_redis_counts_for_all_processes_and_memory_when_it_is_down(tmp_path: Path) -> None:
    with redis_server(tmp_path) as server:
        apps = [create_app(Settings(rate_limit="10/hour", redis_url=server.url)) for _ in range(2)]
        statuses = [post(apps[index % 2]).status_code for index in range(14)]
        assert statuses == [200] * 10 + [429] * 4
        server.stop()
        assert [post(apps[0]).status_code for _ in range(11)] == [200] * 10 + [429]


def test_limits_are_those_of_the_shortest_time_too() -> None:
    rates = Rates("100/hour;2/second")
    rates.count("a")
    rates.count("a")
    with pytest.raises(Problem) as raised:
        rates.count("a")
    assert raised.value.headers == {"Retry-After": "1"}
    rates.count("b")


def test_no_page_of_another_origin_may_call_unless_it_is_told() -> None:
    plain = post(create_app(Settings()), Origin="https://game.example")
    assert "Access-Control-Allow-Origin" not in plain.headers
    app = create_app(Settings(cors_origins="https://game.example, https://other.example"))
    for origin, allowed in (
        ("https://game.example", True),
        ("https://other.example", True),
        ("https://game.example.evil.example", False),
        ("null", False),
    ):
        for status, response in ((200, post(app, Origin=origin)), (422, post(app, {}, Origin=origin))):
            assert response.status_code == status
            assert response.headers.get("Access-Control-Allow-Origin") == (origin if allowed else None)
    assert (
        "Access-Control-Allow-Origin"
        not in app.test_client().get("/", headers={"Origin": "https://game.example"}).headers
    )


def test_a_browser_may_ask_before_it_calls() -> None:
    app = create_app(Settings(cors_origins="*", api_keys="k", rate_limit="1/hour"))
    headers = {
        "Origin": "https://game.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type,x-api-key",
    }
    for _ in range(3):
        response = app.test_client().options("/v1/opening", headers=headers)
        assert response.status_code == 200
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert "POST" in response.headers["Access-Control-Allow-Methods"]
        assert "content-type" in response.headers["Access-Control-Allow-Headers"].lower()


def test_a_gate_has_so_many_places_and_waiters() -> None:
    gate = Gate(2, 1)
    inside, leave = threading.Semaphore(0), threading.Event()

    def work() -> None:
        with gate.place(30):
            inside.release()
            leave.wait(30)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    assert inside.acquire(timeout=30)
    assert inside.acquire(timeout=30)
    until = time.monotonic() + 30
    while gate._room:  # until the third waits
        assert time.monotonic() < until
    with pytest.raises(Problem) as raised, gate.place(30):
        pass
    with pytest.raises(Problem):
        gate.check()
    assert (raised.value.status, raised.value.headers) == (503, {"Retry-After": "1"})
    leave.set()
    assert inside.acquire(timeout=30)
    for thread in threads:
        thread.join(30)
    with gate.place(), gate.place():
        pass


def test_who_waits_comes_before_who_comes_back() -> None:
    gate, came = Gate(1, 5), []

    def come(name: str) -> None:
        with gate.place(30):
            came.append(name)

    with gate.place():
        threads = [threading.Thread(target=come, args=(name,)) for name in "abc"]
        for number, thread in enumerate(threads):
            thread.start()
            while gate._room > 4 - number:  # until he waits
                time.sleep(0.001)
    come("again")
    for thread in threads:
        thread.join()
    assert came == ["a", "b", "c", "again"]


def test_nobody_waits_longer_than_told() -> None:
    gate = Gate(1, 5)
    with gate.place():
        begun = time.monotonic()
        with pytest.raises(Problem), gate.place(0.05):
            pass
        gate.check()
        assert 0.05 <= time.monotonic() - begun < 5
        with pytest.raises(Problem), gate.place():
            pass
        with pytest.raises(Problem), gate.place(0.01, counted=False):
            pass
    with pytest.raises(ZeroDivisionError), gate.place():
        _ = 1 / 0
    with gate.place():
        pass


def test_who_waited_in_vain_works_beside_the_others() -> None:
    gate = Gate(1, 5, beside=1)
    for _ in range(2):
        with gate.place():
            begun = time.monotonic()
            with gate.place(0.05):
                assert time.monotonic() - begun >= 0.05
                with pytest.raises(Problem), gate.place(0.01):
                    pass
            with pytest.raises(Problem), gate.place(0.01, counted=False):  # a batch can wait
                pass
            with pytest.raises(Problem), gate.place():
                pass
    with gate.place(), pytest.raises(ZeroDivisionError), gate.place(0.01):
        _ = 1 / 0
    with gate.place(), gate.place(0.01):
        assert gate._room == 5


def test_two_callers_in_one_process_are_both_answered() -> None:
    """Of two workers one may get both callers; while the first is at work, the second waits and then works too."""
    app = create_app(Settings(solves=1, wait_ms=50, time_ms=10_000))
    service = app.extensions["zolik-service"]
    with service.gate.place():
        assert post(app, {"hand": "7D 8D 9D"}, "opening").status_code == 200
        with service.gate.place(0.01):
            assert post(app, {"hand": "7D 8D 10D"}, "opening").get_json()["code"] == "overloaded"
        assert post(app, {"hand": "7D 8D 10D"}, "opening").status_code == 200


def test_an_overloaded_service_says_so() -> None:
    app = create_app(Settings(solves=1, waiting=0, time_ms=10_000))
    service = app.extensions["zolik-service"]
    with service.gate.place():
        refused = post(app, {"hand": "7D 8D 9D"}, "opening")
        assert (refused.status_code, refused.get_json()["code"]) == (503, "overloaded")
        assert refused.headers["Retry-After"] == "1"
        assert post(app).status_code == 200  # a check is no analysis
        assert app.test_client().get("/healthz").status_code == 200
    assert post(app, {"hand": "7D 8D 9D"}, "opening").status_code == 200


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ZOLIK_TIME_MS", "9"),
        ("ZOLIK_SOLVES", "0"),
        ("ZOLIK_SOLVES", "two"),
        ("ZOLIK_WORKERS", "-1"),
        ("ZOLIK_REDIS_URL", "http://x"),
        ("ZOLIK_RATE_LIMIT", "many"),
        ("ZOLIK_LOG_LEVEL", "LOUD"),
    ],
)
def test_a_wrong_setting_names_its_variable(variable: str, value: str) -> None:
    with pytest.raises(InvalidSetting, match=variable):
        create_app(Settings.from_environment({variable: value}))
