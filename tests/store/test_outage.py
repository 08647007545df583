"""A store that stalls or is gone, and is back."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from service.games import NewGame, Reservation, StoreUnavailable
from service.store import Store
from tests.games.table import Table
from tests.store.limits import LONGEST_CALL, LONGEST_PROBE, at_most
from tests.store.server import Server


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
        with pytest.raises(ValueError, match="must begin with"):
            Store(url)
