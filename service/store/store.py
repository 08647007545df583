"""What the service holds of the store."""

import secrets
from collections.abc import Callable

from service.store.connection import LONGEST_CALL, connect, unavailable_on_error
from service.store.keys import WRITABLE
from service.store.listener import ChangeListener
from service.store.repository import RedisRepository

__all__ = ["Store"]

_LONGEST_PROBE = 1.5
"""Seconds; with the wait for a connection of its own less than 2."""


class Store:
    """The store at an address: redis://, rediss:// or unix://. Nothing is connected before the first call.

    threads: how many threads of this process use it at once. longest_call: about how many seconds a call may take
    when the store does not answer. kept: how many games are kept parsed.
    Raises ValueError for an address that is none.
    """

    def __init__(self, url: str, *, threads: int = 16, longest_call: float = LONGEST_CALL, kept: int = 1024) -> None:
        self._url = url
        self._longest_call = longest_call
        self._client = connect(url, threads, longest=longest_call)
        # Probes have connections of their own: they must tell about the store, not about a pool that is all in use.
        self._probe = connect(url, 2, longest=min(longest_call, _LONGEST_PROBE))
        self.games = RedisRepository(self._client, kept)

    def check_writable(self) -> None:
        """Raise StoreUnavailable, within 2 seconds, unless the store takes writes."""
        with unavailable_on_error(self._probe):
            self._probe.set(WRITABLE, secrets.token_urlsafe(6), ex=60)

    def listen(self, changed: Callable[[str], None]) -> ChangeListener:
        """Return a listener that calls back with the id of a watched game when it may have changed; see there.

        It has a client of its own, and is closed by whoever asked for it.
        """
        return ChangeListener(connect(self._url, 2, longest=self._longest_call), changed)

    def close(self) -> None:
        """Close all connections; a later call opens new ones."""
        self._client.connection_pool.disconnect()
        self._probe.connection_pool.disconnect()
