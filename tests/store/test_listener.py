"""Hearing of changes, with a real server that is stopped, killed and started again."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from service.games import GameService, NewGame, SeatTaken
from service.store import ChangeListener, Store
from service.store import listener as listener_module
from service.store.keys import channel
from tests.games.table import FINISHED, OPEN, TAKEN, Table
from tests.store.server import Server

if TYPE_CHECKING:
    import redis

LONG = 20.0
"""Seconds in which whatever comes has come, on the slowest machine."""
SHORT = 0.3
"""Seconds for something to come that should not."""


class Heard:
    """What a listener has said: waits for a game to be named, or sees that none is."""

    def __init__(self) -> None:
        self._names: queue.Queue[str] = queue.Queue()
        self.threads: set[str] = set()

    def __call__(self, game_id: str) -> None:
        self.threads.add(threading.current_thread().name)
        self._names.put(game_id)

    def next(self) -> str:
        return self._names.get(timeout=LONG)

    def nothing(self) -> bool:
        try:
            self._names.get(timeout=SHORT)
        except queue.Empty:
            return True
        return False

    def forget(self) -> None:
        while not self.nothing():
            pass


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def listener(store: Store, heard: Heard) -> Iterator[ChangeListener]:
    listener = store.listen(heard)
    yield listener
    listener.close()


@pytest.fixture
def own_listener(own_store: Store, heard: Heard) -> Iterator[ChangeListener]:
    """On the server of the test's own."""
    listener = own_store.listen(heard)
    yield listener
    listener.close()


def watched(listener: ChangeListener, heard: Heard, *games: str) -> None:
    for game_id in games:
        listener.watch(game_id)
    assert {heard.next() for _ in games} == set(games)


def subscribed(client: redis.Redis) -> set[str]:
    return {
        str(name, "ascii") if isinstance(name, bytes) else name for name in client.pubsub_channels("kiln:changed:*")
    }


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


class TestWhatIsTold:
    @pytest.fixture
    def table(self, service: GameService, listener: ChangeListener, heard: Heard) -> Table:
        table = Table(service, seats=(TAKEN, TAKEN, OPEN), first_seat=1)
        watched(listener, heard, table.id)
        return table

    def test_each_change_that_can_be_seen(self, table: Table, heard: Heard) -> None:
        table.claim()
        assert heard.next() == table.id
        table.play()
        assert heard.next() == table.id
        table.service.leave(table.id, 3, table.owner)
        assert heard.next() == table.id
        assert heard.nothing()

    def test_a_removed_game(self, table: Table, heard: Heard) -> None:
        table.service.delete(table.id, table.owner)
        assert heard.next() == table.id

    def test_a_seat_that_timed_out(self, service: GameService, listener: ChangeListener, heard: Heard) -> None:
        table = Table(service, move_seconds=1)
        watched(listener, heard, table.id)
        time.sleep(1.01)
        assert table.game.outcome is not None
        assert heard.next() == table.id
        assert heard.nothing()

    def test_a_rematch(self, service: GameService, listener: ChangeListener, heard: Heard) -> None:
        table = Table(service, position=FINISHED)
        watched(listener, heard, table.id)
        service.rematch(table.id, table.tokens[1])
        assert heard.next() == table.id
        assert heard.nothing()

    def test_nothing_where_nothing_can_be_seen(self, table: Table, heard: Heard) -> None:
        table.service.replace_token(table.id, 2, table.owner, None)
        table.claim()
        heard.next()
        table.service.play(table.id, table.tokens[1], 1, table.legal(), dry_run=True)
        with pytest.raises(SeatTaken):
            table.claim()
        table.service.get(table.id)
        assert heard.nothing()

    def test_nothing_of_other_games(self, service: GameService, table: Table, heard: Heard) -> None:
        Table(service).play()
        assert heard.nothing()
        table.claim()
        assert heard.next() == table.id


class TestWatching:
    def test_the_watch_itself_is_told_once_it_stands(
        self, service: GameService, listener: ChangeListener, heard: Heard, redis_client: redis.Redis
    ) -> None:
        table = Table(service)
        listener.watch(table.id)
        assert heard.next() == table.id
        assert channel(table.id) in subscribed(redis_client)
        assert heard.threads == {"kiln-listener"}

    def test_a_watch_that_is_ended_and_begun_again_is_told_again(self, listener: ChangeListener, heard: Heard) -> None:
        watched(listener, heard, "a" * 20)
        for _ in range(20):
            listener.unwatch("a" * 20)
            listener.watch("a" * 20)
            assert heard.next() == "a" * 20

    def test_a_game_that_is_watched_no_more_is_not_told_of(
        self, service: GameService, listener: ChangeListener, heard: Heard, redis_client: redis.Redis
    ) -> None:
        table, other = Table(service), Table(service)
        watched(listener, heard, table.id, other.id)
        listener.unwatch(table.id)
        until(lambda: channel(table.id) not in subscribed(redis_client))
        table.play()
        assert heard.nothing()
        other.play()
        assert heard.next() == other.id

    def test_many_games_take_one_connection(
        self, service: GameService, listener: ChangeListener, heard: Heard, redis_client: redis.Redis
    ) -> None:
        ids = [service.create(NewGame()).game.id for _ in range(100)]
        watched(listener, heard, *ids)
        listening = [client for client in redis_client.client_list() if int(client["sub"])]
        assert [client["sub"] for client in listening] == ["101"]

    def test_closing_ends_its_thread_and_connections(
        self, store: Store, heard: Heard, redis_client: redis.Redis
    ) -> None:
        before = len(redis_client.client_list())
        listener = store.listen(heard)
        watched(listener, heard, "a" * 20)
        listener.close()
        until(lambda: len(redis_client.client_list()) == before)
        assert "kiln-listener" not in {thread.name for thread in threading.enumerate()}

    def test_closing_one_that_never_listened_is_nothing(self, store: Store, heard: Heard) -> None:
        store.listen(heard).close()

    def test_what_fails_in_the_one_who_is_called_ends_nothing(
        self, store: Store, service: GameService, caplog: pytest.LogCaptureFixture
    ) -> None:
        heard = Heard()
        failures = iter([True, False])

        def fail_once(game_id: str) -> None:
            heard(game_id)
            if next(failures, False):
                raise RuntimeError("once")

        listener = store.listen(fail_once)
        table = Table(service)
        listener.watch(table.id)
        assert [heard.next(), heard.next()] == [table.id] * 2  # as after any other loss
        table.play()
        assert heard.next() == table.id
        listener.close()
        assert "Listening for changes failed" in caplog.text


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
        monkeypatch.setattr(listener_module, "_SILENCE_SECONDS", 0.8)
        heard = Heard()
        listener = own_store.listen(heard)
        watched(listener, heard, "a" * 20)
        (before,) = (client["id"] for client in server.admin.client_list() if int(client["sub"]))
        time.sleep(2.0)
        (after,) = (client["id"] for client in server.admin.client_list() if int(client["sub"]))
        assert before == after
        assert heard.nothing()
        listener.close()
