"""Seats: claim, replace the token, leave."""

from typing import Any

from flask import Response

from service.api.answers import NO_STORE, json_response
from service.api.blueprint import WRITES, Answer, Blueprint, Body
from service.api.context import games
from service.api.present.rendered import rendered_game
from service.api.schemas.game import GameSchema
from service.api.schemas.seat import ClaimSeatSchema, ReplaceTokenSchema, SeatWithTokenSchema
from service.api.tokens import presented_token
from service.games import SeatToken

blueprint = Blueprint("seats", __name__, description="Seats: claim one, replace its token, leave.")

_WITH_TOKEN = SeatWithTokenSchema()
_CLAIM = Body(ClaimSeatSchema(), optional=True, examples=("claim",))
_CLAIMED = (
    Answer(201, "The seat is claimed.", _WITH_TOKEN, ("Cache-Control",), ("seat_with_token",)),
    Answer(200, "This very call has claimed the seat before.", _WITH_TOKEN, ("Cache-Control",), ("seat_with_token",)),
)


@blueprint.operation(
    "POST",
    "/v1/games/<game_id:id>/seats",
    "claimFirstSeat",
    body=_CLAIM,
    answers=_CLAIMED,
    problems=("game_not_found", "seat_taken", "game_finished", "token_reused", *WRITES),
)
def claim_first_seat(game_id: str, body: dict[str, Any]) -> Response:
    """Claim the first open seat.

    Everybody who knows the game's id may. The token in the answer is shown this once. A client that brings a token of
    its own can repeat the call.
    """
    return _claimed(games().claim(game_id, None, body.get("name"), body.get("token")))


@blueprint.operation(
    "POST",
    "/v1/games/<game_id:id>/seats/<seat:seat>",
    "claimSeat",
    body=_CLAIM,
    answers=_CLAIMED,
    problems=("game_not_found", "seat_not_found", "seat_taken", "game_finished", "token_reused", *WRITES),
)
def claim_seat(game_id: str, seat: int, body: dict[str, Any]) -> Response:
    """Claim a certain seat.

    It must be open. Otherwise as for the first open seat.
    """
    return _claimed(games().claim(game_id, seat, body.get("name"), body.get("token")))


@blueprint.operation(
    "PUT",
    "/v1/games/<game_id:id>/seats/<seat:seat>/token",
    "replaceSeatToken",
    token=True,
    body=Body(ReplaceTokenSchema(), optional=True, examples=("replace_token",)),
    answers=(Answer(200, "The seat's new token.", _WITH_TOKEN, ("Cache-Control",), ("seat_with_token",)),),
    problems=(
        "game_not_found",
        "seat_not_found",
        "token_missing",
        "token_unknown",
        "token_not_allowed",
        "seat_not_taken",
        "token_reused",
        *WRITES,
    ),
)
def replace_seat_token(game_id: str, seat: int, body: dict[str, Any]) -> Response:
    """Replace a seat's token.

    For the owner or that seat. The old token is dead from then on. The token in the answer is shown this once.
    """
    return _with_token(games().replace_token(game_id, seat, presented_token(), body.get("token")), 200)


@blueprint.operation(
    "DELETE",
    "/v1/games/<game_id:id>/seats/<seat:seat>",
    "leaveSeat",
    token=True,
    answers=(Answer(200, "The game without the seat.", GameSchema(), (), ("game",)),),
    problems=(
        "game_not_found",
        "seat_not_found",
        "token_missing",
        "token_unknown",
        "token_not_allowed",
        "seat_not_taken",
        "game_finished",
        *WRITES,
    ),
)
def leave_seat(game_id: str, seat: int) -> Response:
    """Leave the game.

    For the owner or that seat. In a running game that is to resign, or to leave the seat to a bot where the game has
    `on_leave`; in one that still waits the seat is open again and its token dead. The same call again answers the same.
    A seat that was a bot's from the start cannot leave.
    """
    return json_response(rendered_game(games().leave(game_id, seat, presented_token())))


def _claimed(claimed: SeatToken) -> Response:
    return _with_token(claimed, 200 if claimed.repeated else 201)


def _with_token(claimed: SeatToken, status: int) -> Response:
    document = {
        "seat_token": {"seat": claimed.seat, "token": claimed.token},
        "game": rendered_game(claimed.game),
    }
    return json_response(document, status, NO_STORE)
