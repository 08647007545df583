"""Handing a connection from the thread that answers a request to the hub.

A view that wants to keep its connection open without keeping its thread answers with a `HandedOverBody`. The worker
(`service.api.gunicorn_worker`) meets `HandedOver` when it asks that body for bytes, and gives the socket away instead.
Under any other server there is no such worker, `can_hand_over` says so, and the view waits in its own thread.
"""

import errno
import socket
from collections.abc import Callable, Iterable, Iterator
from email.utils import formatdate
from typing import Any

from service.api.observed import note_held

__all__ = ["HandedOver", "HandedOverBody", "can_hand_over", "head_bytes", "recording"]

_CAN = "kiln.handover"
_ANSWER = "kiln.answer"

Headers = list[tuple[str, str]]


class HandedOver(OSError):
    """The connection is somebody else's now: `take` gets its socket. An error of its kind ends a request quietly."""

    def __init__(self, take: Callable[[socket.socket], None]) -> None:
        super().__init__(errno.ENOTCONN, "the connection is handed over")
        self.take = take


class HandedOverBody:
    """The body of an answer whose connection is handed over.

    `take` gets the socket and the bytes of the answer's status line and headers. `abandoned` is called when the
    answer is given up before that.
    """

    def __init__(
        self,
        environ: dict[str, Any],
        take: Callable[[socket.socket, bytes], None],
        abandoned: Callable[[], None],
    ) -> None:
        self._environ = environ
        self._take = take
        self._abandoned: Callable[[], None] | None = abandoned

    def __iter__(self) -> Iterator[bytes]:
        status, headers = self._environ[_ANSWER]
        head = head_bytes(status, headers)
        self._abandoned = None
        note_held(self._environ)
        raise HandedOver(lambda sock: self._take(sock, head))

    def close(self) -> None:
        """End the answer, as WSGI asks."""
        if self._abandoned is not None:
            self._abandoned()
            self._abandoned = None

    def __del__(self) -> None:
        """Where something went wrong before the server got to see the answer, nobody else ends it."""
        self.close()


def recording(application: Callable[..., Iterable[bytes]]) -> Callable[..., Iterable[bytes]]:
    """Return a WSGI application whose answers can be handed over: their status and headers are noted."""

    def recorded(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        def start(status: str, headers: Headers, exc_info: Any = None) -> Any:
            environ[_ANSWER] = (status, headers)
            return start_response(status, headers, exc_info)

        environ[_CAN] = True
        return application(environ, start)

    return recorded


def can_hand_over(environ: dict[str, Any]) -> bool:
    """Whether the server that runs the application takes a `HandedOverBody`."""
    return _CAN in environ


def head_bytes(status: str, headers: Iterable[tuple[str, str]]) -> bytes:
    """Return the head of an HTTP/1.1 answer after which the connection is closed."""
    lines = [
        f"HTTP/1.1 {status}",
        *(f"{name}: {value}" for name, value in headers),
        f"Date: {formatdate(usegmt=True)}",
        "Connection: close",
    ]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n"
