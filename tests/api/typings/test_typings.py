"""The types of the shipped clients are those of the document, and say what JSON Schema says."""

from __future__ import annotations

import importlib
from typing import Any, NotRequired, get_origin, get_type_hints

import pytest

from api.http.openapi import document
from api.typings import __main__ as command
from api.typings.declared import Alias, Record, calls, declared
from api.typings.python import python_types
from api.typings.typescript import typescript_types
from zolik import client_types

Json = dict[str, Any]


def small(**fields: Json) -> Json:
    """A document that is asked for a record with these fields."""
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Asked"}}}}
    operation = {"operationId": "x", "summary": "X", "requestBody": body, "responses": {"200": body}}
    record = {"type": "object", "properties": fields, "required": ["one"]}
    return {"paths": {"/x": {"post": operation}}, "components": {"schemas": {"Asked": record}}}


def test_the_types_are_made_of_the_document() -> None:
    for path, text in command.made().items():
        assert path.read_text() == text, f"{path.name}: run python -m api.typings"


def test_every_schema_has_its_type_in_both() -> None:
    described = document()
    names = set(described["components"]["schemas"])
    assert set(client_types.__all__) == names
    declarations = typescript_types(described)
    assert all(
        f"\nexport interface {name} " in declarations or f"\nexport type {name} =" in declarations for name in names
    )


def test_records_have_the_fields_of_their_schemas() -> None:
    types = importlib.import_module("zolik.client_types")
    for name, schema in document()["components"]["schemas"].items():
        if "properties" in schema:
            hints = get_type_hints(getattr(types, name), vars(types), include_extras=True)
            assert set(hints) == set(schema["properties"]), name
            required = {field for field, hint in hints.items() if get_origin(hint) is not NotRequired}
            assert required == set(schema.get("required", ())), name


def test_records_extend_one_another_where_they_share_most() -> None:
    found = {one.name: one for one in declared(document()) if isinstance(one, Record)}
    bases = {name: one.base for name, one in found.items()}
    assert (bases["Turn"], bases["CheckItem"], bases["MeldAction"]) == ("Position", "Check", "Meld")
    assert [field.name for field in found["TurnItem"].fields] == ["call"]


def test_questions_take_what_answers_give() -> None:
    found = {one.name: one for one in declared(document())}
    assert found["CardInput"].asked
    assert not found["Plan"].asked
    text = python_types(document())
    assert "CardInput: TypeAlias = str | CardWithIdInput | CardWithId\n" in text
    assert isinstance(found["CardInput"], Alias)


@pytest.mark.parametrize(
    ("schema", "python", "typescript"),
    [
        ({"type": "string"}, "str", "string"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "int | None", "number | null"),
        ({"type": "array", "items": {"type": "number"}}, "Sequence[float]", "readonly number[]"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, 'Sequence[Literal["a", "b"]]', 'readonly ("a" | "b")[]'),
        ({"const": "a"}, 'Literal["a"]', '"a"'),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "Mapping[str, bool]", "boolean }"),
        ({"type": "object"}, "Mapping[str, Any]", "{ [name: string]: unknown }"),
        ({}, "Any", "unknown"),
        ({"$ref": "#/components/schemas/Asked"}, "Asked", "Asked"),
    ],
)
def test_a_schema_is_told_as_a_type(schema: Json, python: str, typescript: str) -> None:
    made = small(one=schema, other={**schema, "description": "said"})
    assert f"    one: {python}\n    other: NotRequired[{python}]\n" in python_types(made)
    assert '    """said"""\n' in python_types(made)
    told = typescript_types(made)
    assert f"{typescript};\n  /** said */\n  other?: " in told
    assert calls(made)[0].asked == "Asked"


def test_a_field_may_have_a_name_that_python_has_taken() -> None:
    made = python_types(small(one={"type": "string"}, **{"from": {"enum": ["a"]}}))
    spoken: dict[str, Any] = {}
    exec(made, spoken)
    hints = get_type_hints(spoken["Asked"], spoken, include_extras=True)
    assert hints["one"] is str
    assert get_origin(hints["from"]) is NotRequired
