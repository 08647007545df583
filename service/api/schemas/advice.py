"""Advice: what a level of the bots would play, and what a position is worth."""

from typing import Final

from service.api.fields import Boolean, Choice, Integer, ListOf, Number, ObjectOf, QueryInteger, Text
from service.api.schemas.base import Input, Output
from service.api.schemas.choices import LEVEL
from service.api.schemas.position import position
from service.rules import MAX_SEED

DEFAULT_LEVEL: Final = "search-2"
DEFAULT_COUNT: Final = 3
MAX_COUNT: Final = 10
DEFAULT_SECONDS: Final = 1.0
MAX_SECONDS: Final = 2.0
"""A request waits for its advice, and so do others."""

_LEVEL: Final = "How well it is thought; better takes longer."
_COUNT: Final = "How many moves are wanted."
_SEED: Final = "Decides between moves that seem equal, and what `random` draws."


class SuggestInPositionSchema(Input):
    """The position in which moves are wanted, and how well they are to be thought about."""

    position = position()
    level = Choice(LEVEL, _LEVEL, load_default=DEFAULT_LEVEL)
    count = Integer(1, MAX_COUNT, _COUNT, load_default=DEFAULT_COUNT)
    seed = Integer(0, MAX_SEED, _SEED, load_default=0)
    nodes = Integer(1, 1_000_000, "How many positions are looked at, at most; what the level has unless given.")
    seconds = Number(0.01, MAX_SECONDS, "How long is thought, at most.", load_default=DEFAULT_SECONDS)


class SuggestQuery(Input):
    """How well moves are to be thought about."""

    level = Choice(LEVEL, _LEVEL, load_default=DEFAULT_LEVEL)
    count = QueryInteger(1, MAX_COUNT, _COUNT, load_default=DEFAULT_COUNT)
    seed = QueryInteger(0, MAX_SEED, _SEED, load_default=0)


class SuggestionSchema(Output):
    """A move, and what it is thought to be worth."""

    move = Text("The move in canonical form.", examples=["W5 f4>c2"])
    value = Number(
        -100_000,
        100_000,
        "In points, for the seat to move: how far it will be ahead of the best of the others. Beyond 900 it wins, "
        "below -900 it loses.",
    )
    line = ListOf(
        Text(examples=["W5 f4>c2"]), "The moves that are expected, of all seats; it begins with this one.", least=1
    )


class AdviceSchema(Output):
    """The moves that are suggested, best first as the level sees it: `greedy` looks at points now before `value`."""

    position = Text("The position in notation.")
    number = Integer(1, 100_000, "The number of the move to play.")
    seat = Integer(1, 4, "The seat to move.")
    level = Text("The level that was asked.", known=LEVEL.values)
    seed = Integer(0, MAX_SEED, "The seed.")
    suggestions = ListOf(
        ObjectOf(SuggestionSchema),
        "The moves; fewer than were wanted where there are no more, or time or nodes ran out before.",
        most=MAX_COUNT,
    )
    nodes = Integer(0, 2**53 - 1, "How many positions were looked at.")
    seconds = Number(0, 3600, "How long was thought.")
    complete = Boolean("Whether all was thought that the level thinks; else it was cut short by its time.")


class EvaluatePositionSchema(Input):
    """The position that is to be judged."""

    position = position()


class SeatPartsSchema(Output):
    """What makes up a seat's value, in points."""

    score = Number(-100_000, 100_000, "What it has.")
    pace = Number(-100_000, 100_000, "What the way to the target costs beyond its points, with an empty warehouse.")
    near_lines = Number(
        -100_000, 100_000, "What lines bring that are complete, or nearly so, by how many may be sold together."
    )
    room = Number(-100_000, 100_000, "What the form of the empty squares does; below 0 where shapes will hardly fit.")
    reach = Number(-100_000, 100_000, "How much more the best push would bring now than an average turn.")
    turn = Number(-100_000, 100_000, "What it is worth to be to move.")


class SeatEvaluationSchema(Output):
    """What a position is worth to a seat."""

    seat = Integer(1, 4, "The seat.")
    value = Number(-100_000, 100_000, "In points: the sum of the parts.")
    parts = ObjectOf(SeatPartsSchema, "What it is made up of.")


class EvaluationSchema(Output):
    """What a position is worth to each seat, without looking ahead."""

    position = Text("The position in notation.")
    seats = ListOf(ObjectOf(SeatEvaluationSchema), "The seats in order.", least=2, most=4)
