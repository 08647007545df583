"""Pictures of games and positions."""

import hashlib
from typing import Any, Final

from flask import Response

from service.api.answers import REVALIDATE, unchanged
from service.api.blueprint import READS, Answer, Blueprint
from service.api.context import games
from service.api.schemas.query import GamePictureQuery, PositionPictureQuery
from service.games import SeatState, Status
from service.pictures import CONTENT_SECURITY_POLICY, MEDIA_TYPE, draw_board
from service.rules import parse_position

blueprint = Blueprint("pictures", __name__, description="Pictures: any position as SVG.")

_DAY: Final = "max-age=86400"
_SVG: Final = {"type": "string", "description": "The picture as SVG; it holds no script and needs no other file."}
_HEADERS: Final = ("ETag", "Cache-Control", "Content-Security-Policy")


@blueprint.operation(
    "GET",
    "/v1/games/<game_id:id>/board.svg",
    "drawGame",
    query=GamePictureQuery(),
    conditional=True,
    answers=(Answer(200, "The picture.", _SVG, _HEADERS, media_type=MEDIA_TYPE),),
    problems=("game_not_found", "move_not_found", *READS),
)
def draw_game(game_id: str, query: dict[str, Any]) -> Response:
    """See a game.

    The board as it stands, with the last move marked; with `number` as it stood before that move. Colors have marks
    beside them, and the picture says in words what it shows.
    """
    board = games().board_before(game_id, query.get("number"))
    game = board.game
    waiting = board.now and game.status is Status.WAITING
    picture = draw_board(
        board.position,
        last=None if board.last is None else board.last.turn,
        names=[seat.name for seat in game.seats],
        open_seats=[seat for seat, entry in enumerate(game.seats, 1) if waiting and entry.state is SeatState.OPEN],
        **_look(query),
    )
    return _picture(picture, REVALIDATE if board.now else f"private, {_DAY}")


@blueprint.operation(
    "GET",
    "/v1/positions/board.svg",
    "drawPosition",
    query=PositionPictureQuery(),
    conditional=True,
    answers=(Answer(200, "The picture.", _SVG, _HEADERS, media_type=MEDIA_TYPE),),
    problems=("invalid_position",),
)
def draw_position(query: dict[str, Any]) -> Response:
    """See a position.

    Any valid one, as a game with it would be seen.
    """
    return _picture(draw_board(parse_position(query["position"]), **_look(query)), f"public, {_DAY}")


def _look(query: dict[str, Any]) -> dict[str, Any]:
    return {name: query[name] for name in ("size", "theme", "coords")}


def _picture(svg: str, caching: str) -> Response:
    body = svg.encode()
    tag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    response = unchanged(tag) or Response(body, content_type=f"{MEDIA_TYPE}; charset=utf-8")
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = caching
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    return response
