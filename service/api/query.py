"""Reading a request's query: every parameter known, spelt right, and given once."""

from typing import Any
from urllib.parse import parse_qsl

from marshmallow import Schema, ValidationError

from service.api.faults import FieldError, query_errors


class QueryReader:
    """Reads queries by `schema`; the reading of an empty one is made once."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._empty: dict[str, Any] | None = None
        if not any(field.required for field in schema.fields.values()):
            self._empty = schema.load({})

    def read(self, query: str) -> tuple[dict[str, Any], list[FieldError]]:
        """Return the parameters in `query` (as in the URL, without `?`) and what is wrong with them."""
        if not query and self._empty is not None:
            return self._empty, []
        given: dict[str, str] = {}
        twice: dict[str, list[str]] = {}
        for name, value in parse_qsl(query, keep_blank_values=True):
            if name in given:
                twice[name] = ["Is given twice."]
            given[name] = value
        try:
            values = self._schema.load(given)
        except ValidationError as error:
            messages = error.messages if isinstance(error.messages, dict) else {}
            return {}, query_errors({**messages, **twice})
        return values, query_errors(twice)
