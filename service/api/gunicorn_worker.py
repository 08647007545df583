"""gunicorn's threaded worker, with problems for what never reaches the application."""

import contextlib
import errno
import logging
import socket
import time
from typing import Any, Final, cast

import orjson
from flask import Flask
from gunicorn.http import errors as http_errors
from gunicorn.workers.gthread import ThreadWorker

from service.api.advisor import Advisor
from service.api.context import ADVISOR, BACKGROUND, METERS, Background
from service.api.gunicorn_response import send_whole_answers
from service.api.headers import COMMON, kept_request_id
from service.api.problems import MEDIA_TYPE, Problem
from service.api.streams.handover import HandedOver, recording
from service.api.streams.streams import STREAMS, Streams
from service.telemetry.meters import Meters

log = logging.getLogger(__name__)

_BACKGROUND_SECONDS: Final = 1.5
"""How long the end of what goes on beside the requests is waited for."""
_SILENT_SECONDS: Final = 2.0
"""How long a connection on which nothing has been asked yet may hold up a stop."""
_SLOW_SENDER_SECONDS: Final = 8.0
"""How long a connection may hold a thread before nothing more is read from it, or so."""
_SLOW_READER_SECONDS: Final = 20.0
"""... and before it is cut off."""
_FULL_SECONDS: Final = 0.05

#: What the application sent wrong; these are subclasses of what a client may send wrong.
_OUR_FAULT: Final = (http_errors.InvalidResponseHeader, http_errors.InvalidResponseHeaderName)  # type: ignore[attr-defined] # missing in the stubs
_BAD_REQUEST: Final = (
    http_errors.ChunkMissingTerminator,
    http_errors.ExpectationFailed,
    http_errors.ForbiddenProxyRequest,
    http_errors.InvalidChunkExtension,
    http_errors.InvalidChunkSize,
    http_errors.InvalidHeader,
    http_errors.InvalidHeaderName,
    http_errors.InvalidHTTPVersion,
    http_errors.InvalidProxyHeader,
    http_errors.InvalidProxyLine,
    http_errors.InvalidRequestLine,
    http_errors.InvalidRequestMethod,
    http_errors.InvalidSchemeHeaders,
    http_errors.ObsoleteFolding,
    http_errors.UnsupportedTransferCoding,
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
    if isinstance(error, http_errors.LimitRequestLine):
        return Problem("uri_too_long")
    if isinstance(error, http_errors.LimitRequestHeaders):
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


class _Given:
    """In the place of a socket that is somebody else's now: gunicorn shuts a connection down after its last answer."""

    def setblocking(self, flag: bool) -> None:
        pass

    def shutdown(self, how: int) -> None:  # noqa: ARG002 - the signature of a socket's method
        raise OSError(errno.ENOTCONN, "the connection is handed over")

    def close(self) -> None:
        pass


def _shut(sock: socket.socket, how: int) -> None:
    with contextlib.suppress(OSError):
        sock.shutdown(how)


class ProblemWorker(ThreadWorker):
    """gunicorn's threads, with four things more.

    A request that cannot be read, or that fails below the application, is answered with a problem like any other.
    An answer may give its connection away (`service.api.streams.handover`), so that what waits holds no thread.
    Who is slow to send a request or to read its answer is cut off, since that holds one. And who is slow to close a
    connection keeps nobody waiting: gunicorn would give each two seconds in its main thread.
    """

    _streams: Streams | None = None
    _meters: Meters | None = None
    _advisor: Advisor | None = None
    _background: Background | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._busy: dict[socket.socket, float] = {}  # connections that hold a thread, and since when

    def murder_pending(self) -> None:
        """Close what has said nothing for too long, and let nobody hold a thread by sending or reading slowly."""
        super().murder_pending()
        now = time.monotonic()
        for sock, since in tuple(self._busy.items()):
            if now - since > _SLOW_READER_SECONDS:
                _shut(sock, socket.SHUT_RDWR)
            elif now - since > _SLOW_SENDER_SECONDS:
                _shut(sock, socket.SHUT_RD)  # whoever reads from it meets the end, and can still answer

    def load_wsgi(self) -> None:
        """Load the application so that its answers can be handed over."""
        super().load_wsgi()
        send_whole_answers()
        extensions = cast("Flask", self.wsgi).extensions
        self._streams = extensions[STREAMS]
        self._meters = extensions[METERS]
        self._advisor = extensions[ADVISOR]
        self._background = extensions[BACKGROUND]
        self._background.start()
        self.wsgi = recording(self.wsgi)

    def accept(self, listener: Any) -> None:
        """Take a connection, unless no more can be open: it waits then, and so does everybody for a moment."""
        try:
            super().accept(listener)
        except OSError as error:
            if error.errno not in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
                raise
            log.warning("A connection could not be taken: %s", error)
            time.sleep(_FULL_SECONDS)

    def handle(self, conn: Any) -> Any:
        """Answer what comes on a connection; where nothing more will come on it, see it closed."""
        sock = conn.sock
        self._busy[sock] = time.monotonic()
        try:
            result = super().handle(conn)
        finally:
            self._busy.pop(sock, None)
        if not result and self._streams is not None and not isinstance(conn.sock, _Given):
            last, conn.sock = conn.sock, _Given()
            self._streams.let_go(last)
        return result

    def handle_request(self, req: Any, conn: Any) -> bool:
        """Answer a request; return whether the connection can be used again."""
        try:
            return bool(super().handle_request(req, conn))
        except HandedOver as handed:
            given, conn.sock = conn.sock, _Given()
            handed.take(given)
            return False

    def handle_exit(self, sig: Any, frame: Any) -> None:
        """Stop: what is running is finished, and who waits is told at once."""
        super().handle_exit(sig, frame)
        self.method_queue.defer(self._begin_stop)  # not from within a signal, which may come while a lock is held

    def _begin_stop(self) -> None:
        """Take what has come already, then nothing more, and stop what would go on. Called by gunicorn's loop.

        gunicorn leaves the sockets open: clients would connect to them, and be cut off in the end.
        """
        self.set_accept_enabled(False)
        for listener in self.sockets:
            known = -1
            while known != self.nr_conns:
                known = self.nr_conns
                self.accept(listener)
            listener.close()
        deadline = time.monotonic() + _SILENT_SECONDS
        for conn in self.pending_conns:
            conn.timeout = min(conn.timeout or deadline, deadline)
        if self._background is not None:
            self._background.stop()
        if self._streams is not None:
            self._streams.stop()

    def run(self) -> None:
        """Work until told to stop."""
        super().run()
        # Again, where it was not a signal that ended the work.
        if self._background is not None:
            self._background.stop()
        if self._streams is not None:
            self._streams.stop()
            self._streams.join()
        if self._background is not None:
            self._background.join(_BACKGROUND_SECONDS)
        if self._advisor is not None:
            self._advisor.close()

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
        if self._meters is not None:
            self._meters.problem(problem.kind.code)
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
