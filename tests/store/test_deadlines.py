"""Deadlines by the store's own clock, many who look at once, and a store that takes no time-outs."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from service.games import GameError, GameFinished, GameService, NotYourTurn, SeatState, Status, StoreUnavailable
from service.rules import LegalMoves, Outcome
from service.store import Store
from service.store.keys import changes_key, game_key, game_keys, moves_key
from tests.games.table import TAKEN, Table, finished
from tests.store.contents import everything
from tests.store.server import Server

if TYPE_CHECKING:
    import redis

LIMIT = 1


def sleep_past(service: GameService, deadline: int | None) -> None:
    assert deadline is not None
    while (left := deadline - service.now()) > 0:
        time.sleep(left / 1000 + 0.001)


def kinds(client: redis.Redis, game_id: str) -> list[str]:
    return [json.loads(entry)["type"] for entry in client.lrange(changes_key(game_id), 0, -1)]


class TestAMoveThatComesLate:
    def test_one_that_is_saved_after_the_deadline_is_not_played(
        self, service: GameService, store: Store, redis_client: redis.Redis, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It was in time when the game was loaded, and is too late when it reaches the store."""
        table = Table(service, players=3, first_seat=1, move_seconds=LIMIT)
        deadline = table.game.deadline
        saves: Any = store.games._save

        def late(**arguments: Any) -> Any:
            sleep_past(service, deadline)
            return saves(**arguments)

        monkeypatch.setattr(store.games, "_save", late)
        with pytest.raises(NotYourTurn):
            service.play(table.id, table.tokens[1], 1, table.legal())
        assert redis_client.llen(moves_key(table.id)) == 0
        assert kinds(redis_client, table.id) == ["create", "time_out"]
        assert (table.game.version, table.game.updated_at) == (2, deadline)

    @pytest.mark.parametrize("what", ["leave", "replace_token"])
    def test_nothing_else_comes_between_the_deadline_and_the_time_out(
        self, service: GameService, store: Store, monkeypatch: pytest.MonkeyPatch, what: str
    ) -> None:
        table = Table(service, players=4, first_seat=1, move_seconds=LIMIT)
        deadline = table.game.deadline
        saves: Any = store.games._save

        def late(**arguments: Any) -> Any:
            monkeypatch.undo()
            sleep_past(service, deadline)
            return saves(**arguments)

        monkeypatch.setattr(store.games, "_save", late)
        if what == "leave":
            service.leave(table.id, 3, table.owner)
            expected = [(1, "timed_out"), (3, "resigned")]
        else:
            service.replace_token(table.id, 3, table.owner, None)
            expected = [(1, "timed_out")]
        assert [(left.seat, left.reason) for left in table.game.left] == expected

    def test_a_move_and_the_deadline_race_and_one_of_them_wins(self, service: GameService, redis_url: str) -> None:
        """Half of those who are there want to play, half only look; all do so around the deadline."""
        tables = [Table(service, players=3, first_seat=1, move_seconds=LIMIT) for _ in range(4)]
        stores = [Store(redis_url, threads=8) for _ in range(2)]
        answers: dict[str, list[str]] = {table.id: [] for table in tables}

        def play(table: Table, games: GameService, text: str, early: float) -> None:
            deadline = games.get(table.id).deadline or 0
            time.sleep(max(0.0, (deadline - games.now()) / 1000 - early))
            try:
                answers[table.id].append(games.play(table.id, table.tokens[1], 1, text).outcome)
            except GameError as error:
                answers[table.id].append(error.code)
            games.get(table.id)

        threads = []
        for table in tables:
            text = table.legal()
            for index in range(8):
                games = GameService(stores[index % 2].games)
                threads.append(threading.Thread(target=play, args=(table, games, text, (index - 3) * 0.003)))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for table in tables:
            moves, _ = service.moves(table.id, 0, 1)
            first = service.news(table.id, 1).events[0]
            if moves:
                assert sorted(set(answers[table.id])) in (["played", "repeated"], ["played"])
                assert answers[table.id].count("played") == 1
                assert (first.move, moves[0].played_at < table.game.created_at + 1000) == (moves[0], True)
            else:
                assert set(answers[table.id]) <= {"not_your_turn", "game_finished"}
                assert (first.game.left[0].seat, first.game.updated_at) == (1, table.game.created_at + 1000)
        for store in stores:
            store.close()


def test_many_who_look_at_once_time_a_seat_out_once(
    service: GameService, redis_url: str, redis_client: redis.Redis
) -> None:
    table = Table(service, players=4, first_seat=1, move_seconds=LIMIT)
    created = table.game.created_at
    stores = [Store(redis_url, threads=25) for _ in range(2)]
    start = threading.Barrier(50)
    seen: list[tuple[int, int, str]] = []

    def look(games: GameService) -> None:
        start.wait()
        game = games.get(table.id)
        seen.append((game.version, game.updated_at, game.revision))

    sleep_past(service, created + 3000)
    threads = [threading.Thread(target=look, args=(GameService(stores[index % 2].games),)) for index in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 50
    assert len(set(seen)) == 1
    assert seen[0][:2] == (4, created + 3000)
    assert kinds(redis_client, table.id) == ["create", "time_out", "time_out", "time_out"]
    assert table.game.outcome == Outcome("last_seat", 4)
    for store in stores:
        store.close()


class TestAStoreThatTakesNoTimeOut:
    def test_the_game_is_shown_as_it_is_all_the_same(self, server: Server, own_service: GameService) -> None:
        table = Table(own_service, players=4, first_seat=1, move_seconds=LIMIT)
        text = table.legal()
        move = table.play(text).move
        before = table.game
        assert before.deadline is not None
        last = before.deadline + 2000
        server.admin.replicaof("127.0.0.1", 1)
        sleep_past(own_service, last)
        shown = table.game
        assert (shown.version, shown.updated_at, shown.status) == (5, last, Status.FINISHED)
        assert shown.cache_key is None
        events = own_service.news(table.id, 1).events
        assert [(event.version, event.move) for event in events] == [(2, move), (3, None), (4, None), (5, None)]
        assert events[-1].game == shown
        assert len(own_service.record(table.id).left) == 3
        for dry_run in (True, False):
            with pytest.raises(GameFinished):
                own_service.play(table.id, table.tokens[2], 2, text, dry_run)
            assert own_service.play(table.id, table.tokens[1], 1, text, dry_run).outcome == "repeated"
        with pytest.raises(StoreUnavailable):
            own_service.rematch(table.id, table.tokens[1])

        server.admin.replicaof("NO", "ONE")
        saved = table.game
        assert saved.cache_key is not None
        assert replace(saved, revision="") == shown
        assert own_service.news(table.id, 1).events == (*events[:-1], replace(events[-1], game=saved))


class TestWhatIsStored:
    @pytest.mark.parametrize("step", ["playing", "timed out", "noted", "shown"])
    def test_it_is_the_same_when_read_by_another_process(
        self, service: GameService, store: Store, redis_url: str, monkeypatch: pytest.MonkeyPatch, step: str
    ) -> None:
        table = Table(service, players=2, move_seconds=LIMIT if step == "timed out" else 3600)
        table.play()
        if step == "timed out":
            sleep_past(service, table.game.deadline)
        elif step != "playing":
            service.leave(table.id, 1, table.owner)
            if step == "noted":
                monkeypatch.setattr(store.games, "create", lambda *_: 1 / 0)
                with pytest.raises(ZeroDivisionError):
                    service.rematch(table.id, table.tokens[1])
            else:
                service.rematch(table.id, table.tokens[1])
        game = table.game
        other = Store(redis_url)
        found = other.games.load(table.id).game
        assert found is not game
        assert found == game
        assert (found.reserved is not None) is (step == "noted")
        assert (found.rematch is not None) is (step == "shown")
        other.close()

    def test_a_game_from_before_there_were_limits_has_none(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        table = Table(service, seats=(TAKEN, TAKEN))
        state = json.loads(redis_client.hget(game_key(table.id), "state") or b"")
        assert {"move_seconds", "deadline", "rematch", "reserved"} & set(state) == set()
        assert (table.game.move_seconds, table.game.deadline, table.game.rematch) == (None, None, None)

    def test_it_expires_when_the_game_says(self, service: GameService, redis_client: redis.Redis) -> None:
        table = Table(service, players=3, move_seconds=LIMIT)
        sleep_past(service, table.game.deadline)
        game = table.game
        assert game.version == 2
        for key in game_keys(table.id):
            if redis_client.exists(key):
                assert abs(service.now() + redis_client.pttl(key) - game.expires_at) < 2000

    def test_a_rematch_stores_no_token(self, service: GameService, redis_client: redis.Redis) -> None:
        table = finished(service, players=3)
        service.rematch(table.id, table.tokens[1])
        stored = everything(redis_client)
        for token in (table.owner, *table.tokens.values()):
            assert token.encode() not in stored
        assert {seat.state for seat in table.game.seats} == {SeatState.LEFT, SeatState.TAKEN}


def test_the_first_legal_move_is_what_a_late_client_finds(service: GameService) -> None:
    """A move of the seat that is next is played as soon as the one before it is out, whoever noticed."""
    table = Table(service, players=3, first_seat=1, move_seconds=LIMIT)
    sleep_past(service, table.game.deadline)
    after = service.get(table.id)
    played = service.play(table.id, table.tokens[2], 1, LegalMoves(after.position).at(0))
    assert (played.move.seat, played.game.version) == (2, 3)
