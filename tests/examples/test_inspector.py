"""The assistant's server as the protocol's own inspector sees it: it lists what there is, and asks every call."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from api.requests.examples import EXAMPLES
from api.service.calls import CALLS
from solver.rules.presets import PROFILES
from tests.examples.conftest import npm, run

VERSION = "@modelcontextprotocol/inspector@0.22.0"
Inspect: TypeAlias = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def inspect(tmp_path_factory: pytest.TempPathFactory) -> Inspect:
    """Asks the server for something by the inspector's command, which starts it anew each time."""
    folder = tmp_path_factory.mktemp("inspector")
    command = npm(folder, VERSION) / "mcp-inspector"

    def ask(method: str, *more: str) -> dict[str, Any]:
        server = str(Path(sys.executable).with_name("zolik"))
        done = run([str(command), "--cli", server, "mcp", "--method", method, *more], folder, 60)
        assert done.returncode == 0, done.stdout + done.stderr
        assert not done.stderr
        told: dict[str, Any] = json.loads(done.stdout)
        return told

    return ask


def test_the_inspector_lists_tools_resources_and_prompts(inspect: Inspect) -> None:
    tools = {one["name"]: one for one in inspect("tools/list")["tools"]}
    assert {*CALLS} <= {*tools}
    assert all(one["inputSchema"]["type"] == one["outputSchema"]["type"] == "object" for one in tools.values())
    resources = {one["name"] for one in inspect("resources/list")["resources"]}
    assert {*PROFILES, "RULES.md"} <= resources
    assert {one["name"] for one in inspect("prompts/list")["prompts"]} == {"explain_hand", "review_deal"}


@pytest.mark.parametrize("name", [*CALLS])
def test_the_inspector_asks_every_call(inspect: Inspect, name: str) -> None:
    """The inspector holds the answer against the schema that the tool tells, and refuses another."""
    arguments = [f"{field}={json.dumps(value)}" for field, value in EXAMPLES[name].items()]
    told = inspect("tools/call", "--tool-name", name, *(word for one in arguments for word in ("--tool-arg", one)))
    assert not told.get("isError")
    assert told["structuredContent"] == json.loads(told["content"][0]["text"])


def test_the_inspector_is_told_what_is_wrong(inspect: Inspect) -> None:
    told = inspect("tools/call", "--tool-name", "opening", "--tool-arg", 'hand="7D 9Q"')
    assert told["isError"]
    assert json.loads(told["content"][0]["text"])["errors"][0]["code"] == "bad_card"
