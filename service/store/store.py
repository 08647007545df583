"""What the service holds of the store."""

from collections.abc import Callable

from service.store.budget import allow
from service.store.client import COMMAND_SHARE, LONGEST_CALL, Client
from service.store.due import DueGames
from service.store.listener import ChangeListener
from service.store.repository import RedisRepository

__all__ = ["Store"]

_LONGEST_PROBE = 1.5
"""Seconds; with the wait for a connection of its own less than 2."""


class Store:
    """The store at an address (see `service.redis_url`). Nothing is connected before the first call.

    threads: how many threads of this process use it at once. longest_call: about how many seconds a call may take
    when the store does not answer. kept: how many games are kept parsed. replicas: how many replicas must have a
    change before it is answered. bot_games: how many games may be played at once that bots play alone.
    Raises ValueError for an address that is none.
    """

    def __init__(
        self,
        url: str,
        *,
        threads: int = 16,
        longest_call: float = LONGEST_CALL,
        kept: int = 1024,
        replicas: int = 0,
        bot_games: int | None = None,
    ) -> None:
        self._url = url
        self._longest_call = longest_call
        self._client = Client(url, threads, longest=longest_call, replicas=replicas)
        # Probes have connections of their own: they must tell about the store, not about a pool that is all in use.
        self._probe = Client(url, 2, longest=min(longest_call, _LONGEST_PROBE))
        self.due = DueGames(self._client, ahead=longest_call + 1, most_alone=bot_games)
        self.games = RedisRepository(self._client, kept, self.due)

    def begin_call(self) -> None:
        """Let all that this thread asks of the store, from now on, take no longer than one call may."""
        allow(self._longest_call * COMMAND_SHARE)

    def end_call(self, _error: BaseException | None = None) -> None:
        """Let that hold no longer."""
        allow(None)

    def check_writable(self) -> None:
        """Raise StoreUnavailable, within 2 seconds, unless the store takes writes."""
        self._probe.check_writable()

    def listen(self, changed: Callable[[str], None]) -> ChangeListener:
        """Return a listener that calls back with the id of a watched game when it may have changed; see there.

        It has a client of its own, and is closed by whoever asked for it.
        """
        return ChangeListener(Client(self._url, 2, longest=self._longest_call), changed)

    def close(self) -> None:
        """Close all connections; a later call opens new ones."""
        self._client.close()
        self._probe.close()
