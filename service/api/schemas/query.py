"""Query parameters."""

from service.api.fields import Choice, QueryBoolean, QueryInteger
from service.api.schemas.base import Input
from service.api.schemas.choices import SLOT


class NoQuery(Input):
    """No parameter at all."""


class PushQuery(Input):
    """Which part of the move tree is wanted."""

    push = Choice(SLOT, "Only the moves that push at this slot.")


class LegalMovesQuery(PushQuery):
    """Which part of the legal moves is wanted."""

    offset = QueryInteger(0, 2**53 - 1, "The index of the first move wanted.", load_default=0)
    limit = QueryInteger(1, 10_000, "How many moves at most.", load_default=1_000)


class MovesQuery(Input):
    """Which of the played moves are wanted."""

    after = QueryInteger(0, 999_999, "Only moves with a greater number than this.", load_default=0)
    limit = QueryInteger(1, 1_000, "How many moves at most.", load_default=100)


class PlayQuery(Input):
    """Whether a move is really played."""

    dry_run = QueryBoolean("Check and answer as if the move were played, but play nothing.", load_default=False)
