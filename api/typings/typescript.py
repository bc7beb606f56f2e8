"""TypeScript's types of a document, and of the client `zolik-client.js`."""

from __future__ import annotations

import json
from typing import Final

from api.typings.declared import Alias, Json, Record, calls, choices, constants, declared, reference

_HEAD: Final = """\
/* Types of zolik-client.js and of what the service is asked and answers, made of its OpenAPI document:
 * `python -m api.typings`. */
"""
_CLIENT: Final = """\
/** What the service answers in place of an answer: status, code, detail, and errors with their pointers. */
export class ZolikProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: BadField[];
  /** After how many seconds to ask again, where the service has told. */
  readonly retryAfter: number | null;
}

/** The key where the operator has set some; milliseconds until a call is given up (30,000); how often a busy service
 * is asked again, after it has told how long to wait (3). */
export interface ZolikOptions {
  key?: string;
  timeout?: number;
  retries?: number;
}

/** A service at an address. Its calls throw ZolikProblem, and TypeError where it cannot be reached. */
export class Zolik {
  constructor(address: string, options?: ZolikOptions);
CALLS
  /** One rule set with every parameter, or all of them. */
  rules(ruleSet: ProfileId): Promise<Profile>;
  rules(): Promise<ProfileList>;
  /** The answer of a call by its name. */
  ask<Name extends keyof Calls>(call: Name, body: Calls[Name]["asked"]): Promise<Calls[Name]["answered"]>;
  /** Up to 1000 calls at once; each result is an answer, or a problem with its status. */
  batch(requests: readonly BatchItem[]): Promise<BatchResult[]>;
  /** The same, each result as soon as it is known. */
  stream(requests: readonly BatchItem[]): AsyncGenerator<BatchResult, void, undefined>;
}
"""
_PLAIN: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript_types(document: Json) -> str:
    """The declarations that go with `zolik-client.js`."""
    single = [call for call in calls(document) if call.name != "batch"]
    methods = "".join(
        f"  /** {one.summary}. */\n  {one.name}(asked: {one.asked}): Promise<{one.answered}>;\n" for one in single
    )
    pairs = "".join(f"  {one.name}: {{ asked: {one.asked}; answered: {one.answered} }};\n" for one in single)
    told = f"/** What each call is asked and answers. */\nexport interface Calls {{\n{pairs}}}\n"
    return "\n".join([_HEAD, _CLIENT.replace("CALLS\n", methods), told, *map(_declaration, declared(document))])


def _declaration(one: Record | Alias) -> str:
    said = f"/** {one.meaning} */\n" if one.meaning else ""
    if isinstance(one, Alias):
        return f"{said}export type {one.name} = {_type(one.schema, one.asked)};\n"
    lines = []
    for field in one.fields:
        lines += [f"  /** {field.meaning} */"] if field.meaning else []
        lines.append(f"  {field.name}{'' if field.required else '?'}: {_type(field.schema, one.asked)};")
    if one.open:
        lines += ["  /** Further fields: the figures of the fact. */", "  [field: string]: unknown;"]
    extends = f" extends {one.base}" if one.base else ""
    return f"{said}export interface {one.name}{extends} {{\n" + "\n".join(lines) + "\n}\n"


def _type(schema: Json, asked: bool) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return reference(schema)
    choice = choices(schema)
    if choice:
        return " | ".join(dict.fromkeys(_type(one, asked) for one in choice))
    words = constants(schema)
    if words:
        return " | ".join(json.dumps(word) for word in words)
    kind = schema.get("type")
    if kind == "array":
        inner = _type(schema["items"], asked)
        return f"{'readonly ' if asked else ''}{f'({inner})' if ' ' in inner else inner}[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"{{ [name: string]: {_type(values, asked) if values else 'unknown'} }}"
    return _PLAIN.get(str(kind), "unknown")
