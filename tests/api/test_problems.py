"""The catalog of problems, and how exceptions become answers."""

import logging
from typing import cast

import pytest
from flask import Flask
from werkzeug.exceptions import ImATeapot, ServiceUnavailable

from service import games
from service.api.application import create
from service.api.context import Services
from service.api.problems import PROBLEMS, Problem
from service.api.streams.streams import Streams
from service.games import GameDamaged, GameError, GameService, NewerRules, StoreUnavailable, TooBusy
from tests.api.checked import CheckedClient, Contract

GAME = "/v1/games/" + "a" * 20
NO_STREAMS = cast("Streams", None)
"""Nothing here is followed."""

STATUSES = {
    "bad_request": 400,
    "malformed_body": 400,
    "token_missing": 401,
    "token_unknown": 401,
    "api_key_missing": 401,
    "api_key_unknown": 401,
    "token_not_allowed": 403,
    "advice_not_allowed": 403,
    "game_not_found": 404,
    "move_not_found": 404,
    "seat_not_found": 404,
    "not_found": 404,
    "method_not_allowed": 405,
    "number_taken": 409,
    "number_not_reached": 409,
    "not_your_turn": 409,
    "game_waiting": 409,
    "game_finished": 409,
    "game_not_finished": 409,
    "seat_taken": 409,
    "seat_not_taken": 409,
    "token_reused": 409,
    "body_too_large": 413,
    "uri_too_long": 414,
    "headers_too_large": 431,
    "unsupported_media_type": 415,
    "invalid_field": 422,
    "invalid_position": 422,
    "invalid_move": 422,
    "illegal_move": 422,
    "invalid_record": 422,
    "rate_limited": 429,
    "internal_error": 500,
    "game_damaged": 500,
    "store_unavailable": 503,
    "not_replicated": 503,
    "too_busy": 503,
    "too_many_waiters": 503,
    "newer_rules": 503,
}


def test_every_code_has_its_status() -> None:
    assert {code: kind.status for code, kind in PROBLEMS.items()} == STATUSES


def test_every_503_says_when_to_try_again_and_every_401_how() -> None:
    for kind in PROBLEMS.values():
        assert ("Retry-After" in kind.headers) is (kind.status == 503)
        assert ("WWW-Authenticate" in kind.headers) is (kind.status == 401)


def test_every_reason_of_the_games_is_in_the_catalog() -> None:
    reasons = [kind for kind in vars(games).values() if isinstance(kind, type) and issubclass(kind, GameError)]
    codes = {kind.code for kind in reasons if hasattr(kind, "code")}
    assert codes <= set(PROBLEMS)


def test_every_code_is_in_the_contract(promised: Contract) -> None:
    document = promised.document
    listed = set(document["components"]["schemas"]["Problem"]["properties"]["code"]["x-extensible-enum"])
    assert listed == set(PROBLEMS)
    used = {
        code
        for operations in document["paths"].values()
        for operation in operations.values()
        if isinstance(operation, dict)
        for response in operation["responses"].values()
        for code in promised.resolved(response)
        .get("content", {})
        .get("application/problem+json", {})
        .get("examples", {})
    }
    assert used == set(PROBLEMS) - {"method_not_allowed"}


class Broken(GameService):
    """Games of which every look and every removal raises what it is told to."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def get(self, game_id: str) -> games.Game:  # noqa: ARG002 - the signature of what it stands for
        raise self.error

    def delete(self, game_id: str, token: str | None) -> None:  # noqa: ARG002 - the signature of what it stands for
        raise self.error


def broken(error: Exception, promised: Contract) -> CheckedClient:
    def check_store() -> None:
        raise error

    return CheckedClient(create(Services(Broken(error), check_store, NO_STREAMS)).test_client(), promised)


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (RuntimeError("secret"), 500, "internal_error"),
        (KeyError("secret"), 500, "internal_error"),
        (RecursionError("secret"), 500, "internal_error"),
        (ServiceUnavailable("secret"), 500, "internal_error"),
        (ImATeapot("secret"), 400, "bad_request"),
        (GameDamaged("a" * 20, "secret"), 500, "game_damaged"),
        (NewerRules("a" * 20, 99), 503, "newer_rules"),
        (StoreUnavailable("secret"), 503, "store_unavailable"),
        (TooBusy("the game changed each time"), 503, "too_busy"),
    ],
)
def test_whatever_is_raised_the_answer_is_a_problem(
    promised: Contract, error: Exception, status: int, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL + 1)
    answer = broken(error, promised).delete(GAME)
    assert (answer.status, answer.code) == (status, code)
    assert b"secret" not in answer.body


def test_an_unexpected_exception_is_logged_with_the_requests_id(
    promised: Contract, caplog: pytest.LogCaptureFixture
) -> None:
    error = RuntimeError("the inner detail")
    answer = broken(error, promised).get(GAME, headers={"X-Request-ID": "mine", "Authorization": "Bearer my-token"})
    (record,) = [record for record in caplog.records if record.name == "service.api.errors"]
    assert record.levelno == logging.ERROR
    assert record.exc_info is not None
    assert record.exc_info[1] is error
    assert record.request_id == answer.json["request_id"] == "mine"  # type: ignore[attr-defined]
    assert "my-token" not in caplog.text


def test_a_damaged_game_is_logged_and_not_told(promised: Contract, caplog: pytest.LogCaptureFixture) -> None:
    answer = broken(GameDamaged("a" * 20, "the inner detail"), promised).get(GAME)
    assert "the inner detail" in caplog.text
    assert b"inner" not in answer.body


def test_a_store_that_fails_makes_the_service_alive_but_not_ready(
    promised: Contract, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL + 1)
    client = broken(StoreUnavailable("secret"), promised)
    assert client.get("/healthz").json == {"status": "ok"}
    answer = client.get("/readyz")
    assert (answer.status, answer.code, answer.headers["Retry-After"]) == (503, "store_unavailable", "1")


def test_an_unknown_code_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        Problem("no_such_code")


def test_the_application_propagates_no_exception_even_when_testing(promised: Contract) -> None:
    app: Flask = create(Services(Broken(RuntimeError()), lambda: None, NO_STREAMS))
    app.testing = True
    assert CheckedClient(app.test_client(), promised).get(GAME).code == "internal_error"
