"""Positions without a game: take one apart, list its moves, play one."""

from typing import Any

from flask import Response

from service.api.answers import json_response
from service.api.blueprint import Answer, Blueprint, Body
from service.api.present.legal_moves import move_tree_json, wanted_legal_moves_json
from service.api.present.move import events_json
from service.api.present.position import description_json, outcome_json
from service.api.schemas.legal_moves import LegalMovesSchema, MoveTreeSchema
from service.api.schemas.position import (
    DescribePositionSchema,
    PlayedPositionSchema,
    PlayPositionSchema,
    PositionDescriptionSchema,
    PositionLegalMovesSchema,
    PositionMoveTreeSchema,
)
from service.rules import format_move, format_position, parse_move, parse_position, play

blueprint = Blueprint("positions", __name__, description="Any valid position, without a game. Nothing is stored.")


@blueprint.operation(
    "POST",
    "/v1/positions/describe",
    "describePosition",
    body=Body(DescribePositionSchema(), examples=("position",)),
    answers=(Answer(200, "The parts.", PositionDescriptionSchema(), (), ("position_description",)),),
    problems=("invalid_position",),
)
def describe_position(body: dict[str, Any]) -> Response:
    """Take a position apart.

    Answers with its parts under the names that a game has.
    """
    return json_response(description_json(parse_position(body["position"])))


@blueprint.operation(
    "POST",
    "/v1/positions/legal-moves",
    "listPositionLegalMoves",
    body=Body(PositionLegalMovesSchema(), examples=("position_legal_moves",)),
    answers=(Answer(200, "The moves.", LegalMovesSchema(), (), ("legal_moves",)),),
    problems=("invalid_position",),
)
def list_position_legal_moves(body: dict[str, Any]) -> Response:
    """List the legal moves of a position.

    As for a game.
    """
    return json_response(wanted_legal_moves_json(parse_position(body["position"]), body))


@blueprint.operation(
    "POST",
    "/v1/positions/legal-moves/tree",
    "getPositionMoveTree",
    body=Body(PositionMoveTreeSchema(), examples=("position",)),
    answers=(Answer(200, "The choices.", MoveTreeSchema(), (), ("move_tree",)),),
    problems=("invalid_position",),
)
def get_position_move_tree(body: dict[str, Any]) -> Response:
    """Get the legal moves of a position as choices.

    As for a game.
    """
    return json_response(move_tree_json(parse_position(body["position"]), body.get("push")))


@blueprint.operation(
    "POST",
    "/v1/positions/play",
    "playInPosition",
    body=Body(PlayPositionSchema(), examples=("play_position",)),
    answers=(Answer(200, "What the move did.", PlayedPositionSchema(), (), ("played_position",)),),
    problems=("invalid_position", "invalid_move", "illegal_move"),
)
def play_in_position(body: dict[str, Any]) -> Response:
    """Play a move in a position.

    Answers with what it did and the position after it.
    """
    turn = play(parse_position(body["position"]), parse_move(body["move"]))
    return json_response(
        {
            "move": format_move(turn.move),
            "events": events_json(turn.events),
            "position": format_position(turn.position),
            "outcome": outcome_json(turn.position.outcome),
        }
    )
