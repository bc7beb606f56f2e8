"""The OpenAPI 3.1 document, made from the schemas of requests, the shapes of answers, the calls and their examples."""

from __future__ import annotations

from typing import Any, Final

from api.answers.describe import TEXT, answer_components, ref, said, tagged
from api.answers.problem_examples import GROUPS, OF_CALLS, ProblemGroup
from api.http.body import JSON_TYPE, LINES_TYPE
from api.http.keys import HEADER
from api.problems import PROBLEM_TYPE, problem_of
from api.requests.actions import ACTIONS, MeldInputSchema
from api.requests.cards import CARD_COMPONENTS
from api.requests.examples import BATCH, EXAMPLES
from api.requests.fields import JsonSchema, StrictSchema, component_name, object_schema
from api.requests.position import CHOICES, DrawnSchema, OpponentSchema, PlayerSchema, TableMeldSchema
from api.service.batch_items import MAX_ITEMS, read_item
from api.service.calls import CALLS, Call
from api.wire import json_bytes
from solver.rules.presets import DEFAULT_PROFILE
from solver.rules.profile import MEANINGS, PARAMETERS

VERSION: Final = "1.0.0"
_NESTED: Final[tuple[StrictSchema, ...]] = (
    TableMeldSchema(),
    DrawnSchema(),
    OpponentSchema(),
    PlayerSchema(),
    MeldInputSchema(),
)
_NO_METHOD: Final = 405
"""Answered to methods that an address does not know, so by none of the operations here."""
_INFO: Final[JsonSchema] = {
    "title": "Zoliky advisor",
    "version": VERSION,
    "summary": "Exact analysis of hands and turns in Žolíky (žolík, Joker), the Czech and Slovak rummy",
    "description": "What can be opened, closed, laid and thrown, proved over all legal turns, in five rule sets. "
    "Guides, the rules and this reference are at `/docs`.",
    "contact": {"name": "The operator of this service"},
    "license": {"name": "All rights reserved", "identifier": "LicenseRef-All-Rights-Reserved"},
}
_ANALYSIS, _JUDGING, _RULES, _SERVICE = "analysis", "judging", "rules", "service"
_TAGS: Final = {
    _ANALYSIS: "What is best in a position.",
    _JUDGING: "What is legal, and what a deal costs.",
    _RULES: "The rule sets with every parameter.",
    _SERVICE: "How the service itself is.",
}


def document(*, keys: bool = False) -> JsonSchema:
    """The OpenAPI 3.1 document of the service; with `keys` it says that one is needed."""
    schemes = {
        "bearer": {"type": "http", "scheme": "bearer"},
        "key": {"type": "apiKey", "in": "header", "name": HEADER},
    }
    return {
        "openapi": "3.1.0",
        "info": _INFO,
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": meaning} for name, meaning in _TAGS.items()],
        "security": [{name: []} for name in schemes] if keys else [],
        "paths": {
            **{f"/v1/{call.name}": {"post": _operation(call)} for call in CALLS.values()},
            "/v1/batch": {"post": _batch()},
            **_reading(),
        },
        "components": {
            "schemas": components(),
            "responses": {f"Problem{group.status}": _problem(group) for group in GROUPS if group.status != _NO_METHOD},
            "headers": _HEADERS,
            **({"securitySchemes": schemes} if keys else {}),
        },
    }


def _operation(call: Call) -> JsonSchema:
    example = EXAMPLES[call.name]
    return {
        "operationId": call.name,
        "tags": [_ANALYSIS if call.analyse else _JUDGING],
        "summary": call.summary,
        "description": _described(call.schema, _answer_name(call)),
        "parameters": [_LANGUAGE],
        "requestBody": {"required": True, "content": _json(ref(component_name(call.schema)), example)},
        "responses": {
            "200": _answer(_json(ref(_answer_name(call)), call.reply(example, "en", 1000))),
            **_references(*OF_CALLS),
        },
    }


def _described(schema: StrictSchema, answer: str) -> str:
    """What is asked and what is answered, as their schemas say it."""
    return f"Asked: {(schema.__doc__ or '').strip()} Answered: {answer_components()[answer]['description']}"


def _answer_name(call: Call) -> str:
    return f"{call.name.capitalize()}Answer"


def _batch() -> JsonSchema:
    """Many calls at once, in either of two forms."""
    results = [_replied(request) for request in BATCH["requests"]]
    lines = "an object a line, as in `requests`; each is answered by a line as soon as it is known"
    text: JsonSchema = {"schema": {"description": lines}}
    return {
        "operationId": "batch",
        "tags": [_ANALYSIS],
        "summary": "Many calls at once, each answered for itself",
        "description": "As one JSON document, or streamed: a line of JSON each, answered line by line.",
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
    return "".join(f"{json_bytes(item).decode()}\n" for item in items)


def _answer(content: JsonSchema) -> JsonSchema:
    return {"description": "The answer", "headers": _header_references("X-Request-ID"), "content": content}


def _references(*statuses: int) -> JsonSchema:
    return {str(status): {"$ref": f"#/components/responses/Problem{status}"} for status in statuses}


def _header_references(*names: str) -> JsonSchema:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


_HEADERS: Final[JsonSchema] = {
    "X-Request-ID": {"description": "The request's id, which the logs hold too", "schema": TEXT},
    "Retry-After": {"description": "After how many seconds to ask again", "schema": {"type": "integer", "minimum": 1}},
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
    name = {
        "name": "id",
        "in": "path",
        "required": True,
        "description": "The rule set's id.",
        "schema": TEXT,
        "example": DEFAULT_PROFILE,
    }
    rule_sets = _read(_RULES, "rules", "Every rule set, with every parameter", ref("ProfileList"), 401, 408, 429)
    rule_set = _read(_RULES, "rule_set", "One rule set, with every parameter", ref("Profile"), 401, 404, 408, 429)
    figures = _read(_SERVICE, "metrics", "Figures for Prometheus", TEXT, 408, type_="text/plain")
    figures["responses"]["200"]["content"]["text/plain"]["example"] = "zolik_requests_total 1.0\n"
    alive = _read(_SERVICE, "healthz", "The process lives", ref("ServiceStatus"), 408)
    ready = _read(_SERVICE, "readyz", "The solver answers", ref("ServiceStatus"), 408, 503)
    this = _read(_SERVICE, "openapi", "This document", {"type": "object"}, 408)
    return {
        "/v1/rules": {"get": rule_sets},
        "/v1/rules/{id}": {"get": {**rule_set, "parameters": [name]}},
        **{f"/{one['operationId']}": {"get": one} for one in (alive, ready, figures)},
        "/openapi.json": {"get": this},
    }


def _read(tag: str, name: str, summary: str, schema: JsonSchema, *problems: int, type_: str = JSON_TYPE) -> JsonSchema:
    return {
        "operationId": name,
        "tags": [tag],
        "summary": summary,
        "description": f"{summary}.",
        "responses": {"200": _answer({type_: {"schema": schema}}), **_references(*problems)},
    }


def _json(schema: JsonSchema, example: Any = None) -> JsonSchema:
    return {"application/json": {"schema": schema, **({} if example is None else {"example": example})}}


def _problem(group: ProblemGroup) -> JsonSchema:
    examples = {name: {"value": one} for name, one in group.as_json().items()}
    return {
        "description": group.meaning,
        "headers": _header_references("X-Request-ID", *group.headers),
        "content": {PROBLEM_TYPE: {"schema": ref("Problem"), "examples": examples}},
    }


def components() -> JsonSchema:
    """The named schemas of all requests and answers."""
    schemas = (*_NESTED, *(call.schema for call in CALLS.values()))
    actions = {name: f"{name.capitalize()}ActionInput" for name in ACTIONS}
    items = {name: f"{name.capitalize()}Item" for name in CALLS}
    return {
        **{component_name(schema): object_schema(schema) for schema in schemas},
        **CARD_COMPONENTS,
        **{name: {"type": "string", "enum": list(words)} for name, words in CHOICES.items()},
        "ActionInput": said(tagged("type", actions), "One action of a turn."),
        **{actions[name]: _tagged(schema, "type", name) for name, (schema, _) in ACTIONS.items()},
        "Batch": _batch_schema(),
        "BatchItem": said(tagged("call", items), "A call with its fields."),
        **{items[call.name]: _tagged(call.schema, "call", call.name) for call in CALLS.values()},
        "RulesOverride": _rules_override(),
        **answer_components(),
    }


def _tagged(schema: StrictSchema, tag: str, value: str) -> JsonSchema:
    """The schema of a record that says by one word what it is."""
    plain = object_schema(schema)
    return {
        **plain,
        "properties": {tag: {**TEXT, "const": value}, **plain["properties"]},
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
    base = said(ref("ProfileId"), f"the profile; default {DEFAULT_PROFILE}")
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
