"""A played move, as every answer shows it."""

from service.api.fields import Integer, ListOf, Text
from service.api.schemas.base import Output
from service.api.schemas.event import EventSchema


class MoveSchema(Output):
    """A move that has been played."""

    number = Integer(1, 99_999, "The move's number.")
    seat = Integer(1, 4, "Who played it.")
    move = Text("The move in canonical form.", examples=["N3 c4>b2 R13"])
    position = Text("The position after it.")
    played_at = Text("When it was played.", text_format="date-time")
    events = ListOf(EventSchema, "What happened, step by step.", least=2)
