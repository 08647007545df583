"""The two kinds of schemas: requests are closed, answers are open."""

from typing import Any

from marshmallow import EXCLUDE, RAISE, Schema, fields

from service.api.faults import UNKNOWN
from service.api.fields import NO_OBJECT


class Input(Schema):
    """A part of a request. A field that it does not have is an error."""

    error_messages = {"unknown": UNKNOWN, "type": NO_OBJECT}  # noqa: RUF012 marshmallow's way

    class Meta:
        """What marshmallow does with fields that it does not know."""

        unknown = RAISE


class Output(Schema):
    """A part of an answer; it describes one and never makes one. Every field is there, except those in `optional`."""

    optional: tuple[str, ...] = ()

    class Meta:
        """Clients must ignore what they do not know, so the contract lets it be there."""

        unknown = EXCLUDE

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Mark a field as always there."""
        field_obj.required = field_name not in self.optional
