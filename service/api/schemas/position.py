"""Positions: what a table looks like."""

from typing import Any

from marshmallow import validates_schema

from service.api.fields import Boolean, Choice, Integer, ListOf, ObjectOf, Pattern, Text
from service.api.schemas.base import Input, Output
from service.api.schemas.choices import COLOR, ENDING, GOAL, SLOT, TILE
from service.api.schemas.event import EventSchema
from service.api.schemas.sample import MAX_SAMPLE, SAMPLE, SAMPLE_SEED, check_sample
from service.rules import MAX_SEED, MAX_TARGET

POSITION_EXAMPLE = "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r,b 5/5/5/5/5,5/5/5/5/5 0,0 2 17m 1"


class OuterTileSchema(Output):
    """The tile outside the kiln, and the slot where it lies."""

    tile = Choice(TILE, "The tile's color.")
    slot = Choice(SLOT, "The slot.")


class WarehouseSchema(Output):
    """A seat's warehouse for one color."""

    color = Choice(COLOR, "The color.")
    rows = ListOf(
        Pattern("[x.]{5}", "", examples=["x.xx."]), "Five rows from the top; `x` is a filled square.", least=5, most=5
    )
    score = Integer(0, 999, "The color's points.")


class VariantsSchema(Output):
    """Which variants are played."""

    fixing_the_mess = Boolean("A square of the warehouse may be erased when the group does not fit.")
    heating_up = Boolean("Scores on certain spaces give an extra turn.")


class OutcomeSchema(Output):
    """How a game ended."""

    reason = Choice(ENDING, "Why it ended.")
    winner = Integer(1, 4, "The seat that won; null for `move_limit`.", allow_none=True)


class OptionsSchema(Output):
    """What a game is played for and with."""

    target = Integer(1, MAX_TARGET, "The points that win.")
    goal = Choice(GOAL, "What must reach the target.")
    variants = ObjectOf(VariantsSchema, "The variants.")


def kiln() -> ListOf:
    """Return the field of the kiln's rows."""
    return ListOf(
        Pattern("[rbgyk]{6}", "", examples=["rbgyrb"]),
        "Six rows from the top, a letter a tile: `r`, `b`, `g`, `y`, `k` for black.",
        least=6,
        most=6,
    )


class PositionSeatSchema(Output):
    """A seat of a position."""

    seat = Integer(1, 4, "The seat's number.")
    state = Choice(("taken", "left"), "Whether the seat is still in.")
    warehouses = ListOf(ObjectOf(WarehouseSchema), "One for each color, in the seat's order.", least=1, most=2)


class PositionDescriptionSchema(Output):
    """A position in parts, as in a game."""

    players = Integer(2, 4, "How many seats there are.")
    two_color = Boolean("Whether each seat plays two colors.")
    kiln = kiln()
    outer = ObjectOf(OuterTileSchema, "The outer tile.")
    seats = ListOf(ObjectOf(PositionSeatSchema), "The seats in order.", least=2, most=4)
    scores = ListOf(
        ListOf(Integer(0, 999), least=1, most=2), "The points: for each seat, for each of its colors.", least=2, most=4
    )
    to_move = Integer(1, 4, "The seat to move; null when the position is finished.", allow_none=True)
    extra_turn = Boolean("Whether this is an extra turn.")
    options = ObjectOf(OptionsSchema, "What is played for and with.")
    number = Integer(1, 100_000, "The number of the next move.")
    finished = Boolean("Whether the game has ended here.")
    outcome = ObjectOf(OutcomeSchema, "How it ended; null while it runs.", allow_none=True)


def position() -> Text:
    """Return the field of a position that is sent."""
    return Text("The position in notation.", required=True, examples=[POSITION_EXAMPLE])


class DescribePositionSchema(Input):
    """The position to take apart."""

    position = position()


class PositionMoveTreeSchema(Input):
    """The position whose move tree is wanted."""

    position = position()
    push = Choice(SLOT, "Only the moves that push at this slot.")


class PositionLegalMovesSchema(PositionMoveTreeSchema):
    """The position whose legal moves are wanted, and which of them."""

    offset = Integer(0, 2**53 - 1, "The index of the first move wanted.", load_default=0)
    limit = Integer(1, 10_000, "How many moves at most.", load_default=1_000)
    sample = Integer(1, MAX_SAMPLE, SAMPLE)
    seed = Integer(0, MAX_SEED, SAMPLE_SEED)

    @validates_schema(pass_original=True)
    def check(self, _data: dict[str, Any], original: Any, **_: Any) -> None:
        """Refuse what does not go with a sample, and what goes with nothing else."""
        check_sample(original)


class PlayPositionSchema(Input):
    """A position and the move to play in it."""

    position = position()
    move = Text("The move in notation.", required=True, examples=["W5 f4>c2"])


class PlayedPositionSchema(Output):
    """What a move did to a position."""

    move = Text("The move in canonical form.")
    events = ListOf(EventSchema, "What happened, step by step.", least=2)
    position = Text("The position after the move.")
    outcome = ObjectOf(OutcomeSchema, "How the game ended; null while it runs.", allow_none=True)
