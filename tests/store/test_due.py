"""The list of games that somebody must look at."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from service.games import Bot, DueGame, GameService, NewGame, NewSeat, StoreUnavailable, TooManyGames
from service.store import Store
from service.store.keys import BOTS_ALONE, BOTS_DUE, game_keys
from tests.games.table import OPEN, TAKEN, Table
from tests.store.server import Server

if TYPE_CHECKING:
    import redis

BOT = NewSeat(bot=Bot("greedy"))
LEASE = 5.0

STOPPED = """
import os, sys
from service.games import GameService
from service.store import Store
store = Store(sys.argv[1])
{where}
GameService(store.games).play(sys.argv[2], sys.argv[3], 1, sys.argv[4])
"""
BEFORE_THE_SAVE = "store.games._save = lambda **_: os._exit(9)"
AFTER_THE_SAVE = "store.due._put_after = lambda *_: os._exit(9)"


@pytest.fixture
def other(redis_url: str) -> Iterator[Store]:
    """The store as another process sees it."""
    store = Store(redis_url)
    yield store
    store.close()


def against_a_bot(service: GameService, **asked: object) -> Table:
    """A game in which it is the turn of somebody, and then of a bot."""
    return Table(service, **({"seats": (TAKEN, BOT), "first_seat": 1} | asked))


def bots_alone(service: GameService) -> Table:
    return Table(service, seats=(BOT, BOT))


def pass_the_turn(table: Table) -> None:
    while table.game.bot_to_move is None:
        table.play()


def scores(client: redis.Redis, key: str = BOTS_DUE) -> dict[str, int]:
    members: Any = client.zrange(key, 0, -1, withscores=True)
    return {member.decode(): int(score) for member, score in members}


def now(client: redis.Redis) -> int:
    seconds, microseconds = client.time()
    return int(seconds) * 1000 + int(microseconds) // 1000


class TestEntering:
    def test_a_game_is_entered_when_a_bot_is_to_move_and_not_before(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        table = against_a_bot(service)
        assert scores(redis_client) == {}
        pass_the_turn(table)
        assert list(scores(redis_client)) == [table.id]
        assert now(redis_client) - 2000 < scores(redis_client)[table.id] <= now(redis_client)

    def test_a_new_game_whose_bot_begins_is_entered(self, service: GameService, redis_client: redis.Redis) -> None:
        table = against_a_bot(service, first_seat=2)
        assert list(scores(redis_client)) == [table.id]

    def test_a_waiting_game_is_entered_with_its_last_claim(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        table = Table(service, seats=(BOT, OPEN), first_seat=1)
        assert scores(redis_client) == {}
        table.claim()
        assert list(scores(redis_client)) == [table.id]

    def test_a_seat_that_leaves_to_a_bot_enters_its_game(self, service: GameService, redis_client: redis.Redis) -> None:
        table = Table(service, first_seat=1, on_leave=Bot("random"))
        service.leave(table.id, 1, table.owner)
        assert list(scores(redis_client)) == [table.id]

    def test_a_game_without_bots_is_none_of_its_business(self, service: GameService, redis_client: redis.Redis) -> None:
        table = Table(service, move_seconds=10)
        table.play_random(4)
        service.leave(table.id, 1, table.owner)
        assert redis_client.keys("kiln:{bots}:*") == []

    def test_a_game_with_a_clock_is_looked_at_when_somebody_may_be_late(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        table = Table(service, move_seconds=100, on_leave=Bot("random"))
        assert scores(redis_client) == {table.id: table.game.deadline}
        table.play()
        assert scores(redis_client) == {table.id: table.game.deadline}

    def test_a_change_that_is_not_the_bots_business_does_not_make_it_due_again(
        self, service: GameService, store: Store, redis_client: redis.Redis
    ) -> None:
        table = against_a_bot(service, first_seat=2)
        taken = store.due.take(LEASE, alone=True)
        assert isinstance(taken, DueGame)
        service.replace_token(table.id, 1, table.owner, None)
        assert scores(redis_client) == {table.id: taken.lease}

    def test_a_process_hears_of_what_it_has_entered(self, service: GameService, store: Store) -> None:
        heard: list[int] = []
        store.due.entered = lambda: heard.append(1)
        table = against_a_bot(service)
        assert heard == []
        pass_the_turn(table)
        assert heard == [1]


class TestTaking:
    def test_a_game_is_taken_once_until_its_time_is_over(
        self, service: GameService, store: Store, other: Store, redis_client: redis.Redis
    ) -> None:
        table = against_a_bot(service, first_seat=2)
        assert store.due.take(2.0, alone=True) == DueGame(table.id, False, scores(redis_client)[table.id])
        wait = other.due.take(LEASE, alone=True)
        assert isinstance(wait, float)
        assert 0 < wait <= 2.0
        redis_client.zadd(BOTS_DUE, {table.id: now(redis_client)})
        assert isinstance(other.due.take(LEASE, alone=True), DueGame)

    def test_what_was_due_first_comes_first(
        self, service: GameService, store: Store, redis_client: redis.Redis
    ) -> None:
        tables = [against_a_bot(service, first_seat=2) for _ in range(3)]
        redis_client.zadd(BOTS_DUE, {tables[1].id: 1, tables[2].id: 2})
        taken = [store.due.take(LEASE, alone=True) for _ in tables]
        assert [one.game_id for one in taken if isinstance(one, DueGame)] == [
            tables[1].id,
            tables[2].id,
            tables[0].id,
        ]

    def test_games_in_which_there_is_somebody_come_first(self, service: GameService, store: Store) -> None:
        lonely = bots_alone(service)
        table = against_a_bot(service, first_seat=2)
        first, second = store.due.take(LEASE, alone=True), store.due.take(LEASE, alone=True)
        assert isinstance(first, DueGame)
        assert isinstance(second, DueGame)
        assert [(one.game_id, one.alone) for one in (first, second)] == [(table.id, False), (lonely.id, True)]

    def test_the_others_are_left_where_they_are_not_wanted(self, service: GameService, store: Store) -> None:
        bots_alone(service)
        assert store.due.take(LEASE, alone=False) is None

    def test_an_empty_list_gives_nothing(self, store: Store) -> None:
        assert store.due.take(LEASE, alone=True) is None

    def test_a_game_changes_its_list_when_the_last_player_goes(
        self, service: GameService, store: Store, redis_client: redis.Redis
    ) -> None:
        table = Table(service, seats=(TAKEN, BOT, BOT), first_seat=2)
        service.leave(table.id, 1, table.owner)
        assert (scores(redis_client), list(scores(redis_client, BOTS_ALONE))) == ({}, [table.id])
        assert store.due.take(LEASE, alone=False) is None


class TestSettling:
    @pytest.fixture
    def due(self, service: GameService, store: Store) -> DueGame:
        against_a_bot(service, first_seat=2)
        due = store.due.take(LEASE, alone=True)
        assert isinstance(due, DueGame)
        return due

    def test_it_is_taken_out(self, store: Store, due: DueGame, redis_client: redis.Redis) -> None:
        store.due.over(due)
        assert redis_client.keys("kiln:{bots}:*") == []

    def test_it_comes_again(self, store: Store, due: DueGame, redis_client: redis.Redis) -> None:
        store.due.again(due, 2)
        assert now(redis_client) + 1000 < scores(redis_client)[due.game_id] <= now(redis_client) + 2000

    def test_it_comes_at_a_time(self, store: Store, due: DueGame, redis_client: redis.Redis) -> None:
        store.due.at(due, now(redis_client) + 100_000, 1)
        assert scores(redis_client)[due.game_id] > now(redis_client) + 90_000

    def test_it_does_not_come_at_once_where_clocks_differ(
        self, store: Store, due: DueGame, redis_client: redis.Redis
    ) -> None:
        store.due.at(due, now(redis_client) - 100_000, 1)
        assert now(redis_client) < scores(redis_client)[due.game_id] <= now(redis_client) + 1000

    def test_nothing_counts_of_a_game_that_was_entered_meanwhile(
        self, service: GameService, store: Store, redis_client: redis.Redis
    ) -> None:
        table = Table(service, seats=(TAKEN, BOT, BOT), first_seat=2)
        due = store.due.take(LEASE, alone=True)
        assert isinstance(due, DueGame)
        table.play()
        entered = scores(redis_client)
        store.due.over(due)
        store.due.again(due, 100)
        store.due.at(due, now(redis_client) + 100_000, 1)
        assert scores(redis_client) == entered


class TestBotsAlone:
    @pytest.fixture
    def few(self, redis_url: str, redis_client: redis.Redis) -> Iterator[Store]:  # noqa: ARG002 - it empties the server
        store = Store(redis_url, bot_games=2)
        yield store
        store.close()

    def test_there_are_so_many_of_their_games_and_no_more(self, few: Store, redis_client: redis.Redis) -> None:
        service = GameService(few.games)
        first, _ = bots_alone(service), bots_alone(service)
        before = sorted(redis_client.keys())
        with pytest.raises(TooManyGames, match="by bots alone"):
            bots_alone(service)
        assert sorted(redis_client.keys()) == before
        against_a_bot(service, first_seat=2)
        Table(service)
        redis_client.delete(*game_keys(first.id))
        due = few.due.take(LEASE, alone=True)
        while isinstance(due, DueGame) and due.game_id != first.id:
            due = few.due.take(LEASE, alone=True)
        assert isinstance(due, DueGame)
        few.due.over(due)
        bots_alone(service)

    def test_one_that_is_removed_makes_room_at_once(self, few: Store, redis_client: redis.Redis) -> None:
        service = GameService(few.games)
        first, second = bots_alone(service), bots_alone(service)
        service.delete(first.id, first.owner)
        assert list(scores(redis_client, BOTS_ALONE)) == [second.id]
        bots_alone(service)

    def test_a_call_that_is_repeated_is_no_further_game(self, few: Store) -> None:
        service = GameService(few.games)
        asked = NewGame(seats=(BOT, BOT), owner_token="o" * 40)
        created = service.create(asked)
        bots_alone(service)
        assert service.create(asked).game == created.game

    def test_a_game_that_is_left_to_bots_counts_too_but_is_not_refused(self, few: Store) -> None:
        service = GameService(few.games)
        for _ in range(3):
            table = against_a_bot(service, on_leave=Bot("random"))
            service.leave(table.id, 1, table.owner)
        with pytest.raises(TooManyGames):
            bots_alone(service)


class TestAProcessThatIsKilled:
    @pytest.mark.parametrize("where", [BEFORE_THE_SAVE, AFTER_THE_SAVE])
    def test_leaves_an_entry_that_comes_due_by_itself(
        self, service: GameService, redis_url: str, redis_client: redis.Redis, where: str
    ) -> None:
        table = Table(service, seats=(TAKEN, BOT), first_seat=1)
        moves = [table.legal(index) for index in range(40)]
        token = table.tokens[1]
        move = next(
            move for move in moves if service.play(table.id, token, 1, move, dry_run=True).game.bot_to_move is not None
        )
        program = [sys.executable, "-c", STOPPED.format(where=where), redis_url, table.id, token, move]
        ended = subprocess.run(program, env=os.environ, check=False)
        assert ended.returncode == 9
        assert (table.game.bot_to_move is not None) == (where == AFTER_THE_SAVE)
        assert now(redis_client) < scores(redis_client)[table.id] <= now(redis_client) + 4000


class TestALostEntry:
    @pytest.fixture
    def table(self, service: GameService, redis_client: redis.Redis) -> Table:
        """A game whose bot has been to move for long, and that nobody will look at."""
        table = against_a_bot(service, first_seat=2)
        redis_client.delete(BOTS_DUE)
        return table

    def test_is_made_anew_by_whoever_reads_the_game_once_the_bot_is_late(
        self, table: Table, other: Store, redis_client: redis.Redis
    ) -> None:
        game = other.games.load(table.id).game
        assert scores(redis_client) == {}
        other.due.read(game, game.updated_at + 9_999)
        assert scores(redis_client) == {}
        other.due.read(game, game.updated_at + 10_000)
        assert list(scores(redis_client)) == [table.id]

    def test_is_not_asked_for_again_and_again(self, table: Table, other: Store, redis_client: redis.Redis) -> None:
        game = table.game
        for _ in range(5):
            other.due.read(game, game.updated_at + 10_000)
            redis_client.delete(BOTS_DUE)
        assert (
            redis_client.info("commandstats")["cmdstat_zadd"]["calls"] == 3
        )  # before and after its creation, and then once

    def test_one_that_is_there_stays_as_it_is(self, table: Table, other: Store, redis_client: redis.Redis) -> None:
        redis_client.zadd(BOTS_DUE, {table.id: 7_000_000_000_000})
        other.due.read(table.game, table.game.updated_at + 10_000)
        assert scores(redis_client) == {table.id: 7_000_000_000_000}

    def test_a_deadline_is_entered_anew_at_once(
        self, service: GameService, other: Store, redis_client: redis.Redis
    ) -> None:
        table = Table(service, move_seconds=100, on_leave=Bot("random"))
        redis_client.delete(BOTS_DUE)
        other.games.load(table.id)
        assert scores(redis_client) == {table.id: table.game.deadline}


class TestTheStoreIsAway:
    def test_a_move_after_which_nobody_would_look_is_not_made(self, service: GameService, store: Store) -> None:
        table = against_a_bot(service)
        store.due._put = _unavailable  # type: ignore[method-assign]  # the list's node of a cluster is away
        number = table.game.number
        with pytest.raises(StoreUnavailable):
            pass_the_turn(table)
        assert table.game.bot_to_move is None
        assert table.game.number >= number

    def test_a_move_that_was_made_stands(self, service: GameService, store: Store) -> None:
        table = against_a_bot(service)
        put, calls = store.due._put, iter(range(100))
        store.due._put = (  # type: ignore[method-assign]  # the node goes away after the save
            lambda *args, **more: put(*args, **more) if next(calls) % 2 == 0 else _unavailable()
        )
        pass_the_turn(table)
        assert table.game.bot_to_move is not None

    def test_the_list_is_as_it_was_after_a_kill(
        self, own_service: GameService, own_store: Store, server: Server
    ) -> None:
        table = against_a_bot(own_service, first_seat=2)
        server.signal(signal.SIGKILL)
        server.kill()
        server.start()
        due = own_store.due.take(LEASE, alone=True)
        assert isinstance(due, DueGame)
        assert due.game_id == table.id


def _unavailable(*_: object, **__: object) -> bool:
    raise StoreUnavailable("away")
