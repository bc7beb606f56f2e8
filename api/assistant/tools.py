"""The tools: a call each, with the schemas of the OpenAPI document, and the rule sets.

A tool is asked for what a player sees; no field of a request holds cards that he does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from api.answers.rules import profile_json, profiles_json
from api.http.openapi import components
from api.requests.fields import component_name
from api.service.calls import CALLS, Call
from solver.rules.presets import PROFILES

Json = dict[str, Any]

_REF: Final = re.compile(r"#/components/schemas/(\w+)")
_CARDS: Final = (
    " Cards are texts as people write them (7♦, 10D, JK for a joker). Tell only what the player sees; say `language` "
    "(en, cs or sk) to get sentences in it. Repeat the answer's `explanation`, and never cards that it does not name."
)


@dataclass(frozen=True, slots=True)
class CallTool:
    """One tool: what it is asked and answers, as JSON Schemas, and how it answers."""

    name: str
    title: str
    about: str
    asked: Json
    answered: Json
    answer: Callable[[Json], Json]


@cache
def tools(time_ms: int) -> Mapping[str, CallTool]:
    """Every tool by name; `time_ms` is the solver's budget where a request tells none."""
    schemas = components()
    made = [_of_call(call, schemas, time_ms) for call in CALLS.values()]
    return {one.name: one for one in (*made, _rules(schemas))}


def _of_call(call: Call, schemas: Json, time_ms: int) -> CallTool:
    return CallTool(
        call.name,
        call.summary,
        call.about + _CARDS,
        _whole(schemas[component_name(call.schema)], schemas),
        _whole(schemas[f"{call.name.capitalize()}Answer"], schemas),
        lambda body: call.reply(body, "en", time_ms),
    )


def _rules(schemas: Json) -> CallTool:
    ids: Json = {"type": "string", "enum": [*PROFILES], "description": "one rule set; absent: all of them"}
    asked: Json = {"type": "object", "properties": {"id": ids}, "additionalProperties": False}
    return CallTool(
        "rules",
        "The rule sets",
        "The rule sets: every parameter with its value, meaning, allowed values and source.",
        asked,
        _whole(schemas["ProfileList"], schemas),
        _answer_rules,
    )


def _answer_rules(asked: Json) -> Json:
    """All rule sets, or the one that is asked for. Raises Problem."""
    wanted = asked.get("id")
    if wanted is None:
        return profiles_json()
    return {**profiles_json(), "profiles": [profile_json(wanted)]}


def _whole(schema: Json, schemas: Json) -> Json:
    """A schema with all those that it refers to inside it, as tools have them."""
    needed: dict[str, Json] = {}
    left = _named(schema)
    while left:
        name = left.pop()
        if name not in needed:
            needed[name] = schemas[name]
            left |= _named(schemas[name])
    inside = {name: _moved(needed[name]) for name in sorted(needed)}
    moved: Json = _moved(schema)
    return {**moved, **({"$defs": inside} if inside else {})}


def _named(value: Any) -> set[str]:
    """The schemas that a schema refers to."""
    if isinstance(value, dict):
        return {found for one in value.values() for found in _named(one)}
    if isinstance(value, list):
        return {found for one in value for found in _named(one)}
    match = _REF.fullmatch(value) if isinstance(value, str) else None
    return {match[1]} if match else set()


def _moved(value: Any) -> Any:
    """A schema whose references lead to its own definitions."""
    if isinstance(value, dict):
        return {name: _moved(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_moved(one) for one in value]
    return _REF.sub(r"#/$defs/\1", value) if isinstance(value, str) else value
