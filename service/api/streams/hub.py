"""Open connections that wait: held by one thread of the process, not by a thread each.

A connection comes here once its request has been read and checked. From then on it costs a socket and its unsent
bytes. The hub's thread does all reading and writing, so no method here blocks.
"""

import contextlib
import heapq
import itertools
import logging
import os
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial

from service.api.streams.connection import Connection, notice_vanished

__all__ = ["COMMENT", "COMMENT_SECONDS", "Hub"]

logger = logging.getLogger(__name__)

COMMENT = b":\n"
COMMENT_SECONDS = 10.0
"""How often an idle stream gets a comment: well within the 15 seconds that are promised."""
_LINGER_SECONDS = 1.0
"""How long a connection whose last byte is sent may take to be closed by its client."""
_FINISH_SECONDS = 10.0
"""How long a client may take to read what is still unsent once nothing more comes."""
_RECEIVED_LIMIT = 1 << 16
"""Bytes that a client may send here for nothing."""
_FAILED_SECONDS = 0.1


class Hub:
    """Holds connections. Its thread starts with the first one."""

    def __init__(self) -> None:
        self._selector: selectors.BaseSelector | None = None
        self._woken, self._waker = -1, -1  # the two ends of a pipe
        self._awake = False  # there is a byte in the pipe, or will be at once
        self._calls: deque[tuple[Connection | None, Callable[[], None]]] = deque()
        self._connections: set[Connection] = set()
        self._beats: deque[Connection] = deque()  # by when the next comment is due
        self._ending: list[tuple[float, int, Connection]] = []  # a heap: by when they are closed in any case
        self._order = itertools.count()
        self._lock = threading.Lock()
        self._last: bytes | None = None  # what streams are sent once all of them end

    def __len__(self) -> int:
        return len(self._connections)

    def adopt(self, connection: Connection, first: bytes) -> None:
        """Take a connection over, and send it its first bytes."""
        self._call(connection, partial(self._adopt, connection, first))

    def send(self, connection: Connection, data: bytes) -> None:
        """Send bytes."""
        self._call(connection, partial(self._send, connection, data))

    def finish(self, connection: Connection, data: bytes) -> None:
        """Send the last bytes, then close."""
        self._call(connection, partial(self._finish, connection, data))

    def stop(self, last: bytes) -> None:
        """Send streams their last bytes and close them once all is sent, those that still come as well."""
        self._call(None, partial(self._stop, last))

    def join(self, seconds: float) -> None:
        """Wait until all connections are closed, but no longer than this."""
        if self._selector is None:
            return
        deadline = time.monotonic() + seconds
        up_to_date = threading.Event()
        self._call(None, up_to_date.set)
        up_to_date.wait(seconds)
        while self._connections and time.monotonic() < deadline:
            time.sleep(0.02)

    # ---- any thread ----------------------------------------------------------------------------------

    def _call(self, connection: Connection | None, function: Callable[[], None]) -> None:
        """Let the hub's thread call a function; when it fails, the connection is closed."""
        self._calls.append((connection, function))
        if self._selector is None:
            self._start()
        if not self._awake:  # else the thread has yet to empty the pipe, and looks at the calls after that
            self._awake = True
            with contextlib.suppress(BlockingIOError):  # full: it will wake
                os.write(self._waker, b"\0")

    def _start(self) -> None:
        with self._lock:
            if self._selector is not None:
                return
            selector = selectors.DefaultSelector()
            self._woken, self._waker = os.pipe()
            os.set_blocking(self._woken, False)
            os.set_blocking(self._waker, False)
            selector.register(self._woken, selectors.EVENT_READ)
            threading.Thread(target=self._run, args=(selector,), name="kiln-hub", daemon=True).start()
            self._selector = selector

    # ---- the hub's thread ----------------------------------------------------------------------------

    def _run(self, selector: selectors.BaseSelector) -> None:
        self._selector = selector
        while True:
            try:
                self._turn(selector)
            except Exception:
                logger.exception("A turn of the hub failed")
                time.sleep(_FAILED_SECONDS)  # should it fail again and again

    def _turn(self, selector: selectors.BaseSelector) -> None:
        for key, events in selector.select(self._pause()):
            if key.data is None:
                with contextlib.suppress(BlockingIOError):
                    os.read(self._woken, 4096)
                self._awake = False  # in this order: a byte that comes between the two wakes once too often
            else:
                self._guard(key.data, partial(self._ready, key.data, events))
        for _ in range(len(self._calls)):
            self._guard(*self._calls.popleft())
        self._beat(time.monotonic())

    def _guard(self, connection: Connection | None, function: Callable[[], None]) -> None:
        try:
            function()
        except Exception:
            logger.exception("A connection of the hub failed")
            if connection is not None:
                self._drop(connection)

    def _pause(self) -> float | None:
        """Return how long nothing is to be done."""
        if self._calls:
            return 0
        due = [self._beats[0].due] if self._beats else []
        if self._ending:
            due.append(self._ending[0][0])
        return max(0.0, min(due) - time.monotonic()) if due else None

    def _beat(self, now: float) -> None:
        while self._beats and self._beats[0].due <= now:
            connection = self._beats.popleft()
            if not connection.closed and not connection.closing:
                connection.due = now + COMMENT_SECONDS
                self._beats.append(connection)
                self._guard(connection, partial(self._send, connection, COMMENT))
        while self._ending and self._ending[0][0] <= now:
            self._drop(heapq.heappop(self._ending)[2])

    def _ready(self, connection: Connection, events: int) -> None:
        if events & selectors.EVENT_READ:
            self._read(connection)
        if events & selectors.EVENT_WRITE and not connection.closed:
            self._write(connection)

    def _adopt(self, connection: Connection, first: bytes) -> None:
        assert self._selector is not None  # noqa: S101 - for mypy: this runs in its thread
        self._connections.add(connection)
        connection.sock.setblocking(False)
        notice_vanished(connection)
        self._selector.register(connection.sock, selectors.EVENT_READ, connection)
        connection.unsent_limit += len(first)  # a long past may be told at once
        self._send(connection, first)
        if not connection.beats:
            return
        if self._last is not None:
            self._finish(connection, self._last)
            return
        connection.due = time.monotonic() + COMMENT_SECONDS
        self._beats.append(connection)

    def _stop(self, last: bytes) -> None:
        self._last = last
        for connection in tuple(self._connections):
            if connection.beats:
                self._guard(connection, partial(self._finish, connection, last))

    def _send(self, connection: Connection, data: bytes) -> None:
        if connection.closing or connection not in self._connections:
            return
        sent = 0
        if not connection.unsent:
            try:
                sent = connection.sock.send(data) if data else 0
            except BlockingIOError:
                pass
            except OSError:
                self._drop(connection)
                return
            if sent == len(data):
                return
        connection.unsent.append(memoryview(data)[sent:])
        connection.unsent_bytes += len(data) - sent
        if connection.unsent_bytes > connection.unsent_limit:
            self._drop(connection)
        elif len(connection.unsent) == 1:
            self._watch(connection, selectors.EVENT_READ | selectors.EVENT_WRITE)

    def _write(self, connection: Connection) -> None:
        """Send what is unsent, now that the socket takes more."""
        unsent = connection.unsent
        try:
            while unsent:
                sent = connection.sock.send(unsent[0])
                connection.unsent_bytes -= sent
                if sent == len(unsent[0]):
                    unsent.pop(0)
                else:
                    unsent[0] = unsent[0][sent:]
        except BlockingIOError:
            return
        except OSError:
            self._drop(connection)
            return
        self._watch(connection, selectors.EVENT_READ)
        if connection.closing:
            self._linger(connection)

    def _watch(self, connection: Connection, events: int) -> None:
        assert self._selector is not None  # noqa: S101 - for mypy: this runs in its thread
        self._selector.modify(connection.sock, events, connection)

    def _read(self, connection: Connection) -> None:
        """Whatever a client sends here is of no interest, except that it has closed the connection."""
        try:
            received = len(connection.sock.recv(4096))
        except BlockingIOError:
            return
        except OSError:
            received = 0
        connection.received += received
        if not received or connection.received > _RECEIVED_LIMIT:
            self._drop(connection)

    def _finish(self, connection: Connection, data: bytes) -> None:
        self._send(connection, data)
        if connection.closed or connection.closing:
            return
        connection.closing = True
        if connection.unsent:
            self._end_within(connection, _FINISH_SECONDS)
        else:
            self._linger(connection)

    def _linger(self, connection: Connection) -> None:
        """Say that no more comes, and give the client a moment to read and close."""
        try:
            connection.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._drop(connection)
        else:
            self._end_within(connection, _LINGER_SECONDS)

    def _end_within(self, connection: Connection, seconds: float) -> None:
        heapq.heappush(self._ending, (time.monotonic() + seconds, next(self._order), connection))

    def _drop(self, connection: Connection) -> None:
        if connection.closed:
            return
        connection.closed = True
        self._connections.discard(connection)
        if self._selector is not None:
            with contextlib.suppress(KeyError, ValueError, OSError):
                self._selector.unregister(connection.sock)
        connection.unsent.clear()
        with contextlib.suppress(OSError):
            connection.sock.close()
        try:
            connection.on_closed()
        except Exception:
            logger.exception("What follows the end of a connection failed")
