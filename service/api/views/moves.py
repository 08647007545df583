"""Moves: play one, and look at those played."""

from typing import Any

from flask import Response

from service.api.answers import json_response, read_response
from service.api.blueprint import READS, WRITES, Answer, Blueprint, Body
from service.api.context import games
from service.api.present.move import move_json, rendered_move
from service.api.present.rendered import rendered_game
from service.api.schemas.move import MovesSchema, PlayedSchema, PlayMoveSchema
from service.api.schemas.played import MoveSchema
from service.api.schemas.query import MovesQuery, PlayQuery
from service.api.tokens import presented_token

blueprint = Blueprint("moves", __name__, description="Moves: play one, and look at those played.")

_PLAYED = PlayedSchema()


@blueprint.operation(
    "POST",
    "/v1/games/<game_id:id>/moves",
    "playMove",
    token=True,
    query=PlayQuery(),
    body=Body(PlayMoveSchema(), examples=("play",)),
    answers=(
        Answer(201, "The move is played.", _PLAYED, ("Location",), ("played",)),
        Answer(200, "This seat has played this very move before, or it is a dry run.", _PLAYED, (), ("played",)),
    ),
    problems=(
        "game_not_found",
        "token_missing",
        "token_unknown",
        "token_not_allowed",
        "number_taken",
        "number_not_reached",
        "not_your_turn",
        "game_waiting",
        "game_finished",
        "invalid_move",
        "illegal_move",
        *WRITES,
    ),
)
def play_move(game_id: str, query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Play a move.

    For the seat to move. `number` makes the call safe to repeat: when this seat has already played this very move as
    this number, the answer is 200 with the stored move and the game as it is now. With `dry_run=true` everything is
    checked and answered as if the move were played, but nothing is stored.
    """
    played = games().play(game_id, presented_token(), body["number"], body["move"], query["dry_run"])
    document = {"move": rendered_move(played.move), "game": rendered_game(played.game)}
    if played.outcome == "played":
        return json_response(document, 201, {"Location": f"/v1/games/{game_id}/moves/{played.move.number}"})
    return json_response(document)


@blueprint.operation(
    "GET",
    "/v1/games/<game_id:id>/moves",
    "listMoves",
    query=MovesQuery(),
    conditional=True,
    answers=(Answer(200, "The moves.", MovesSchema(), ("ETag", "Cache-Control"), ("moves",)),),
    problems=("game_not_found", *READS),
)
def list_moves(game_id: str, query: dict[str, Any]) -> Response:
    """List the moves played.

    By number, a page at a time: while `more` is true, ask again with the last number as `after`.
    """
    moves, more = games().moves(game_id, query["after"], query["limit"])
    return read_response({"moves": [move_json(move) for move in moves], "more": more})


@blueprint.operation(
    "GET",
    "/v1/games/<game_id:id>/moves/<number:number>",
    "getMove",
    conditional=True,
    answers=(Answer(200, "The move.", MoveSchema(), ("ETag", "Cache-Control"), ("move",)),),
    problems=("game_not_found", "move_not_found", *READS),
)
def get_move(game_id: str, number: int) -> Response:
    """Look at a played move."""
    return read_response(move_json(games().move(game_id, number)))
