"""No call takes longer than it may, however many servers are silent; and all goes on by itself when they are back."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from service.games import GameService, NewGame, StoreUnavailable
from service.store import Store
from service.store.keys import game_key
from tests.games.table import TAKEN, Table
from tests.redis.cluster import Cluster
from tests.redis.node import wait_until
from tests.redis.sentinels import Sentinels
from tests.store.limits import LONGEST_CALL, LONGEST_PROBE, at_most

pytestmark = pytest.mark.xdist_group("processes")


@pytest.fixture
def store(whole: Cluster) -> Iterator[Store]:
    store = Store(whole.url)
    yield store
    store.close()


@pytest.fixture
def table(store: Store) -> Table:
    return Table(GameService(store.games), seats=(TAKEN, TAKEN), public=True)


@pytest.fixture
def watched_store(watched: Sentinels) -> Iterator[Store]:
    store = Store(watched.url)
    yield store
    store.close()


def assert_unavailable(store: Store, *calls: Callable[[], object]) -> None:
    for call in calls:
        with at_most(LONGEST_CALL), pytest.raises(StoreUnavailable):
            call()


def answers(call: Callable[[], object]) -> bool:
    """Whether a call is answered; within its time in any case."""
    with at_most(LONGEST_CALL):
        try:
            call()
        except StoreUnavailable:
            return False
        return True


class TestACluster:
    def test_every_server_is_silent(self, whole: Cluster, store: Store, table: Table) -> None:
        games = table.service
        store.check_writable()
        for node in whole.nodes:
            node.stall()
        assert_unavailable(
            store,
            lambda: table.game,
            table.play,
            lambda: games.create(NewGame(owner_token="an-owners-own-token-1234")),
            lambda: games.list_public(None, 20, None),
        )
        with at_most(LONGEST_PROBE), pytest.raises(StoreUnavailable):
            store.check_writable()
        results: list[bool] = []
        threads = [threading.Thread(target=lambda: results.append(answers(lambda: table.game))) for _ in range(30)]
        with at_most(LONGEST_CALL):
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        assert results == [False] * 30
        for node in whole.nodes:
            node.go_on()
        wait_until(lambda: answers(lambda: table.game), "the store stays away")
        assert table.game.version == 1

    def test_every_server_is_dead_and_comes_back(self, whole: Cluster, store: Store, table: Table) -> None:
        _ = table.game
        for node in whole.nodes:
            node.kill()
        assert_unavailable(store, lambda: table.game, table.service.now)
        for node in whole.nodes:
            node.start()
        wait_until(lambda: answers(store.games.now), "the store stays away", 60)

    def test_what_one_server_keeps_is_not_hindered_by_another(self, whole: Cluster, store: Store) -> None:
        games = GameService(store.games)
        tables = [Table(games, seats=(TAKEN, TAKEN)) for _ in range(12)]
        silent = whole.primary(0)
        places = {table.id: whole.part_of(game_key(table.id)) for table in tables}
        silent.stall()
        deadline = time.monotonic() + 1.0  # nobody has taken over by then
        while time.monotonic() < deadline:
            for table in tables:
                if places[table.id] != 0:
                    table.play()
        silent.go_on()

    def test_a_service_that_starts_before_its_cluster(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            store = Store(f"redis+cluster://127.0.0.1:{free.getsockname()[1]}")
        assert_unavailable(store, store.games.now)
        with at_most(LONGEST_PROBE), pytest.raises(StoreUnavailable):
            store.check_writable()
        store.close()


class TestSentinels:
    def test_the_primary_is_silent(self, watched: Sentinels, watched_store: Store) -> None:
        table = Table(GameService(watched_store.games), seats=(TAKEN, TAKEN))
        watched.primary().stall()
        assert_unavailable(watched_store, lambda: table.game)
        with at_most(LONGEST_PROBE), pytest.raises(StoreUnavailable):
            watched_store.check_writable()

    def test_a_silent_sentinel_hinders_nobody(self, watched: Sentinels) -> None:
        watched.stall_a_sentinel()
        store = Store(watched.url)
        with at_most(LONGEST_CALL):
            assert store.games.now() > 0
        with at_most(LONGEST_PROBE):
            store.check_writable()
        store.close()

    def test_nobody_listens_at_any_sentinel(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        store = Store(f"redis+sentinel://127.0.0.1:{port},127.0.0.1:{port}/kiln")
        assert_unavailable(store, store.games.now)
        store.close()

    def test_sentinels_that_do_not_know_the_name(self, watched: Sentinels) -> None:
        store = Store(watched.url.rpartition("/")[0] + "/another")
        assert_unavailable(store, store.games.now)
        store.close()

    def test_a_primary_that_is_replaced_in_peace_is_left_at_once(
        self, watched: Sentinels, watched_store: Store
    ) -> None:
        """It is a replica from then on, and refuses what is written to it."""
        table = Table(GameService(watched_store.games), seats=(TAKEN, TAKEN))
        old = watched.primary()
        watched.fail_over()
        watched.wait_for_another_than(old)
        wait_until(lambda: answers(table.play), "the new primary is not found")
        assert table.game.number >= 2


class TestOneCall:
    def test_all_that_it_asks_of_the_store_counts_together(self, whole: Cluster, store: Store, table: Table) -> None:
        store.begin_call()
        for node in whole.nodes:
            node.stall()
        with at_most(LONGEST_CALL):
            for _ in range(5):
                with pytest.raises(StoreUnavailable):
                    _ = table.game
        for node in whole.nodes:
            node.go_on()
        with pytest.raises(StoreUnavailable):
            _ = table.game
        store.end_call()
        wait_until(lambda: answers(lambda: table.game), "the store stays away")
