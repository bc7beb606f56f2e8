"""The OpenAPI 3.1 document, made from the schemas, the calls and their examples."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import Schema

from api.calls import CALLS, Call
from api.examples import EXAMPLES, PROBLEMS
from api.schemas.actions import ACTIONS, MeldInputSchema
from api.schemas.answers import ANSWER_SCHEMAS, ref
from api.schemas.cards import CARD_INPUT
from api.schemas.fields import JsonSchema, component_name, object_schema
from api.schemas.position import DrawnSchema, OpponentSchema, PlayerSchema, TableMeldSchema
from solver.profiles import DEFAULT_PROFILE, PROFILES
from solver.rules import MEANINGS, PARAMETERS

VERSION: Final = "1.0.0"
_NESTED: Final[tuple[Schema, ...]] = (
    TableMeldSchema(),
    DrawnSchema(),
    OpponentSchema(),
    PlayerSchema(),
    MeldInputSchema(),
)


def document() -> JsonSchema:
    """The OpenAPI 3.1 document of the service."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Žolíky advisor",
            "version": VERSION,
            "summary": "Exact analysis of hands and turns in Žolíky (žolík, Joker), the Czech and Slovak rummy",
        },
        "servers": [{"url": "/"}],
        "paths": {**{f"/v1/{one.name}": {"post": _operation(one)} for one in CALLS.values()}, **_reading()},
        "components": {"schemas": _components(), "responses": _problems()},
    }


def _operation(call: Call) -> JsonSchema:
    example = EXAMPLES[call.name]
    return {
        "operationId": call.name,
        "summary": call.summary,
        "parameters": [_LANGUAGE],
        "requestBody": {"required": True, "content": _json(ref(component_name(call.schema)), example)},
        "responses": {
            "200": {
                "description": "The answer",
                "content": _json(ref(f"{call.name.capitalize()}Answer"), call.reply(example, "en", 1000)),
            },
            **{str(status): {"$ref": f"#/components/responses/Problem{status}"} for status in PROBLEMS},
        },
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
    unknown = {"description": "There is no such profile", "content": _problem_content(_UNKNOWN_PROFILE)}
    name = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}, "example": DEFAULT_PROFILE}
    return {
        "/v1/rules": {"get": _read("rules", "Every rule set, with every parameter", ref("Profiles"))},
        "/v1/rules/{id}": {
            "get": {
                **_read("rule_set", "One rule set, with every parameter", ref("Profile"), {"404": unknown}),
                "parameters": [name],
            }
        },
        "/healthz": {"get": _read("healthz", "The process lives", ref("Status"), example={"status": "ok"})},
        "/readyz": {
            "get": _read(
                "readyz",
                "The solver answers",
                ref("Status"),
                {"503": {"$ref": "#/components/responses/Problem503"}},
                example={"status": "ready"},
            )
        },
        "/openapi.json": {"get": _read("openapi", "This document", {"type": "object"})},
    }


_UNKNOWN_PROFILE: Final = {
    "type": "urn:zolik:problem:unknown_profile",
    "title": "There is no such profile",
    "status": 404,
    "code": "unknown_profile",
    "detail": f"Known profiles: {', '.join(PROFILES)}.",
}


def _read(
    name: str, summary: str, schema: JsonSchema, more: JsonSchema | None = None, *, example: Any = None
) -> JsonSchema:
    answer = {"description": "The answer", "content": _json(schema, example)}
    return {"operationId": name, "summary": summary, "responses": {"200": answer, **(more or {})}}


def _json(schema: JsonSchema, example: Any = None) -> JsonSchema:
    return {"application/json": {"schema": schema, **({} if example is None else {"example": example})}}


def _problem_content(example: JsonSchema) -> JsonSchema:
    return {"application/problem+json": {"schema": ref("Problem"), "example": example}}


def _problems() -> JsonSchema:
    return {
        f"Problem{status}": {"description": meaning, "content": _problem_content(example)}
        for status, (meaning, example) in PROBLEMS.items()
    }


def _components() -> JsonSchema:
    schemas = (*_NESTED, *(call.schema for call in CALLS.values()))
    return {
        **{component_name(one): object_schema(one) for one in schemas},
        "CardInput": CARD_INPUT,
        "ActionInput": {"description": "One action of a turn.", "oneOf": [_action(name) for name in ACTIONS]},
        "RulesOverride": _rules_override(),
        **ANSWER_SCHEMAS,
    }


def _action(name: str) -> JsonSchema:
    schema = object_schema(ACTIONS[name][0])
    return {
        **schema,
        "properties": {"type": {"type": "string", "const": name}, **schema["properties"]},
        "required": ["type", *schema.get("required", ())],
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
