"""The legal moves of a game."""

from typing import Any

from flask import Response

from service.api.answers import read_response, versioned
from service.api.blueprint import READS, Answer, Blueprint
from service.api.context import games
from service.api.present.legal_moves import (
    move_tree_json,
    no_legal_moves_json,
    no_move_tree_json,
    wanted_legal_moves_json,
)
from service.api.schemas.legal_moves import LegalMovesSchema, MoveTreeSchema
from service.api.schemas.query import LegalMovesQuery, PushQuery
from service.games import Status

blueprint = Blueprint("legal moves", __name__, description="The legal moves of a game, as a list and as a tree.")


@blueprint.operation(
    "GET",
    "/v1/games/<game_id:id>/legal-moves",
    "listLegalMoves",
    query=LegalMovesQuery(),
    conditional=True,
    answers=(Answer(200, "The moves.", LegalMovesSchema(), ("ETag", "Cache-Control"), ("legal_moves",)),),
    problems=("game_not_found", *READS),
)
def list_legal_moves(game_id: str, query: dict[str, Any]) -> Response:
    """List the legal moves.

    In canonical order, which is fixed: item i of the page is the move with index `offset` + i. There may be many
    thousands; `push` narrows them to one slot. In a game that waits or is finished there are none. With `sample` come
    as many moves drawn from all of them: for who plays at random, or looks at some.
    """
    game = games().get(game_id)
    if "sample" in query and "seed" not in query:
        tag = None  # it is another one each time
    else:
        tag, known = versioned(game.version)
        if known is not None:
            return known
    if game.status is Status.WAITING:
        return read_response(no_legal_moves_json(game.position, query), tag)
    return read_response(wanted_legal_moves_json(game.position, query), tag)


@blueprint.operation(
    "GET",
    "/v1/games/<game_id:id>/legal-moves/tree",
    "getMoveTree",
    query=PushQuery(),
    conditional=True,
    answers=(Answer(200, "The choices.", MoveTreeSchema(), ("ETag", "Cache-Control"), ("move_tree",)),),
    problems=("game_not_found", *READS),
)
def get_move_tree(game_id: str, query: dict[str, Any]) -> Response:
    """Get the legal moves as choices.

    The same moves as in the list, by push and color, for a person to click together: a move is slot, action and sale
    put together. `push` narrows them to one slot.
    """
    game = games().get(game_id)
    tag, known = versioned(game.version)
    if known is not None:
        return known
    if game.status is Status.WAITING:
        return read_response(no_move_tree_json(game.position), tag)
    return read_response(move_tree_json(game.position, query.get("push")), tag)
