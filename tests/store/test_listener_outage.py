"""A listener whose connection is lost: the server is killed, started again, or stalls."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from service.games import GameService
from service.store import ChangeListener, Store
from service.store import listener as listener_module
from tests.games.table import Table
from tests.store.hearing import Heard, watched
from tests.store.server import Server


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def own_listener(own_store: Store, heard: Heard) -> Iterator[ChangeListener]:
    """On the server of the test's own."""
    listener = own_store.listen(heard)
    yield listener
    listener.close()


class TestAConnectionThatIsLost:
    @pytest.fixture
    def table(self, own_service: GameService, own_listener: ChangeListener, heard: Heard) -> Table:
        table = Table(own_service)
        watched(own_listener, heard, table.id)
        return table

    def test_after_a_kill_and_a_start_watchers_are_called_and_hear_again(
        self, table: Table, heard: Heard, server: Server, caplog: pytest.LogCaptureFixture
    ) -> None:
        server.kill()
        time.sleep(1.2)
        assert heard.nothing()
        assert caplog.text.count("The connection that listens for changes is lost") == 1
        server.start()
        assert heard.next() == table.id
        heard.forget()
        table.play()
        assert heard.next() == table.id

    def test_a_quick_restart_is_noticed_too(self, table: Table, heard: Heard, server: Server) -> None:
        for _ in range(3):
            server.kill()
            server.start()
            assert heard.next() == table.id
            heard.forget()
        table.play()
        assert heard.next() == table.id

    def test_a_connection_that_is_cut_is_made_anew(self, table: Table, heard: Heard, server: Server) -> None:
        server.admin.client_kill_filter(_type="pubsub")
        assert heard.next() == table.id
        heard.forget()
        table.play()
        assert heard.next() == table.id

    def test_a_game_that_is_watched_meanwhile_is_called_when_it_is_over(
        self, table: Table, own_listener: ChangeListener, heard: Heard, server: Server
    ) -> None:
        server.kill()
        own_listener.watch("b" * 20)
        own_listener.unwatch(table.id)
        own_listener.watch("c" * 20)
        server.start()
        assert {heard.next(), heard.next()} == {"b" * 20, "c" * 20}
        heard.forget()
        table.play()
        assert heard.nothing()

    def test_a_server_that_stalls_is_left_and_found_again(
        self, own_store: Store, own_service: GameService, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(listener_module, "_PING_SECONDS", 0.2)
        monkeypatch.setattr(listener_module, "_SILENCE_SECONDS", 1.0)
        heard = Heard()
        listener = own_store.listen(heard)
        table = Table(own_service)
        watched(listener, heard, table.id)
        server.stall()
        time.sleep(2.0)
        assert heard.nothing()
        server.go_on()
        assert heard.next() == table.id
        heard.forget()
        table.play()
        assert heard.next() == table.id
        listener.close()

    def test_a_quiet_connection_is_kept(
        self, own_store: Store, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(listener_module, "_PING_SECONDS", 0.2)
        monkeypatch.setattr(listener_module, "_SILENCE_SECONDS", 2.0)
        heard = Heard()
        listener = own_store.listen(heard)
        watched(listener, heard, "a" * 20)
        (before,) = (client["id"] for client in server.admin.client_list() if int(client["sub"]))
        time.sleep(4.0)
        (after,) = (client["id"] for client in server.admin.client_list() if int(client["sub"]))
        assert before == after
        assert heard.nothing()
        listener.close()
