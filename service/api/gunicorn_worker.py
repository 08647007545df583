"""gunicorn's threaded worker, with problems for what never reaches the application."""

import logging
import socket
from typing import Any, Final

import orjson
from gunicorn.http import errors as http_errors
from gunicorn.http.errors import (
    ChunkMissingTerminator,
    ExpectationFailed,
    ForbiddenProxyRequest,
    InvalidChunkExtension,
    InvalidChunkSize,
    InvalidHeader,
    InvalidHeaderName,
    InvalidHTTPVersion,
    InvalidProxyHeader,
    InvalidProxyLine,
    InvalidRequestLine,
    InvalidRequestMethod,
    InvalidSchemeHeaders,
    LimitRequestHeaders,
    LimitRequestLine,
    ObsoleteFolding,
    UnsupportedTransferCoding,
)
from gunicorn.workers.gthread import ThreadWorker

from service.api.headers import COMMON, kept_request_id
from service.api.problems import MEDIA_TYPE, Problem

log = logging.getLogger(__name__)

#: What the application sent wrong; these are subclasses of what a client may send wrong.
_OUR_FAULT: Final = (http_errors.InvalidResponseHeader, http_errors.InvalidResponseHeaderName)  # type: ignore[attr-defined] # missing in the stubs
_BAD_REQUEST: Final = (
    ChunkMissingTerminator,
    ExpectationFailed,
    ForbiddenProxyRequest,
    InvalidChunkExtension,
    InvalidChunkSize,
    InvalidHeader,
    InvalidHeaderName,
    InvalidHTTPVersion,
    InvalidProxyHeader,
    InvalidProxyLine,
    InvalidRequestLine,
    InvalidRequestMethod,
    InvalidSchemeHeaders,
    ObsoleteFolding,
    UnsupportedTransferCoding,
)
_REASONS: Final = {
    400: "Bad Request",
    414: "URI Too Long",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error",
}


def problem_of(error: BaseException) -> Problem:
    """Return what gunicorn met while it read a request, or let an application run, as a problem."""
    if isinstance(error, _OUR_FAULT):
        return Problem("internal_error")
    if isinstance(error, LimitRequestLine):
        return Problem("uri_too_long")
    if isinstance(error, LimitRequestHeaders):
        return Problem("headers_too_large")
    if isinstance(error, _BAD_REQUEST):
        return Problem("bad_request")
    return Problem("internal_error")


def problem_bytes(problem: Problem, request_id: str) -> bytes:
    """Return a whole HTTP/1.1 answer that closes the connection."""
    body = orjson.dumps(problem.document(request_id))
    status = problem.kind.status
    headers = (
        ("Content-Type", MEDIA_TYPE),
        ("Content-Length", str(len(body))),
        ("Connection", "close"),
        ("X-Request-ID", request_id),
        *COMMON,
    )
    lines = [f"HTTP/1.1 {status} {_REASONS[status]}", *(f"{name}: {value}" for name, value in headers)]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


class ProblemWorker(ThreadWorker):
    """Answers a request that cannot be read, or that fails below the application, with a problem like any other."""

    def handle_error(
        self,
        req: Any,
        client: socket.socket,
        addr: Any,  # noqa: ARG002 - gunicorn's signature
        exc: BaseException,
    ) -> None:
        """Answer for `exc`; gunicorn closes the connection then.

        req: the request, None where it could not be read. addr: the client's address.
        """
        problem = problem_of(exc)
        given = dict(req.headers).get("X-REQUEST-ID") if req is not None else None
        request_id = kept_request_id(given)
        # What a client sent is not repeated in the log: it may hold a token.
        if problem.kind.status >= 500:
            log.error("A request failed below the application", exc_info=exc, extra={"request_id": request_id})
        else:
            log.info("Not readable as HTTP: %s", type(exc).__name__, extra={"request_id": request_id})
        try:
            client.sendall(problem_bytes(problem, request_id))
        except OSError as error:
            log.debug("The answer could not be sent: %s", error)
