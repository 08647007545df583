"""Turning schemas and operations into OpenAPI 3.1."""

from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask
from flask_smorest import Api
from marshmallow import RAISE, Schema
from marshmallow.fields import Field

from service.api.fields import Boolean, Choice, Constant, Integer, ListOf, Number, OneOf, Pattern, Text
from service.api.routing import CONVERTERS, SegmentConverter


class Converter(OpenAPIConverter):
    """Says in a schema what the strict fields check, and what the contract promises about unknown fields."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        """Return an object's schema: its docstring as description, closed for requests and open for answers."""
        converted: dict[str, Any] = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call] # apispec's
        converted.pop("additionalProperties", None)
        described: dict[str, Any] = {"type": "object", "description": (type(schema).__doc__ or "").strip()}
        described.update(converted)
        if schema.unknown == RAISE:
            described["additionalProperties"] = False
        return described


class SchemaPlugin(MarshmallowPlugin):
    """apispec's marshmallow plugin with our converter."""

    Converter = Converter


def _strict_field(self: Converter, field: Field[Any], ret: dict[str, Any]) -> dict[str, Any]:
    """Return what a strict field adds to its schema, as an attribute function of apispec."""
    told: dict[str, Any] = {}
    if isinstance(field, Integer | Number):
        told = {"minimum": field.minimum, "maximum": field.maximum}
    elif isinstance(field, Pattern):
        told = {"pattern": f"^{field.pattern}$"}
    elif isinstance(field, Constant):
        told = {"const": field.constant}
    elif isinstance(field, Choice):
        told = _choice(self, field, ret)
    elif isinstance(field, ListOf):
        told = {"minItems": field.least} if field.least else {}
        if field.most is not None:
            told["maxItems"] = field.most
    elif isinstance(field, OneOf):
        told = {"$ref": _union(self, field)}
    if isinstance(field, Text) and field.text_format:
        told["format"] = field.text_format
    if isinstance(field, Text) and field.known:
        told["x-extensible-enum"] = list(field.known)
    if "examples" in field.metadata:
        told["examples"] = field.metadata["examples"]
    return told


def _choice(converter: Converter, field: Choice, ret: dict[str, Any]) -> dict[str, Any]:
    """Return the strings of a field, by reference where they have a name; `ret` is what is known of it so far."""
    if field.known_as is None:
        return {"enum": [*field.choices, None] if field.allow_none else list(field.choices)}
    del ret["type"]  # the component says it
    known = field.known_as
    reference = {"$ref": f"#/components/schemas/{known.name}"}
    converter.spec.components.schemas.setdefault(
        known.name, {"type": "string", "enum": list(known.values), "description": known.description}
    )
    return {"anyOf": [reference, {"type": "null"}]} if field.allow_none else reference


def _union(converter: Converter, field: OneOf) -> str:
    """Return the reference to the component of a union, which is made when it is first asked for."""
    schemas = converter.spec.components.schemas
    if field.union_name not in schemas:
        schemas[field.union_name] = {}  # its place, before those of its members
        members = dict(_member(converter, schema) for schema in field.schemas)
        schemas[field.union_name] = {
            "oneOf": [{"$ref": reference} for reference in members.values()],
            "discriminator": {"propertyName": "type", "mapping": members},
            "description": field.metadata.get("description", ""),
        }
    return f"#/components/schemas/{field.union_name}"


def _member(converter: Converter, schema: type[Schema]) -> tuple[str, str]:
    """Return the type that a member of a union stands for, and the reference to its schema."""
    kind = schema().fields["type"]
    assert isinstance(kind, Constant)  # noqa: S101 - what a union promises about its members
    reference: str = converter.resolve_nested_schema(schema)["$ref"]  # type: ignore[no-untyped-call] # apispec's
    return kind.constant, reference


def _segment(converter: SegmentConverter) -> dict[str, Any]:
    return converter.document


class ContractApi(Api):  # type: ignore[misc] # flask-smorest brings no types
    """flask-smorest's collector of operations, without its error handlers, its default answers and its pages."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Flask, **options: Any) -> None:
        app.config.setdefault("OPENAPI_VERSION", "3.1.0")
        super().__init__(spec_kwargs={"marshmallow_plugin": SchemaPlugin(_schema_name), **options})
        for converter in CONVERTERS.values():
            self.register_converter(converter, _segment)
        self.register_field(Integer, "integer", None)
        self.register_field(Number, "number", None)
        self.register_field(Boolean, "boolean", None)
        self.register_field(Text, "string", None)
        self.init_app(app)
        self.ma_plugin.converter.add_attribute_function(_strict_field)

    def _register_error_handlers(self) -> None:
        """Leave errors to `service.api.errors`."""


def _schema_name(schema: type[Schema] | Schema) -> str:
    kind = schema if isinstance(schema, type) else type(schema)
    return kind.__name__.removesuffix("Schema")
