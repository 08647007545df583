"""What happens when the store fails, and when it is back."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis

from service.games import GameService, NewGame, Reservation, StoreUnavailable
from service.store import Store
from service.store.connection import connect
from tests.games.table import OPEN, TAKEN, Table
from tests.store.server import Server

LONGEST_CALL = 3.0
LONGEST_PROBE = 2.0


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    started = time.monotonic()
    yield
    assert time.monotonic() - started < seconds


def calls(store: Store, table: Table) -> dict[str, Callable[[], object]]:
    """One call of every sort."""
    service = table.service
    game = table.game
    return {
        "create": lambda: service.create(NewGame()),
        "create once": lambda: service.create(NewGame(owner_token="an-owners-own-token-1234")),
        "get": lambda: service.get(table.id),
        "claim": lambda: service.claim(table.id, None, None, None),
        "replace_token": lambda: service.replace_token(table.id, 1, table.owner, None),
        "leave": lambda: service.leave(table.id, 1, table.owner),
        "play": lambda: service.play(table.id, table.tokens[1], 1, "N1 a1>a1"),
        "moves": lambda: store.games.moves(game, 0, 1),
        "save": lambda: store.games.save(game, game, None),
        "reserve": lambda: store.games.reserve("hash", Reservation("id", "request")),
        "delete": lambda: store.games.delete(game),
        "now": store.games.now,
    }


def assert_unavailable(store: Store, some: Iterable[Callable[[], object]]) -> None:
    for call in some:
        with at_most(LONGEST_CALL), pytest.raises(StoreUnavailable):
            call()
    with at_most(LONGEST_PROBE), pytest.raises(StoreUnavailable):
        store.check_writable()


@pytest.fixture
def table(own_service: GameService) -> Table:
    """A game on a server that a test may stop."""
    return Table(own_service, seats=(TAKEN, TAKEN, OPEN))


class TestAStoreThatHasStalled:
    def test_every_call_says_so_within_3_seconds_and_the_probe_within_2(
        self, server: Server, own_store: Store, table: Table
    ) -> None:
        before = table.game
        every = calls(own_store, table)
        own_store.check_writable()
        server.stall()
        try:
            assert_unavailable(own_store, [every[name] for name in ("create once", "get", "play", "delete")])
        finally:
            server.go_on()
        own_store.check_writable()
        assert table.game == before
        assert table.claim() == 3

    def test_many_calls_at_once_all_say_so_within_3_seconds(self, server: Server, table: Table) -> None:
        results: list[object] = []

        def call() -> None:
            with at_most(LONGEST_CALL):
                try:
                    results.append(table.game)
                except StoreUnavailable as error:
                    results.append(error)

        server.stall()
        threads = [threading.Thread(target=call) for _ in range(40)]  # more than there are connections
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        server.go_on()
        assert len(results) == 40
        assert all(isinstance(result, StoreUnavailable) for result in results)
        assert table.game.version == 1

    def test_a_save_that_was_given_up_may_have_been_made_and_the_repeat_finds_it(
        self, server: Server, own_store: Store, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table.claim()
        text = table.legal()
        real = own_store.games._save

        def stalled(**arguments: object) -> object:
            server.stall()
            return real(**arguments)  # type: ignore[arg-type]  # whatever it is called with

        seat = table.game.to_move or 0
        with monkeypatch.context() as patch:
            patch.setattr(own_store.games, "_save", stalled)
            with at_most(LONGEST_CALL), pytest.raises(StoreUnavailable):
                table.service.play(table.id, table.tokens[seat], 1, text)
        server.go_on()
        repeated = table.service.play(table.id, table.tokens[seat], 1, text)
        assert repeated.outcome == "repeated"
        assert table.game.number == 2


class TestAStoreThatIsGone:
    def test_every_call_says_so_and_goes_on_when_it_is_back(
        self, server: Server, own_store: Store, table: Table
    ) -> None:
        before = table.game
        every = calls(own_store, table)
        server.kill()
        assert_unavailable(own_store, every.values())
        server.start()
        assert table.game == before
        own_store.check_writable()
        table.claim()
        assert table.play().outcome == "played"

    def test_no_call_fails_because_the_store_was_started_again_meanwhile(
        self, server: Server, own_store: Store, table: Table
    ) -> None:
        table.claim()
        threads = [threading.Thread(target=lambda: table.game) for _ in range(8)]  # fills the pool
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        server.kill()
        server.start()
        assert table.play().outcome == "played"
        for _ in range(10):
            assert table.game.number == 2
        own_store.check_writable()

    def test_a_service_can_be_started_before_its_store(self, short_path: Path) -> None:
        store = Store(f"unix://{short_path}/s")
        with pytest.raises(StoreUnavailable):
            store.games.now()
        server = Server(short_path)
        assert store.games.now() > 0
        server.close()
        store.close()

    def test_a_port_where_nobody_listens(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            store = Store(f"redis://127.0.0.1:{free.getsockname()[1]}")
            with at_most(LONGEST_CALL), pytest.raises(StoreUnavailable):
                store.games.now()
        store.close()

    def test_an_address_that_swallows_every_connection(self) -> None:
        with socket.socket() as deaf:
            deaf.bind(("127.0.0.1", 0))
            deaf.listen(0)
            fillers = [socket.socket() for _ in range(4)]
            for filler in fillers:  # until the queue is full, and further connections are let hang
                filler.setblocking(False)
                filler.connect_ex(deaf.getsockname())
            store = Store(f"redis://127.0.0.1:{deaf.getsockname()[1]}")
            with at_most(LONGEST_CALL), pytest.raises(StoreUnavailable):
                store.games.now()
            with at_most(LONGEST_PROBE), pytest.raises(StoreUnavailable):
                store.check_writable()
            store.close()
            for filler in fillers:
                filler.close()

    @pytest.mark.parametrize("url", ["", "localhost", "http://localhost"])
    def test_an_address_of_no_store_is_refused_at_once(self, url: str) -> None:
        with pytest.raises(ValueError, match="scheme"):
            Store(url)


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
        pool: Any = own_store._client.connection_pool
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
        assert "service/store/repository.py" in caplog.text


class TestTheClient:
    def test_it_connects_to_nothing_before_the_first_call(self, short_path: Path) -> None:
        store = Store(f"unix://{short_path}/nothing-here")
        pool: Any = store._client.connection_pool
        assert pool._connections == []
        store.close()

    def test_a_forked_process_has_connections_of_its_own(self, own_store: Store, table: Table) -> None:
        assert table.game.version == 1
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                found = own_store.games.load(table.id).game
                os.write(writer, f"{found.version} {own_store._client.client_id()}".encode())
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        version, client = os.read(reader, 100).split()
        os.close(reader)
        os.close(writer)
        assert version == b"1"
        assert int(client) != own_store._client.client_id()
        assert table.game.version == 1

    def test_more_threads_than_connections_wait_for_one(self, server: Server) -> None:
        client = connect(server.url, 2)
        results: list[bool] = []
        threads = [threading.Thread(target=lambda: results.append(client.ping())) for _ in range(50)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert results == [True] * 50
        pool: Any = client.connection_pool
        assert len(pool._connections) <= 2
        pool.disconnect()

    def test_the_probe_answers_when_all_connections_are_in_use(self, server: Server) -> None:
        store = Store(server.url, threads=1)
        connection = store._client.connection_pool.get_connection()
        store.check_writable()
        with at_most(LONGEST_CALL), pytest.raises(StoreUnavailable):
            store.games.now()
        store._client.connection_pool.release(connection)
        assert store.games.now() > 0
        store.close()


def everything(server: Server) -> dict[bytes, bytes | None]:
    """All keys but the probe's, each as the server would dump it."""
    keys: list[bytes] = server.admin.keys("*")  # type: ignore[assignment]  # answers are bytes here
    return {key: server.admin.dump(key) for key in keys if key != b"kiln:writable"}


def run_endless_script(url: str) -> None:
    client = redis.Redis.from_url(url, socket_timeout=30)
    with pytest.raises(redis.ResponseError):
        client.eval("while true do end", 0)
    client.close()
