"""Hearing of changes, as they happen."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from service.games import GameService, NewGame, SeatTaken
from service.store import ChangeListener, Store
from service.store.keys import channel
from tests.games.table import FINISHED, OPEN, TAKEN, Table
from tests.store.hearing import LONG, Heard, watched
from tests.store.server import Server

if TYPE_CHECKING:
    import redis


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def listener(store: Store, heard: Heard) -> Iterator[ChangeListener]:
    listener = store.listen(heard)
    yield listener
    listener.close()


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

    def test_a_server_that_lets_nobody_tell_stores_all_the_same(self, server: Server) -> None:
        server.admin.acl_setuser(
            "kiln", enabled=True, passwords=["+secret"], keys=["*"], commands=["+@all"], reset=True
        )
        store = Store(server.url.replace("unix://", "unix://kiln:secret@"))
        table = Table(GameService(store.games))
        assert table.play().game.version == 2
        assert table.game.version == 2
        table.service.delete(table.id, table.owner)
        store.close()

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
        threads = set(threading.enumerate())
        listener = store.listen(heard)
        watched(listener, heard, "a" * 20)
        listener.close()
        until(lambda: len(redis_client.client_list()) == before)
        assert set(threading.enumerate()) <= threads

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
