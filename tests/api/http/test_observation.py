"""Figures and logs: what is counted, and that a log holds nothing of a request but its id and its position."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

import advisor.plan
from api import create_app
from api.service.calls import CALLS
from api.service.logs import set_up_logs
from api.service.settings import Settings
from solver.model.search import WAY

Json = dict[str, Any]
HAND = "8C 9C 10C JC QC JK 2H"


@pytest.fixture
def app() -> Flask:
    return create_app(Settings(time_ms=5000))


def figures(app: Flask) -> dict[str, float]:
    text = app.test_client().get("/metrics").get_data(as_text=True)
    pairs = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in pairs}


def grown(app: Flask, before: dict[str, float]) -> dict[str, float]:
    """The figures that have changed, and by how much."""
    after = figures(app)
    return {name: after[name] - before.get(name, 0) for name in after if after[name] != before.get(name, 0)}


def test_requests_and_stages_are_counted(app: Flask) -> None:
    before = figures(app)
    client = app.test_client()
    for _ in range(3):
        client.post("/v1/opening", json={"hand": HAND})
    client.post("/v1/opening", json={"hand": "7Q"})
    client.get("/no")
    more = grown(app, before)
    assert more['zolik_requests_total{call="opening",status="200"}'] == 3
    assert more['zolik_requests_total{call="opening",status="422"}'] == 1
    assert more['zolik_requests_total{call="none",status="404"}'] == 1
    assert more['zolik_cache_total{call="opening",found="none"}'] == 1
    assert more['zolik_cache_total{call="opening",found="memory"}'] == 2
    assert more['zolik_solves_total{call="opening"}'] >= 1
    assert 1 <= more['zolik_searches_total{call="opening"}'] <= more['zolik_solves_total{call="opening"}']
    assert more['zolik_analysis_seconds_count{call="opening"}'] == 1
    stages = {stage: more[f'zolik_stage_seconds_total{{call="opening",stage="{stage}"}}'] for stage in STAGES}
    assert all(stage >= 0 for stage in stages.values())
    assert stages["solve"] > 0
    assert sum(stages.values()) == pytest.approx(more['zolik_analysis_seconds_sum{call="opening"}'])


def test_it_is_told_how_the_search_runs(app: Flask) -> None:
    assert figures(app)["zolik_compiled"] == (WAY == "compiled")


STAGES = ("enumerate", "build", "solve", "other")


def test_items_of_batches_are_counted(app: Flask) -> None:
    before = figures(app)
    items = [{"call": "check", "hand": "7D", "melds": []}, {"call": "check"}, {"call": "x"}]
    app.test_client().post("/v1/batch", json={"requests": items})
    more = grown(app, before)
    assert more['zolik_batch_items_total{call="check",status="200"}'] == 1
    assert more['zolik_batch_items_total{call="check",status="422"}'] == 1
    assert more['zolik_batch_items_total{call="unknown",status="422"}'] == 1


def test_a_folder_that_comes_late_hides_no_figure(app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where figures are kept is decided when the program starts: they are not looked for in a folder told later."""
    app.test_client().post("/v1/penalty", json={"hand": HAND})
    before = figures(app)
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    assert before['zolik_requests_total{call="penalty",status="200"}'] >= 1
    assert figures(app).keys() >= before.keys()


def test_refusals_are_counted() -> None:
    app = create_app(Settings(solves=1, waiting=0))
    before = figures(app)
    with app.extensions["zolik-service"].gate.place():
        app.test_client().post("/v1/opening", json={"hand": HAND})
    more = grown(app, before)
    assert more['zolik_overloaded_total{place="analysis"}'] == 1


def test_proofs_that_ran_out_of_time_and_disagreements_are_counted(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    before = figures(app)
    monkeypatch.setattr("api.answers.present._proof", lambda optimal, bound: {"optimal": False, "bound": bound})
    monkeypatch.setattr(advisor.plan, "disagreements", advisor.plan.disagreements + 2)
    app.test_client().post("/v1/penalty", json={"hand": HAND})
    more = grown(app, before)
    assert more['zolik_unproved_answers_total{call="penalty"}'] == 1
    assert more["zolik_referee_disagreements_total"] == 2
    monkeypatch.undo()


@pytest.fixture
def logs(capfd: pytest.CaptureFixture[str]) -> Iterator[Any]:
    """What has been logged since it was asked last, a record a line."""
    loggers = [logging.getLogger(name) for name in ("zolik", "advisor", "solver")]
    before = [(logger.handlers, logger.level, logger.propagate) for logger in loggers]
    set_up_logs("INFO")
    yield lambda: [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    for one, (handlers, level, propagate) in zip(loggers, before, strict=True):
        one.handlers, one.propagate = handlers, propagate
        one.setLevel(level)


def test_a_log_line_holds_the_position_and_the_id_and_no_more_of_the_request(app: Flask, logs: Any) -> None:
    hand = [{"card": one, "id": f"secret-{one}"} for one in HAND.split()]
    headers = {"X-Request-ID": "abc-1", "X-API-Key": "secret-key", "User-Agent": "secret-agent", "Cookie": "a=secret"}
    response = app.test_client().post("/v1/opening", json={"hand": hand}, headers=headers)
    (line,) = logs()
    assert set(line) == {"event", "level", "timestamp", "request_id", "position", "call", "status", "ms"}
    assert line["request_id"] == "abc-1" == response.headers["X-Request-ID"]
    assert line["position"] == response.get_json()["position"]
    assert (line["event"], line["level"], line["call"], line["status"]) == ("answered", "info", "opening", 200)
    assert "secret" not in json.dumps(line)


def test_every_item_of_a_batch_is_logged_with_its_own_position(app: Flask, logs: Any) -> None:
    items: list[Any] = [{"call": "check", "hand": one, "melds": []} for one in ("7D", "8D", "no")]
    app.test_client().post("/v1/batch", json={"requests": items}, headers={"X-Request-ID": "b"})
    *lines, last = logs()
    assert [line.get("position") for line in lines] == ["z1~zoliky-online~7D", "z1~zoliky-online~8D", None]
    assert last["call"] == "batch"
    assert {one["request_id"] for one in (*lines, last)} == {"b"}


@pytest.mark.parametrize("told", ["", "x" * 65, "a b", "ž", "a\tb"])
def test_an_unsound_request_id_is_replaced(app: Flask, told: str) -> None:
    response = app.test_client().get("/healthz", headers={"X-Request-ID": told.encode("ascii", "replace").decode()})
    assert re.fullmatch(r"[0-9a-f]{32}", response.headers["X-Request-ID"])


def test_a_request_does_not_inherit_the_position_of_another(app: Flask, logs: Any) -> None:
    client = app.test_client()
    client.post("/v1/opening", json={"hand": HAND})
    client.post("/v1/opening", json={"hand": "7Q"})
    assert [log.get("position") for log in logs()] == ["z1~zoliky-online~2H8C9CTCJCQCJK", None]


def test_what_nobody_foresaw_is_logged_with_its_position_and_withheld(
    app: Flask, logs: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(question: object) -> Json:
        raise RuntimeError("inner words")

    broken = CALLS["closing"].__class__(**{**_fields(CALLS["closing"]), "answer": breaks})
    service = app.extensions["zolik-service"]
    answer = service.answer
    monkeypatch.setattr(service, "answer", lambda call, *rest: answer(broken, *rest))
    response = app.test_client().post("/v1/closing", json={"hand": HAND})
    assert response.status_code == 503
    assert "inner" not in response.get_data(as_text=True)
    error, line = logs()
    assert error["level"] == "error"
    assert "RuntimeError: inner words" in error["exception"]
    assert error["position"] == line["position"] == "z1~zoliky-online~2H8C9CTCJCQCJK"


def _fields(call: Any) -> Json:
    return {name: getattr(call, name) for name in call.__slots__}
