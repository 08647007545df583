"""A game, as every answer shows it."""

from service.api.fields import Boolean, Choice, Integer, ListOf, ObjectOf, Text
from service.api.schemas.base import Output
from service.api.schemas.choices import GOAL, STATUS
from service.api.schemas.played import MoveSchema
from service.api.schemas.position import (
    OutcomeSchema,
    OuterTileSchema,
    VariantsSchema,
    WarehouseSchema,
    kiln,
)
from service.bots import LEVELS
from service.rules import MAX_SEED, MAX_TARGET


class BotSchema(Output):
    """A bot that plays a seat."""

    level = Text("How well it plays; there may be more levels than those that can be asked for.", known=LEVELS)


class OnLeaveSchema(Output):
    """What becomes of a seat that leaves the running game, or runs out of time."""

    bot = ObjectOf(BotSchema, "The bot that plays it on.")


class SeatSchema(Output):
    """A seat at the table."""

    seat = Integer(1, 4, "The seat's number.")
    name = Text("The name of who sits there.", allow_none=True)
    state = Choice(("taken", "open", "left"), "Whether somebody, or a bot, has the seat.")
    bot = ObjectOf(BotSchema, "The bot that plays it; null: none does.", allow_none=True)
    warehouses = ListOf(ObjectOf(WarehouseSchema), "One for each color, in the seat's order.", least=1, most=2)


class GameSchema(Output):
    """A game: all that can be seen of it. No client needs the rules to show it."""

    id = Text("The game's id; it cannot be guessed.", examples=["k3v9q2m7x4b8c1n5"])
    version = Integer(1, 2**53 - 1, "1 at creation, one more with every change that a game shows.")
    status = Choice(STATUS, "Where the game is in its life.")
    number = Integer(1, 100_000, "The number of the next move.")
    start_number = Integer(1, 100_000, "The number of the first move.")
    position = Text("The position in notation.")
    to_move = Integer(1, 4, "The seat to move; null unless the game is being played.", allow_none=True)
    extra_turn = Boolean("Whether this is the seat's extra turn.")
    kiln = kiln()
    outer = ObjectOf(OuterTileSchema, "The outer tile.")
    seats = ListOf(ObjectOf(SeatSchema), "The seats in order.", least=2, most=4)
    players = Integer(2, 4, "How many seats there are.")
    two_color = Boolean("Whether each seat plays two colors.")
    target = Integer(1, MAX_TARGET, "The points that win.")
    goal = Choice(GOAL, "What must reach the target.")
    variants = ObjectOf(VariantsSchema, "The variants.")
    outcome = ObjectOf(OutcomeSchema, "How it ended; null while it runs.", allow_none=True)
    last_move = ObjectOf(MoveSchema, "The last move; null before the first.", allow_none=True)
    seed = Integer(0, MAX_SEED, "What the start was made from; null where a position was given.", allow_none=True)
    rules_version = Integer(1, 2**31 - 1, "The version of the rules that the game is played by.")
    public = Boolean("Whether the game may be listed.")
    advice = Boolean("Whether the service may be asked what to play.")
    move_seconds = Integer(1, 2_592_000, "How long each seat has for a move; null: no limit.", allow_none=True)
    on_leave = ObjectOf(
        OnLeaveSchema,
        "The bot that plays a seat on which leaves or runs out of time; null: none does, such a seat has left.",
        allow_none=True,
    )
    deadline = Text(
        "When the seat to move leaves if it has not moved; null without a limit, when a bot is to move, and unless the "
        "game is being played.",
        allow_none=True,
        text_format="date-time",
    )
    rematch = Text("The id of the game's rematch; null while there is none.", allow_none=True)
    created_at = Text("When it was created.", text_format="date-time")
    updated_at = Text("When it changed last.", text_format="date-time")
    expires_at = Text("When it will be removed, unless it changes before.", text_format="date-time")
