"""Events: what happens in a move, step by step."""

from typing import Final

from service.api.fields import Choice, Constant, Integer, ListOf, OneOf, Text
from service.api.schemas.base import Output
from service.rules import CELL_NAMES, PLAYABLE_COLORS, SLOT_NAMES, SQUARE_NAMES, Color

_TILES: Final = tuple(color.word for color in Color)
_COLORS: Final = tuple(color.word for color in PLAYABLE_COLORS)


class PushEventSchema(Output):
    """The outer tile is pushed in, another one comes out on the opposite slot."""

    type = Constant("push")
    slot = Choice(SLOT_NAMES, "Where it is pushed in.")
    tile_in = Choice(_TILES, "The tile pushed in.", data_key="in")
    tile_out = Choice(_TILES, "The tile that comes out.", data_key="out")


class CopyEventSchema(Output):
    """A group is copied into a warehouse."""

    type = Constant("copy")
    color = Choice(_COLORS, "The color.")
    source = Text("The square of the kiln that the move names.", data_key="from", examples=[SQUARE_NAMES[20]])
    target = Text("Where its tile lands in the warehouse.", data_key="to", examples=[CELL_NAMES[6]])
    cells = ListOf(Text(), "All squares that are filled, in reading order.", least=1)


class EraseEventSchema(Output):
    """A square of a warehouse is emptied instead of a copy."""

    type = Constant("erase")
    color = Choice(_COLORS, "The color.")
    cell = Text("The square.", examples=[CELL_NAMES[18]])


class SkipEventSchema(Output):
    """Nothing is copied."""

    type = Constant("skip")
    color = Choice(_COLORS, "The color.")


class SellEventSchema(Output):
    """Complete lines of a warehouse are sold: rows or columns."""

    type = Constant("sell")
    color = Choice(_COLORS, "The color.")
    rows = ListOf(Integer(1, 5), "The rows sold.", most=5)
    columns = ListOf(Integer(1, 5), "The columns sold.", most=5)
    points = Integer(1, 15, "What they bring.")
    score = Integer(1, 999, "The color's points after it.")


class ExtraTurnEventSchema(Output):
    """The same seat plays again."""

    type = Constant("extra_turn")
    reasons = ListOf(Choice(("black_tile", "bonus_space")), "Why.", least=1, most=2)


class FinishEventSchema(Output):
    """The game ends."""

    type = Constant("finish")
    reason = Choice(("target", "last_seat", "move_limit"), "Why.")
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
