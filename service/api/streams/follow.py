"""What the views ask for: to wait for news of a game, or to follow it."""

import re
from typing import Final

from flask import Response, current_app, request

from service.api.context import games, streams
from service.api.present.change import change_event, game_event
from service.api.problems import Problem
from service.api.streams.events import end_event, retry_bytes
from service.api.streams.slots import TooManyWaiters
from service.api.translate import sentence
from service.games import Game, News

__all__ = ["follow", "wait_for_news"]

_VERSION = re.compile(r"[1-9][0-9]*", re.ASCII)
_BEYOND: Final = 2**53  # a version that no game has
_HEADERS: Final = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
_CONTENT_TYPE: Final = "text/event-stream"


def wait_for_news(game: Game, after: int, seconds: float) -> Response | None:
    """Wait until a game has a version above `after`, for some seconds at most.

    Returns an answer to return as it is, or None: the game is to be looked at again. Raises Problem.
    """
    app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - the proxy is of no use later
    try:
        return streams().wait(app, request.environ, game, max(after, game.version), seconds)
    except TooManyWaiters as error:
        raise _too_many(error) from error


def follow(game_id: str, last_event_id: str | None) -> Response:
    """Return a game's changes as they happen, after the version with this id, or else after a snapshot.

    Raises Problem, and what the games raise.
    """
    version = 0
    if last_event_id and _VERSION.fullmatch(last_event_id):
        version = min(int(last_event_id[:20]), _BEYOND)
    news = games().news(game_id, version)
    game = news.game
    known = 1 <= version <= game.version and news.complete
    if game.outcome is not None and version >= game.version:
        response = Response(status=204, headers=_HEADERS)
        response.headers.pop("Content-Type", None)
        return response
    first = retry_bytes() + _events(news, known)
    if request.method == "HEAD":
        response = Response()
        response.automatically_set_content_length = False  # how long a stream gets is known when it ends
    elif game.outcome is not None:
        response = streams().whole(request.environ, first + end_event("finished"))
    else:
        try:
            response = streams().stream(request.environ, game, first)
        except TooManyWaiters as error:
            raise _too_many(error) from error
    response.headers.update(_HEADERS)
    response.headers["Content-Type"] = _CONTENT_TYPE
    return response


def _events(news: News, known: bool) -> bytes:
    if not known:
        return game_event(news.game)
    return b"".join(change_event(event) for event in news.events)


def _too_many(error: TooManyWaiters) -> Problem:
    return Problem("too_many_waiters", sentence(str(error)))
