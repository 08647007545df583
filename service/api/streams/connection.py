"""A connection that waits, and how the system is asked to watch it."""

import errno
import socket
from collections.abc import Callable

__all__ = ["Connection", "notice_vanished"]

_UNSENT_LIMIT = 1 << 20
"""Bytes that may wait for one slow reader; it is cut off then, and can resume."""
_UNACKNOWLEDGED_MILLISECONDS = 10_000
"""How long bytes may stay unacknowledged before the client counts as vanished."""
_IDLE_SECONDS = 5
"""After so long without a byte the system asks a client whether it is still there, and again as often."""
_PROBES = 2
"""So many of these go unanswered before the client counts as vanished."""


class Connection:
    """A connection in the hub, whose thread alone changes it.

    `on_closed` is called once, in the hub's thread, whatever ended it; `closed` is true by then. With `beats` it is a
    stream: it gets comments.
    """

    __slots__ = (
        "beats",
        "closed",
        "closing",
        "due",
        "on_closed",
        "received",
        "sock",
        "unsent",
        "unsent_bytes",
        "unsent_limit",
    )

    def __init__(self, sock: socket.socket, on_closed: Callable[[], None], *, beats: bool) -> None:
        self.sock = sock
        self.on_closed = on_closed
        self.beats = beats
        self.unsent: list[memoryview] = []
        self.unsent_bytes = 0
        self.unsent_limit = _UNSENT_LIMIT
        self.received = 0  # bytes that nobody had asked for
        self.due = 0.0  # when the next comment is
        self.closing = False  # nothing more will be sent after what is unsent
        self.closed = False


def notice_vanished(connection: Connection) -> None:
    """Let the system end a connection whose client has gone without a word.

    A stream's comments find that out; where there are none, the system sends probes.
    """
    sock = connection.sock
    if sock.family == socket.AF_UNIX:
        return
    options = [(socket.IPPROTO_TCP, "TCP_USER_TIMEOUT", _UNACKNOWLEDGED_MILLISECONDS)]
    if not connection.beats:
        options += [
            (socket.SOL_SOCKET, "SO_KEEPALIVE", 1),
            (socket.IPPROTO_TCP, "TCP_KEEPIDLE", _IDLE_SECONDS),
            (socket.IPPROTO_TCP, "TCP_KEEPINTVL", _IDLE_SECONDS),
            (socket.IPPROTO_TCP, "TCP_KEEPCNT", _PROBES),
        ]
    for level, name, value in options:
        option = getattr(socket, name, None)  # not every system has all of them
        if option is None:
            continue
        try:
            sock.setsockopt(level, option, value)
        except OSError as error:
            if error.errno not in (errno.ENOPROTOOPT, errno.EINVAL):  # EINVAL: closed already, on some systems
                raise
