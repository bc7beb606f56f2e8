"""Python's types of a document: a `TypedDict` for each record, so that JSON stays JSON and is known all the same."""

from __future__ import annotations

import json
import keyword
from graphlib import TopologicalSorter
from typing import Final

from api.typings.declared import Alias, Field, Json, Record, choices, constants, declared, reference, references

_HEAD: Final = '''\
"""Types of what the service is asked and answers, made of its OpenAPI document: `python -m api.typings`.

Each record is a dictionary as the service sends and takes it. A `Reason` has further fields: the figures of its fact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

# ruff: noqa: E501
# fmt: off
'''
_PLAIN: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def python_types(document: Json) -> str:
    """The module."""
    return _Module(declared(document)).text()


class _Module:
    """The module of some declarations."""

    def __init__(self, found: list[Record | Alias]) -> None:
        self.found = found
        self.records = {one.name for one in found if isinstance(one, Record)}

    def text(self) -> str:
        """Records, then the names of unions and words, each after those that it is made of: all can be evaluated."""
        names = "".join(f'    "{one}",\n' for one in sorted(one.name for one in self.found))
        records = [one for one in self.found if isinstance(one, Record)]
        aliases = {one.name: one for one in self.found if isinstance(one, Alias)}
        needs = {name: [*references(one.schema)] for name, one in aliases.items()}
        ordered = [aliases[name] for name in TopologicalSorter(needs).static_order() if name in aliases]
        shown: list[Record | Alias] = [*records, *ordered]
        return "\n".join([_HEAD, f"__all__ = [\n{names}]\n", *map(self.declaration, shown)])

    def declaration(self, one: Record | Alias) -> str:
        if isinstance(one, Alias):
            return f"\n{one.name}: TypeAlias = {self.type(one.schema, one.asked)}\n" + _said(one.meaning)
        taken = [field for field in one.fields if keyword.iskeyword(field.name)]
        bases = ", ".join([*([one.base] if one.base else []), *([f"_{one.name}"] if taken else [])]) or "TypedDict"
        lines = [_said(one.meaning, "    "), "\n"]
        for field in one.fields:
            if field not in taken:
                type_ = self.type(field.schema, one.asked)
                lines.append(f"    {field.name}: {_wanted(type_, field.required)}\n")
                lines.append(_said(field.meaning, "    "))
        return self.apart(one, taken) + f"\nclass {one.name}({bases}):\n" + "".join(lines)

    def apart(self, one: Record, taken: list[Field]) -> str:
        """The fields of a record whose names Python has taken, as a record that it extends."""
        if not taken:
            return ""
        types = {field.name: f"'{self.type(field.schema, one.asked)}'" for field in taken}
        fields = [f'"{field.name}": {_wanted(types[field.name], field.required)}' for field in taken]
        return f'\n_{one.name} = TypedDict("_{one.name}", {{{", ".join(fields)}}})\n\n'

    def type(self, schema: Json, asked: bool) -> str:
        """A schema as a type; in a question what an answer has said can be asked again."""
        if "$ref" in schema:
            name = reference(schema)
            answered = name.removesuffix("Input")
            both = asked and answered != name and {name, answered} <= self.records
            return f"{name} | {answered}" if both else name
        choice = choices(schema)
        if choice:
            return " | ".join(dict.fromkeys(self.type(one, asked) for one in choice))
        words = constants(schema)
        if words:
            return f"Literal[{', '.join(json.dumps(word) for word in words)}]"
        kind = schema.get("type")
        if kind == "array":
            return f"{'Sequence' if asked else 'list'}[{self.type(schema['items'], asked)}]"
        if kind == "object":
            values = schema.get("additionalProperties")
            return f"{'Mapping' if asked else 'dict'}[str, {self.type(values, asked) if values else 'Any'}]"
        return _PLAIN.get(str(kind), "Any")


def _wanted(type_: str, required: bool) -> str:
    return type_ if required else f"NotRequired[{type_}]"


def _said(meaning: str, indent: str = "") -> str:
    """What is said of a name, as the string after it."""
    closed = f"{meaning} " if meaning.endswith('"') else meaning
    return f'{indent}"""{closed}"""\n' if meaning else ""
