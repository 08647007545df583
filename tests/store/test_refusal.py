"""A store that answers, but refuses."""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

import pytest
import redis

from service.games import NewGame, StoreUnavailable
from service.store import Store
from tests.games.table import Table
from tests.store.limits import LONGEST_CALL, at_most
from tests.store.server import Server


class TestAStoreThatRefuses:
    def test_scripts_that_it_has_forgotten_are_sent_again(self, server: Server, table: Table) -> None:
        table.claim()
        server.admin.script_flush()
        assert table.play().outcome == "played"
        server.admin.script_flush()
        assert table.game.number == 2

    def test_a_replica_is_read_and_not_written(self, server: Server, own_store: Store, table: Table) -> None:
        table.claim()
        before = table.game
        server.admin.replicaof("127.0.0.1", 1)
        assert table.game == before
        for call in (
            table.play,
            lambda: table.service.leave(table.id, 1, table.owner),
            lambda: table.service.replace_token(table.id, 1, table.owner, None),
            lambda: table.service.create(NewGame()),
            lambda: table.service.delete(table.id, table.owner),
            own_store.check_writable,
        ):
            with pytest.raises(StoreUnavailable, match="read only replica"):
                call()
        assert table.game == before
        server.admin.replicaof("NO", "ONE")
        own_store.check_writable()
        assert table.play().outcome == "played"

    def test_connections_to_a_replica_are_given_up_so_that_the_name_is_looked_up_anew(
        self, server: Server, own_store: Store, table: Table
    ) -> None:
        _ = table.game
        server.admin.replicaof("127.0.0.1", 1)
        with pytest.raises(StoreUnavailable):
            table.claim()
        pool: Any = own_store._client.redis.connection_pool
        assert [one for one in pool._connections if one.is_connected] == []

    @pytest.mark.parametrize(
        "settings",
        [
            {"maxmemory": "1"},
            {"min-replicas-to-write": "1"},
        ],
        ids=["out of memory", "too few replicas"],
    )
    def test_a_store_that_takes_no_writes_changes_nothing_by_half(
        self, server: Server, own_store: Store, table: Table, settings: dict[str, str]
    ) -> None:
        table.claim()
        dump = everything(server)
        for name, value in settings.items():
            server.admin.config_set(name, value)
        for call in (
            table.play,
            lambda: table.service.leave(table.id, 1, table.owner),
            lambda: table.service.replace_token(table.id, 1, table.owner, None),
            lambda: table.service.create(NewGame(owner_token="an-owners-own-token-1234")),
            lambda: table.service.create(NewGame()),
            own_store.check_writable,
        ):
            with pytest.raises(StoreUnavailable):
                call()
        for name in settings:
            server.admin.config_set(name, 0)
        assert everything(server) == dump
        assert table.play().outcome == "played"

    def test_a_store_that_is_busy_with_another_script(self, server: Server, table: Table) -> None:
        server.admin.config_set("lua-time-limit", 10)
        endless = threading.Thread(target=run_endless_script, args=(server.url,))
        endless.start()
        time.sleep(0.3)
        with at_most(LONGEST_CALL), pytest.raises(StoreUnavailable):
            _ = table.game
        server.admin.script_kill()
        endless.join()
        assert table.game.version == 1

    def test_a_password_that_is_wrong(self, server: Server, table: Table) -> None:
        server.admin.config_set("requirepass", "secret")
        store = Store(server.url)
        for url in (server.url, server.url + "&password=wrong"):
            store = Store(url)
            with at_most(LONGEST_CALL), pytest.raises(StoreUnavailable):
                store.games.now()
            store.close()
        store = Store(server.url + "&password=secret")
        assert store.games.load(table.id).game == table.game
        store.close()

    def test_the_log_says_why_with_the_traceback(
        self, server: Server, table: Table, caplog: pytest.LogCaptureFixture
    ) -> None:
        server.kill()
        with caplog.at_level(logging.WARNING), pytest.raises(StoreUnavailable) as caught:
            _ = table.game
        assert isinstance(caught.value.__cause__, redis.ConnectionError)
        (record,) = caplog.records
        assert record.exc_info is not None
        assert "service/store/client.py" in caplog.text


def everything(server: Server) -> dict[bytes, bytes | None]:
    """All keys but the probe's, each as the server would dump it."""
    keys: list[bytes] = server.admin.keys("*")  # type: ignore[assignment]  # answers are bytes here
    return {key: server.admin.dump(key) for key in keys if key != b"kiln:writable"}


def run_endless_script(url: str) -> None:
    client = redis.Redis.from_url(url, socket_timeout=30)
    with pytest.raises(redis.ResponseError):
        client.eval("while true do end", 0)
    client.close()
