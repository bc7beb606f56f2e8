"""What a document's schemas declare: records with their fields, and names for anything else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

Json = dict[str, Any]
_WORTH: Final = 4
"""A record is told as an extension of another from so many common fields on."""


@dataclass(frozen=True)
class Field:
    """A field of a record."""

    name: str
    schema: Json
    required: bool

    @property
    def meaning(self) -> str:
        """What the field says; empty where its name does."""
        return str(self.schema.get("description", ""))


@dataclass(frozen=True)
class Record:
    """An object with named fields; `base` is the record whose fields it has too, and `fields` are its own."""

    name: str
    meaning: str
    base: str
    fields: tuple[Field, ...]
    open: bool
    """Further fields may come."""
    asked: bool
    """Is it part of a question?"""


@dataclass(frozen=True)
class Alias:
    """A name for a schema that is no record."""

    name: str
    meaning: str
    schema: Json
    asked: bool
    """Is it part of a question?"""


@dataclass(frozen=True)
class Call:
    """A call: its name, what it is for, and the names of what is asked and answered."""

    name: str
    summary: str
    asked: str
    answered: str


def declared(document: Json) -> list[Record | Alias]:
    """All named schemas of an OpenAPI document, in its order."""
    schemas: dict[str, Json] = document["components"]["schemas"]
    records = {name: _fields(schema) for name, schema in schemas.items() if "properties" in schema}
    asked = _asked(document)
    found: list[Record | Alias] = []
    for name, schema in schemas.items():
        meaning = schema.get("description", "")
        if name not in records:
            found.append(Alias(name, meaning, schema, name in asked))
            continue
        base = _base(name, records)
        own = tuple(one for one in records[name] if not base or one not in records[base])
        found.append(Record(name, meaning, base, own, schema.get("additionalProperties") is True, name in asked))
    return found


def calls(document: Json) -> list[Call]:
    """The calls whose question and answer are records of their own, in the document's order."""
    found = []
    for path in document["paths"].values():
        for one in path.values():
            asked = _named(one.get("requestBody", {}))
            answered = _named(one["responses"]["200"])
            if asked and answered:
                found.append(Call(one["operationId"], one["summary"], asked, answered))
    return found


def reference(schema: Json) -> str:
    """The name of the component that a reference names."""
    return str(schema["$ref"]).rpartition("/")[2]


def references(schema: Any) -> Iterator[str]:
    """The names of all components that a part of the document names."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield reference(schema)
        for one in schema.values():
            yield from references(one)
    elif isinstance(schema, list):
        for one in schema:
            yield from references(one)


def _asked(document: Json) -> set[str]:
    """The names of all that is part of a question."""
    schemas = document["components"]["schemas"]
    found = set[str]()
    left = [body for path in document["paths"].values() for each in path.values() for body in _bodies(each)]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += references(schemas[name])
    return found


def _bodies(operation: Json) -> Iterator[str]:
    return references(operation.get("requestBody", {}))


def _named(body: Json) -> str:
    schema = body.get("content", {}).get("application/json", {}).get("schema", {})
    return reference(schema) if "$ref" in schema else ""


def _fields(schema: Json) -> tuple[Field, ...]:
    required = schema.get("required", ())
    return tuple(Field(name, one, name in required) for name, one in schema["properties"].items())


def _base(name: str, records: dict[str, tuple[Field, ...]]) -> str:
    """The largest earlier record all of whose fields this one has too, or an empty text."""
    earlier = list(records)[: list(records).index(name)]
    own = _as_set(records[name])
    fitting = [one for one in earlier if len(records[one]) >= _WORTH and _as_set(records[one]) < own]
    return max(fitting, key=lambda one: len(records[one]), default="")


def choices(schema: Json) -> list[Json]:
    """The schemas of which a value meets one; none if it is no such choice."""
    found: list[Json] = schema.get("anyOf") or schema.get("oneOf") or []
    return found


def constants(schema: Json) -> list[object]:
    """The values that a schema allows one by one; none if it does not list them."""
    return [schema["const"]] if "const" in schema else schema.get("enum", [])


def _as_set(fields: tuple[Field, ...]) -> set[tuple[str, str, bool]]:
    """Fields as a set, to be compared."""
    return {(field.name, repr(field.schema), field.required) for field in fields}
