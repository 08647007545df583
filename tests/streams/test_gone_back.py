"""A store that has lost the last changes of a game, as a server that takes over may have."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from service.api.streams import feeds as module
from service.api.streams.feeds import Feeds
from service.games import GameEvent, GameService
from service.store import Store
from service.store.keys import channel, game_keys
from tests.games.table import TAKEN, Table
from tests.streams.reading import PATIENCE

if TYPE_CHECKING:
    import redis


class Told:
    """A watcher that notes the versions that it is told."""

    def __init__(self) -> None:
        self.version = 1
        self._new: queue.SimpleQueue[int] = queue.SimpleQueue()

    def tell(self, event: GameEvent, data: bytes) -> None:
        assert data == b"%d" % event.version
        self._new.put(event.version)

    def end(self, reason: str) -> None:
        raise AssertionError(reason)

    def give_up(self) -> None:
        raise AssertionError("given up")

    def next(self) -> int:
        return self._new.get(timeout=PATIENCE)

    def nothing(self, seconds: float) -> bool:
        try:
            self._new.get(timeout=seconds)
        except queue.Empty:
            return True
        return False


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    monkeypatch.setattr(module, "_BACK_SECONDS", 0.5)
    return Told()


@pytest.fixture
def table(redis_url: str, redis_client: redis.Redis, told: Told) -> Iterator[Table]:
    """A game of which a watcher is told."""
    store = Store(redis_url)
    service = GameService(store.games)
    table = Table(service, seats=(TAKEN, TAKEN))
    feeds = Feeds(service, store.listen, lambda event: b"%d" % event.version)
    feeds.add(table.id, told, table.game.expires_at)
    yield table
    feeds.remove(table.id, told)
    feeds._listener.close()
    store.close()


def back(client: redis.Redis, table: Table, saved: dict[str, bytes | None]) -> None:
    """Let the game be what it was, and let it be looked at."""
    for key in game_keys(table.id):
        client.delete(key)
    for key, value in saved.items():
        if value is not None:
            client.restore(key, 0, value)
    client.publish(channel(table.id), b"")


def save(client: redis.Redis, table: Table) -> dict[str, bytes | None]:
    return {key: client.dump(key) for key in game_keys(table.id)}


def test_who_watches_is_told_what_the_game_is_now_and_all_that_follows(
    redis_client: redis.Redis, table: Table, told: Told
) -> None:
    table.play()
    assert told.next() == 2
    saved = save(redis_client, table)
    table.play()
    table.play()
    assert [told.next(), told.next()] == [3, 4]
    back(redis_client, table, saved)
    assert told.next() == 2
    table.play()
    assert told.next() == 3


def test_nobody_is_told_of_a_moment_in_which_an_old_server_was_read(
    redis_client: redis.Redis, table: Table, told: Told
) -> None:
    table.play()
    assert told.next() == 2
    old = save(redis_client, table)
    table.play()
    assert told.next() == 3
    new = save(redis_client, table)
    back(redis_client, table, old)
    back(redis_client, table, new)
    assert told.nothing(1.0)
    table.play()
    assert told.next() == 4
