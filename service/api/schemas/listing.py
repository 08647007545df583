"""Finding a game."""

from service.api.fields import Boolean, Choice, Integer, ListOf, ObjectOf, Text
from service.api.schemas.base import Output
from service.api.schemas.choices import COLOR, GOAL, STATUS
from service.api.schemas.game import BotSchema
from service.api.schemas.position import VariantsSchema
from service.rules import MAX_TARGET


class SeatSummarySchema(Output):
    """A seat, in short."""

    seat = Integer(1, 4, "The seat's number.")
    name = Text("The name of who sits there.", allow_none=True)
    state = Choice(("taken", "open", "left"), "Whether somebody, or a bot, has the seat.")
    bot = ObjectOf(BotSchema, "The bot that plays it; null: none does.", allow_none=True)
    colors = ListOf(Choice(COLOR), "Its colors, in their order.", least=1, most=2)
    scores = ListOf(Integer(0, 999), "A score for each color.", least=1, most=2)


class GameSummarySchema(Output):
    """A game, in short."""

    id = Text("The game's id.", examples=["k3v9q2m7x4b8c1n5"])
    version = Integer(1, 2**53 - 1, "1 at creation, one more with every change that a game shows.")
    status = Choice(STATUS, "Where the game is in its life.")
    number = Integer(1, 100_000, "The number of the next move.")
    to_move = Integer(1, 4, "The seat to move; null unless the game is being played.", allow_none=True)
    players = Integer(2, 4, "How many seats there are.")
    two_color = Boolean("Whether each seat plays two colors.")
    target = Integer(1, MAX_TARGET, "The points that win.")
    goal = Choice(GOAL, "What must reach the target.")
    variants = ObjectOf(VariantsSchema, "The variants.")
    move_seconds = Integer(1, 2_592_000, "How long each seat has for a move; null: no limit.", allow_none=True)
    seats = ListOf(ObjectOf(SeatSummarySchema), "The seats in order.", least=2, most=4)
    created_at = Text("When it was created.", text_format="date-time")
    updated_at = Text("When it changed last.", text_format="date-time")


class GameListSchema(Output):
    """A page of games, newest first."""

    games = ListOf(ObjectOf(GameSummarySchema), "The games; there may be fewer than asked for, even none.")
    next_cursor = Text("Asks for what follows; null: nothing does.", allow_none=True)
