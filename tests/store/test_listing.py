"""The index of public games: what it holds, what it costs, and that it serves many at once."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from service.games import Game, GameService, Place, Status
from service.store import Store
from service.store.keys import PUBLIC_EXPIRY, game_key
from tests.games.table import OPEN, TAKEN, Table
from tests.store.contents import keys
from tests.store.public import INDEX, calls, listed, member, members, playing, waiting

if TYPE_CHECKING:
    import redis

COPIES = """
local revision, state = unpack(redis.call('HMGET', KEYS[1], 'revision', 'state'))
for i = ARGV[1], ARGV[2] do
  local id = string.format('%020d', i)
  redis.call('HSET', 'kiln:{' .. id .. '}:game', 'revision', revision, 'state', state)
  redis.call('ZADD', 'kiln:{public}:playing', 0, ARGV[3] .. ':' .. id)
  redis.call('ZADD', 'kiln:{public}:expiry', ARGV[4], ARGV[3] .. ':' .. id)
end
"""


def copies(client: redis.Redis, game: Game, first: int, last: int) -> None:
    """Store copies of a public game that is being played, and list them."""
    client.eval(COPIES, 1, game_key(game.id), first, last, f"{game.created_at:015}", game.expires_at)


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
            *("evalsha", "eval", "time", "hmget", "hget", "hset", "llen", "exists", "del", "rpush", "pexpireat"),
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
