"""Answers: JSON, nothing at all, and reads that can be asked for conditionally."""

import hashlib
from collections.abc import Iterable
from typing import Any, Final, cast

import orjson
from flask import Response, request

from service.api.etags import etag, none_match
from service.api.headers import KnownHeaders

#: For reads of a game: keep it, but ask each time whether it still holds.
REVALIDATE: Final = "private, no-cache"
#: For answers with a token.
NO_STORE: Final = {"Cache-Control": "no-store"}


class _JsonAnswer(Response):
    """An answer of which everything is known, so that nothing of it is worked out again on its way to the server."""

    def __init__(self, body: bytes, status: int, headers: dict[str, str] | None) -> None:
        # Not the one of Werkzeug: it would read, check and copy what is as it should be.
        self._status = _STATUS_LINES[status]
        self._status_code = status
        self._on_close = []
        self.response = [body]
        self.headers = KnownHeaders(
            *(headers.items() if headers else ()),
            ("Content-Type", "application/json"),
            ("Content-Length", str(len(body))),
        )

    def get_wsgi_response(self, environ: dict[str, Any]) -> tuple[Iterable[bytes], str, list[tuple[str, str]]]:
        """Return body, status line and headers."""
        body = () if environ["REQUEST_METHOD"] == "HEAD" else self.response
        return cast("Iterable[bytes]", body), self._status, self.headers.to_wsgi_list()


_STATUS_LINES: Final = {200: "200 OK", 201: "201 CREATED"}


def json_response(document: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return an answer with `document` as its JSON body; the status is 200 or 201."""
    return _JsonAnswer(orjson.dumps(document), status, headers)


def no_content() -> Response:
    """Return an answer without a body."""
    return _empty(204, {})


def unchanged(tag: str) -> Response | None:
    """Return 304 when the client knows the representation with this entity tag, else None."""
    if none_match(request.environ.get("HTTP_IF_NONE_MATCH"), tag):
        return _empty(304, {"ETag": tag, "Cache-Control": REVALIDATE})
    return None


def versioned(version: int) -> tuple[str, Response | None]:
    """Return the entity tag of a game's version, and the 304 to answer with when the client knows it."""
    tag = etag(version)
    return tag, unchanged(tag)


def read_response(document: Any, tag: str | None = None) -> Response:
    """Return the answer to a read of a game; 304 when the client has it already.

    Without a `tag` the entity tag is a hash of the body.
    """
    body = orjson.dumps(document)
    if tag is None:
        tag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
        known = unchanged(tag)
        if known is not None:
            return known
    headers = {"ETag": tag, "Cache-Control": REVALIDATE}
    return _JsonAnswer(body, 200, headers)


def without_body(tag: str) -> Response:
    """Return the answer to HEAD for a read of a game whose body would be dear to make: without its length."""
    response = Response(status=200, headers={"ETag": tag, "Cache-Control": REVALIDATE}, content_type="application/json")
    response.response = iter(())  # of unknown length
    return response


def _empty(status: int, headers: dict[str, str]) -> Response:
    response = Response(status=status, headers=headers)
    response.headers.pop("Content-Type", None)
    return response
