"""Headers on every answer: the request's id, CORS, and no guessing of media types."""

import os
import random
import re
from collections.abc import Iterable
from typing import Any, Final

from flask import Flask, Response, request
from werkzeug.datastructures import Headers

from service.api.observed import note_request_id

_KEY: Final = "kiln.request_id"
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")

_ids: Final = random.Random()
"""Ids are no secrets. To ask the system for each would let another thread have the interpreter."""
os.register_at_fork(after_in_child=_ids.seed)

ALLOWED_REQUEST_HEADERS: Final = "Authorization, Content-Type, If-None-Match, Last-Event-ID, X-API-Key, X-Request-ID"
EXPOSED_HEADERS: Final = (
    "ETag, Location, Allow, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, "
    "WWW-Authenticate, X-Request-ID"
)
METHODS: Final = "GET, HEAD, POST, PUT, DELETE, OPTIONS"

#: On every answer, errors too. Any origin may read it, and never with credentials.
COMMON: Final = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", EXPOSED_HEADERS),
    ("X-Content-Type-Options", "nosniff"),
)

#: On every answer to OPTIONS: what a browser asks before a call from another origin.
PREFLIGHT: Final = (
    ("Access-Control-Allow-Methods", METHODS),
    ("Access-Control-Allow-Headers", ALLOWED_REQUEST_HEADERS),
    ("Access-Control-Max-Age", "7200"),
)


class KnownList(list[tuple[str, str]]):
    """Headers, as WSGI has them, that a server need not look at."""


class KnownHeaders(Headers):
    """Headers that need no look at how they are spelt, since nobody but the service has written them."""

    def __init__(self, *headers: tuple[str, str]) -> None:
        super().__init__()
        self._list = list(headers)

    def append(self, headers: Iterable[tuple[str, str]]) -> None:
        """Add headers of which none is there yet."""
        self._list.extend(headers)

    def to_wsgi_list(self) -> list[tuple[str, str]]:
        """Return them for the server."""
        return KnownList(self._list)


def kept_request_id(given: str | None) -> str:
    """Return the id that a request brings when it is well-formed, otherwise a new one."""
    if given is not None and _REQUEST_ID.fullmatch(given):
        return given
    return f"{_ids.getrandbits(64):016x}"


def request_id() -> str:
    """Return the id of the request at hand; it is the same in the answer's header, its body and the log."""
    return _request_id(request.environ)


def _request_id(environ: dict[str, Any]) -> str:
    known: str | None = environ.get(_KEY)
    if known is None:
        known = environ[_KEY] = kept_request_id(environ.get("HTTP_X_REQUEST_ID"))
        note_request_id(environ, known)
    return known


def _finish(response: Response) -> Response:
    environ = request.environ
    headers = response.headers
    common = (("X-Request-ID", _request_id(environ)), *COMMON)
    if isinstance(headers, KnownHeaders):
        headers.append(common)
    else:
        for name, value in common:
            headers[name] = value
    if environ["REQUEST_METHOD"] == "OPTIONS":
        response.status_code = 204
        headers.pop("Content-Type", None)
        for name, value in PREFLIGHT:
            headers[name] = value
    return response


def init_app(app: Flask) -> None:
    """Put the common headers on every answer of `app`."""
    app.after_request(_finish)
