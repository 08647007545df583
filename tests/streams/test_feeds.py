"""What watchers are told of a game, over a real store."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, cast

import pytest

from service.api.streams import feeds as module
from service.api.streams.feeds import Feeds
from service.games import Expiry, Game, GameDamaged, GameEvent, GameService, Listener, News, StoreUnavailable
from service.store import ChangeListener, Store
from service.store.keys import channel
from tests.games.table import OPEN, TAKEN, Table, finished
from tests.streams.reading import PATIENCE, until

if TYPE_CHECKING:
    import redis


class Told:
    """A watcher that notes what it is told: versions, and how it ends."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.all: list[int | str] = []
        self._new: queue.SimpleQueue[int | str] = queue.SimpleQueue()

    def tell(self, event: GameEvent, data: bytes) -> None:
        assert data == render(event)
        self._note(event.version)

    def end(self, reason: str) -> None:
        if reason not in self.all:  # it may be told so again
            self._note(reason)

    def give_up(self) -> None:
        self._note("given up")

    def next(self) -> int | str:
        return self._new.get(timeout=PATIENCE)

    def nothing(self) -> bool:
        time.sleep(0.3)
        return self._new.empty()

    def _note(self, what: int | str) -> None:
        self.all.append(what)
        self._new.put(what)


def render(event: GameEvent) -> bytes:
    return b"%d" % event.version


class Games:
    """The games of a store, and what a test wants to happen while they are read."""

    def __init__(self, games: GameService) -> None:
        self._games = games
        self.reads = 0
        self.before: Callable[[], object] = lambda: None
        self.after: Callable[[], object] = lambda: None

    def news(self, game_id: str, version: int) -> News:
        self.reads += 1
        self.before()
        news = self._games.news(game_id, version)
        self.after()
        return news

    def now(self) -> int:
        return self._games.now()


@pytest.fixture
def service(store: Store) -> GameService:
    return GameService(store.games)


@pytest.fixture
def games(service: GameService) -> Games:
    return Games(service)


@pytest.fixture
def feeds(games: Games, store: Store) -> Iterator[Feeds]:
    made: list[ChangeListener] = []

    def listen(changed: Callable[[str], None]) -> Listener:
        made.append(store.listen(changed))
        return made[0]

    yield Feeds(cast("GameService", games), listen, render)
    made[0].close()


@pytest.fixture
def table(service: GameService) -> Table:
    """A game of three at version 3, with two changes to come for the asking: `table.play()` as often as you like."""
    table = Table(service, seats=(TAKEN, OPEN, OPEN), first_seat=1)
    table.claim()
    table.claim()
    return table


def watch(feeds: Feeds, game: Game, version: int | None = None) -> Told:
    told = Told(version or game.version)
    feeds.add(game.id, told, game.expires_at)
    return told


def subscribed(client: redis.Redis, table: Table) -> bool:
    numbers: Any = client.pubsub_numsub(channel(table.id))
    return bool(numbers[0][1])


class TestChanges:
    def test_are_told_once_and_in_order_to_each_from_its_own_version_on(self, feeds: Feeds, table: Table) -> None:
        watchers = {version: watch(feeds, table.game, version) for version in (3, 1, 2)}
        for _ in range(5):
            table.play()
        for version, told in watchers.items():
            assert [told.next() for _ in range(8 - version)] == list(range(version + 1, 9))
            assert told.nothing()

    def test_that_came_before_the_watch_stands_are_told(self, feeds: Feeds, table: Table) -> None:
        game = table.game
        table.play()
        told = watch(feeds, game)
        assert told.next() == 4

    def test_are_read_once_for_all(self, feeds: Feeds, games: Games, table: Table) -> None:
        watchers = [watch(feeds, table.game) for _ in range(50)]
        until(lambda: games.reads == 1, "the watch does not stand")
        table.play()
        assert [told.next() for told in watchers] == [4] * 50
        assert games.reads == 2

    def test_are_told_to_who_joins_with_an_older_version_while_they_are_read(
        self, feeds: Feeds, games: Games, table: Table
    ) -> None:
        """It would else be taken for one that knew what the others knew, and miss what came between."""
        first = watch(feeds, table.game)
        until(lambda: games.reads == 1, "the watch does not stand")
        table.play()
        assert first.next() == 4
        late: list[Told] = []

        def join() -> None:
            games.after = lambda: None
            late.append(watch(feeds, table.game, 1))

        games.after = join
        table.play()
        assert first.next() == 5
        until(lambda: late, "nobody joined")
        assert [late[0].next() for _ in range(4)] == [2, 3, 4, 5]
        assert first.nothing()

    def test_are_told_to_who_joins_at_any_moment(self, feeds: Feeds, table: Table) -> None:
        watchers: list[tuple[int, Told]] = []

        def join() -> None:
            while table.game.outcome is None and len(watchers) < 300:
                game = table.game
                watchers.append((game.version, watch(feeds, game)))

        threads = [threading.Thread(target=join) for _ in range(3)]
        for thread in threads:
            thread.start()
        for _ in range(12):
            table.play()
        for seat in (1, 2):
            table.service.leave(table.id, seat, table.owner)
        for thread in threads:
            thread.join()
        last = table.game.version
        for version, told in watchers:
            until(lambda told=told: told.all[-1:] == ["finished"], f"no end after {told.all}")  # type: ignore[misc]  # mypy guesses no lambda's default
            assert told.all == [*range(version + 1, last + 1), "finished"]

    def test_of_an_earlier_version_than_is_known_are_not_told(self, feeds: Feeds, table: Table) -> None:
        patient = watch(feeds, table.game, 5)
        other = watch(feeds, table.game)
        for _ in range(3):
            table.play()
        assert patient.next() == 6
        assert [other.next() for _ in range(3)] == [4, 5, 6]

    def test_that_time_makes_are_told_when_nobody_else_looks(self, feeds: Feeds, service: GameService) -> None:
        table = Table(service, players=3, first_seat=1, move_seconds=1)
        told = watch(feeds, table.game)
        assert [told.next() for _ in range(3)] == [2, 3, "finished"]


class TestTheEnd:
    def test_of_a_game_comes_after_its_last_change(self, feeds: Feeds, service: GameService) -> None:
        table = Table(service)
        told = watch(feeds, table.game)
        service.leave(table.id, 1, table.owner)
        assert [told.next(), told.next()] == [2, "finished"]

    def test_comes_to_who_joins_after_it(self, feeds: Feeds, service: GameService) -> None:
        told = watch(feeds, finished(service).game, 1)
        assert [told.next(), told.next()] == [2, "finished"]

    def test_of_a_removed_game(self, feeds: Feeds, table: Table) -> None:
        told = watch(feeds, table.game)
        table.service.delete(table.id, table.owner)
        assert told.next() == "deleted"

    def test_of_a_game_that_expires(self, feeds: Feeds, store: Store) -> None:
        told = watch(feeds, Table(GameService(store.games, Expiry(used=2000, unused=2000))).game)
        assert told.next() == "expired"

    def test_of_a_game_that_expires_before_it_is_read(self, feeds: Feeds, games: Games, store: Store) -> None:
        game = Table(GameService(store.games, Expiry(used=2000, unused=2000))).game
        games.before = lambda: time.sleep(2.1)
        assert watch(feeds, game).next() == "expired"


class TestTrouble:
    def test_a_store_that_does_not_answer_is_asked_again_and_no_game_is_forgotten(
        self, feeds: Feeds, games: Games, service: GameService, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module, "_RETRY_SECONDS", 0.3)
        tables = [Table(service) for _ in range(5)]
        watchers = [watch(feeds, table.game) for table in tables]
        until(lambda: games.reads == 5, "the watches do not stand")

        def fail() -> None:
            raise StoreUnavailable("as a test")

        games.before = fail
        for table in tables:
            table.play()
        until(lambda: games.reads >= 8, "it is not asked again")
        assert [told.all for told in watchers] == [[]] * 5
        games.before = lambda: None
        assert [told.next() for told in watchers] == [2] * 5
        # While it does not answer, one game is asked for, not all of them.
        assert games.reads < 20

    def test_a_game_that_cannot_be_read_is_given_up_and_no_other(
        self, feeds: Feeds, games: Games, service: GameService, caplog: pytest.LogCaptureFixture
    ) -> None:
        bad, good = Table(service), Table(service)
        told = watch(feeds, bad.game)
        until(lambda: games.reads == 1, "the watch does not stand")

        def fail() -> None:
            games.before = lambda: None
            raise GameDamaged(bad.id, "as a test")

        games.before = fail
        bad.play()
        assert told.next() == "given up"
        assert f"The news of game {bad.id} cannot be told" in caplog.text
        other = watch(feeds, good.game)
        good.play()
        assert other.next() == 2


class TestLeaving:
    def test_the_last_one_ends_the_watch(self, feeds: Feeds, table: Table, redis_client: redis.Redis) -> None:
        first, second = watch(feeds, table.game), watch(feeds, table.game)
        until(lambda: subscribed(redis_client, table), "the watch does not stand")
        feeds.remove(table.id, first)
        feeds.remove(table.id, first)
        table.play()
        assert second.next() == 4
        assert first.all == []
        feeds.remove(table.id, second)
        until(lambda: not subscribed(redis_client, table), "the watch still stands")
        assert feeds.watched() == 0

    def test_before_the_watch_is_asked_for_ends_it_too(
        self, feeds: Feeds, table: Table, redis_client: redis.Redis, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A client can be gone before its request's thread has come so far."""
        told = Told(3)
        listener = feeds._listener
        ask = listener.watch

        def gone(game_id: str) -> None:
            feeds.remove(game_id, told)
            ask(game_id)

        monkeypatch.setattr(listener, "watch", gone)
        feeds.add(table.id, told, 0)
        assert feeds.watched() == 0
        time.sleep(1)
        assert not subscribed(redis_client, table)

    def test_and_coming_again_goes_on(self, feeds: Feeds, table: Table) -> None:
        for version in range(3, 9):
            told = watch(feeds, table.game)
            table.play()
            assert told.next() == version + 1
            feeds.remove(table.id, told)
