"""Query parameters."""

from typing import Any

from marshmallow import ValidationError, validates_schema

from service.api.fields import Choice, QueryBoolean, QueryInteger, Text
from service.api.schemas.base import Input
from service.api.schemas.choices import SLOT
from service.api.schemas.sample import MAX_SAMPLE, SAMPLE, SAMPLE_SEED, check_sample
from service.pictures import DEFAULT_SIZE, DEFAULT_THEME, MAX_SIZE, MIN_SIZE, THEMES
from service.rules import MAX_SEED


class NoQuery(Input):
    """No parameter at all."""


class WaitQuery(Input):
    """Whether a look at a game waits for news."""

    after = QueryInteger(0, 2**53 - 1, "A version that is known: wait for one above it.")
    wait = QueryInteger(0, 30, "How many seconds to wait at most; goes with `after`.", load_default=0)

    @validates_schema
    def check(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse to wait for nothing that is said."""
        if data["wait"] and "after" not in data:
            raise ValidationError("Goes with after: the version that is known.", "wait")


class ListQuery(Input):
    """Which games are wanted."""

    status = Choice(("waiting", "playing"), "Only games with this status; both unless given.")
    limit = QueryInteger(1, 100, "How many games at most.", load_default=20)
    cursor = Text("The `next_cursor` of the page before.")


class PictureQuery(Input):
    """How a picture looks."""

    size = QueryInteger(MIN_SIZE, MAX_SIZE, "Its width in pixels.", load_default=DEFAULT_SIZE)
    theme = Choice(THEMES, "Its colors; `auto` goes by what the viewer prefers.", load_default=DEFAULT_THEME)
    coords = QueryBoolean("Whether rows, columns and slots have their names beside them.", load_default=True)


class GamePictureQuery(PictureQuery):
    """Which picture of a game is wanted."""

    number = QueryInteger(1, 999_999, "As it stood before the move with this number.")


class PositionPictureQuery(PictureQuery):
    """Which picture of a position is wanted."""

    position = Text("The position in notation; `+` is written `%2B` in a query.", required=True)


class EventsQuery(Input):
    """Where a stream goes on."""

    last_event_id = Text(
        "The id of the last event that was received, for clients that cannot set the header Last-Event-ID; the header "
        "comes first where both are given."
    )


class PushQuery(Input):
    """Which part of the move tree is wanted."""

    push = Choice(SLOT, "Only the moves that push at this slot.")


class LegalMovesQuery(PushQuery):
    """Which part of the legal moves is wanted."""

    offset = QueryInteger(0, 2**53 - 1, "The index of the first move wanted.", load_default=0)
    limit = QueryInteger(1, 10_000, "How many moves at most.", load_default=1_000)
    sample = QueryInteger(1, MAX_SAMPLE, SAMPLE)
    seed = QueryInteger(0, MAX_SEED, SAMPLE_SEED)

    @validates_schema(pass_original=True)
    def check(self, _data: dict[str, Any], original: Any, **_: Any) -> None:
        """Refuse what does not go with a sample, and what goes with nothing else."""
        check_sample(original)


class MovesQuery(Input):
    """Which of the played moves are wanted."""

    after = QueryInteger(0, 999_999, "Only moves with a greater number than this.", load_default=0)
    limit = QueryInteger(1, 1_000, "How many moves at most.", load_default=100)


class PlayQuery(Input):
    """Whether a move is really played."""

    dry_run = QueryBoolean("Check and answer as if the move were played, but play nothing.", load_default=False)
