"""The index of public games may be lost, or fail: it comes back, and hinders nobody."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from service.games import GameService, Status, StoreUnavailable
from service.store import Store
from service.store.keys import PUBLIC_EXPIRY, PUBLIC_PLAYING, game_key
from tests.games.clock import Clock
from tests.games.timed import LIMIT, timed
from tests.store.public import INDEX, listed, member, members, pass_time, playing, waiting
from tests.store.server import Server

if TYPE_CHECKING:
    import redis

CREATED_AND_KILLED = """
import os, sys
from service.games import GameService, NewGame
from service.store import Store
store = Store(sys.argv[1])
store.games._public.changed = lambda game: (print(game.id, flush=True), os._exit(1))
GameService(store.games).create(NewGame(public=True))
"""


@pytest.fixture
def other(redis_url: str) -> Iterator[GameService]:
    """Another process's service on the same store."""
    store = Store(redis_url)
    yield GameService(store.games)
    store.close()


class TestALostIndex:
    def test_comes_back_with_a_change(self, service: GameService, redis_client: redis.Redis) -> None:
        tables = [waiting(service), playing(service)]
        redis_client.delete(*INDEX)
        assert listed(service) == []
        tables[0].claim()
        assert listed(service) == [tables[0].id]
        tables[1].play()
        assert sorted(listed(service)) == sorted(table.id for table in tables)

    def test_comes_back_when_another_process_looks(
        self, service: GameService, other: GameService, redis_client: redis.Redis
    ) -> None:
        game = waiting(service).game
        redis_client.delete(*INDEX)
        other.get(game.id)
        assert members(redis_client) == [{member(game)}, set(), {member(game)}]
        assert listed(service) == [game.id]

    def test_comes_back_when_the_same_process_looks_a_minute_later(
        self, store: Store, service: GameService, redis_client: redis.Redis
    ) -> None:
        table = waiting(service)
        redis_client.delete(*INDEX)
        pass_time(store, 50)
        service.get(table.id)
        assert listed(service) == []
        pass_time(store, 61)
        service.get(table.id)
        assert listed(service) == [table.id]

    def test_comes_back_sooner_where_the_game_is_another(
        self, service: GameService, other: GameService, redis_client: redis.Redis
    ) -> None:
        table = waiting(service)
        other.claim(table.id, None, None, None)
        redis_client.delete(*INDEX)
        service.get(table.id)
        assert listed(service, Status.PLAYING) == [table.id]

    def test_a_process_killed_before_it_has_told_the_index_loses_no_game(
        self, service: GameService, redis_url: str
    ) -> None:
        killed = subprocess.run(
            [sys.executable, "-c", CREATED_AND_KILLED, redis_url],
            stdout=subprocess.PIPE,
            check=False,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert killed.returncode == 1
        game_id = killed.stdout.strip()
        assert listed(service) == []
        assert service.get(game_id).status is Status.PLAYING
        assert listed(service) == [game_id]

    def test_one_that_cannot_be_written_hinders_nobody(
        self, store: Store, service: GameService, redis_client: redis.Redis, caplog: pytest.LogCaptureFixture
    ) -> None:
        redis_client.set(PUBLIC_EXPIRY, "not what it should be")
        table = waiting(service)
        assert "could not be written" in caplog.text
        caplog.clear()
        table.claim()
        table.play()
        assert service.get(table.id).version == 3
        assert caplog.text == "", "it is left alone for a while"
        redis_client.delete(*INDEX)
        pass_time(store, 6)
        service.get(table.id)
        assert listed(service) == [table.id]

    def test_one_that_cannot_be_read_is_an_unavailable_store(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        redis_client.set(PUBLIC_PLAYING, "not what it should be")
        with pytest.raises(StoreUnavailable):
            service.list_public(None, 20, None)

    def test_scripts_that_the_store_has_forgotten_are_sent_again(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        tables = [playing(service) for _ in range(3)]
        redis_client.script_flush()
        assert sorted(listed(service)) == sorted(table.id for table in tables)
        redis_client.script_flush()
        tables[0].play()
        assert len(listed(service)) == 3


class TestAStoreThatFails:
    def test_a_replica_lists_and_reads_games(self, own_service: GameService, server: Server) -> None:
        table = waiting(own_service)
        server.admin.replicaof("127.0.0.1", 1)
        other = Store(server.url)
        games = GameService(other.games)
        assert games.get(table.id) == table.game
        assert listed(games) == [table.id]
        other.close()

    def test_a_replica_lists_no_game_that_time_has_ended(self, own_service: GameService, server: Server) -> None:
        timed(own_service, public=True)
        left = playing(own_service)
        server.admin.replicaof("127.0.0.1", 1)
        clock = Clock(server.url)
        clock.pass_seconds(LIMIT)
        assert listed(GameService(clock)) == [left.id]
        clock._client.close()

    def test_a_store_without_room_lists_games_and_forgets_wrong_entries(
        self, own_service: GameService, server: Server
    ) -> None:
        games = [playing(own_service).game for _ in range(2)]
        server.admin.delete(game_key(games[0].id))
        server.admin.config_set("maxmemory", 1)
        server.admin.config_set("maxmemory-policy", "noeviction")
        assert listed(own_service) == [games[1].id]
        assert members(server.admin)[1] == {member(games[1])}

    def test_a_store_that_is_gone_lists_nothing(self, own_service: GameService, server: Server) -> None:
        playing(own_service)
        server.kill()
        with pytest.raises(StoreUnavailable):
            own_service.list_public(None, 20, None)
