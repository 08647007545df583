"""The index of public games may be late or wrong: nobody is told what is not so, and it is put right."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from service.games import GameService, NewGame, Status
from service.rules import RULES_VERSION
from service.store import Store
from service.store.keys import PUBLIC_EXPIRY, PUBLIC_PLAYING, PUBLIC_WAITING, game_key, moves_key
from tests.games.table import OPEN, Table
from tests.store.public import calls, invent, listed, member, members, playing, waiting

if TYPE_CHECKING:
    import redis


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
