"""The index of public games: it may be lost, late or wrong, and no one who asks is told what is not so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from service.games import Game, GameService, NewGame, Place, Status, StoreUnavailable
from service.rules import RULES_VERSION
from service.store import Store
from service.store.keys import PUBLIC_EXPIRY, PUBLIC_PLAYING, PUBLIC_WAITING, game_key, moves_key
from tests.games.clock import Clock
from tests.games.table import OPEN, TAKEN, Table
from tests.games.timed import LIMIT, timed
from tests.store.contents import keys
from tests.store.server import Server

if TYPE_CHECKING:
    import redis

INDEX = (PUBLIC_WAITING, PUBLIC_PLAYING, PUBLIC_EXPIRY)

CREATED_AND_KILLED = """
import os, sys
from service.games import GameService, NewGame
from service.store import Store
store = Store(sys.argv[1])
store.games._public.changed = lambda game: (print(game.id, flush=True), os._exit(1))
GameService(store.games).create(NewGame(public=True))
"""

COPIES = """
local revision, state = unpack(redis.call('HMGET', KEYS[1], 'revision', 'state'))
for i = ARGV[1], ARGV[2] do
  local id = string.format('%020d', i)
  redis.call('HSET', 'kiln:{' .. id .. '}:game', 'revision', revision, 'state', state)
  redis.call('ZADD', 'kiln:{public}:playing', 0, ARGV[3] .. ':' .. id)
  redis.call('ZADD', 'kiln:{public}:expiry', ARGV[4], ARGV[3] .. ':' .. id)
end
"""


@pytest.fixture
def other(redis_url: str) -> Iterator[GameService]:
    """Another process's service on the same store."""
    store = Store(redis_url)
    yield GameService(store.games)
    store.close()


def waiting(service: GameService) -> Table:
    return Table(service, public=True, seats=(TAKEN, OPEN))


def playing(service: GameService) -> Table:
    return Table(service, public=True)


def listed(service: GameService, status: Status | None = None) -> list[str]:
    page = service.list_public(status, 100, None)
    assert page.next_cursor is None
    return [game.id for game in page.games]


def member(game: Game, created_at: int | None = None) -> str:
    return f"{game.created_at if created_at is None else created_at:015}:{game.id}"


def members(client: redis.Redis) -> list[set[str]]:
    """The members of each part of the index."""
    found: list[list[Any]] = [client.zrange(key, 0, -1) for key in INDEX]
    return [{one.decode() for one in some} for some in found]


def invent(client: redis.Redis, count: int, created_at: int, expires_at: int) -> None:
    """Put games into the index that there are not."""
    for first in range(0, count, 1000):
        some = [f"{created_at:015}:{index:020}" for index in range(first, min(count, first + 1000))]
        client.zadd(PUBLIC_PLAYING, dict.fromkeys(some, 0))
        client.zadd(PUBLIC_EXPIRY, dict.fromkeys(some, expires_at))


def copies(client: redis.Redis, game: Game, first: int, last: int) -> None:
    """Store copies of a public game that is being played, and list them."""
    client.eval(COPIES, 1, game_key(game.id), first, last, f"{game.created_at:015}", game.expires_at)


def calls(client: redis.Redis) -> dict[str, int]:
    """How often each command has been run since the statistics were reset."""
    stats = client.info("commandstats")
    return {
        name.removeprefix("cmdstat_"): entry["calls"]
        for name, entry in stats.items()
        if name not in ("cmdstat_info", "cmdstat_config|resetstat")
    }


def pass_time(store: Store, seconds: float) -> None:
    """Let this process believe that so much time has passed."""
    started = time.monotonic() + seconds
    real = time.monotonic()
    store.games._public._clock = lambda: started + time.monotonic() - real


class TestWhatIsStored:
    def test_a_public_game_has_an_entry_that_says_when_it_was_created(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        game = waiting(service).game
        assert members(redis_client) == [{member(game)}, set(), {member(game)}]
        assert redis_client.zscore(PUBLIC_EXPIRY, member(game)) == game.expires_at

    def test_the_entry_moves_on_with_its_game_and_goes_when_it_ends(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        table = waiting(service)
        table.claim()
        game = table.game
        assert members(redis_client) == [set(), {member(game)}, {member(game)}]
        assert redis_client.zscore(PUBLIC_EXPIRY, member(game)) == game.expires_at
        table.play()
        assert redis_client.zscore(PUBLIC_EXPIRY, member(game)) == table.game.expires_at
        service.leave(table.id, 1, table.owner)
        assert keys(redis_client) & set(INDEX) == set()

    def test_a_removed_game_leaves_nothing(self, service: GameService, redis_client: redis.Redis) -> None:
        table = waiting(service)
        service.delete(table.id, table.owner)
        assert keys(redis_client) == set()

    def test_a_game_that_is_not_public_costs_nothing(self, service: GameService, redis_client: redis.Redis) -> None:
        service.list_public(None, 20, None)
        table = Table(service, seats=(TAKEN, OPEN))
        table.claim()
        table.play()
        redis_client.config_resetstat()
        table = Table(service, seats=(TAKEN, OPEN))
        table.claim()
        table.play(table.legal())
        service.leave(table.id, 1, table.owner)
        service.delete(table.id, table.owner)
        assert not any(name.startswith("z") for name in calls(redis_client))

    def test_reading_a_public_game_again_is_one_call(self, service: GameService, redis_client: redis.Redis) -> None:
        table = waiting(service)
        service.get(table.id)
        redis_client.config_resetstat()
        for _ in range(10):
            service.get(table.id)
        assert calls(redis_client)["evalsha"] == 10


class TestALostIndex:
    def test_comes_back_with_a_change(self, service: GameService, redis_client: redis.Redis) -> None:
        tables = [waiting(service), playing(service)]
        redis_client.delete(*INDEX)
        assert listed(service) == []
        tables[0].claim()
        assert listed(service) == [tables[0].id]
        tables[1].play()
        assert sorted(listed(service)) == sorted(table.id for table in tables)

    def test_comes_back_when_another_process_looks(
        self, service: GameService, other: GameService, redis_client: redis.Redis
    ) -> None:
        game = waiting(service).game
        redis_client.delete(*INDEX)
        other.get(game.id)
        assert members(redis_client) == [{member(game)}, set(), {member(game)}]
        assert listed(service) == [game.id]

    def test_comes_back_when_the_same_process_looks_a_minute_later(
        self, store: Store, service: GameService, redis_client: redis.Redis
    ) -> None:
        table = waiting(service)
        redis_client.delete(*INDEX)
        pass_time(store, 50)
        service.get(table.id)
        assert listed(service) == []
        pass_time(store, 61)
        service.get(table.id)
        assert listed(service) == [table.id]

    def test_comes_back_sooner_where_the_game_is_another(
        self, service: GameService, other: GameService, redis_client: redis.Redis
    ) -> None:
        table = waiting(service)
        other.claim(table.id, None, None, None)
        redis_client.delete(*INDEX)
        service.get(table.id)
        assert listed(service, Status.PLAYING) == [table.id]

    def test_a_process_killed_before_it_has_told_the_index_loses_no_game(
        self, service: GameService, redis_url: str
    ) -> None:
        killed = subprocess.run(
            [sys.executable, "-c", CREATED_AND_KILLED, redis_url],
            stdout=subprocess.PIPE,
            check=False,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert killed.returncode == 1
        game_id = killed.stdout.strip()
        assert listed(service) == []
        assert service.get(game_id).status is Status.PLAYING
        assert listed(service) == [game_id]

    def test_one_that_cannot_be_written_hinders_nobody(
        self, store: Store, service: GameService, redis_client: redis.Redis, caplog: pytest.LogCaptureFixture
    ) -> None:
        redis_client.set(PUBLIC_EXPIRY, "not what it should be")
        table = waiting(service)
        assert "could not be written" in caplog.text
        caplog.clear()
        table.claim()
        table.play()
        assert service.get(table.id).version == 3
        assert caplog.text == "", "it is left alone for a while"
        redis_client.delete(*INDEX)
        pass_time(store, 6)
        service.get(table.id)
        assert listed(service) == [table.id]

    def test_one_that_cannot_be_read_is_an_unavailable_store(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        redis_client.set(PUBLIC_PLAYING, "not what it should be")
        with pytest.raises(StoreUnavailable):
            service.list_public(None, 20, None)

    def test_scripts_that_the_store_has_forgotten_are_sent_again(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        tables = [playing(service) for _ in range(3)]
        redis_client.script_flush()
        assert sorted(listed(service)) == sorted(table.id for table in tables)
        redis_client.script_flush()
        tables[0].play()
        assert len(listed(service)) == 3


class TestAWrongIndex:
    def test_forgets_a_game_that_is_gone(self, service: GameService, redis_client: redis.Redis) -> None:
        game = playing(service).game
        redis_client.delete(game_key(game.id), moves_key(game.id))
        assert listed(service) == []
        assert members(redis_client) == [set(), set(), set()]

    def test_forgets_a_game_that_is_finished(self, service: GameService, redis_client: redis.Redis) -> None:
        table = playing(service)
        service.leave(table.id, 1, table.owner)
        game = table.game
        redis_client.zadd(PUBLIC_PLAYING, {member(game): 0})
        redis_client.zadd(PUBLIC_EXPIRY, {member(game): game.expires_at})
        assert listed(service) == []
        assert members(redis_client) == [set(), set(), set()]

    @pytest.mark.parametrize("status", [None, Status.WAITING])
    def test_moves_a_game_on_that_is_played_by_now(
        self, service: GameService, redis_client: redis.Redis, status: Status | None
    ) -> None:
        game = playing(service).game
        redis_client.zrem(PUBLIC_PLAYING, member(game))
        redis_client.zadd(PUBLIC_WAITING, {member(game): 0})
        assert listed(service, status) == ([game.id] if status is None else [])
        assert members(redis_client) == [set(), {member(game)}, {member(game)}]
        assert listed(service, Status.PLAYING) == [game.id]

    @pytest.mark.parametrize("status", [None, Status.PLAYING])
    def test_moves_a_game_back_that_waits_after_all(
        self, service: GameService, redis_client: redis.Redis, status: Status | None
    ) -> None:
        """As when a store has lost its last second: the claim, but not what the index says of it."""
        game = waiting(service).game
        redis_client.zrem(PUBLIC_WAITING, member(game))
        redis_client.zadd(PUBLIC_PLAYING, {member(game): 0})
        assert listed(service, status) == ([game.id] if status is None else [])
        assert members(redis_client) == [{member(game)}, set(), {member(game)}]
        assert listed(service, Status.WAITING) == [game.id]

    def test_forgets_the_place_of_an_earlier_game_with_the_same_id(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        game = playing(service).game
        redis_client.zadd(PUBLIC_PLAYING, {member(game, game.created_at + 1000): 0})
        assert listed(service) == [game.id]
        assert members(redis_client)[1] == {member(game)}

    def test_never_shows_a_game_that_is_not_public(self, service: GameService, redis_client: redis.Redis) -> None:
        game = Table(service).game
        redis_client.zadd(PUBLIC_PLAYING, {member(game): 0})
        assert listed(service) == []
        assert members(redis_client)[1] == set()

    def test_a_late_word_of_a_games_waiting_counts_for_nothing(
        self, store: Store, service: GameService, redis_client: redis.Redis
    ) -> None:
        table = waiting(service)
        before = table.game
        table.claim()
        store.games._public.changed(before)
        assert members(redis_client) == [set(), {member(before)}, {member(before)}]
        assert redis_client.zscore(PUBLIC_EXPIRY, member(before)) == table.game.expires_at

    def test_a_late_word_lets_no_game_expire_sooner(
        self, store: Store, service: GameService, redis_client: redis.Redis
    ) -> None:
        table = Table(service, public=True, seats=(OPEN, OPEN, OPEN))
        before = table.game
        table.claim()
        store.games._public.changed(before)
        assert redis_client.zscore(PUBLIC_EXPIRY, member(before)) == table.game.expires_at

    def test_a_late_word_of_a_game_that_has_ended_does_not_bring_it_back(
        self, store: Store, service: GameService, redis_client: redis.Redis
    ) -> None:
        tables = [playing(service), playing(service)]
        before = [table.game for table in tables]
        service.leave(tables[0].id, 1, tables[0].owner)
        service.delete(tables[1].id, tables[1].owner)
        for game in before:
            store.games._public.changed(game)
        assert len(members(redis_client)[1]) == 2
        assert listed(service) == []
        assert members(redis_client) == [set(), set(), set()]

    def test_a_damaged_game_is_left_out_until_it_is_mended(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        games = [playing(service).game for _ in range(4)]
        redis_client.hset(game_key(games[0].id), "state", "{")
        redis_client.rpush(moves_key(games[1].id), "one;1;1;too many")
        redis_client.delete(game_key(games[2].id))
        redis_client.rpush(game_key(games[2].id), "no hash")
        assert listed(service) == [games[3].id]
        assert members(redis_client)[1] == {member(games[3])}
        redis_client.rpop(moves_key(games[1].id))
        assert service.get(games[1].id) == games[1]
        assert sorted(listed(service)) == sorted([games[1].id, games[3].id])

    def test_a_game_of_newer_rules_is_left_out_and_stays_listed_for_others(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        games = [playing(service).game for _ in range(2)]
        state = json.loads(redis_client.hget(game_key(games[0].id), "state") or b"")
        state["rules_version"] = RULES_VERSION + 1
        redis_client.hset(game_key(games[0].id), "state", json.dumps(state))
        assert listed(service) == [games[1].id]
        assert members(redis_client)[1] == {member(game) for game in games}

    def test_many_wrong_entries_make_short_pages_and_hide_no_game(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        games = [playing(service).game for _ in range(3)]
        later = games[-1].created_at + 1
        invent(redis_client, 1000, later, later + 10**9)
        found: list[str] = []
        cursor = None
        turns = 0
        while True:
            redis_client.config_resetstat()
            page = service.list_public(None, 2, cursor)
            assert calls(redis_client)["evalsha"] < 320, "the work for one page is bounded"
            found += [game.id for game in page.games]
            cursor = page.next_cursor
            turns += 1
            if cursor is None:
                break
        assert sorted(found) == sorted(game.id for game in games)
        assert turns == 5
        assert members(redis_client)[1] == {member(game) for game in games}

    def test_entries_of_expired_games_go_when_games_change(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        now = service.create(NewGame()).game.created_at
        invent(redis_client, 35, now - 10**9, now - 61_000)
        left = []
        for _ in range(4):
            playing(service)
            left.append(redis_client.zcard(PUBLIC_EXPIRY))
        assert left == [26, 17, 8, 4]
        assert redis_client.zcard(PUBLIC_PLAYING) == 4

    def test_entries_of_expired_games_go_when_somebody_meets_them(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        now = playing(service).game.created_at
        invent(redis_client, 3000, now + 1, now - 61_000)
        page = service.list_public(None, 1, None)
        assert redis_client.zcard(PUBLIC_EXPIRY) == 1
        assert len(page.games) == 1
        assert page.next_cursor is None

    def test_entries_of_games_that_have_just_expired_stay_for_a_minute(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        """A cluster's nodes need not agree on the time: what is still there must not go."""
        now = playing(service).game.created_at
        invent(redis_client, 5, now - 10**9, now - 50_000)
        playing(service)
        assert redis_client.zcard(PUBLIC_EXPIRY) == 7


class TestCost:
    def test_does_not_depend_on_how_many_games_there_are(self, service: GameService, redis_client: redis.Redis) -> None:
        game = playing(service).game
        middle = service.list_public(None, 1, None).next_cursor
        costs = []
        known = 0
        for count in (40, 20_000):
            copies(redis_client, game, known, count - 1)
            known = count
            for cursor in (None, middle):
                for status in (None, Status.PLAYING):
                    service.list_public(status, 20, cursor)
                    redis_client.config_resetstat()
                    page = service.list_public(status, 20, cursor)
                    costs.append(calls(redis_client))
                    assert len(page.games) == 20
                    assert page.next_cursor is not None
            redis_client.config_resetstat()
            playing(service)
            costs.append(calls(redis_client))
        assert costs[:5] == costs[5:]
        assert costs[0] == {"evalsha": 21, "zrange": 2, "time": 20, "hmget": 20, "llen": 20}
        assert costs[1] == {**costs[0], "zrange": 1}

    def test_a_page_is_two_round_trips(self, service: GameService, redis_client: redis.Redis) -> None:
        for _ in range(20):
            playing(service)
        service.list_public(None, 20, None)
        before = redis_client.info("stats")["total_reads_processed"]
        assert len(service.list_public(None, 20, None).games) == 20
        after = redis_client.info("stats")["total_reads_processed"]
        assert after - before == 3  # the page's, and the second INFO's

    def test_only_commands_of_redis_6_2_are_used_and_none_that_walks_all_keys(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        redis_client.config_resetstat()
        table = waiting(service)
        service.list_public(None, 1, None)
        table.claim()
        redis_client.delete(game_key(table.id))
        service.list_public(Status.PLAYING, 1, None)
        assert set(calls(redis_client)) <= {
            *("evalsha", "script|load", "time", "hmget", "hget", "hset", "llen", "exists", "del", "rpush", "pexpireat"),
            *("ltrim", "publish", "zadd", "zscore", "zrem", "zrange", "zrangebyscore"),
        }


class TestAtOnce:
    def test_pages_skip_and_repeat_nothing_while_other_processes_change_games(
        self, service: GameService, redis_url: str
    ) -> None:
        staying = [waiting(service) if index % 3 == 0 else playing(service) for index in range(15)]
        wanted = {table.id for table in staying}
        stop = threading.Event()
        failures: list[BaseException] = []
        churned: list[str] = []

        def churn(turn: int) -> None:
            store = Store(redis_url)
            games = GameService(store.games)
            try:
                while not stop.is_set():
                    table = waiting(games)
                    churned.append(table.id)
                    if turn:
                        table.claim()
                        table.play()
                        games.leave(table.id, 1, table.owner)
                    else:
                        games.delete(table.id, table.owner)
            except BaseException as error:
                failures.append(error)
                raise
            finally:
                store.close()

        def claim() -> None:
            for table in staying[::3]:
                table.claim()

        threads = [threading.Thread(target=churn, args=(turn,)) for turn in (0, 1)]
        threads.append(threading.Thread(target=claim))
        for thread in threads:
            thread.start()
        for _ in range(15):
            shown: list[str] = []
            cursor = None
            while True:
                page = service.list_public(None, 2, cursor)
                shown += [game.id for game in page.games]
                cursor = page.next_cursor
                if cursor is None:
                    break
            assert len(set(shown)) == len(shown)
            assert [one for one in shown if one in wanted] == [
                game.id
                for game in sorted(
                    (table.game for table in staying), key=lambda game: Place(game.created_at, game.id), reverse=True
                )
            ]
        stop.set()
        for thread in threads:
            thread.join()
        assert failures == []
        assert len(churned) > 10
        assert sorted(listed(service)) == sorted(wanted)


class TestAStoreThatFails:
    def test_a_replica_lists_and_reads_games(self, own_service: GameService, server: Server) -> None:
        table = waiting(own_service)
        server.admin.replicaof("127.0.0.1", 1)
        other = Store(server.url)
        games = GameService(other.games)
        assert games.get(table.id) == table.game
        assert listed(games) == [table.id]
        other.close()

    def test_a_replica_lists_no_game_that_time_has_ended(self, own_service: GameService, server: Server) -> None:
        timed(own_service, public=True)
        left = playing(own_service)
        server.admin.replicaof("127.0.0.1", 1)
        clock = Clock(server.url)
        clock.pass_seconds(LIMIT)
        assert listed(GameService(clock)) == [left.id]
        clock._client.close()

    def test_a_store_without_room_lists_games_and_forgets_wrong_entries(
        self, own_service: GameService, server: Server
    ) -> None:
        games = [playing(own_service).game for _ in range(2)]
        server.admin.delete(game_key(games[0].id))
        server.admin.config_set("maxmemory", 1)
        server.admin.config_set("maxmemory-policy", "noeviction")
        assert listed(own_service) == [games[1].id]
        assert members(server.admin)[1] == {member(games[1])}

    def test_a_store_that_is_gone_lists_nothing(self, own_service: GameService, server: Server) -> None:
        playing(own_service)
        server.kill()
        with pytest.raises(StoreUnavailable):
            own_service.list_public(None, 20, None)
