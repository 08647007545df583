"""What the service holds of the store."""

import secrets

from service.store.connection import connect, unavailable_on_error
from service.store.keys import WRITABLE
from service.store.repository import RedisRepository

__all__ = ["Store"]

_PROBE_TIMEOUT = 0.4


class Store:
    """The store at an address: redis://, rediss:// or unix://. Nothing is connected before the first call.

    threads: how many threads of this process use it at once. kept: how many games are kept parsed.
    Raises ValueError for an address that is none.
    """

    def __init__(self, url: str, *, threads: int = 16, kept: int = 1024) -> None:
        self._client = connect(url, threads)
        # Probes have connections of their own: they must tell about the store, not about a pool that is all in use.
        self._probe = connect(url, 2, timeout=_PROBE_TIMEOUT)
        self.games = RedisRepository(self._client, kept)

    def check_writable(self) -> None:
        """Raise StoreUnavailable, within 2 seconds, unless the store takes writes."""
        with unavailable_on_error(self._probe):
            self._probe.set(WRITABLE, secrets.token_urlsafe(6), ex=60)

    def close(self) -> None:
        """Close all connections; a later call opens new ones."""
        self._client.connection_pool.disconnect()
        self._probe.connection_pool.disconnect()
