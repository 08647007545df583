"""Events: what happens in a move, step by step."""

from typing import Final

from service.api.fields import Choice, Constant, Integer, ListOf, OneOf, Text
from service.api.schemas.base import Output
from service.api.schemas.choices import COLOR, ENDING, EXTRA_TURN, SLOT, TILE
from service.rules import CELL_NAMES, SQUARE_NAMES


class PushEventSchema(Output):
    """The outer tile is pushed in, another one comes out on the opposite slot."""

    type = Constant("push")
    slot = Choice(SLOT, "Where it is pushed in.")
    tile_in = Choice(TILE, "The tile pushed in.", data_key="in")
    tile_out = Choice(TILE, "The tile that comes out.", data_key="out")


class CopyEventSchema(Output):
    """A group is copied into a warehouse."""

    type = Constant("copy")
    color = Choice(COLOR, "The color.")
    source = Text("The square of the kiln that the move names.", data_key="from", examples=[SQUARE_NAMES[20]])
    target = Text("Where its tile lands in the warehouse.", data_key="to", examples=[CELL_NAMES[6]])
    cells = ListOf(Text(), "All squares that are filled, in reading order.", least=1)


class EraseEventSchema(Output):
    """A square of a warehouse is emptied instead of a copy."""

    type = Constant("erase")
    color = Choice(COLOR, "The color.")
    cell = Text("The square.", examples=[CELL_NAMES[18]])


class SkipEventSchema(Output):
    """Nothing is copied."""

    type = Constant("skip")
    color = Choice(COLOR, "The color.")


class SellEventSchema(Output):
    """Complete lines of a warehouse are sold: rows or columns."""

    type = Constant("sell")
    color = Choice(COLOR, "The color.")
    rows = ListOf(Integer(1, 5), "The rows sold.", most=5)
    columns = ListOf(Integer(1, 5), "The columns sold.", most=5)
    points = Integer(1, 15, "What they bring.")
    score = Integer(1, 999, "The color's points after it.")


class ExtraTurnEventSchema(Output):
    """The same seat plays again."""

    type = Constant("extra_turn")
    reasons = ListOf(Choice(EXTRA_TURN), "Why.", least=1, most=2)


class FinishEventSchema(Output):
    """The game ends."""

    type = Constant("finish")
    reason = Choice(ENDING, "Why.")
    winner = Integer(1, 4, "The seat that won; null for `move_limit`.", allow_none=True)


EventSchema: Final = OneOf(
    "Event",
    (
        PushEventSchema,
        CopyEventSchema,
        EraseEventSchema,
        SkipEventSchema,
        SellEventSchema,
        ExtraTurnEventSchema,
        FinishEventSchema,
    ),
)
