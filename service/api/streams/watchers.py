"""Who watches a game here: a stream or a waiting request, in the hub or in a thread of its own."""

import queue
import threading
from collections.abc import Callable

from service.api.streams.connection import Connection
from service.api.streams.events import end_event
from service.api.streams.hub import Hub
from service.games import GameEvent

__all__ = ["HubStream", "ThreadStream", "Waiter"]


class HubStream:
    """A stream whose connection is in the hub."""

    __slots__ = ("_connection", "_hub", "version")

    def __init__(self, hub: Hub, connection: Connection, version: int) -> None:
        self._hub = hub
        self._connection = connection
        self.version = version

    def tell(self, event: GameEvent, data: bytes) -> None:  # noqa: ARG002 - the bytes say it all
        """Send a change."""
        self._hub.send(self._connection, data)

    def end(self, reason: str) -> None:
        """Send the last event, and close."""
        self._hub.finish(self._connection, end_event(reason))

    def give_up(self) -> None:
        """Close without a last event: the client comes again, and is told why."""
        self._hub.finish(self._connection, b"")


class ThreadStream:
    """A stream that a thread of its own writes: `chunks` gives what it is to write, None at the end."""

    __slots__ = ("chunks", "version")

    def __init__(self, version: int) -> None:
        self.chunks: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.version = version

    def tell(self, event: GameEvent, data: bytes) -> None:  # noqa: ARG002 - the bytes say it all
        """Queue a change."""
        self.chunks.put(data)

    def end(self, reason: str) -> None:
        """Queue the last event and the end."""
        self.chunks.put(end_event(reason))
        self.chunks.put(None)

    def give_up(self) -> None:
        """Queue the end alone."""
        self.chunks.put(None)


class Waiter:
    """A request that waits for any change after `version`. `news` is called once: there is some, or enough waited."""

    __slots__ = ("_lock", "_news", "version")

    def __init__(self, version: int, news: Callable[[], None]) -> None:
        self._news: Callable[[], None] | None = news
        self._lock = threading.Lock()
        self.version = version

    def tell(self, event: GameEvent, data: bytes) -> None:  # noqa: ARG002 - it reads the game anew
        """End the waiting."""
        self.done()

    def end(self, reason: str) -> None:
        """End the waiting when the game is gone; a finished one may still change, by a rematch."""
        if reason != "finished":
            self.done()

    def give_up(self) -> None:
        """End the waiting: the answer says what is wrong."""
        self.done()

    def done(self) -> None:
        """End the waiting; nothing happens when it has ended before."""
        with self._lock:
            news, self._news = self._news, None
        if news is not None:
            news()

    def cancel(self) -> None:
        """End the waiting without a word: the client has gone."""
        with self._lock:
            self._news = None
