"""When games go."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from service.games import (
    Expiry,
    GameNotFound,
    GameService,
)
from service.store import Store
from service.store.keys import game_key, game_keys
from tests.games.table import OPEN, TAKEN, Table
from tests.store.contents import keys

if TYPE_CHECKING:
    import redis


def expiry_of(client: redis.Redis, key: str) -> int:
    """When a key expires, in milliseconds; a few off, since the clock goes on between two questions."""
    seconds, microseconds = client.time()
    return seconds * 1000 + microseconds // 1000 + client.pttl(key)


class TestExpiry:
    def test_expires_at_is_what_the_store_does(self, service: GameService, redis_client: redis.Redis) -> None:
        table = Table(service, seats=(TAKEN, OPEN))
        assert table.game.expires_at == table.game.created_at + 86_400_000
        for change in (lambda: None, table.claim, table.play, lambda: service.leave(table.id, 1, table.owner)):
            change()
            game = table.game
            for key in game_keys(table.id):
                if redis_client.exists(key):
                    assert abs(expiry_of(redis_client, key) - game.expires_at) < 2000
        assert table.game.expires_at == table.game.updated_at + 30 * 86_400_000

    def test_a_replaced_token_keeps_no_game_longer(self, service: GameService, redis_client: redis.Redis) -> None:
        table = Table(service)
        redis_client.pexpireat(game_key(table.id), table.game.expires_at - 1000)
        service.replace_token(table.id, 1, table.owner, None)
        assert abs(expiry_of(redis_client, game_key(table.id)) - table.game.expires_at) < 2000

    def test_a_game_goes_as_a_whole(self, store: Store, redis_client: redis.Redis) -> None:
        service = GameService(store.games, Expiry(used=400, unused=60_000))
        table = Table(service)
        table.play()
        assert len(keys(redis_client)) == 3
        seen = set()
        deadline = time.monotonic() + 10
        while keys(redis_client) and time.monotonic() < deadline:
            try:
                service.moves(table.id, 0, 10)
                seen.add("there")
            except GameNotFound:
                seen.add("gone")
            time.sleep(0.01)
        assert seen >= {"there"}
        with pytest.raises(GameNotFound):
            service.get(table.id)
        assert keys(redis_client) == set()

    def test_an_unused_game_goes_sooner(self, store: Store, redis_client: redis.Redis) -> None:
        service = GameService(store.games, Expiry(used=60_000, unused=100))
        table = Table(service)
        time.sleep(0.15)
        with pytest.raises(GameNotFound):
            service.play(table.id, table.tokens[1], 1, "N1 a1>a1")
        assert keys(redis_client) == set()

    def test_a_game_that_expires_between_reading_and_saving_is_not_found(
        self, store: Store, redis_client: redis.Redis
    ) -> None:
        service = GameService(store.games)
        table = Table(service)
        before = table.game
        after = service.play(table.id, table.tokens[before.to_move or 0], 1, table.legal(), dry_run=True).game
        redis_client.pexpire(game_key(table.id), 1)
        time.sleep(0.01)
        with pytest.raises(GameNotFound):
            store.games.save(before, after, None)
