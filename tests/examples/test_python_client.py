"""The Python client against the service: every call, problems, busy services, batches."""

from __future__ import annotations

import importlib.util
import random
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from flask import Flask

from api import create_app
from api.requests.examples import EXAMPLES
from api.service.calls import CALLS
from api.service.settings import Settings
from tests.examples.conftest import served

ROOT = Path(__file__).parents[2]
FILE = ROOT / "examples" / "clients" / "zolik_client.py"
HAND = ["8C", "9C", "10C", "JC", "QC", "JK", "2H"]


@pytest.fixture(scope="module")
def client() -> ModuleType:
    spec = importlib.util.spec_from_file_location("zolik_client", FILE)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_call_is_answered(client: ModuleType, service: str, service_app: Flask) -> None:
    zolik = client.Zolik(service + "/")
    assert set(client.CALLS) == set(CALLS)
    for name in CALLS:
        expected = service_app.test_client().post(f"/v1/{name}", json=EXAMPLES[name]).get_json()
        assert getattr(zolik, name)(**EXAMPLES[name]) == expected
    assert zolik.rules("family")["id"] == "family"
    assert zolik.rules()["default"] == "zoliky-online"


def test_batches_are_answered_in_order(client: ModuleType, service: str) -> None:
    zolik = client.Zolik(service)
    requests = [
        {"call": "opening", "hand": HAND},
        {"call": "opening", "hand": "7Q"},
        {"call": "check", "hand": "♦7", "melds": []},
    ]
    results = zolik.batch(requests)
    assert (results[0]["points"], results[1]["status"], results[2]["legal"]) == (57, 422, True)
    assert list(zolik.stream(requests)) == results


def test_a_problem_says_where(client: ModuleType, service: str) -> None:
    with pytest.raises(client.ZolikProblem, match="422 invalid_request: /hand/1") as raised:
        client.Zolik(service).opening(hand=["7D", "7Q"])
    assert (raised.value.status, raised.value.errors[0]["code"]) == (422, "bad_card")
    with pytest.raises(client.ZolikProblem) as raised:
        client.Zolik(service).rules("no")
    assert (raised.value.status, raised.value.code) == (404, "unknown_profile")


def test_a_service_that_is_not_there(client: ModuleType) -> None:
    with pytest.raises(OSError, match="refused"):
        client.Zolik("http://127.0.0.1:9", timeout=1).opening(hand=HAND)


def test_a_busy_service_is_asked_again(client: ModuleType) -> None:
    with served(create_app(Settings(rate_limit="1/second"))) as address:
        zolik = client.Zolik(address)
        assert [zolik.check(hand="7D", melds=[])["legal"] for _ in range(3)] == [True] * 3
        hasty = client.Zolik(address, retries=0)
        with pytest.raises(client.ZolikProblem) as raised:
            [hasty.check(hand="7D", melds=[]) for _ in range(3)]
        assert (raised.value.status, raised.value.retry_after) == (429, 1.0)


def test_a_key_is_told(client: ModuleType) -> None:
    with served(create_app(Settings(api_keys="k"))) as address:
        assert client.Zolik(address, key="k").check(hand="7D", melds=[])["legal"]
        with pytest.raises(client.ZolikProblem, match="401 key_needed"):
            client.Zolik(address).check(hand="7D", melds=[])


def test_an_answer_that_is_no_problem_record(client: ModuleType) -> None:
    def gateway(environ: Any, start: Any) -> list[bytes]:
        start("502 Bad Gateway", [("Content-Type", "text/html")])
        return [b"<h1>no</h1>"]

    with served(gateway) as address, pytest.raises(client.ZolikProblem) as raised:
        client.Zolik(address).opening(hand=HAND)
    assert (raised.value.status, raised.value.code) == (502, "unknown")


def test_the_guides_snippet_runs(service: str, tmp_path: Path) -> None:
    text = (ROOT / "api" / "docs" / "guide.md").read_text()
    snippet = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert snippet
    (tmp_path / "zolik_client.py").write_text(FILE.read_text())
    (tmp_path / "game.py").write_text(snippet[1].replace("http://127.0.0.1:8000", service))
    done = subprocess.run([sys.executable, "game.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip()
    assert snippet[1].splitlines()[0] in FILE.read_text()


def test_it_needs_the_standard_library_only() -> None:
    found = re.findall(r"^(?:from|import) (\w+)", FILE.read_text(), re.MULTILINE)
    assert set(found) <= set(sys.stdlib_module_names)


def test_the_deal_of_the_guide_is_played(
    client: ModuleType, service: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "api" / "docs" / "embedding.md").read_text()
    found = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert found
    monkeypatch.setitem(sys.modules, "zolik_client", client)
    random.seed(4)
    state: dict[str, Any] = {}
    exec(found[1].replace("http://127.0.0.1:8000", service), state)
    told = capsys.readouterr().out.splitlines()
    assert len(told) == state["turn"]
    laid = [card["id"] for meld in state["table"] for card in meld["cards"]]
    cards = [card["id"] for place in ("hand", "pile", "stock") for card in state[place]]
    assert sorted(laid + cards) == list(range(108))
