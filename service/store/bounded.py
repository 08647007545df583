"""Connections that keep to the thread's deadline, and wait for replicas where their thread wants that."""

import os
from collections import deque
from threading import Lock
from typing import TYPE_CHECKING, Any

from redis import BlockingConnectionPool, Connection, SSLConnection, UnixDomainSocketConnection
from redis.sentinel import SentinelManagedConnection, SentinelManagedSSLConnection
from redis.utils import SENTINEL as UNSET

from service.store.budget import capped, require_time
from service.store.replication import Wanted, wanted

__all__ = [
    "BoundedConnection",
    "BoundedPool",
    "BoundedSSLConnection",
    "BoundedSentinelConnection",
    "BoundedSentinelSSLConnection",
    "BoundedUnixConnection",
    "ReadyPool",
]

_SLACK_SECONDS = 0.3
"""How much longer than it is told a server may take to answer WAIT."""


if TYPE_CHECKING:  # mixed into connections; what it calls of them is that of the plainest one
    _Base = Connection
else:
    _Base = object


class _Bounded(_Base):
    """What the connections below have in common. `read_response` is where redis-py waits for an answer."""

    _waits: Wanted | None = None
    unanswered = False
    """Whether a command has been sent and nothing has been read since. Of several at once the first answer counts."""

    @property
    def socket_connect_timeout(self) -> float:
        return capped(self._socket_connect_timeout)

    @socket_connect_timeout.setter
    def socket_connect_timeout(self, seconds: float) -> None:
        self._socket_connect_timeout: float = seconds

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        require_time()
        super().send_packed_command(command, check_health)  # type: ignore[no-untyped-call]  # redis-py says no types
        self.unanswered = True

    def send_command(self, *args: Any, **kwargs: Any) -> None:
        super().send_command(*args, **kwargs)  # type: ignore[no-untyped-call]  # redis-py says no types
        # Not before: a connection that is just being made sends commands of its own.
        self._waits = wanted() if args[0] in ("EVALSHA", "EVAL") else None

    def read_response(self, disable_decoding: bool = False, *, timeout: Any = UNSET, **kwargs: Any) -> Any:
        waits, self._waits = self._waits, None
        if timeout is UNSET and (usual := self.socket_timeout) is not None and (seconds := capped(usual)) < usual:
            timeout = seconds
        try:
            answer = super().read_response(disable_decoding, timeout=timeout, **kwargs)
            if waits is not None and waits.is_for(answer):
                seconds = capped(waits.seconds)
                milliseconds = max(1, round(seconds * 1000))
                super().send_command("WAIT", waits.replicas, milliseconds)  # type: ignore[no-untyped-call]  # as above
                waits.reached = super().read_response(timeout=seconds + _SLACK_SECONDS)
        finally:
            self.unanswered = False  # else the connection has been closed
        return answer


class BoundedConnection(_Bounded, Connection):
    """To a port."""


class BoundedSSLConnection(_Bounded, SSLConnection):
    """To a port, over TLS."""


class BoundedUnixConnection(_Bounded, UnixDomainSocketConnection):
    """To a socket."""


class BoundedSentinelConnection(_Bounded, SentinelManagedConnection):
    """To the server that the sentinels name."""


class BoundedSentinelSSLConnection(_Bounded, SentinelManagedSSLConnection):
    """To the server that the sentinels name, over TLS."""


class BoundedPool(BlockingConnectionPool):
    """A pool in which nobody waits for a connection beyond the deadline."""

    @property
    def timeout(self) -> float:
        """Seconds for a connection to be free."""
        return capped(self._timeout)

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        self._timeout = seconds


class ReadyPool(BoundedPool):  # what it calls of redis-py has no types
    """A pool that gives a connection which lies ready as it is: no lock is taken, and the system is not asked about it.

    Whoever sends a command over one that the server has closed meanwhile is told so at once, and tries again; a
    connection with an answer that nobody has read does not lie ready.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._ready: deque[Any] = deque()
        super().__init__(*args, **kwargs)  # type: ignore[no-untyped-call]

    def get_connection(self, *args: Any, **kwargs: Any) -> Any:
        """Return a connection."""
        ready = self._pop()
        if ready is not None:
            return ready
        self._checkpid()  # before anything is counted: a forked process begins anew
        with self._counting:
            self._waiting += 1
        try:
            # One may have come to lie ready before it was seen that somebody waits.
            return self._pop() or super().get_connection(*args, **kwargs)  # type: ignore[no-untyped-call]
        finally:
            with self._counting:
                self._waiting -= 1

    def release(self, connection: Any) -> None:
        """Take a connection back."""
        if connection.unanswered:
            connection.disconnect()
        if not connection.is_connected or connection.pid != os.getpid() or connection.should_reconnect():
            super().release(connection)  # type: ignore[no-untyped-call]
            return
        self._ready.append(connection)
        if self._waiting:  # looked at when the connection lies ready, as who waits looks for one after saying so
            ready = self._pop()
            if ready is not None:
                super().release(ready)  # type: ignore[no-untyped-call]

    def _pop(self) -> Any:
        if self.pid != os.getpid():  # a forked process has none yet
            return None
        try:
            return self._ready.pop()
        except IndexError:
            return None

    def reset(self) -> None:
        """Begin anew, without connections."""
        self._ready = deque()
        self._counting = Lock()
        self._waiting = 0  # threads that ask for one while none lies ready
        super().reset()  # type: ignore[no-untyped-call]

    def _get_free_connections(self) -> Any:
        return {*super()._get_free_connections(), *tuple(self._ready)}  # type: ignore[no-untyped-call]
