"""Workers that are killed and a store that fails, while clients play on."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from tests.processes.serving import Game, Service, until_answered
from tests.store.server import Server

pytestmark = pytest.mark.xdist_group("processes")

GAMES = 6
MOVES = 30

SLACK = 2.0
"""So much longer than promised may a call take: the machine may be busy."""


@pytest.fixture(scope="module")
def rehearsed(service: Service) -> list[tuple[int, str]]:
    """The seat and the text of each move of a game, the same for all games here."""
    game = Game(service.client)
    moves = []
    for number in range(1, MOVES + 1):
        document = game.get()
        move = game.legal(200)[-1]
        moves.append((document["to_move"], move))
        assert game.play(number, document["to_move"], move).status_code == 201
    return moves


class Players:
    """A client for each of some games: plays the rehearsed moves, each until it is answered."""

    def __init__(self, service: Service, moves: list[tuple[int, str]]) -> None:
        self._moves = moves
        self.games = [Game(service.client) for _ in range(GAMES)]
        self.answers: list[list[httpx.Response]] = [[] for _ in self.games]

    def play(self, index: int) -> None:
        for number, (seat, move) in enumerate(self._moves, 1):
            answer = until_answered(lambda: self.games[index].play(number, seat, move))  # noqa: B023 (called here)
            self.answers[index].append(answer)
            assert answer.status_code in (200, 201), answer.text

    @contextmanager
    def playing(self) -> Iterator[None]:
        """Let all play, from the beginning of the block until they are done."""
        with ThreadPoolExecutor(GAMES) as pool:
            futures = [pool.submit(self.play, index) for index in range(GAMES)]
            yield
            for future in futures:
                future.result()

    def wait_for(self, share: float) -> None:
        """Wait until so much of all moves has been played."""
        deadline = time.monotonic() + 60
        while sum(map(len, self.answers)) < share * GAMES * MOVES:
            assert time.monotonic() < deadline, "nobody plays"
            time.sleep(0.001)

    def check(self) -> None:
        """Every move was played once, as it was answered."""
        for game, answers in zip(self.games, self.answers, strict=True):
            assert game.moves() == [answer.json()["move"] for answer in answers]
            assert game.get()["version"] == MOVES + 1

    def statuses(self) -> set[int]:
        return {answer.status_code for answers in self.answers for answer in answers}


def test_workers_that_are_killed_lose_and_repeat_nothing(service: Service, rehearsed: list[tuple[int, str]]) -> None:
    players = Players(service, rehearsed)
    with players.playing():
        for share in (0.1, 0.4, 0.7):
            players.wait_for(share)
            service.kill_a_worker()
            service.wait_for_workers()
    players.check()


def test_a_store_that_is_killed_and_started_again_loses_and_repeats_nothing(
    service: Service, server: Server, rehearsed: list[tuple[int, str]]
) -> None:
    players = Players(service, rehearsed)
    with players.playing():
        for share in (0.1, 0.4, 0.7):
            players.wait_for(share)
            server.kill()
            time.sleep(0.1)
            server.start()
    players.check()


def test_a_store_that_answers_late_delays_calls_and_fails_none(
    service: Service, server: Server, rehearsed: list[tuple[int, str]]
) -> None:
    """The pauses are longer than one try of the client and shorter than two, so calls are tried twice."""
    players = Players(service, rehearsed)
    with players.playing():
        for share in (0.1, 0.5):
            players.wait_for(share)
            server.stall()
            time.sleep(1.1)
            server.go_on()
    players.check()
    assert players.statuses() == {201}


def test_scripts_that_the_store_forgets_are_sent_again(
    service: Service, server: Server, rehearsed: list[tuple[int, str]]
) -> None:
    players = Players(service, rehearsed)
    with players.playing():
        for share in range(9):
            players.wait_for(share / 10)
            server.admin.script_flush()
    players.check()
    assert players.statuses() == {201}


def test_a_store_that_is_a_replica_for_a_while_is_read_and_not_written(
    service: Service, server: Server, rehearsed: list[tuple[int, str]]
) -> None:
    game = Game(service.client)
    before = game.get()
    seat, move = rehearsed[0]
    server.admin.replicaof("127.0.0.1", 1)
    assert_unavailable(game.play(1, seat, move))
    assert_unavailable(service.client.post("/v1/games"))
    assert_unavailable(service.client.get("/readyz"))
    assert game.get() == before
    server.admin.replicaof("NO", "ONE")
    assert game.play(1, seat, move).status_code == 201
    assert service.client.get("/readyz").status_code == 200


def test_a_store_that_has_stalled_is_told_within_3_seconds_on_every_call(
    service: Service, server: Server, rehearsed: list[tuple[int, str]]
) -> None:
    game = Game(service.client, {"seats": [{}, {}, {"open": True}]})
    owner = {"Authorization": f"Bearer {game.owner}"}
    calls: list[tuple[str, str, dict[str, Any]]] = [
        ("POST", "/v1/games", {}),
        ("POST", "/v1/games", {"json": {"owner_token": "an-owners-own-token-5678"}}),
        ("GET", game.path, {}),
        ("GET", f"{game.path}/me", {"headers": owner}),
        ("POST", f"{game.path}/seats", {}),
        ("PUT", f"{game.path}/seats/1/token", {"headers": owner}),
        ("DELETE", f"{game.path}/seats/1", {"headers": owner}),
        ("GET", f"{game.path}/legal-moves", {}),
        ("POST", f"{game.path}/moves", {"headers": owner, "json": {"number": 1, "move": rehearsed[0][1]}}),
        ("GET", f"{game.path}/moves", {}),
        ("GET", f"{game.path}/moves/1", {}),
        ("GET", f"{game.path}/record", {}),
        ("DELETE", game.path, {"headers": owner}),
    ]
    took: dict[str, float] = {}

    def make(method: str, path: str, arguments: dict[str, Any]) -> None:
        started = time.monotonic()
        assert_unavailable(service.client.request(method, path, **arguments))
        took[f"{method} {path}"] = time.monotonic() - started

    server.stall()
    try:
        with ThreadPoolExecutor(len(calls)) as pool:
            for future in [pool.submit(make, *call) for call in calls]:
                future.result()
        started = time.monotonic()
        assert_unavailable(service.client.get("/readyz"))
        probe = time.monotonic() - started
        assert service.client.get("/healthz").status_code == 200
    finally:
        server.go_on()
    assert {call: seconds for call, seconds in took.items() if seconds >= 3 + SLACK} == {}
    assert probe < 2 + SLACK
    assert service.client.get("/readyz").status_code == 200
    assert game.get()["version"] == 1


def test_a_service_whose_store_is_gone_goes_on_when_it_is_back(service: Service, server: Server) -> None:
    game = Game(service.client)
    before = game.get()
    server.kill()
    assert_unavailable(service.client.get(game.path))
    assert_unavailable(service.client.post("/v1/games"))
    assert_unavailable(service.client.get("/readyz"))
    server.start()
    answers: list[httpx.Response] = []
    threads = [threading.Thread(target=lambda: answers.append(service.client.get(game.path))) for _ in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [200] * 32
    assert game.get() == before


def assert_unavailable(answer: httpx.Response) -> None:
    assert (answer.status_code, answer.json()["code"]) == (503, "store_unavailable"), answer.text
    assert int(answer.headers["Retry-After"]) > 0
