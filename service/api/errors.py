"""Exceptions of every layer, turned into problem answers."""

import logging
from typing import Final

import orjson
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from service.api.context import services
from service.api.headers import request_id
from service.api.observed import note_problem
from service.api.problems import MEDIA_TYPE, Problem
from service.api.routing import Form, missing_resource, path_forms
from service.api.translate import game_problem, rules_problem
from service.games import GameError, StoreUnavailable, TooManyGames
from service.rules import KilnError

log = logging.getLogger(__name__)

#: What else Werkzeug may raise, by its status. The rest is the client's bad HTTP, or the service's fault.
_HTTP_CODES: Final = {
    413: "body_too_large",
    414: "uri_too_long",
    415: "unsupported_media_type",
    431: "headers_too_large",
}


def problem_response(problem: Problem) -> Response:
    """Return `problem` as an answer."""
    services().meters.problem(problem.kind.code)
    note_problem(problem.kind.code)
    return Response(
        orjson.dumps(problem.document(request_id())),
        problem.kind.status,
        {**problem.kind.headers, **problem.headers},
        content_type=MEDIA_TYPE,
    )


def _http_problem(error: HTTPException, forms: tuple[Form, ...]) -> Problem:
    if isinstance(error, MethodNotAllowed):
        allowed = ", ".join(sorted(error.valid_methods or ()))
        return Problem("method_not_allowed", headers={"Allow": allowed})
    if isinstance(error, NotFound):
        return Problem(missing_resource(forms, request.path))
    status = error.code or 500
    return Problem(_HTTP_CODES.get(status, "bad_request" if status < 500 else "internal_error"))


def init_app(app: Flask) -> None:
    """Make `app` answer every exception with a problem. Comes after all routes are known."""
    forms = path_forms(app.url_map)

    def on_problem(error: Problem) -> Response:
        return problem_response(error)

    def on_game_error(error: GameError) -> Response:
        problem = game_problem(error)
        if problem.kind.status >= 500:
            # By the store, which knows what was asked of whom; or nothing is wrong.
            told = isinstance(error, (StoreUnavailable, TooManyGames))
            log.log(
                logging.WARNING if told else logging.ERROR,
                "%s: %s",
                problem.kind.code,
                error,
                exc_info=None if told else error,
                extra={"request_id": request_id()},
            )
        return problem_response(problem)

    def on_rules_error(error: KilnError) -> Response:
        problem = rules_problem(error)
        if problem.kind.status >= 500:
            log.error("The rules failed: %s", error, exc_info=error, extra={"request_id": request_id()})
        return problem_response(problem)

    def on_http_exception(error: HTTPException) -> Response:
        if request.method == "OPTIONS":
            return Response(status=204, headers={"Allow": "OPTIONS"})
        return problem_response(_http_problem(error, forms))

    def on_exception(error: Exception) -> Response:
        log.error("%s failed", request.endpoint, exc_info=error, extra={"request_id": request_id()})
        return problem_response(Problem("internal_error"))

    app.register_error_handler(Problem, on_problem)
    app.register_error_handler(GameError, on_game_error)
    app.register_error_handler(KilnError, on_rules_error)
    app.register_error_handler(HTTPException, on_http_exception)
    app.register_error_handler(Exception, on_exception)
