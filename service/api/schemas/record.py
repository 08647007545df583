"""Records: whole games as documents."""

from service.api.fields import Choice, Constant, Integer, ListOf, Name, ObjectOf, Text
from service.api.schemas.base import Input, Output
from service.api.schemas.choices import ENDING, LEAVING
from service.api.schemas.game import BotSchema
from service.api.schemas.position import OutcomeSchema
from service.bots import LEVELS
from service.rules import RECORD_FORMAT


class RecordSeatSchema(Output):
    """A seat of a record."""

    name = Text("The name of who sat there.", allow_none=True)


class LeftSchema(Output):
    """That a seat left, and when."""

    seat = Integer(1, 4, "The seat.")
    before = Integer(1, 100_000, "The number of the move before which it left.")
    reason = Choice(LEAVING, "Why.")


class ReplacedSchema(Output):
    """That a bot plays a seat on, and since when."""

    seat = Integer(1, 4, "The seat.")
    before = Integer(1, 100_000, "The number of the first move that was left to the bot.")
    reason = Choice(LEAVING, "Why.")
    bot = ObjectOf(BotSchema, "The bot.")


class RecordSchema(Output):
    """A game from its start, move by move."""

    optional = ("replaced",)

    format = Constant(RECORD_FORMAT, "The format of the record.")
    rules_version = Integer(1, 2**31 - 1, "The version of the rules.")
    start = Text("The position at the start.")
    seats = ListOf(ObjectOf(RecordSeatSchema), "The seats in order.", least=2, most=4)
    moves = ListOf(Text(examples=["N3 c4>b2"]), "The moves in canonical form; the first has the number of `start`.")
    left = ListOf(ObjectOf(LeftSchema), "Who left, in the order in which it happened.", most=3)
    replaced = ListOf(
        ObjectOf(ReplacedSchema),
        "For whom a bot plays on, in the order in which it happened; only if there is one.",
        most=4,
    )
    outcome = ObjectOf(OutcomeSchema, "How it ended; null while it runs.", allow_none=True)


class CheckedSeatSchema(Input):
    """A seat of a record to be checked."""

    name = Name("The name of who sat there.", required=True, allow_none=True)


class CheckedLeftSchema(Input):
    """That a seat left, and when."""

    seat = Integer(1, 4, "The seat.", required=True)
    before = Integer(1, 100_000, "The number of the move before which it left.", required=True)
    reason = Choice(LEAVING, "Why.", required=True)


class CheckedBotSchema(Input):
    """A bot; it may be of a level that is not known here."""

    level = Text("How well it plays: 1 to 40 characters.", required=True, known=LEVELS)


class CheckedReplacedSchema(Input):
    """That a bot plays a seat on, and since when."""

    seat = Integer(1, 4, "The seat.", required=True)
    before = Integer(1, 100_000, "The number of the first move that was left to the bot.", required=True)
    reason = Choice(LEAVING, "Why.", required=True)
    bot = ObjectOf(CheckedBotSchema, "The bot.", required=True)


class CheckedOutcomeSchema(Input):
    """How the game ended."""

    reason = Choice(ENDING, "Why it ended.", required=True)
    winner = Integer(1, 4, "The seat that won; null for `move_limit`.", required=True, allow_none=True)


class CheckRecordSchema(Input):
    """The record to check. It describes the body alone: the rules themselves read it and find what is wrong."""

    format = Constant(RECORD_FORMAT, "The format of the record.", required=True)
    rules_version = Integer(1, 1, "The version of the rules.", required=True)
    start = Text("The position at the start.", required=True)
    seats = ListOf(ObjectOf(CheckedSeatSchema), "The seats in order.", least=2, most=4, required=True)
    moves = ListOf(Text(examples=["N3 c4>b2"]), "The moves.", required=True)
    left = ListOf(ObjectOf(CheckedLeftSchema), "Who left.", most=3, required=True)
    replaced = ListOf(ObjectOf(CheckedReplacedSchema), "For whom a bot plays on; may be missing.", most=4)
    outcome = ObjectOf(CheckedOutcomeSchema, "How it ended; null while it runs.", required=True, allow_none=True)


class RecordResultSchema(Output):
    """Where a record ends."""

    position = Text("The position after the last move.")
    outcome = ObjectOf(OutcomeSchema, "How the game ended; null while it runs.", allow_none=True)
