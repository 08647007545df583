"""Games: create, look, remove."""

from typing import Any

from flask import Response, request

from service.api.answers import NO_STORE, json_response, no_content, read_response, versioned
from service.api.blueprint import READS, WRITES, Answer, Blueprint, Body
from service.api.context import games
from service.api.limits.budgets import Budget
from service.api.limits.limiter import count_also
from service.api.present.game import summary_json
from service.api.present.rendered import rendered_game
from service.api.schemas.create import CreatedGameSchema, CreateGameSchema
from service.api.schemas.game import GameSchema
from service.api.schemas.listing import GameListSchema
from service.api.schemas.query import ListQuery, WaitQuery
from service.api.schemas.rematch import NothingSchema, RematchSchema
from service.api.schemas.seat import RoleSchema
from service.api.streams.follow import wait_for_news
from service.api.tokens import presented_token
from service.games import Bot, NewGame, NewSeat, NewVariants, Status
from service.rules import Color

blueprint = Blueprint("games", __name__, description="Games: create, look, remove.")

_CREATED = CreatedGameSchema()
_REMATCH = RematchSchema()


@blueprint.operation(
    "POST",
    "/v1/games",
    "createGame",
    body=Body(
        CreateGameSchema(),
        optional=True,
        examples=("create_default", "create_seats", "create_against_bot", "create_from_position"),
    ),
    answers=(
        Answer(201, "The game is created.", _CREATED, ("Location", "Cache-Control"), ("created_game",)),
        Answer(
            200,
            "This very call has created the game before.",
            _CREATED,
            ("Location", "Cache-Control"),
            ("created_game",),
        ),
    ),
    problems=("invalid_position", "token_reused", *WRITES),
)
def create_game(body: dict[str, Any]) -> Response:
    """Create a game.

    Everything is optional: no body at all makes a game of two seats by the default rules. The tokens in the answer are
    shown this once. With an `owner_token` of its own a client can repeat the call: within 24 hours the same call
    answers 200 with the same game and tokens.

    A seat with a `bot` is played by the service: its moves come without being asked for. So are those of seats that
    leave, where there is `on_leave`. Of games that bots play alone there are so many at once, and a further one is
    answered 503 `too_busy`.
    """
    new = _new_game(body)
    if new.on_leave is not None or any(seat.bot is not None for seat in new.seats or ()):
        count_also(Budget.BOTS)
    created = games().create(new)
    document = {
        "game": rendered_game(created.game),
        "owner_token": created.owner_token,
        "seat_tokens": [{"seat": seat, "token": token} for seat, token in created.seat_tokens],
    }
    headers = {"Location": f"/v1/games/{created.game.id}", **NO_STORE}
    return json_response(document, 200 if created.repeated else 201, headers)


@blueprint.operation(
    "GET",
    "/v1/games",
    "listGames",
    query=ListQuery(),
    conditional=True,
    answers=(Answer(200, "The games.", GameListSchema(), ("ETag", "Cache-Control"), ("games",)),),
    problems=READS,
)
def list_games(query: dict[str, Any]) -> Response:
    """List public games.

    Those that were created with `public`, while they wait for seats to be claimed or are played, newest first. With
    the `next_cursor` of a page comes the next one: no game is skipped and none comes twice, whatever comes and goes
    meanwhile.
    """
    status = Status(query["status"]) if "status" in query else None
    found = games().list_public(status, query["limit"], query.get("cursor"))
    return read_response({"games": [summary_json(game) for game in found.games], "next_cursor": found.next_cursor})


@blueprint.operation(
    "GET",
    "/v1/games/<game_id:id>",
    "getGame",
    query=WaitQuery(),
    conditional=True,
    answers=(Answer(200, "The game.", GameSchema(), ("ETag", "Cache-Control"), ("game",)),),
    problems=("game_not_found", "too_many_waiters", *READS),
)
def get_game(game_id: str, query: dict[str, Any]) -> Response:
    """Look at a game, at once or when there is news.

    Whoever knows its id may look. The entity tag is the version in quotes: with `If-None-Match` the answer is 304
    until the game changes. With `after` and `wait` the answer comes as soon as the version is above `after`, and after
    `wait` seconds in any case, with the game as it is then.
    """
    game = games().get(game_id)
    if query["wait"] and game.version <= query["after"] and request.method != "HEAD":
        waiting = wait_for_news(game, query["after"], query["wait"])
        if waiting is not None:
            return waiting
        game = games().get(game_id)
    tag, known = versioned(game.version)
    return known or read_response(rendered_game(game), tag)


@blueprint.operation(
    "DELETE",
    "/v1/games/<game_id:id>",
    "deleteGame",
    token=True,
    answers=(Answer(204, "The game is removed."),),
    problems=("game_not_found", "token_missing", "token_unknown", "token_not_allowed", *WRITES),
)
def delete_game(game_id: str) -> Response:
    """Remove a game.

    For the owner. All of it is gone then; the same call again answers 404.
    """
    games().delete(game_id, presented_token())
    return no_content()


@blueprint.operation(
    "GET",
    "/v1/games/<game_id:id>/me",
    "getRole",
    token=True,
    conditional=True,
    answers=(Answer(200, "Whose token it is.", RoleSchema(), ("ETag", "Cache-Control"), ("role",)),),
    problems=("game_not_found", "token_missing", "token_unknown", "token_not_allowed", *READS),
)
def get_role(game_id: str) -> Response:
    """Ask whose token this is.

    For any token of the game: the owner's or a seat's, unless a bot plays the seat now.
    """
    role = games().whoami(game_id, presented_token())
    return read_response({"role": role.role, "seat": role.seat})


@blueprint.operation(
    "POST",
    "/v1/games/<game_id:id>/rematch",
    "createRematch",
    token=True,
    body=Body(NothingSchema(), optional=True),
    answers=(
        Answer(201, "The new game.", _REMATCH, ("Location",), ("rematch",)),
        Answer(
            200, "The new game; it was created by an earlier call, of any seat.", _REMATCH, ("Location",), ("rematch",)
        ),
    ),
    problems=(
        "game_not_found",
        "token_missing",
        "token_unknown",
        "token_not_allowed",
        "game_not_finished",
        *WRITES,
    ),
)
def create_rematch(game_id: str, body: dict[str, Any]) -> Response:  # noqa: ARG001 - there is nothing in it
    """Play again.

    For a seat of a finished game. The first call creates the new game: the same seats, names, colors, bots and options,
    tiles of its own, and who had left, or was replaced by a bot, is in again. Every later call of any seat answers the
    same game. The tokens of the seats and of the owner are good for the new game as well, and the old one shows its id
    as `rematch`.
    """
    rematch = games().rematch(game_id, presented_token())
    document = {"game": rendered_game(rematch.game)}
    return json_response(document, 201 if rematch.created else 200, {"Location": f"/v1/games/{rematch.game.id}"})


def _new_game(body: dict[str, Any]) -> NewGame:
    """Return what is asked for; what is not in the body, or null in it, is not said."""
    wanted = dict(body)
    if "seats" in wanted:
        wanted["seats"] = tuple(_new_seat(seat) for seat in wanted["seats"])
    if "variants" in wanted:
        wanted["variants"] = NewVariants(**wanted["variants"])
    if wanted.get("on_leave") is not None:
        wanted["on_leave"] = Bot(**wanted["on_leave"]["bot"])
    return NewGame(**wanted)


def _new_seat(seat: dict[str, Any]) -> NewSeat:
    wanted = dict(seat)
    if "colors" in wanted:
        wanted["colors"] = tuple(Color.from_word(word) for word in wanted["colors"])
    if wanted.get("bot") is not None:
        wanted["bot"] = Bot(**wanted["bot"])
    return NewSeat(**wanted)
