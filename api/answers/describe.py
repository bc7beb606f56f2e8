"""JSON Schemas of the answers' shapes, for the OpenAPI document."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NewType,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from advisor.answers import MeldFate, PlanKind
from api.answers import action_shapes, shapes
from api.requests.fields import JsonSchema
from api.requests.labels import CardWithId, NamedCard
from solver.game.melds import MeldKind
from solver.game.phase import Phase

TEXT: Final[JsonSchema] = {"type": "string"}
_PLAIN: Final[dict[Any, JsonSchema]] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: TEXT,
    Any: {},
    dict[str, Any]: {"type": "object"},
}
_UNIONS: Final[dict[Any, tuple[str, JsonSchema]]] = {
    NamedCard: (
        "Card",
        {
            "description": "A card as a text, or with the id that the caller gave it.",
            "examples": ["7D", {"card": "7D", "id": "c-17"}],
        },
    ),
    action_shapes.Action: ("Action", {"description": "One action of a turn."}),
    shapes.BatchResult: ("BatchResult", {"description": "An answer, or the problem in its place."}),
}
"""Unions that are schemas of their own: name, and what is said of them."""
_NAMED: Final[dict[Any, str]] = {Phase: "Phase", MeldKind: "MeldKind", PlanKind: "PlanKind", MeldFate: "MeldFate"}
"""Choices of words that are schemas of their own."""
_STANDS_FOR: Final[JsonSchema] = {
    "type": "object",
    "description": "For the index of each joker its card; in a set with a choice the cards left, `QD|QC`.",
    "additionalProperties": TEXT,
}
_OPEN: Final = (shapes.Reason, shapes.Problematic)
"""Records with further fields: the figures and cards of a fact."""


def ref(name: str) -> JsonSchema:
    """A reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


def said(schema: JsonSchema, meaning: str) -> JsonSchema:
    """The schema with a description."""
    return {**schema, "description": meaning}


def tagged(tag: str, variants: dict[str, str]) -> JsonSchema:
    """One of several records, told apart by the value of one field: component by value."""
    references = {value: ref(name)["$ref"] for value, name in variants.items()}
    return {
        "oneOf": [{"$ref": reference} for reference in references.values()],
        "discriminator": {"propertyName": tag, "mapping": references},
    }


_PARTS: Final = (
    shapes.Explained,
    shapes.Asked,
    shapes.Ended,
    shapes.Reasoned,
    shapes.Proof,
    shapes.Laying,
    shapes.Closing,
)
"""Records that only serve others, which take their fields."""


def answer_components() -> dict[str, JsonSchema]:
    """The schemas of all answers by name."""
    named = {**vars(action_shapes), **vars(shapes)}
    records = [one for name, one in named.items() if is_typeddict(one) and name[0] != "_" and one not in _PARTS]
    return {
        **{name: said_of | _union(hint) for hint, (name, said_of) in _UNIONS.items()},
        **{name: {"type": "string", "enum": list(get_args(hint))} for hint, name in _NAMED.items()},
        action_shapes.StandsFor.__name__: _STANDS_FOR,
        **{one.__name__: _record(one) for one in (CardWithId, *records)},
    }


def _record(record: Any) -> JsonSchema:
    hints = get_type_hints(record, include_extras=True)
    required = [name for name, hint in hints.items() if get_origin(hint) is not NotRequired]
    return {
        "type": "object",
        "description": record.__doc__,
        "properties": {name: _schema(hint) for name, hint in hints.items()},
        "required": required,
        **({"additionalProperties": True} if record in _OPEN else {}),
    }


def _union(hint: Any) -> JsonSchema:
    """A named union: of records that say by their type what they are, or of anything."""
    members = get_args(hint)
    kinds = [get_type_hints(member).get("type") if is_typeddict(member) else None for member in members]
    if all(get_origin(kind) is Literal for kind in kinds):
        return tagged("type", {get_args(kind)[0]: one.__name__ for kind, one in zip(kinds, members, strict=True)})
    return {"anyOf": [_schema(member) for member in members]}


def _schema(hint: Any) -> JsonSchema:
    """The JSON Schema of a type."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is NotRequired:
        return _schema(inner[0])
    if origin is Annotated:
        return said(_schema(inner[0]), inner[1])
    if hint in _PLAIN:
        return dict(_PLAIN[hint])
    if hint in _UNIONS:
        return ref(_UNIONS[hint][0])
    if hint in _NAMED:
        return ref(_NAMED[hint])
    if is_typeddict(hint) or isinstance(hint, NewType):
        return ref(hint.__name__)
    if origin is list:
        return {"type": "array", "items": _schema(inner[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(inner[1])}
    if origin is Literal:
        return {"type": "string", "const": inner[0]} if len(inner) == 1 else {"type": "string", "enum": list(inner)}
    if origin in (Union, UnionType):
        return _choice(inner)
    raise TypeError(f"no schema for {hint}")


def _choice(inner: tuple[Any, ...]) -> JsonSchema:
    """One of several types; Python merges a named union with null, which is told apart here."""
    rest = tuple(one for one in inner if one is not NoneType)
    named = next((name for hint, (name, _) in _UNIONS.items() if get_args(hint) == rest), None)
    schemas = [ref(named)] if named else [_schema(member) for member in rest]
    return {"anyOf": [*schemas, *([{"type": "null"}] if NoneType in inner else [])]}
