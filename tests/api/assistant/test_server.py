"""The server of the Model Context Protocol, asked by the client of the official SDK."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import anyio
import jsonschema
import pytest
from mcp import Client, MCPError, StdioServerParameters

from api.assistant.server import make_server
from api.cli.main import main
from api.requests.examples import EXAMPLES
from api.service.calls import CALLS
from solver.game.position import TOLD
from solver.rules.presets import PROFILES
from tests.live import ROOT, environment

Ask = Callable[[Client], Awaitable[Any]]
HAND = "8♣ 9♣ 10♣ J♣ Q♣ JK 2♥"


def asked(ask: Ask, server: Any = None) -> Any:
    """What a client is answered, of a server in this process by itself."""

    async def run() -> Any:
        async with Client(server or make_server(10_000, "0")) as client:
            try:
                return await ask(client)
            except MCPError as error:  # which would come out in a group
                return error

    with ThreadPoolExecutor(1) as apart:  # the browser of other tests has a loop of its own in this thread
        answer = apart.submit(anyio.run, run).result()
    if isinstance(answer, MCPError):
        raise answer
    return answer


def called(name: str, **arguments: Any) -> Any:
    return asked(lambda client: client.call_tool(name, arguments))


def prompted(name: str, **arguments: str) -> Any:
    return asked(lambda client: client.get_prompt(name, arguments))


@pytest.fixture(scope="module")
def tools() -> dict[str, Any]:
    return {tool.name: tool for tool in asked(lambda client: client.list_tools()).tools}


def test_there_is_a_tool_for_every_call(tools: dict[str, Any]) -> None:
    assert {*tools} == {*CALLS, "rules"}
    for tool in tools.values():
        assert tool.title
        assert len(tool.description) > 40
        assert tool.annotations.read_only_hint
        for schema in (tool.input_schema, tool.output_schema):
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
            assert not {"anyOf", "oneOf", "allOf"} & {*schema}
            refs = set(re.findall(r'"\$ref": "([^"]*)"', json.dumps(schema)))
            assert refs <= {f"#/$defs/{name}" for name in schema.get("$defs", ())}


@pytest.mark.parametrize("name", [*CALLS])
def test_a_tool_answers_as_the_call_does(tools: dict[str, Any], name: str) -> None:
    body = {**EXAMPLES[name], "language": "cs"}
    jsonschema.validate(body, tools[name].input_schema)
    result = called(name, **body)
    assert not result.is_error
    assert result.structured_content == CALLS[name].reply(body, "en", 10_000)
    assert json.loads(result.content[0].text) == result.structured_content
    jsonschema.validate(result.structured_content, tools[name].output_schema)


def test_the_rule_sets(tools: dict[str, Any]) -> None:
    every = called("rules").structured_content
    assert [profile["id"] for profile in every["profiles"]] == [*PROFILES]
    one = called("rules", id="tournament").structured_content
    assert [profile["id"] for profile in one["profiles"]] == ["tournament"]
    for answer in (every, one):
        jsonschema.validate(answer, tools["rules"].output_schema)
    assert called("rules", id="whist").is_error


def test_a_wrong_request_is_told_field_by_field() -> None:
    result = called("opening", hand=["7D", "9Q"], language="cs")
    assert result.is_error
    problem = json.loads(result.content[0].text)
    assert problem["errors"][0]["pointer"] == "/hand/1"
    assert problem["errors"][0]["detail"] == "„9Q“ není karta."
    assert called("opening").is_error
    assert called("opening", hand=HAND, time_ms="soon").is_error
    with pytest.raises(MCPError, match="no tool"):
        called("deal")


def test_hidden_cards_cannot_be_asked_for(tools: dict[str, Any]) -> None:
    """A tool's request holds the fields of a position, which is what a player sees, and no others."""
    wish = {"language", "notation", "time_ms", "alternatives", "position", "rules", "objective", "melds", "actions"}
    for name in {*CALLS} - {"score"}:
        schema = tools[name].input_schema
        assert {*schema["properties"]} <= {one.name for one in TOLD} | wish
        assert schema["additionalProperties"] is False
        assert schema["$defs"]["Opponent"]["additionalProperties"] is False
        assert {*schema["$defs"]["Opponent"]["properties"]} == {"name", "cards", "opened", "picked", "thrown"}
        assert '"array"' not in json.dumps(schema["$defs"]["Opponent"]["properties"]["cards"])
    for wrong in ({"stock": ["7D"]}, {"opponents": [{"name": "Eva", "hand": ["7D"]}]}):
        result = called("turn", hand=HAND, **wrong)
        assert result.is_error
        assert "unknown_field" in result.content[0].text


def test_the_rules_are_resources() -> None:
    async def read(client: Client) -> Any:
        listed = (await client.list_resources()).resources
        return [(one, (await client.read_resource(one.uri)).contents[0]) for one in listed]

    found = {str(one.uri): (one, content) for one, content in asked(read)}
    assert {f"zolik://rules/{name}" for name in (*PROFILES, "RULES.md", "RULES.cs.md", "RULES.sk.md")} == {*found}
    for one, content in found.values():
        assert one.mime_type == content.mime_type
        assert len(content.text.encode()) == one.size
    assert json.loads(found["zolik://rules/family"][1].text)["id"] == "family"
    assert found["zolik://rules/RULES.md"][1].text == (ROOT / "solver" / "rules" / "RULES.md").read_text()
    with pytest.raises(MCPError, match="nothing at"):
        asked(lambda client: client.read_resource("zolik://rules/../secret"))


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
def test_prompts_speak_three_languages(language: str) -> None:
    for name, told in (("explain_hand", {"hand": HAND}), ("review_deal", {"deal": "1. {rules}"})):
        result = prompted(name, **told, language=language, rules="family")
        text = result.messages[0].content.text
        assert next(iter(told.values())) in text
        assert "family" in text
        assert f'"{language}"' in text
        assert all(tool in CALLS for tool in re.findall(r"`(turn|check|opening|outlook)`", text))


def test_prompts_say_what_they_need() -> None:
    prompts = {prompt.name: prompt for prompt in asked(lambda client: client.list_prompts()).prompts}
    assert {name: [arg.name for arg in one.arguments if arg.required] for name, one in prompts.items()} == {
        "explain_hand": ["hand"],
        "review_deal": ["deal"],
    }
    for name, told in (
        ("explain_hand", {}),
        ("explain_hand", {"hand": HAND, "language": "de"}),
        ("explain_hand", {"hand": HAND, "rules": "whist"}),
        ("explain_hand", {"hand": HAND, "more": "x"}),
        ("sing", {}),
    ):
        with pytest.raises(MCPError):
            prompted(name, **told)


def test_over_standard_input() -> None:
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "api.cli.main", "mcp"], env=environment(), cwd=str(ROOT)
    )
    result = asked(lambda client: client.call_tool("opening", {"hand": HAND}), server)
    assert result.structured_content["points"] == 57


def test_over_http() -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    command = [sys.executable, "-m", "api.cli.main", "mcp", "--http", "--port", str(port)]
    process = subprocess.Popen(command, env=environment(), cwd=ROOT)
    try:
        for _ in range(300):
            with socket.socket() as one:
                if not one.connect_ex(("127.0.0.1", port)):
                    break
            time.sleep(0.1)
        address = f"http://127.0.0.1:{port}/mcp"
        assert asked(lambda client: client.call_tool("opening", {"hand": HAND}), address).structured_content["opens"]
        assert len(asked(lambda client: client.list_tools(), address).tools) == len(CALLS) + 1
    finally:
        process.terminate()
        process.wait(30)


def test_the_command_says_what_is_wrong(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["mcp", "--port", "9"]) == 2
    assert "belong to --http" in capfd.readouterr().err
    monkeypatch.setenv("ZOLIK_TIME_MS", "soon")
    assert main(["mcp"]) == 2
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.delitem(sys.modules, "api.assistant.server")
    monkeypatch.delattr("api.assistant.server")
    assert main(["mcp"]) == 3
    assert "zolik[mcp]" in capfd.readouterr().err


def test_a_line_that_is_no_message_is_answered_and_the_next_one_too() -> None:
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}
    lines = [
        "garbage",
        '{"jsonrpc": "2.0"}',
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}),
    ]
    command = [sys.executable, "-m", "api.cli.main", "mcp"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(), stdin=-1, stdout=-1, text=True, encoding="utf-8"
    ) as one:
        assert one.stdin
        assert one.stdout
        one.stdin.write("\n".join(lines) + "\n")
        one.stdin.flush()
        told = [json.loads(one.stdout.readline()) for _ in lines]
        one.stdin.close()
        assert one.wait(30) == 0
    assert [(each["id"], each.get("error", {}).get("code")) for each in told] == [
        (None, -32700),
        (None, -32700),
        (1, None),
    ]
