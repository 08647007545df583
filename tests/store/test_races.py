"""Many calls at once, in two processes of 25 threads each, and a store that dies among them."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from service.games import GameNotFound, GameService, SeatState, StoreUnavailable
from service.rules import LegalMoves
from service.store import Store
from service.store.keys import game_keys
from tests.games.table import OPEN, TAKEN, Table
from tests.store import racer
from tests.store.server import Server

if TYPE_CHECKING:
    import redis

ROOT = Path(__file__).parents[2]

Call = tuple[str, dict[str, Any]]


def race(url: str, *processes: list[Call]) -> list[list[Any]]:
    """Make all calls at once, those of each list in a process of its own; return what each came to."""
    running = [
        subprocess.Popen(
            [sys.executable, racer.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={"PYTHONPATH": str(ROOT)},
        )
        for _ in processes
    ]
    for process, calls in zip(running, processes, strict=True):
        assert process.stdin is not None
        print(json.dumps({"url": url, "calls": calls}), file=process.stdin, flush=True)
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in running:
        assert process.stdin is not None
        print("go", file=process.stdin, flush=True)
    answers = [process.communicate(timeout=60)[0] for process in running]
    return [result for answer in answers for result in json.loads(answer)]


def play(table: Table, number: int, text: str) -> Call:
    seat = table.game.to_move or 0
    return "play", {"game_id": table.id, "presented": table.tokens[seat], "number": number, "text": text}


class TestManyCallsAtOnce:
    def test_exactly_one_move_gets_the_number(self, service: GameService, redis_url: str) -> None:
        table = Table(service)
        moves = list(LegalMoves(table.game.position))[:50]
        calls = [play(table, 1, text) for text in moves]
        results = race(redis_url, calls[:25], calls[25:])
        assert Counter(result[0] for result in results) == {"played": 1, "NumberTaken": 49}
        (winner,) = (text for text, result in zip(moves, results, strict=True) if result[0] == "played")
        game = table.game
        assert (game.version, game.number) == (2, 2)
        assert [move.text for move in service.moves(table.id, 0, 10)[0]] == [winner]

    def test_one_move_played_by_many_calls_is_played_once_and_answered_to_all(
        self, service: GameService, redis_url: str
    ) -> None:
        table = Table(service)
        calls = [play(table, 1, table.legal(3))] * 50
        results = race(redis_url, calls[:25], calls[25:])
        assert Counter(result[0] for result in results) == {"played": 1, "repeated": 49}
        assert table.game.version == 2

    def test_a_whole_game_raced_by_all_has_every_number_once(self, service: GameService, redis_url: str) -> None:
        """Every thread plays the same twelve moves in order, whoever comes first."""
        rehearsal = Table(service)
        moves = [played.move for played in rehearsal.play_random(12)]
        table = Table(service)
        stores = [Store(redis_url, threads=8) for _ in range(2)]
        outcomes: list[list[str]] = []

        def play_all(games: GameService) -> None:
            outcomes.append(
                [games.play(table.id, table.tokens[move.seat], move.number, move.text).outcome for move in moves]
            )

        threads = [
            threading.Thread(target=play_all, args=(GameService(store.games),)) for store in stores for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(outcomes) == 16
        for index in range(12):
            assert sorted(outcome[index] for outcome in outcomes) == ["played"] + ["repeated"] * 15
        assert table.game.position_text == rehearsal.game.position_text
        assert table.game.version == 13
        for store in stores:
            store.close()

    def test_every_open_seat_is_claimed_by_exactly_one(self, service: GameService, redis_url: str) -> None:
        table = Table(service, seats=(OPEN, OPEN, OPEN, TAKEN))
        calls: list[Call] = [("claim", {"game_id": table.id, "token": None})] * 50
        results = race(redis_url, calls[:25], calls[25:])
        assert Counter(result[0] for result in results) == {"claimed": 3, "SeatTaken": 47}
        winners = {result[1]: result[2] for result in results if result[0] == "claimed"}
        assert set(winners) == {1, 2, 3}
        for seat, token in winners.items():
            assert service.whoami(table.id, token).seat == seat
        assert table.game.version == 4

    def test_one_claim_made_by_many_calls_claims_one_seat(self, service: GameService, redis_url: str) -> None:
        table = Table(service, seats=(OPEN, OPEN, OPEN, TAKEN))
        calls: list[Call] = [("claim", {"game_id": table.id, "token": "a-players-own-token-12"})] * 50
        results = race(redis_url, calls[:25], calls[25:])
        assert Counter(result[0] for result in results) == {"claimed": 1, "repeated": 49}
        assert {result[1] for result in results} == {1}
        states = [seat.state for seat in table.game.seats]
        assert states == [SeatState.TAKEN, SeatState.OPEN, SeatState.OPEN, SeatState.TAKEN]

    def test_one_create_made_by_many_calls_creates_one_game(self, redis_client: redis.Redis, redis_url: str) -> None:
        calls: list[Call] = [("create", {"owner_token": "an-owners-own-token-1234"})] * 50
        results = race(redis_url, calls[:25], calls[25:])
        assert Counter(result[0] for result in results) == {"created": 1, "repeated": 49}
        assert len({tuple(result[1:]) for result in results}) == 1
        assert len(redis_client.keys("kiln:*:game")) == 1

    def test_a_game_removed_among_moves_leaves_nothing_behind(
        self, service: GameService, redis_client: redis.Redis, redis_url: str
    ) -> None:
        rehearsal = Table(service)
        moves = [played.move for played in rehearsal.play_random(24)]
        table = Table(service)
        calls: list[Call] = [
            (
                "play",
                {
                    "game_id": table.id,
                    "presented": table.tokens[move.seat],
                    "number": move.number,
                    "text": move.text,
                },
            )
            for move in moves
        ]
        delete: Call = ("delete", {"game_id": table.id, "token": table.owner})
        results = race(redis_url, [*calls, delete], [*calls, delete])
        assert "deleted" in [result[0] for result in results]
        assert {result[0] for result in results} <= {
            *("played", "repeated", "deleted", "GameNotFound", "NumberNotReached"),
        }
        assert not any(redis_client.exists(key) for key in game_keys(table.id))
        with pytest.raises(GameNotFound):
            service.get(table.id)


class TestAStoreThatIsKilled:
    def test_no_move_that_was_answered_is_lost(self, own_service: GameService, server: Server) -> None:
        tables = [Table(own_service, seed=seed) for seed in range(6)]
        answered: dict[str, list[str]] = {table.id: [] for table in tables}
        refused: list[StoreUnavailable] = []
        stop = threading.Event()

        def play_on(table: Table) -> None:
            while not stop.is_set():
                try:
                    game = table.game
                    if game.to_move is None or game.number > 200:
                        return
                    answered[table.id].append(table.play().move.text)
                except StoreUnavailable as error:
                    refused.append(error)
                    time.sleep(0.01)

        threads = [threading.Thread(target=play_on, args=(table,)) for table in tables]
        for thread in threads:
            thread.start()
        for _ in range(3):
            time.sleep(0.2)
            server.kill()
            time.sleep(0.1)
            server.start()
        time.sleep(0.2)
        stop.set()
        for thread in threads:
            thread.join()
        assert refused
        assert all(answered.values())
        for table in tables:
            moves = [move.text for move in own_service.moves(table.id, 0, 1000)[0]]
            # A move whose answer was lost may be there as well; those that were answered are, in their order.
            assert len(moves) <= len(answered[table.id]) + 3
            rest = iter(moves)
            assert all(text in rest for text in answered[table.id])
            assert table.game.version == len(moves) + 1

    def test_a_service_goes_on_when_it_is_back(self, own_service: GameService, server: Server) -> None:
        table = Table(own_service)
        table.play_random(40)
        before = table.game
        server.kill()
        with pytest.raises(StoreUnavailable):
            table.play()
        server.start()
        assert table.game == before
        assert table.play().move.number == 41
        assert len(own_service.moves(table.id, 0, 100)[0]) == 41
