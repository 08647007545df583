"""Advice: what a bot would play, in any position and in a game that allows it, and what a position is worth."""

from typing import Any

from flask import Response, request

from service.api.answers import json_response, read_response, versioned, without_body
from service.api.blueprint import READS, Answer, Blueprint, Body
from service.api.context import games, services
from service.api.present.advice import advice_json, evaluation_json
from service.api.problems import Problem
from service.api.schemas.advice import (
    DEFAULT_SECONDS,
    AdviceSchema,
    EvaluatePositionSchema,
    EvaluationSchema,
    SuggestInPositionSchema,
    SuggestQuery,
)
from service.bots import evaluate
from service.games import GameFinished, GameWaiting, Status
from service.rules import parse_position

blueprint = Blueprint(
    "advice", __name__, description="What a bot would play, and what a position is worth. Nothing is stored."
)


@blueprint.operation(
    "GET",
    "/v1/games/<game_id:id>/suggest",
    "suggestMove",
    query=SuggestQuery(),
    conditional=True,
    answers=(Answer(200, "The moves.", AdviceSchema(), ("ETag", "Cache-Control"), ("advice",)),),
    problems=("game_not_found", "advice_not_allowed", "game_waiting", "game_finished", "too_busy", *READS),
)
def suggest_move(game_id: str, query: dict[str, Any]) -> Response:
    """Ask what to play.

    For the seat to move, in a game that was created with `advice`. Whoever knows the game's id may ask. The answer
    comes when it is thought, within seconds. `number` says for which move it is: the game may have gone on meanwhile.
    """
    game = games().get(game_id)
    if not game.advice:
        raise Problem("advice_not_allowed")
    if game.status is Status.WAITING:
        raise GameWaiting("the game still waits for seats to be claimed", game)
    if game.status is Status.FINISHED:
        raise GameFinished("the game is finished", game)
    tag, known = versioned(game.version)
    if known is not None:
        return known
    if request.method == "HEAD":
        return without_body(tag)  # nobody would see what was thought
    advice = services().advisor.think(game.position, **query, seconds=DEFAULT_SECONDS)
    document = advice_json(game.position, query["level"], query["seed"], advice)
    return read_response(document, tag if advice.complete else None)  # what was cut short may be better the next time


@blueprint.operation(
    "POST",
    "/v1/positions/suggest",
    "suggestInPosition",
    body=Body(SuggestInPositionSchema(), examples=("suggest",)),
    answers=(Answer(200, "The moves.", AdviceSchema(), (), ("advice",)),),
    problems=("invalid_position", "too_busy"),
)
def suggest_in_position(body: dict[str, Any]) -> Response:
    """Ask what to play in a position.

    Answers with the best moves that a level finds, what they are worth and how it thinks that the game goes on. The
    same request has the same answer as long as it is `complete`; what was cut short by `seconds` may differ.
    """
    position = parse_position(body["position"])
    advice = services().advisor.think(position, **{name: value for name, value in body.items() if name != "position"})
    return json_response(advice_json(position, body["level"], body["seed"], advice))


@blueprint.operation(
    "POST",
    "/v1/positions/evaluate",
    "evaluatePosition",
    body=Body(EvaluatePositionSchema(), examples=("position",)),
    answers=(Answer(200, "What it is worth.", EvaluationSchema(), (), ("evaluation",)),),
    problems=("invalid_position",),
)
def evaluate_position(body: dict[str, Any]) -> Response:
    """Ask what a position is worth to each seat.

    As it stands, without looking ahead: what the bots that search judge the ends of their lines by.
    """
    position = parse_position(body["position"])
    return json_response(evaluation_json(position, evaluate(position)))
