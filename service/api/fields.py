"""Strict fields: what marshmallow's own would let through or describe loosely."""
# ruff: noqa: ARG002 - marshmallow calls `_deserialize` with more than a field needs

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from marshmallow import Schema, ValidationError, fields

from service.rules import parse_name

NO_OBJECT: Final = "Must be an object."

#: One wording for each way to be wrong, whatever the field.
MESSAGES: Final[dict[str, str | list[Any] | dict[Any, Any]]] = {
    "required": "Is required.",
    "null": "Must not be null.",
    "type": NO_OBJECT,
    "invalid": "Must be a list.",
}


class Strict(fields.Field[Any]):
    """The base of all fields; `description` and `examples` go into the contract."""

    default_error_messages = MESSAGES

    def __init__(self, description: str = "", *, examples: Sequence[Any] = (), **kwargs: Any) -> None:
        super().__init__(**kwargs, metadata=documentation(description, examples))


def documentation(description: str, examples: Sequence[Any] = ()) -> dict[str, Any]:
    """Return what the contract says about a field beside its type."""
    told: dict[str, Any] = {}
    if description:
        told["description"] = description
    if examples:
        told["examples"] = list(examples)
    return told


class Integer(Strict):
    """A JSON integer from `minimum` to `maximum`; `true`, `1.0` and `"1"` are none."""

    def __init__(self, minimum: int, maximum: int, description: str = "", **kwargs: Any) -> None:
        super().__init__(description, **kwargs)
        self.minimum = minimum
        self.maximum = maximum

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if type(value) is int and self.minimum <= value <= self.maximum:
            return value
        raise ValidationError(f"Must be an integer from {self.minimum} to {self.maximum}.")


class QueryInteger(Integer):
    """An integer in a query: ASCII decimal digits, without sign or leading zero."""

    _digits = re.compile(r"0|[1-9][0-9]{0,15}")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        number = int(value) if self._digits.fullmatch(value) else None
        return super()._deserialize(number, attr, data, **kwargs)


class Number(Strict):
    """A JSON number from `minimum` to `maximum`, whole or not; `true` and `"1"` are none."""

    def __init__(self, minimum: float, maximum: float, description: str = "", **kwargs: Any) -> None:
        super().__init__(description, **kwargs)
        self.minimum = minimum
        self.maximum = maximum

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> float:
        if type(value) in (int, float) and self.minimum <= value <= self.maximum:
            return float(value)
        raise ValidationError(f"Must be a number from {self.minimum:g} to {self.maximum:g}.")


class Boolean(Strict):
    """`true` or `false`."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if value is True or value is False:
            return bool(value)
        raise ValidationError("Must be true or false.")


class QueryBoolean(Boolean):
    """`true` or `false` in a query."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        return super()._deserialize({"true": True, "false": False}.get(value), attr, data, **kwargs)


class Text(Strict):
    """A string; `text_format` is its format in the contract, `known` are the values that it may have today."""

    def __init__(
        self, description: str = "", *, text_format: str | None = None, known: Sequence[str] = (), **kwargs: Any
    ) -> None:
        super().__init__(description, **kwargs)
        self.text_format = text_format
        self.known = tuple(known)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if isinstance(value, str):
            return value
        raise ValidationError("Must be a string.")


class Constant(Text):
    """Always the same string."""

    def __init__(self, constant: str, description: str = "", **kwargs: Any) -> None:
        super().__init__(description, **kwargs)
        self.constant = constant


@dataclass(frozen=True, slots=True)
class Choices:
    """Strings of which one may be chosen; with a name they are a component of the contract."""

    name: str
    values: tuple[str, ...]
    description: str = ""


class Choice(Text):
    """One of certain strings."""

    def __init__(self, choices: Choices | Sequence[str], description: str = "", **kwargs: Any) -> None:
        super().__init__(description, **kwargs)
        self.known_as = choices if isinstance(choices, Choices) else None
        self.choices = choices.values if isinstance(choices, Choices) else tuple(choices)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if isinstance(value, str) and value in self.choices:
            return value
        raise ValidationError(f"Must be one of: {', '.join(self.choices)}.")


class Pattern(Text):
    """A string that `pattern` matches from end to end; `detail` says so in words."""

    def __init__(self, pattern: str, detail: str, description: str = "", **kwargs: Any) -> None:
        super().__init__(description, **kwargs)
        self.pattern = pattern
        self.detail = detail
        self._regex = re.compile(pattern)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if isinstance(value, str) and self._regex.fullmatch(value):
            return value
        raise ValidationError(self.detail)


class Name(Text):
    """A seat's name as a request gives it; what comes out is as it is kept."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        name = super()._deserialize(value, attr, data, **kwargs)
        try:
            return parse_name(name)
        except ValueError as error:
            reason = str(error)
        raise ValidationError(f"{reason[:1].upper()}{reason[1:]}.")


class ListOf(fields.List[Any]):
    """A list of `least` to `most` items (`most` None: any number)."""

    default_error_messages = MESSAGES

    def __init__(
        self, inner: fields.Field[Any], description: str = "", *, least: int = 0, most: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(inner, **kwargs, metadata=documentation(description))
        self.least = least
        self.most = most

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        if len(value) < self.least or (self.most is not None and len(value) > self.most):
            raise ValidationError(f"Must have {self.least} to {self.most} items.")
        return super()._deserialize(value, attr, data, **kwargs)


class ObjectOf(fields.Nested):
    """An object of a certain schema."""

    default_error_messages = MESSAGES

    def __init__(self, schema: type[Schema], description: str = "", **kwargs: Any) -> None:
        super().__init__(schema, **kwargs, metadata=documentation(description))


class OneOf(Strict):
    """An object of one of several schemas; the constant in their field `type` says of which. For answers only."""

    def __init__(self, name: str, schemas: Sequence[type[Schema]], description: str = "", **kwargs: Any) -> None:
        super().__init__(description, **kwargs)
        self.union_name = name
        self.schemas = tuple(schemas)
