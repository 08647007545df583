"""Answers: JSON, nothing at all, and reads that can be asked for conditionally."""

import hashlib
from typing import Any, Final

import orjson
from flask import Response, request

from service.api.etags import etag, none_match

#: For reads of a game: keep it, but ask each time whether it still holds.
REVALIDATE: Final = "private, no-cache"
#: For answers with a token.
NO_STORE: Final = {"Cache-Control": "no-store"}


def json_response(document: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return an answer with `document` as its JSON body."""
    return Response(orjson.dumps(document), status, headers, content_type="application/json")


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
    return Response(body, 200, headers, content_type="application/json")


def _empty(status: int, headers: dict[str, str]) -> Response:
    response = Response(status=status, headers=headers)
    response.headers.pop("Content-Type", None)
    return response
