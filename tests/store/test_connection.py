"""The client, and what it says when it fails."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from service.games import StoreUnavailable
from service.store import Store
from service.store.client import Client
from tests.games.table import Table
from tests.store.limits import LONGEST_CALL, at_most
from tests.store.server import Server


class TestTheClient:
    def test_it_connects_to_nothing_before_the_first_call(self, short_path: Path) -> None:
        store = Store(f"unix://{short_path}/nothing-here")
        pool: Any = store._client.redis.connection_pool
        assert pool._connections == []
        store.close()

    def test_a_forked_process_has_connections_of_its_own(self, own_store: Store, table: Table) -> None:
        assert table.game.version == 1
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                found = own_store.games.load(table.id).game
                os.write(writer, f"{found.version} {own_store._client.redis.client_id()}".encode())
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        version, client = os.read(reader, 100).split()
        os.close(reader)
        os.close(writer)
        assert version == b"1"
        assert int(client) != own_store._client.redis.client_id()
        assert table.game.version == 1

    def test_more_threads_than_connections_wait_for_one(self, server: Server) -> None:
        client = Client(server.url, 2)
        results: list[bool] = []
        threads = [threading.Thread(target=lambda: results.append(client.redis.ping())) for _ in range(50)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert results == [True] * 50
        pool: Any = client.redis.connection_pool
        assert len(pool._connections) <= 2
        client.close()

    def test_the_probe_answers_when_all_connections_are_in_use(self, server: Server) -> None:
        store = Store(server.url, threads=1)
        connection = store._client.redis.connection_pool.get_connection()
        store.check_writable()
        with at_most(LONGEST_CALL), pytest.raises(StoreUnavailable):
            store.games.now()
        store._client.redis.connection_pool.release(connection)
        assert store.games.now() > 0
        store.close()
