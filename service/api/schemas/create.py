"""Creating a game."""

from service.api.fields import Boolean, Choice, Integer, ListOf, Name, ObjectOf, Pattern, Text
from service.api.schemas.base import Input, Output
from service.api.schemas.choices import COLOR, GOAL, LEVEL
from service.api.schemas.game import GameSchema
from service.api.schemas.position import POSITION_EXAMPLE
from service.api.tokens import TOKEN_PATTERN
from service.rules import MAX_SEED, MAX_TARGET


def token(description: str, *, allow_none: bool = False) -> Pattern:
    """Return the field of a token that a client brings."""
    return Pattern(TOKEN_PATTERN, "Must be 22 to 86 of A-Z, a-z, 0-9, - and _.", description, allow_none=allow_none)


class NewBotSchema(Input):
    """A bot that plays a seat."""

    level = Choice(LEVEL, required=True)


class NewOnLeaveSchema(Input):
    """What becomes of a seat that leaves the running game, or runs out of time."""

    bot = ObjectOf(NewBotSchema, "The bot that plays it on.", required=True)


class NewSeatSchema(Input):
    """A seat of the new game."""

    name = Name("The name of who sits there.", allow_none=True)
    colors = ListOf(
        Choice(COLOR),
        "The seat's color, or two in the two-color game. Without it the seat gets what is left.",
        least=1,
        most=2,
    )
    open = Boolean("Whether the seat is left to be claimed.")
    bot = ObjectOf(NewBotSchema, "The service plays the seat; it has no token.", allow_none=True)


class NewVariantsSchema(Input):
    """The variants of the new game."""

    fixing_the_mess = Boolean("On unless this is false.")
    heating_up = Boolean("Off unless this is true.")


class CreateGameSchema(Input):
    """The game wanted; everything is optional."""

    players = Integer(2, 4, "How many seats; as many as `seats` has, else 2.")
    seats = ListOf(ObjectOf(NewSeatSchema), "The seats in order.", least=2, most=4)
    two_color = Boolean("Whether two seats play two colors each.")
    target = Integer(1, MAX_TARGET, "The points that win; 17 unless given.")
    goal = Choice(GOAL, "What must reach the target; `either` unless given.")
    variants = ObjectOf(NewVariantsSchema, "The variants.")
    first_seat = Integer(1, 4, "The seat that starts; by the rules unless given.", allow_none=True)
    seed = Integer(0, MAX_SEED, "What the start is made from; drawn unless given.", allow_none=True)
    position = Text(
        "Start from this position. It then fixes everything else: beside it only `seats` (with `name`, `open` "
        "and `bot`), `public`, `advice`, `move_seconds`, `on_leave` and `owner_token` may be given.",
        allow_none=True,
        examples=[POSITION_EXAMPLE],
    )
    public = Boolean("Whether the game may be listed; false unless given.")
    advice = Boolean("Whether the service may be asked what to play in this game; false unless given.")
    move_seconds = Integer(
        10,
        2_592_000,
        "How long each seat has for a move; one that takes longer leaves as `timed_out`. No limit unless given.",
        allow_none=True,
    )
    on_leave = ObjectOf(
        NewOnLeaveSchema,
        "A bot plays every seat on that leaves the running game or runs out of time: the seat stays taken. Without it, "
        "such a seat has left.",
        allow_none=True,
    )
    owner_token = token(
        "The owner's token, if the client brings it: the same call is then safe to repeat for 24 hours.",
        allow_none=True,
    )


class SeatTokenSchema(Output):
    """The token of a seat. It is shown this once."""

    seat = Integer(1, 4, "The seat's number.")
    token = Text("The token.")


class CreatedGameSchema(Output):
    """The new game and its tokens. They are shown this once."""

    game = ObjectOf(GameSchema, "The game.")
    owner_token = Text("The owner's token.")
    seat_tokens = ListOf(ObjectOf(SeatTokenSchema), "The tokens of the seats that are not open.", most=4)
