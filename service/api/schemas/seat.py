"""Seats and their tokens."""

from service.api.fields import Choice, Integer, Name, ObjectOf
from service.api.schemas.base import Input, Output
from service.api.schemas.create import SeatTokenSchema, token
from service.api.schemas.game import GameSchema


class ClaimSeatSchema(Input):
    """Who claims the seat; everything is optional."""

    name = Name("The name to show.", allow_none=True)
    token = token("The seat's token, if the client brings it: the same call is then safe to repeat.")


class ReplaceTokenSchema(Input):
    """The new token; drawn unless given."""

    token = token("The seat's new token, if the client brings it: the same call is then safe to repeat.")


class SeatWithTokenSchema(Output):
    """A seat's token, and the game. The token is shown this once."""

    seat_token = ObjectOf(SeatTokenSchema, "The seat and its token.")
    game = ObjectOf(GameSchema, "The game.")


class RoleSchema(Output):
    """Whose a token is."""

    role = Choice(("owner", "seat"), "Whether it is the owner's or a seat's.")
    seat = Integer(1, 4, "The seat; null for the owner.", allow_none=True)
