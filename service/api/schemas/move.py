"""Moves: playing one, and what has been played."""

from service.api.fields import Boolean, Integer, ListOf, ObjectOf, Text
from service.api.schemas.base import Input, Output
from service.api.schemas.game import GameSchema
from service.api.schemas.played import MoveSchema


class PlayMoveSchema(Input):
    """The move to play, and as which number."""

    number = Integer(
        1,
        999_999,
        "The number of the move that is meant, as the game and every legal-move list show it; it makes the call "
        "safe to repeat.",
        required=True,
        examples=[12],
    )
    move = Text("The move in notation.", required=True, examples=["W5 f4>c2"])


class PlayedSchema(Output):
    """A move that is played, and the game after it."""

    move = ObjectOf(MoveSchema, "The move.")
    game = ObjectOf(GameSchema, "The game as it is now.")


class MovesSchema(Output):
    """A page of the moves played."""

    moves = ListOf(ObjectOf(MoveSchema), "The moves, by number.", most=1_000)
    more = Boolean("Whether there are further moves.")
