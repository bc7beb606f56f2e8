"""The OpenAPI 3.1 document, made from the schemas, the calls and their examples."""

from __future__ import annotations

from typing import Any, Final

from api.answers.problem_examples import GROUPS, OF_CALLS, ProblemGroup
from api.answers.schemas import ANSWER_SCHEMAS, TEXT, const, many, record, ref, said
from api.http.body import JSON_TYPE, LINES_TYPE
from api.http.keys import HEADER
from api.problems import PROBLEM_TYPE, problem_of
from api.requests.actions import ACTIONS, MeldInputSchema
from api.requests.cards import CARD_INPUT
from api.requests.examples import BATCH, EXAMPLES
from api.requests.fields import JsonSchema, StrictSchema, component_name, object_schema
from api.requests.position import DrawnSchema, OpponentSchema, PlayerSchema, TableMeldSchema
from api.service.batch_items import MAX_ITEMS, read_item
from api.service.calls import CALLS, Call
from api.wire import json_bytes
from solver.rules.presets import DEFAULT_PROFILE, PROFILES
from solver.rules.profile import MEANINGS, PARAMETERS

VERSION: Final = "1.0.0"
_NESTED: Final[tuple[StrictSchema, ...]] = (
    TableMeldSchema(),
    DrawnSchema(),
    OpponentSchema(),
    PlayerSchema(),
    MeldInputSchema(),
)


def document(*, keys: bool = False) -> JsonSchema:
    """The OpenAPI 3.1 document of the service; with `keys` it says that one is needed."""
    schemes = {
        "bearer": {"type": "http", "scheme": "bearer"},
        "key": {"type": "apiKey", "in": "header", "name": HEADER},
    }
    secured: JsonSchema = {"security": [{"bearer": []}, {"key": []}]} if keys else {}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Žolíky advisor",
            "version": VERSION,
            "summary": "Exact analysis of hands and turns in Žolíky (žolík, Joker), the Czech and Slovak rummy",
        },
        "servers": [{"url": "/"}],
        **secured,
        "paths": {
            **{f"/v1/{one.name}": {"post": _operation(one)} for one in CALLS.values()},
            "/v1/batch": {"post": _batch()},
            **_reading(),
        },
        "components": {
            "schemas": _components(),
            "responses": {f"Problem{one.status}": _problem(one) for one in GROUPS},
            "headers": _HEADERS,
            **({"securitySchemes": schemes} if keys else {}),
        },
    }


def _operation(call: Call) -> JsonSchema:
    example = EXAMPLES[call.name]
    return {
        "operationId": call.name,
        "summary": call.summary,
        "parameters": [_LANGUAGE],
        "requestBody": {"required": True, "content": _json(ref(component_name(call.schema)), example)},
        "responses": {
            "200": _answer(_json(ref(_answer_name(call)), call.reply(example, "en", 1000))),
            **_references(*OF_CALLS),
        },
    }


def _answer_name(call: Call) -> str:
    return f"{call.name.capitalize()}Answer"


def _batch() -> JsonSchema:
    """Many calls at once, in either of two forms."""
    results = [_replied(one) for one in BATCH["requests"]]
    lines = "an object a line, as in `requests`; each is answered by a line as soon as it is known"
    text: JsonSchema = {"schema": {"description": lines}}
    return {
        "operationId": "batch",
        "summary": "Many calls at once, each answered for itself",
        "parameters": [_LANGUAGE],
        "requestBody": {
            "required": True,
            "content": {
                **_json(ref("Batch"), BATCH),
                LINES_TYPE: {**text, "example": _lines(BATCH["requests"])},
            },
        },
        "responses": {
            "200": _answer(
                {
                    **_json(ref("BatchAnswer"), {"results": results}),
                    LINES_TYPE: {**text, "example": _lines(results)},
                }
            ),
            **_references(*OF_CALLS),
        },
    }


def _replied(asked: JsonSchema) -> JsonSchema:
    """What a batch answers to an item."""
    try:
        call, body, language = read_item(asked, "en")
        return call.reply(body, language, 1000)
    except Exception as error:
        return problem_of(error).as_json("en")


def _lines(items: list[JsonSchema]) -> str:
    return "".join(f"{json_bytes(one).decode()}\n" for one in items)


def _answer(content: JsonSchema) -> JsonSchema:
    return {"description": "The answer", "headers": _header_references("X-Request-ID"), "content": content}


def _references(*statuses: int) -> JsonSchema:
    return {str(status): {"$ref": f"#/components/responses/Problem{status}"} for status in statuses}


def _header_references(*names: str) -> JsonSchema:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


_HEADERS: Final[JsonSchema] = {
    "X-Request-ID": {"description": "The request's id, which the logs hold too", "schema": TEXT},
    "Retry-After": {"description": "After how many seconds to ask again", "schema": {"type": "integer", "minimum": 1}},
    "Allow": {"description": "The methods that the address knows", "schema": TEXT},
    "WWW-Authenticate": {"description": "How a key is told", "schema": TEXT},
}

_LANGUAGE: Final[JsonSchema] = {
    "name": "Accept-Language",
    "in": "header",
    "description": "The language of texts, unless the body names one.",
    "schema": {"type": "string"},
    "example": "cs",
}


def _reading() -> JsonSchema:
    """The calls without a body."""
    name = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}, "example": DEFAULT_PROFILE}
    rule_set = _read("rule_set", "One rule set, with every parameter", ref("Profile"), 401, 404, 429)
    ready = _read("readyz", "The solver answers", ref("Status"), 503, example={"status": "ready"})
    figures = _read("metrics", "Figures for Prometheus", TEXT, type_="text/plain", example="zolik_requests_total 1.0\n")
    return {
        "/v1/rules": {"get": _read("rules", "Every rule set, with every parameter", ref("Profiles"), 401, 429)},
        "/v1/rules/{id}": {"get": {**rule_set, "parameters": [name]}},
        "/healthz": {"get": _read("healthz", "The process lives", ref("Status"), example={"status": "ok"})},
        "/readyz": {"get": ready},
        "/metrics": {"get": figures},
        "/openapi.json": {"get": _read("openapi", "This document", {"type": "object"})},
    }


def _read(
    name: str, summary: str, schema: JsonSchema, *problems: int, example: Any = None, type_: str = JSON_TYPE
) -> JsonSchema:
    content = {type_: {"schema": schema, **({} if example is None else {"example": example})}}
    return {"operationId": name, "summary": summary, "responses": {"200": _answer(content), **_references(*problems)}}


def _json(schema: JsonSchema, example: Any = None) -> JsonSchema:
    return {"application/json": {"schema": schema, **({} if example is None else {"example": example})}}


def _problem(group: ProblemGroup) -> JsonSchema:
    examples = {name: {"value": one} for name, one in group.as_json().items()}
    return {
        "description": group.meaning,
        "headers": _header_references("X-Request-ID", *group.headers),
        "content": {PROBLEM_TYPE: {"schema": ref("Problem"), "examples": examples}},
    }


def _components() -> JsonSchema:
    schemas = (*_NESTED, *(call.schema for call in CALLS.values()))
    return {
        **{component_name(one): object_schema(one) for one in schemas},
        "CardInput": CARD_INPUT,
        "ActionInput": {
            "description": "One action of a turn.",
            "oneOf": [_tagged(schema, "type", name) for name, (schema, _) in ACTIONS.items()],
        },
        "Batch": _batch_schema(),
        "BatchItem": {
            "description": "A call with its fields.",
            "oneOf": [_tagged(one.schema, "call", one.name) for one in CALLS.values()],
        },
        "BatchAnswer": record("A batch answered.", results=said(many(ref("BatchResult")), "in the order of requests")),
        "BatchResult": {
            "description": "An answer, or the problem in its place.",
            "anyOf": [*(ref(_answer_name(one)) for one in CALLS.values()), ref("Problem")],
        },
        "RulesOverride": _rules_override(),
        **ANSWER_SCHEMAS,
    }


def _tagged(schema: StrictSchema, tag: str, value: str) -> JsonSchema:
    """The schema of a record that says by one word what it is."""
    plain = object_schema(schema)
    return {
        **plain,
        "properties": {tag: const(value), **plain["properties"]},
        "required": [tag, *plain.get("required", ())],
    }


def _batch_schema() -> JsonSchema:
    items = {"anyOf": [ref("BatchItem"), {"description": "anything else is answered by a problem in its place"}]}
    return {
        "type": "object",
        "description": "Many calls at once. An item that is wrong fails for itself.",
        "properties": {"requests": {"type": "array", "items": items, "maxItems": MAX_ITEMS}},
        "required": ["requests"],
        "additionalProperties": False,
    }


def _rules_override() -> JsonSchema:
    base = {"type": "string", "enum": list(PROFILES), "description": f"the profile; default {DEFAULT_PROFILE}"}
    return {
        "type": "object",
        "description": "A profile with some parameters replaced: house rules.",
        "properties": {
            "base": base,
            **{name: {**one.describe(), "description": MEANINGS[name]} for name, one in PARAMETERS.items()},
        },
        "additionalProperties": False,
        "examples": [{"base": "joker-club", "opening_minimum": 51}],
    }
