"""Records: a game written down, and any record checked."""

from typing import Any

from flask import Response

from service.api.answers import json_response, read_response
from service.api.blueprint import READS, Answer, Blueprint, Body
from service.api.context import games
from service.api.present.position import outcome_json
from service.api.schemas.record import CheckRecordSchema, RecordResultSchema, RecordSchema
from service.rules import check_record as check
from service.rules import format_position

blueprint = Blueprint("records", __name__, description="Whole games as documents.")


@blueprint.operation(
    "GET",
    "/v1/games/<game_id:id>/record",
    "getRecord",
    conditional=True,
    answers=(Answer(200, "The record.", RecordSchema(), ("ETag", "Cache-Control"), ("record",)),),
    problems=("game_not_found", *READS),
)
def get_record(game_id: str) -> Response:
    """Get a game as a record.

    All of it from its start, to keep or to replay elsewhere.
    """
    return read_response(games().record(game_id).as_dict())


@blueprint.operation(
    "POST",
    "/v1/records/check",
    "checkRecord",
    body=Body(CheckRecordSchema(), checked=False, examples=("record",)),
    answers=(Answer(200, "The record holds.", RecordResultSchema(), (), ("record_result",)),),
    problems=("invalid_record",),
)
def check_record(body: Any) -> Response:
    """Check a record.

    Every move is played. Answers with the position after the last one, or names the first bad move.
    """
    checked = check(body)
    return json_response({"position": format_position(checked.position), "outcome": outcome_json(checked.outcome)})
