"""What plays the seats of bots, on a real store."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from service.games import Bot, GameService, NewSeat, Status
from service.opponents import Opponents, opponents, seed_of
from service.rules import check_record
from service.store import Store
from service.store.keys import BOTS_ALONE, BOTS_DUE, game_keys
from tests.games.table import TAKEN, Table
from tests.opponents.conftest import Begin
from tests.opponents.thinking import Quick, Slow, wait_until
from tests.store.server import Server

if TYPE_CHECKING:
    import redis

RANDOM = NewSeat(bot=Bot("random"))
GREEDY = NewSeat(bot=Bot("greedy"))


def against(service: GameService, *bots: NewSeat, **asked: Any) -> Table:
    """A game of one player against bots; seat 2 begins."""
    return Table(service, **({"seats": (TAKEN, *bots), "first_seat": 2} | asked))


def alone(service: GameService, **asked: Any) -> Table:
    return Table(service, **({"seats": (GREEDY, GREEDY), "target": 3} | asked))


def numbers(table: Table) -> list[int]:
    return [move.number for move in table.service.moves(table.id, 0, 1000)[0]]


def wait_for_the_end(table: Table) -> None:
    wait_until(lambda: table.game.status is Status.FINISHED, 30)


def due(client: redis.Redis) -> int:
    return int(client.zcard(BOTS_DUE)) + int(client.zcard(BOTS_ALONE))


class TestPlaying:
    def test_a_bot_moves_and_nobody_asks(self, service: GameService, begin: Begin) -> None:
        begin()
        table = against(service, GREEDY)
        wait_until(lambda: table.game.to_move == 1)
        assert numbers(table) == list(range(1, table.game.number))

    def test_it_answers_each_move_of_its_opponent(self, service: GameService, begin: Begin) -> None:
        begin()
        table = against(service, RANDOM, RANDOM)
        for _ in range(5):
            wait_until(lambda: table.game.to_move == 1)
            table.play()
        wait_until(lambda: table.game.to_move == 1)
        assert numbers(table) == list(range(1, table.game.number))

    def test_a_game_of_bots_runs_to_its_end(
        self, service: GameService, begin: Begin, redis_client: redis.Redis
    ) -> None:
        begin()
        tables = [alone(service), alone(service, seats=(RANDOM, GREEDY, GREEDY))]
        for table in tables:
            wait_for_the_end(table)
            game = table.game
            assert numbers(table) == list(range(1, game.number))
            checked = check_record(service.record(table.id).as_dict())
            assert (checked.position, checked.outcome) == (game.position, game.outcome)
        wait_until(lambda: due(redis_client) == 0)

    def test_it_goes_on_where_another_process_has_stopped(self, service: GameService, begin: Begin) -> None:
        table = against(service, GREEDY)
        time.sleep(0.1)
        assert table.game.number == 1
        begin()
        wait_until(lambda: table.game.to_move == 1)

    def test_several_play_each_number_once(self, service: GameService, begin: Begin) -> None:
        tables = [alone(service) for _ in range(4)]
        for _ in range(3):
            begin()
        for table in tables:
            wait_for_the_end(table)
            assert numbers(table) == list(range(1, table.game.number))

    def test_all_come_to_the_same_move(self, service: GameService, begin: Begin, redis_client: redis.Redis) -> None:
        """Two think about one move, as the first has lost its lease; both play it, and it is played once."""
        slow, other = Slow(), Slow()
        table = against(service, GREEDY)
        begin(slow, most=1)
        slow.wait_for(1)
        redis_client.zadd(BOTS_DUE, {table.id: 0})
        begin(other)
        other.wait_for(1)
        assert (slow.asked[0].position, slow.asked[0].seed) == (other.asked[0].position, other.asked[0].seed)
        assert slow.asked[0].seed == seed_of(table.game)
        for one in (slow, other):
            one.asked[0].finish()
        wait_until(lambda: table.game.number == 2)
        time.sleep(0.2)
        assert numbers(table) == [1]

    def test_seeds_differ_from_move_to_move(self, service: GameService, begin: Begin) -> None:
        thinking = Quick()
        table = alone(service)
        begin(thinking)
        wait_for_the_end(table)
        assert len({seed for _, _, seed in thinking.asked}) == len(thinking.asked)


class TestBounds:
    def test_so_many_moves_are_thought_about_at_once(self, service: GameService, begin: Begin) -> None:
        thinking = Slow()
        for _ in range(5):
            against(service, GREEDY)
        begin(thinking, most=3)
        thinking.wait_for(3)
        time.sleep(0.8)
        assert len(thinking.asked) == 3
        thinking.asked[0].finish()
        thinking.wait_for(4)

    def test_a_game_is_not_thought_about_twice_here(
        self, service: GameService, begin: Begin, redis_client: redis.Redis
    ) -> None:
        thinking = Slow()
        table = against(service, GREEDY)
        begin(thinking, most=3)
        thinking.wait_for(1)
        redis_client.zadd(BOTS_DUE, {table.id: 0})
        wait_until(lambda: (redis_client.zscore(BOTS_DUE, table.id) or 0) > 0)  # it is taken again
        time.sleep(0.2)
        assert len(thinking.asked) == 1
        thinking.asked[0].finish()
        wait_until(lambda: table.game.number == 2)

    def test_games_of_bots_alone_leave_room(self, service: GameService, begin: Begin) -> None:
        thinking = Slow()
        for _ in range(3):
            alone(service)
        begin(thinking, most=2)
        thinking.wait_for(1)
        time.sleep(0.8)
        assert len(thinking.asked) == 1
        against(service, RANDOM)
        assert thinking.wait_for(2)[1].level == "random"

    def test_where_there_is_room_for_one_they_take_it_when_nobody_else_wants_it(
        self, service: GameService, begin: Begin
    ) -> None:
        thinking = Slow()
        for _ in range(2):
            alone(service)
        against(service, RANDOM)
        begin(thinking, most=1)
        assert [one.level for one in thinking.wait_for(1)] == ["random"]
        thinking.asked[0].finish()
        assert [one.level for one in thinking.wait_for(2)] == ["random", "greedy"]

    def test_none_at_all_where_that_is_asked_for(self, service: GameService, begin: Begin) -> None:
        begin(most=0).wake()
        table = against(service, GREEDY)
        time.sleep(0.7)
        assert table.game.number == 1


class TestWhatGoesWrong:
    @pytest.fixture(autouse=True)
    def at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(opponents, "_FAILED_SECONDS", 0.05)
        monkeypatch.setattr(opponents, "_BUSY_SECONDS", 0.05)

    def test_a_thought_that_fails_is_thought_again(self, service: GameService, begin: Begin) -> None:
        thinking = Slow()
        table = against(service, GREEDY)
        begin(thinking)
        for tries in range(1, 4):
            thinking.wait_for(tries)[-1].fail()
        thinking.wait_for(4)[-1].finish()
        wait_until(lambda: table.game.number == 2)

    def test_a_level_that_is_not_known_here_holds_nobody_up(
        self, service: GameService, begin: Begin, caplog: pytest.LogCaptureFixture
    ) -> None:
        other = against(service, NewSeat(bot=Bot("search-9")))
        table = against(service, GREEDY)
        begin()
        wait_until(lambda: table.game.to_move == 1)
        wait_until(lambda: "search-9" in caplog.text)
        assert other.game.number == 1

    def test_a_game_that_is_gone_is_taken_out(
        self, service: GameService, begin: Begin, redis_client: redis.Redis
    ) -> None:
        table = against(service, GREEDY)
        redis_client.delete(*game_keys(table.id))
        begin()
        wait_until(lambda: due(redis_client) == 0)

    def test_so_is_one_that_goes_while_it_is_thought_about(
        self, service: GameService, begin: Begin, redis_client: redis.Redis
    ) -> None:
        thinking = Slow()
        table = against(service, GREEDY)
        begin(thinking)
        thinking.wait_for(1)
        redis_client.delete(*game_keys(table.id))
        thinking.asked[0].finish()
        wait_until(lambda: due(redis_client) == 0)

    def test_so_is_one_that_is_damaged(self, service: GameService, begin: Begin, redis_client: redis.Redis) -> None:
        table, whole = against(service, GREEDY), against(service, GREEDY)
        redis_client.hset(f"kiln:{{{table.id}}}:game", "state", "{}")
        begin()
        wait_until(lambda: whole.game.to_move == 1)
        wait_until(lambda: due(redis_client) == 0)

    def test_a_game_of_a_newer_version_is_left_to_who_knows_it(
        self, service: GameService, begin: Begin, redis_client: redis.Redis
    ) -> None:
        table, other = against(service, GREEDY), against(service, GREEDY)
        key = f"kiln:{{{table.id}}}:game"
        state: Any = redis_client.hget(key, "state")
        redis_client.hset(key, "state", state.replace(b'"format":2', b'"format":99'))
        begin()
        wait_until(lambda: other.game.to_move == 1)
        assert redis_client.zscore(BOTS_DUE, table.id) is not None
        redis_client.hset(key, "state", state)
        wait_until(lambda: table.game.to_move == 1)

    def test_a_game_that_moves_on_is_looked_at_again(self, service: GameService, begin: Begin) -> None:
        """The last player but one leaves while a bot of three thinks: it is still its turn, with another opponent."""
        thinking = Slow()
        table = Table(service, seats=(GREEDY, TAKEN, TAKEN), first_seat=1)
        begin(thinking)
        thinking.wait_for(1)
        service.leave(table.id, 2, table.owner)
        thinking.asked[0].finish()
        wait_until(lambda: table.game.number == 2)

    def test_the_store_may_go_and_come(
        self, short_path: Any, server_binary: Any, begin: Begin, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(opponents, "_LONGEST_PAUSE", 0.5)
        server = Server(short_path, binary=server_binary)
        own = Store(server.url)
        try:
            service = GameService(own.games)
            begin(url=server.url)
            table = alone(service, target=17)
            wait_until(lambda: table.game.number > 5)
            server.kill()
            time.sleep(1.2)
            server.start()
            wait_until(lambda: table.game.status is Status.FINISHED, 60)
            assert numbers(table) == list(range(1, table.game.number))
        finally:
            own.close()
            server.close()

    def test_a_move_that_the_store_could_not_take_is_made_when_it_is_back(
        self, short_path: Any, server_binary: Any, begin: Begin, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is not thought of once more, which would be when the lease is over."""
        monkeypatch.setattr(opponents, "_LEASE_SECONDS", 600)
        monkeypatch.setattr(opponents, "_LONGEST_PAUSE", 0.5)
        server = Server(short_path, binary=server_binary)
        own = Store(server.url)
        thinking = Slow()
        try:
            table = against(GameService(own.games), GREEDY)
            running = begin(thinking, url=server.url)
            thinking.wait_for(1)
            server.kill()
            thinking.asked[0].finish()
            wait_until(lambda: running._pause > 0)
            server.start()
            wait_until(lambda: table.game.number == 2)
            assert len(thinking.asked) == 1
        finally:
            own.close()
            server.close()


class TestTime:
    def test_a_bot_plays_on_for_somebody_who_is_late_though_nobody_looks(
        self, service: GameService, begin: Begin, redis_client: redis.Redis
    ) -> None:
        begin()
        table = Table(service, first_seat=1, move_seconds=1, on_leave=Bot("greedy"), target=3)
        key = f"kiln:{{{table.id}}}:moves"
        wait_until(lambda: redis_client.llen(key) > 0)
        game = table.game
        assert [(one.seat, one.before, one.reason) for one in game.replaced][:1] == [(1, 1, "timed_out")]
        wait_for_the_end(table)
        assert {one.seat for one in table.game.replaced} == {1, 2}
        check_record(service.record(table.id).as_dict())

    def test_a_deadline_that_is_kept_brings_a_look_that_changes_nothing(
        self, service: GameService, begin: Begin, redis_client: redis.Redis
    ) -> None:
        begin()
        table = Table(service, seats=(TAKEN, TAKEN), first_seat=1, move_seconds=100, on_leave=Bot("greedy"))
        redis_client.zadd(BOTS_DUE, {table.id: 0})
        wait_until(lambda: (redis_client.zscore(BOTS_DUE, table.id) or 0) == table.game.deadline)
        assert table.game.version == 1


class TestStopping:
    def test_what_is_thought_about_is_left_to_others_at_once(self, service: GameService, begin: Begin) -> None:
        thinking = Slow()
        table = against(service, GREEDY)
        first = begin(thinking)
        thinking.wait_for(1)
        began = time.monotonic()
        first.stop()
        first.join(5)
        begin()
        wait_until(lambda: table.game.to_move == 1)
        assert time.monotonic() - began < 4  # well below the lease, which is five seconds here

    def test_nothing_is_begun_after_it(self, service: GameService, begin: Begin) -> None:
        thinking = Slow()
        one = begin(thinking)
        one.stop()
        one.join(5)
        one.wake()
        table = against(service, GREEDY)
        time.sleep(0.7)
        assert (thinking.asked, table.game.number) == ([], 1)

    def test_opponents_that_never_began_end_too(self, service: GameService, store: Store) -> None:
        one = Opponents(service, store.due, Quick(), most=2, seconds=1)
        one.stop()
        one.join(1)


def test_who_enters_a_game_begins_by_itself(service: GameService, store: Store) -> None:
    one = Opponents(service, store.due, Quick(), most=2, seconds=1)
    table = against(service, GREEDY)
    wait_until(lambda: table.game.to_move == 1)
    one.stop()
    one.join(5)
