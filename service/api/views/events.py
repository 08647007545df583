"""Following a game by server-sent events."""

from typing import Any, Final

from flask import Response, request

from service.api.blueprint import READS, Answer, Blueprint
from service.api.schemas.query import EventsQuery
from service.api.streams.follow import follow

blueprint = Blueprint("events", __name__, description="Events: every change of a game, as it happens.")

_STREAM: Final = {
    "type": "string",
    "description": "Server-sent events: `game` with a Game, `move` with a move and the Game after it, and at the end "
    "`end` with a reason: `finished`, `deleted` or `expired`. The id of an event is the game's version.",
}


@blueprint.operation(
    "GET",
    "/v1/games/<game_id:id>/events",
    "followGame",
    query=EventsQuery(),
    answers=(
        Answer(200, "The events.", _STREAM, ("Cache-Control",), ("events",), media_type="text/event-stream"),
        Answer(204, "The game is finished, and its last version is known already.", headers=("Cache-Control",)),
    ),
    problems=("game_not_found", "too_many_waiters", *READS),
)
def follow_game(game_id: str, query: dict[str, Any]) -> Response:
    """Follow a game.

    A stream of server-sent events: first `game` with the game as it is, then `move` with `{"move", "game"}` for each
    move and `game` for every other change. The id of each is the version of its game. With the header `Last-Event-ID`
    (or `last_event_id`) the stream goes on right after that version, without the first event. A comment comes at least
    every 15 seconds. The last event is `end` with `{"reason"}`; then the stream is closed.
    """
    return follow(game_id, request.headers.get("Last-Event-ID") or query.get("last_event_id"))
