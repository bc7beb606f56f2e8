"""The server of the Model Context Protocol: tools, the rules as resources, and prompts; over standard input or HTTP."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import anyio
import anyio.to_thread
import mcp_types as types
from mcp import MCPError
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage

from advisor.words.say import LANGUAGES, known_language
from api.answers.rules import profile_json, rules_file
from api.assistant.tools import CallTool, tools
from api.problems import problem_of
from api.requests.strict_json import as_object
from solver.rules.presets import PROFILES

Json = dict[str, Any]

NAME: Final = "zolik"
ABOUT: Final = (
    "Exact analysis of Žolíky (žolík, Joker), the Czech and Slovak rummy: openings, closes, whole turns, legality and "
    "scores in five rule sets. Every answer is computed; do not work out melds yourself, ask. `turn` advises, "
    "`check` judges what somebody wants to do. A position goes from one tool to another by its line (`position`)."
)
MAX_BODY: Final = 256 * 1024
_MARKDOWN, _JSON = "text/markdown", "application/json"


def make_server(time_ms: int, version: str) -> Server[Any]:
    """The server; `time_ms` is the solver's budget where a request tells none."""

    async def list_tools(_: Any, __: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(tool) for tool in tools(time_ms).values()])

    async def call_tool(_: Any, asked: types.CallToolRequestParams) -> types.CallToolResult:
        tool = tools(time_ms).get(asked.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"There is no tool {asked.name!r}.")
        return await anyio.to_thread.run_sync(_answer, tool, asked.arguments or {})

    async def list_resources(_: Any, __: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[_resource(*one) for one in _resources().items()])

    async def read_resource(_: Any, asked: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(asked.uri)
        if uri not in _resources():
            raise MCPError(types.INVALID_PARAMS, f"There is nothing at {uri!r}.")
        _, kind, text = _resources()[uri]
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, mime_type=kind, text=text)])

    async def list_prompts(_: Any, __: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[_prompt(name, one["about"]) for name, one in _prompts().items()])

    async def get_prompt(_: Any, asked: types.GetPromptRequestParams) -> types.GetPromptResult:
        return _filled(asked.name, asked.arguments or {})

    return Server(
        NAME,
        version=version,
        title="Žolíky advisor",
        instructions=ABOUT,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


def serve_stdio(server: Server[Any]) -> None:
    """Serves the program that started this one, until it closes standard input."""

    async def serve() -> None:
        passed, passing = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        async with stdio_server() as (read, write), anyio.create_task_group() as group:
            group.start_soon(_pass_messages, read, passed, write)
            await server.run(passing, write, server.create_initialization_options())

    anyio.run(serve)


async def _pass_messages(read: Any, passed: Any, write: Any) -> None:
    """Passes on what is read; a line that is no message is answered as JSON-RPC says, which the SDK leaves undone."""
    async with passed:
        async for one in read:
            if isinstance(one, Exception):
                fault = types.ErrorData(code=types.PARSE_ERROR, message="The line is no JSON-RPC message.")
                await write.send(SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=None, error=fault)))
            else:
                await passed.send(one)


def serve_http(server: Server[Any], host: str, port: int) -> None:
    """Serves streamable HTTP at /mcp, until SIGTERM or SIGINT; nothing is kept between requests."""
    import uvicorn  # which only this needs

    app = server.streamable_http_app(host=host, stateless_http=True, max_request_body_size=MAX_BODY)
    uvicorn.run(app, host=host, port=port, log_level="warning")


def _tool(one: CallTool) -> types.Tool:
    hints = types.ToolAnnotations(
        title=one.title, read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    return types.Tool(
        name=one.name,
        title=one.title,
        description=one.about,
        input_schema=one.asked,
        output_schema=one.answered,
        annotations=hints,
    )


def _answer(tool: CallTool, asked: Mapping[str, Any]) -> types.CallToolResult:
    """The answer of a tool; a request that cannot be used is one too, with what is wrong in each field."""
    try:
        answer = tool.answer(as_object(dict(asked)))
    except Exception as error:
        told = problem_of(error).as_json(known_language(asked.get("language")))
        return types.CallToolResult(content=[_text(told)], is_error=True)
    return types.CallToolResult(content=[_text(answer)], structured_content=answer)


def _text(answer: Json) -> types.TextContent:
    return types.TextContent(type="text", text=json.dumps(answer, ensure_ascii=False))


@cache
def _resources() -> Mapping[str, tuple[str, str, str]]:
    """The resources by address: title, type and text."""
    found = {}
    for language in LANGUAGES:
        rules = rules_file(language)
        text = rules.read_text(encoding="utf-8")
        found[f"zolik://rules/{rules.name}"] = (f"The rules in words ({language})", _MARKDOWN, text)
    for name in PROFILES:
        told = json.dumps(profile_json(name), ensure_ascii=False)
        found[f"zolik://rules/{name}"] = (f"The rule set {name}", _JSON, told)
    return found


def _resource(uri: str, told: tuple[str, str, str]) -> types.Resource:
    title, kind, text = told
    return types.Resource(
        uri=uri, name=uri.rpartition("/")[2], title=title, mime_type=kind, size=len(text.encode("utf-8"))
    )


@cache
def _prompts() -> Mapping[str, Json]:
    return tomllib.loads((files(__package__) / "prompts.toml").read_text(encoding="utf-8"))


def _prompt(name: str, about: Json) -> types.Prompt:
    arguments = [
        types.PromptArgument(name=one, description=meaning, required=one in about["required"])
        for one, meaning in about["arguments"].items()
    ]
    return types.Prompt(name=name, title=about["title"], description=about["text"], arguments=arguments)


def _filled(name: str, told: Mapping[str, str]) -> types.GetPromptResult:
    """A prompt with its arguments. Raises MCPError for an unknown prompt, argument, language or rule set."""
    if name not in _prompts():
        raise MCPError(types.INVALID_PARAMS, f"There is no prompt {name!r}.")
    prompt = _prompts()[name]
    about: Json = prompt["about"]
    values = {**about["default"], **told}
    wrong = (
        [f"{one} is missing" for one in about["required"] if not values.get(one)]
        + [f"{value} is unknown" for value in values if value not in about["arguments"]]
        + ([] if values["language"] in prompt["texts"] else [f"language is one of {', '.join(prompt['texts'])}"])
        + ([] if values["rules"] in PROFILES else [f"rules is one of {', '.join(PROFILES)}"])
    )
    if wrong:
        raise MCPError(types.INVALID_PARAMS, f"{name}: {'; '.join(wrong)}.")
    text = prompt["texts"][values["language"]].strip()
    for argument in about["arguments"]:
        text = text.replace(f"{{{argument}}}", values[argument], 1)
    message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
    return types.GetPromptResult(description=about["title"], messages=[message])
