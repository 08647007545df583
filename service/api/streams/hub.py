"""Open connections that wait: held by one thread of the process, not by a thread each.

A connection comes here once its request has been read and checked. From then on it costs a socket and its unsent
bytes. The hub's thread does all reading and writing, so no method here blocks.
"""

import contextlib
import errno
import logging
import os
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable

__all__ = ["COMMENT", "COMMENT_SECONDS", "Connection", "Hub"]

logger = logging.getLogger(__name__)

COMMENT = b":\n\n"
COMMENT_SECONDS = 10.0
"""How often an idle stream gets a comment: well within the 15 seconds that are promised."""
_UNSENT_LIMIT = 1 << 20
"""Bytes that may wait for one slow reader; it is cut off then, and can resume."""
_LINGER_SECONDS = 1.0
"""How long a connection whose last byte is sent may take to be closed by its client."""
_UNACKNOWLEDGED_MILLISECONDS = 10_000
"""How long bytes may stay unacknowledged before the client counts as vanished."""


class Connection:
    """A connection in the hub. `on_closed` is called once, in the hub's thread, whatever ended it."""

    __slots__ = ("beats", "closing", "due", "on_closed", "sock", "unsent", "unsent_bytes", "writing")

    def __init__(self, sock: socket.socket, on_closed: Callable[[], None], *, beats: bool) -> None:
        self.sock = sock
        self.on_closed = on_closed
        self.beats = beats
        self.unsent: deque[memoryview] = deque()
        self.unsent_bytes = 0
        self.due = 0.0  # when the next comment is, or the end of lingering
        self.closing = False  # nothing more will be sent after what is unsent
        self.writing = False  # waits for the socket to take more


class Hub:
    """Holds connections. Its thread starts with the first one."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._woken, False)
        os.set_blocking(self._waker, False)
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._calls: deque[Callable[[], None]] = deque()
        self._connections: set[Connection] = set()
        self._beats: deque[Connection] = deque()  # by when the next comment is due
        self._lingering: deque[Connection] = deque()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._last: bytes | None = None  # what streams are sent once all of them end

    def __len__(self) -> int:
        return len(self._connections)

    def adopt(self, connection: Connection, first: bytes) -> None:
        """Take a connection over, and send it its first bytes."""

        def take() -> None:
            self._connections.add(connection)
            connection.sock.setblocking(False)
            _notice_vanished(connection.sock)
            self._selector.register(connection.sock, selectors.EVENT_READ, connection)
            if first:
                self._send(connection, first)
            if not connection.beats:
                return
            if self._last is not None:
                self._send(connection, self._last)
                self._finish(connection)
                return
            connection.due = time.monotonic() + COMMENT_SECONDS
            self._beats.append(connection)

        self._call(take)

    def send(self, connection: Connection, data: bytes) -> None:
        """Send bytes."""
        self._call(lambda: self._send(connection, data))

    def finish(self, connection: Connection, data: bytes) -> None:
        """Send the last bytes, then close."""

        def finish() -> None:
            self._send(connection, data)
            self._finish(connection)

        self._call(finish)

    def stop(self, last: bytes) -> None:
        """Send streams their last bytes and close them once all is sent, those that still come as well."""

        def stop_all() -> None:
            self._last = last
            for connection in tuple(self._connections):
                if connection.beats:
                    self._send(connection, last)
                    self._finish(connection)

        self._call(stop_all)

    def join(self, seconds: float) -> None:
        """Wait until all connections are closed, but no longer than this."""
        deadline = time.monotonic() + seconds
        while self._connections and time.monotonic() < deadline:
            time.sleep(0.02)

    def _call(self, function: Callable[[], None]) -> None:
        self._calls.append(function)
        if self._thread is None:
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="kiln-hub", daemon=True)
                    self._thread.start()
        if len(self._calls) == 1:  # with more the thread is awake: it goes on until there are none
            with contextlib.suppress(BlockingIOError):  # full: it will wake
                os.write(self._waker, b"\0")

    def _run(self) -> None:
        while True:
            try:
                self._turn()
            except Exception:
                logger.exception("A turn of the hub failed")

    def _turn(self) -> None:
        for key, events in self._selector.select(self._pause()):
            if key.data is None:
                with contextlib.suppress(BlockingIOError):
                    os.read(self._woken, 4096)
                continue
            if events & selectors.EVENT_READ:
                self._read(key.data)
            if events & selectors.EVENT_WRITE and key.data in self._connections:
                self._write(key.data)
        while self._calls:
            self._calls.popleft()()
        self._beat(time.monotonic())

    def _pause(self) -> float | None:
        """Return how long nothing is to be done."""
        if self._calls:
            return 0
        due = [connections[0].due for connections in (self._beats, self._lingering) if connections]
        return max(0.0, min(due) - time.monotonic()) if due else None

    def _beat(self, now: float) -> None:
        while self._beats and self._beats[0].due <= now:
            connection = self._beats.popleft()
            if connection in self._connections and not connection.closing:
                connection.due = now + COMMENT_SECONDS
                self._beats.append(connection)
                self._send(connection, COMMENT)
        while self._lingering and self._lingering[0].due <= now:
            connection = self._lingering.popleft()
            if connection in self._connections:
                self._drop(connection)

    def _send(self, connection: Connection, data: bytes) -> None:
        if connection.closing or connection not in self._connections:
            return
        connection.unsent.append(memoryview(data))
        connection.unsent_bytes += len(data)
        if connection.unsent_bytes > _UNSENT_LIMIT:
            self._drop(connection)
        elif not connection.writing:
            self._write(connection)

    def _write(self, connection: Connection) -> None:
        unsent = connection.unsent
        try:
            while unsent:
                sent = connection.sock.send(unsent[0])
                connection.unsent_bytes -= sent
                if sent < len(unsent[0]):
                    unsent[0] = unsent[0][sent:]
                else:
                    unsent.popleft()
        except BlockingIOError:
            self._watch_writing(connection, True)
            return
        except OSError:
            self._drop(connection)
            return
        self._watch_writing(connection, False)
        if connection.closing:
            self._linger(connection)

    def _watch_writing(self, connection: Connection, writing: bool) -> None:
        if connection.writing != writing:
            connection.writing = writing
            events = selectors.EVENT_READ | (selectors.EVENT_WRITE if writing else 0)
            self._selector.modify(connection.sock, events, connection)

    def _read(self, connection: Connection) -> None:
        """Whatever a client sends here is of no interest, except that it has closed the connection."""
        try:
            if connection.sock.recv(4096):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self._drop(connection)

    def _finish(self, connection: Connection) -> None:
        if connection in self._connections and not connection.closing:
            connection.closing = True
            if not connection.unsent:
                self._linger(connection)

    def _linger(self, connection: Connection) -> None:
        """Say that no more comes, and give the client a moment to read and close."""
        try:
            connection.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._drop(connection)
            return
        connection.due = time.monotonic() + _LINGER_SECONDS
        self._lingering.append(connection)

    def _drop(self, connection: Connection) -> None:
        if connection not in self._connections:
            return
        self._connections.remove(connection)
        with contextlib.suppress(KeyError, ValueError, OSError):
            self._selector.unregister(connection.sock)
        connection.closing = True
        connection.unsent.clear()
        with contextlib.suppress(OSError):
            connection.sock.close()
        try:
            connection.on_closed()
        except Exception:
            logger.exception("What follows the end of a connection failed")


def _notice_vanished(sock: socket.socket) -> None:
    """Let the system end a connection whose client has gone without a word."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)  # Linux
    if option is not None and sock.family != socket.AF_UNIX:
        try:
            sock.setsockopt(socket.IPPROTO_TCP, option, _UNACKNOWLEDGED_MILLISECONDS)
        except OSError as error:
            if error.errno != errno.ENOPROTOOPT:
                raise
