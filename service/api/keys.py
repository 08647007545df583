"""API keys: where there are any, games are created and removed by whoever has one."""

import hashlib
import hmac
from collections.abc import Sequence
from functools import wraps
from typing import Any, Final

from flask import Flask, Response, request

from service.api.problems import Problem

__all__ = ["HEADER", "KEYED", "init_app", "key_hash", "needs_key"]

HEADER: Final = "X-API-Key"

KEYED: Final = frozenset(("createGame", "deleteGame"))
"""The operations that need a key. A rematch needs none: it is for the seats of a game that somebody with a key made."""


def key_hash(key: bytes) -> str:
    """Return what the service is told of a key: its SHA-256, in hexadecimal digits."""
    return hashlib.sha256(key).hexdigest()


def needs_key(operation_id: str) -> bool:
    """Whether an operation needs a key where there are any."""
    return operation_id in KEYED


def init_app(app: Flask, hashes: Sequence[str]) -> None:
    """Let the operations of `app` that need a key ask for one with one of these hashes; with none, for no key."""
    if not hashes:
        return
    known = tuple(text.lower() for text in hashes)
    for endpoint, view in app.view_functions.items():
        operation = getattr(view, "operation", None)
        if operation is not None and needs_key(operation.id):
            app.view_functions[endpoint] = _guarded(view, known)


def _guarded(view: Any, known: tuple[str, ...]) -> Any:
    @wraps(view)
    def guarded(**path: Any) -> Response:
        given = request.environ.get("HTTP_X_API_KEY")
        if not given:
            raise Problem("api_key_missing")
        presented = key_hash(given.encode("latin-1"))  # as WSGI brings it
        # Every key is compared, and none of them faster than another.
        if sum([hmac.compare_digest(presented, one) for one in known]) == 0:
            raise Problem("api_key_unknown")
        found: Response = view(**path)
        return found

    return guarded
