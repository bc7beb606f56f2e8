"""The Python clients against the service: every call, problems, busy services, batches, types."""

from __future__ import annotations

import asyncio
import importlib.util
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any, Unpack, get_args, get_origin, get_type_hints

import httpx
import pytest
from flask import Flask

from api import create_app
from api.http.openapi import document
from api.requests.examples import EXAMPLES
from api.service.calls import CALLS
from api.service.settings import Settings
from api.typings.declared import calls
from tests.examples.conftest import served
from zolik import client as installed
from zolik import client_types

ROOT = Path(__file__).parents[2]
FILE = ROOT / "api" / "python" / "zolik" / "client.py"
SERVED = ("zolik_client.py", "zolik_types.py")
USER = """\
import asyncio
from collections.abc import Sequence

from zolik_client import AsyncZolik, Zolik
from zolik_types import Card, CardInput, TurnAnswer

zolik = Zolik("ADDRESS")
hand: Sequence[CardInput] = ["7D", "8D", "9D", {"card": "KS", "id": 4}, "KH", "KD", "2C"]
answer: TurnAnswer = zolik.turn(hand=hand, rules={"base": "family", "opening_minimum": 42})
for action in answer["recommendation"]["actions"]:
    if action["type"] == "meld":
        print(action["kind"], action["points"])
    elif action["type"] == "discard":
        print(action["closes"])
left: list[Card] = answer["recommendation"]["left"]
print(len(left), zolik.check(hand=hand, melds=answer["recommendation"]["melds"])["legal"])
print(zolik.check(hand=hand, actions=answer["recommendation"]["actions"])["legal"])
print(zolik.rules("family")["id"], zolik.rules()["default"])


async def both() -> list[str]:
    async with AsyncZolik("ADDRESS") as zolik:
        found = await asyncio.gather(*(zolik.opening(hand=hand, language=one) for one in ("cs", "sk")))
    return [one["explanation"]["text"] for one in found]


print(len(asyncio.run(both())))
"""
WRONG = """\
from zolik_client import Zolik

zolik = Zolik("")
zolik.turn(hnad="7D")
zolik.opening(hand="7D", language="de")
points: str = zolik.opening(hand="7D")["points"]
"""
HAND = ["8C", "9C", "10C", "JC", "QC", "JK", "2H"]


@pytest.fixture(scope="module")
def folder(service_app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game's folder, into which the client and its types were downloaded."""
    folder = tmp_path_factory.mktemp("game")
    for name in SERVED:
        (folder / name).write_text(service_app.test_client().get(f"/clients/{name}").text)
    return folder


@pytest.fixture(scope="module")
def client(folder: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("zolik_client", folder / "zolik_client.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def awaited(client: ModuleType) -> Any:
    """The client to be awaited, each of whose calls here is awaited in a loop of its own, in a thread without one."""

    def call(address: str, name: str, *words: Any, key: str = "", retries: int = 3, **fields: Any) -> Any:
        async def ask() -> Any:
            async with client.AsyncZolik(address, key=key, retries=retries) as zolik:
                if name == "stream":
                    return [one async for one in zolik.stream(*words)]
                return await getattr(zolik, name)(*words, **fields)

        with ThreadPoolExecutor(1) as apart:
            return apart.submit(lambda: asyncio.run(ask())).result()

    return call


def test_every_call_is_answered(client: ModuleType, awaited: Any, service: str, service_app: Flask) -> None:
    zolik = client.Zolik(service + "/")
    assert set(client.CALLS) == set(CALLS)
    for name in CALLS:
        expected = service_app.test_client().post(f"/v1/{name}", json=EXAMPLES[name]).get_json()
        assert getattr(zolik, name)(**EXAMPLES[name]) == expected
        assert awaited(service + "/", name, **EXAMPLES[name]) == expected
    assert zolik.rules("family")["id"] == awaited(service, "rules", "family")["id"] == "family"
    assert zolik.rules()["default"] == awaited(service, "rules")["default"] == "zoliky-online"


def test_batches_are_answered_in_order(client: ModuleType, awaited: Any, service: str) -> None:
    zolik = client.Zolik(service)
    requests = [
        {"call": "opening", "hand": HAND},
        {"call": "opening", "hand": "7Q"},
        {"call": "check", "hand": "♦7", "melds": []},
    ]
    results = zolik.batch(requests)
    assert (results[0]["points"], results[1]["status"], results[2]["legal"]) == (57, 422, True)
    assert list(zolik.stream(requests)) == results
    assert awaited(service, "batch", requests) == awaited(service, "stream", requests) == results


def test_a_problem_says_where(client: ModuleType, awaited: Any, service: str) -> None:
    with pytest.raises(client.ZolikProblem, match="422 invalid_request: /hand/1"):
        awaited(service, "opening", hand=["7D", "7Q"])
    with pytest.raises(client.ZolikProblem, match="422 invalid_request: /hand/1") as raised:
        client.Zolik(service).opening(hand=["7D", "7Q"])
    assert (raised.value.status, raised.value.errors[0]["code"]) == (422, "bad_card")
    with pytest.raises(client.ZolikProblem) as raised:
        client.Zolik(service).rules("no")
    assert (raised.value.status, raised.value.code) == (404, "unknown_profile")


def test_a_service_that_is_not_there(client: ModuleType, awaited: Any) -> None:
    with pytest.raises(httpx.ConnectError):
        awaited("http://127.0.0.1:9", "opening", hand=HAND)
    with pytest.raises(OSError, match="refused"):
        client.Zolik("http://127.0.0.1:9", timeout=1).opening(hand=HAND)


def test_a_busy_service_is_asked_again(client: ModuleType, awaited: Any) -> None:
    with served(create_app(Settings(rate_limit="1/second"))) as address:
        zolik = client.Zolik(address)
        assert [zolik.check(hand="7D", melds=[])["legal"] for _ in range(3)] == [True] * 3
        hasty = client.Zolik(address, retries=0)
        with pytest.raises(client.ZolikProblem) as raised:
            [hasty.check(hand="7D", melds=[]) for _ in range(3)]
        assert (raised.value.status, raised.value.retry_after) == (429, 1.0)
        assert [awaited(address, "check", hand="7D", melds=[])["legal"] for _ in range(3)] == [True] * 3
        with pytest.raises(client.ZolikProblem, match="429"):
            [awaited(address, "check", hand="7D", melds=[], retries=0) for _ in range(3)]


def test_a_key_is_told(client: ModuleType, awaited: Any) -> None:
    with served(create_app(Settings(api_keys="k"))) as address:
        assert client.Zolik(address, key="k").check(hand="7D", melds=[])["legal"]
        assert awaited(address, "check", hand="7D", melds=[], key="k")["legal"]
        with pytest.raises(client.ZolikProblem, match="401 key_needed"):
            client.Zolik(address).check(hand="7D", melds=[])


def test_an_answer_that_is_no_problem_record(client: ModuleType, awaited: Any) -> None:
    def gateway(environ: Any, start: Any) -> list[bytes]:
        start("502 Bad Gateway", [("Content-Type", "text/html")])
        return [b"<h1>no</h1>"]

    with served(gateway) as address, pytest.raises(client.ZolikProblem) as raised:
        client.Zolik(address).opening(hand=HAND)
    assert (raised.value.status, raised.value.code) == (502, "unknown")
    with served(gateway) as address, pytest.raises(client.ZolikProblem, match="502 unknown"):
        awaited(address, "opening", hand=HAND)


@pytest.mark.parametrize("guide", ["guide.md", "guide.cs.md", "guide.sk.md"])
def test_the_guides_snippets_run(folder: Path, service: str, guide: str) -> None:
    snippets = re.findall(r"```python\n(.*?)```", (ROOT / "api" / "docs" / guide).read_text(), re.DOTALL)
    assert len(snippets) == 2
    for snippet in snippets:
        (folder / "game.py").write_text(snippet.replace("http://127.0.0.1:8000", service))
        done = subprocess.run([sys.executable, "game.py"], cwd=folder, capture_output=True, text=True, check=True)
        assert done.stdout.strip()
    assert snippets[0].splitlines()[0] in FILE.read_text()


def test_a_games_code_is_typed_and_runs(folder: Path, service: str) -> None:
    (folder / "user.py").write_text(USER.replace("ADDRESS", service))
    done = mypy(folder, "user.py")
    assert done.returncode == 0, done.stdout
    told = subprocess.run([sys.executable, "user.py"], cwd=folder, capture_output=True, text=True, check=True).stdout
    assert told.splitlines()[-4:] == ["1 True", "True", "family zoliky-online", "2"]


def test_what_is_wrong_in_a_games_code_is_told(folder: Path) -> None:
    (folder / "wrong.py").write_text(WRONG)
    told = mypy(folder, "wrong.py").stdout
    assert re.findall(r"^wrong.py:(\d+): error", told, re.MULTILINE) == ["4", "5", "6"], told


def mypy(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    """The types of the client, of its types and of a game's module, strictly."""
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", *SERVED, name]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=240)


def test_the_installed_package_has_it_too(service: str) -> None:
    assert installed.Zolik(service).opening(hand=HAND)["points"] == 57


@pytest.mark.parametrize("kind", [installed.Zolik, installed.AsyncZolik])
def test_every_call_says_what_the_document_says(kind: type) -> None:
    for call in calls(document()):
        if call.name != "batch":
            hints = get_type_hints(getattr(kind, call.name), {"to": client_types, **vars(installed)})
            told = [get_args(hint)[0] if get_origin(hint) is Unpack else hint for hint in hints.values()]
            assert [one.__name__ for one in told] == [call.asked, call.answered], call.name


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
