"""Strict fields: no text for a number, no number for a truth value; errors are reasons; each describes itself.

marshmallow's own fields convert what looks similar (`"5"`, 5.7, "yes"); a caller's mistake must not pass for an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from marshmallow import Schema, ValidationError, fields

from solver import facts
from solver.errors import Reason, shortened, shown

JsonSchema = dict[str, Any]


def refuse(reason: Reason) -> ValidationError:
    """The error of a field, with its reason."""
    return ValidationError([reason.citing("request")])


def wrong_type(expected: str, value: object) -> ValidationError:
    """The error of a value of another type than expected."""
    return refuse(facts.wrong_type(expected=expected, value=shown(value)))


class Strict(fields.Field[Any]):
    """Base of all fields here; `meaning` is the field's sentence in the OpenAPI document."""

    default_error_messages = {"required": "required", "null": "null", "validator_failed": "wrong_type"}  # noqa: RUF012

    def __init__(self, meaning: str, *, example: Any = None, **options: Any) -> None:
        super().__init__(**options)
        self.meaning = meaning
        self.example = example

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:  # noqa: ARG002
        return self.read(value)

    def read(self, value: Any) -> Any:
        """The value as the program holds it. Raises ValidationError."""
        raise NotImplementedError

    def described(self) -> JsonSchema:
        """The field in JSON Schema."""
        schema = self.plain_schema()
        if self.allow_none:
            schema = {"anyOf": [schema, {"type": "null"}]}
        schema = {**schema, "description": self.meaning}
        return schema if self.example is None else {**schema, "examples": [self.example]}

    def plain_schema(self) -> JsonSchema:
        """The field's values in JSON Schema, without null and description."""
        raise NotImplementedError


class Whole(Strict):
    """A whole number in a range; 5.0 is one, "5", 5.7 and true are not."""

    def __init__(self, low: int, high: int, meaning: str, **options: Any) -> None:
        super().__init__(meaning, **options)
        self.low, self.high = low, high

    def read(self, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
            raise wrong_type("integer", value)
        if not self.low <= value <= self.high:
            raise refuse(facts.out_of_range(value=shown(value), least=self.low, most=self.high))
        return int(value)

    def plain_schema(self) -> JsonSchema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class Flag(Strict):
    """true or false, nothing else."""

    def read(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise wrong_type("boolean", value)
        return value

    def plain_schema(self) -> JsonSchema:
        return {"type": "boolean"}


class Text(Strict):
    """A text of limited length."""

    def __init__(self, most: int, meaning: str, *, least: int = 0, **options: Any) -> None:
        super().__init__(meaning, **options)
        self.least, self.most = least, most

    def read(self, value: Any) -> str:
        if not isinstance(value, str):
            raise wrong_type("string", value)
        if len(value) > self.most:
            raise refuse(facts.text_too_long(value=shown(value), length=len(value), limit=self.most))
        if len(value) < self.least:
            raise refuse(facts.text_too_short(value=shown(value), length=len(value), limit=self.least))
        return value

    def plain_schema(self) -> JsonSchema:
        return {"type": "string", "minLength": self.least, "maxLength": self.most}


class OneOf(Strict):
    """One of some words; `component` is the name under which the OpenAPI document lists them."""

    def __init__(self, words: Sequence[str], meaning: str, *, component: str = "", **options: Any) -> None:
        super().__init__(meaning, **options)
        self.words, self.component = tuple(words), component

    def read(self, value: Any) -> str:
        if not isinstance(value, str):
            raise wrong_type("string", value)
        if value not in self.words:
            raise refuse(facts.not_one_of(value=shortened(value), allowed=list(self.words)))
        return value

    def plain_schema(self) -> JsonSchema:
        if self.component:
            return {"$ref": f"#/components/schemas/{self.component}"}
        return {"type": "string", "enum": list(self.words)}


class Items(Strict):
    """A list of limited length, each item read by a field."""

    def __init__(self, item: Strict, most: int, meaning: str, *, least: int = 0, **options: Any) -> None:
        super().__init__(meaning, **options)
        self.item, self.least, self.most = item, least, most

    def read(self, value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise wrong_type("array", value)
        if not self.least <= len(value) <= self.most:
            raise refuse(facts.wrong_length(length=len(value), least=self.least, most=self.most))
        return collect((index, self.item, one) for index, one in enumerate(value))

    def plain_schema(self) -> JsonSchema:
        return {
            "type": "array",
            "items": self.item.described(),
            **({"minItems": self.least} if self.least else {}),
            "maxItems": self.most,
        }


def collect(items: Iterable[tuple[int, Strict, Any]]) -> list[Any]:
    """Each value read by its field; raises one error that holds those of all items."""
    result, errors = [], {}
    for index, field, value in items:
        try:
            result.append(field.deserialize(value))
        except ValidationError as error:
            errors[index] = error.messages
    if errors:
        raise ValidationError(errors)
    return result


class Record(Strict):
    """An object, read by a schema."""

    def __init__(self, schema: type[Schema], meaning: str, **options: Any) -> None:
        super().__init__(meaning, **options)
        self.schema = schema()

    def read(self, value: Any) -> Any:
        if not isinstance(value, dict):
            raise wrong_type("object", value)
        return self.schema.load(value)

    def plain_schema(self) -> JsonSchema:
        return {"$ref": f"#/components/schemas/{component_name(self.schema)}"}


class StrictSchema(Schema):
    """Base of the request schemas: unknown fields are refused. The docstring is the schema's description."""

    error_messages = {"unknown": "unknown_field", "type": "wrong_type"}  # noqa: RUF012

    def handle_error(self, error: ValidationError, data: Any, *, many: bool, **_: Any) -> None:  # noqa: ARG002
        """Puts unknown fields in the order of the request; marshmallow gathers them in a set."""
        messages = error.messages
        if isinstance(messages, dict):
            unknown = [name for name in data if messages.get(name) == ["unknown_field"]]
            known = [name for name in messages if name not in unknown]
            error.messages = {name: messages[name] for name in (*known, *unknown)}


def component_name(schema: Schema) -> str:
    """The name of a schema in the OpenAPI document."""
    return type(schema).__name__.removesuffix("Schema")


def object_schema(schema: Schema) -> JsonSchema:
    """A request schema in JSON Schema; every field is one of this module's."""
    strict = {one.data_key or name: one for name, one in schema.load_fields.items() if isinstance(one, Strict)}
    required = [name for name, one in strict.items() if one.required]
    return {
        "type": "object",
        "description": (schema.__doc__ or "").strip(),
        "properties": {name: one.described() for name, one in strict.items()},
        **({"required": required} if required else {}),
        "additionalProperties": False,
    }
