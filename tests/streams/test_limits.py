"""How many may wait, and that places come free."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.processes.serving import ROOT, Service
from tests.store.server import Server
from tests.streams.conftest import MANY
from tests.streams.counting import WAYS_TO_GO, clients, connect, files, listeners, reset, watched
from tests.streams.playing import RandomGame
from tests.streams.reading import Event, Stream, until

pytestmark = pytest.mark.xdist_group("streams")

FREE_WITHIN = 30.0
"""Places are promised to come free within two of the comments that go out every 10 seconds; and the machine is busy."""


@pytest.fixture(scope="module")
def narrow(server: Server) -> Iterator[Service]:
    """One worker that lets 6 wait, 4 from one address."""
    service = Service(server.url, WEB_CONCURRENCY="1", KILN_WAITERS="6", KILN_WAITERS_PER_ADDRESS="4")
    yield service
    service.close()


@pytest.fixture
def alone(short_path: Path, server_binary: Path | None) -> Iterator[Server]:
    """A store of which nobody else knows."""
    server = Server(short_path, binary=server_binary)
    yield server
    server.close()


def assert_full(answer: httpx.Response) -> None:
    assert (answer.status_code, answer.json()["code"]) == (503, "too_many_waiters")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert int(answer.headers["Retry-After"]) > 0


def assert_other_requests_are_answered(client: httpx.Client, game: RandomGame) -> None:
    assert client.get(game.path).json() == game.game
    assert client.get(game.path, params={"after": 0, "wait": 30}).json() == game.game
    assert client.head(f"{game.path}/events").status_code == 200


def test_one_address_gets_only_its_share(narrow: Service) -> None:
    game = RandomGame([narrow.client], 1)
    with ExitStack() as stack:
        streams = [stack.enter_context(Stream(narrow.address, game.path)) for _ in range(4)]
        assert_full(narrow.client.get(f"{game.path}/events"))
        assert_full(narrow.client.get(game.path, params={"after": 1, "wait": 30}))
        assert_other_requests_are_answered(narrow.client, game)
        # Somebody else's share is not touched.
        with Stream(narrow.address, game.path, source="127.0.0.2") as stream:
            assert stream.next() == game.snapshot()
            game.claim()
            assert stream.next() == game.played[1]
            for one in streams:
                assert [one.next(), one.next()] == game.played
    until(lambda: narrow.client.get(game.path, params={"after": 2, "wait": 1}).status_code == 200, "no place")


def test_a_worker_has_only_so_many_places(narrow: Service) -> None:
    game = RandomGame([narrow.client], 2)
    with ExitStack() as stack:
        for source in ("127.0.0.3", "127.0.0.3", "127.0.0.3", "127.0.0.4", "127.0.0.4", "127.0.0.4"):
            stream = stack.enter_context(Stream(narrow.address, game.path, source=source))
            assert stream.next() == game.snapshot()
        assert_full(narrow.client.get(f"{game.path}/events"))
        assert_full(narrow.client.get(game.path, params={"after": 1, "wait": 30}))
        assert_other_requests_are_answered(narrow.client, game)
    until(lambda: narrow.client.get(game.path, params={"after": 1, "wait": 1}).status_code == 200, "no place")


def test_a_finished_wait_gives_its_place_back_before_its_client_has_the_answer(narrow: Service) -> None:
    game = RandomGame([narrow.client], 3)
    connections = [connect(narrow.address, f"{game.path}?after=1&wait=1", "127.0.0.5") for _ in range(4)]
    for connection in connections:
        assert connection.recv(12) == b"HTTP/1.1 200"
    # None of these is closed by now.
    connections += [connect(narrow.address, f"{game.path}?after=1&wait=1", "127.0.0.5") for _ in range(4)]
    for connection in connections[4:]:
        assert connection.recv(12) == b"HTTP/1.1 200"
    for connection in connections:
        connection.close()


def test_an_answer_without_a_stream_takes_no_place(narrow: Service) -> None:
    game = RandomGame([narrow.client], 4)
    game.play()
    for _ in range(20):
        with Stream(narrow.address, game.path, source="127.0.0.6") as stream:
            assert list(stream)[-1] == Event("end", 0, {"reason": "finished"})
    for _ in range(20):
        assert narrow.client.get("/v1/games/aaaaaaaaaaaaaaaaaaaa/events").status_code == 404


def test_500_clients_that_go_in_every_way_leave_nothing_behind(alone: Server) -> None:
    """The worker has as many places as there are clients, so the second half shows whether all are free again."""
    service = Service(alone.url, WEB_CONCURRENCY="1", KILN_WAITERS="250", **MANY)
    random = Random(7)
    games = [RandomGame([service.client], seed) for seed in range(50)]
    with Stream(service.address, games[0].path) as stream:
        assert stream.next() == games[0].snapshot()
    until(lambda: watched(alone) == 0, "a game is still watched", FREE_WITHIN)
    before = files(service)
    for _ in range(2):
        connections = []
        for index in range(250):
            game = games[index % len(games)]
            path = f"{game.path}/events" if random.random() < 0.8 else f"{game.path}?after=1&wait=30"
            connections.append(connect(service.address, path))
        until(lambda: clients(service) >= 250, "they do not all wait")
        until(lambda: watched(alone) == len(games), "not all games are watched")
        assert listeners(alone) == 1
        random.shuffle(connections)
        for index, connection in enumerate(connections):
            WAYS_TO_GO[index % len(WAYS_TO_GO)](connection)
        until(lambda: watched(alone) == 0, "a game is still watched", FREE_WITHIN)
        # What is left is the connection that this test itself plays by.
        until(lambda: clients(service) <= 1, "a connection is still open", FREE_WITHIN)
        for connection in connections:
            connection.close()
    assert listeners(alone) == 1
    assert files(service) < before + 50  # more connections to the store than before, one for each busy thread
    for game in games[:4]:
        assert service.client.get(game.path).json() == game.game
    service.close()


def test_clients_that_go_before_their_answer_leave_nothing_behind(service: Service, server: Server) -> None:
    """They are gone before anything is told to them, some while they are handed over."""
    games = [RandomGame([service.client], seed) for seed in range(20)]
    for _ in range(10):
        for game in games:
            reset(connect(service.address, f"{game.path}/events"))
            reset(connect(service.address, f"{game.path}?after=1&wait=30"))
    until(lambda: watched(server) == 0, "a game is still watched", FREE_WITHIN)


def test_each_worker_listens_on_one_connection(alone: Server) -> None:
    service = Service(alone.url, **MANY)
    games = [RandomGame([service.client], seed) for seed in range(30)]
    with ExitStack() as stack:
        for game in games:
            for _ in range(3):
                assert stack.enter_context(Stream(service.address, game.path)).next() == game.snapshot()
        until(lambda: watched(alone) == len(games), "not all games are watched")
        assert listeners(alone) == 2
    service.close()


def test_who_does_not_close_a_connection_keeps_nobody_waiting(service: Service) -> None:
    """Each such connection once stopped its worker for two seconds: 20 of them for 20."""
    connections = [connect(service.address, "/healthz HTTP/1.1\r\nConnection: close\r\nX:") for _ in range(20)]
    for connection in connections:
        assert connection.recv(12) == b"HTTP/1.1 200"
    with httpx.Client(base_url=service.address, timeout=10) as client:
        for _ in range(4):
            assert client.get("/healthz", headers={"Connection": "close"}).status_code == 200
    for connection in connections:
        connection.close()


OPEN_FILES = """
import resource, sys
from service.config import Config
from service.server import open_files_for
soft, hard = int(sys.argv[1]), int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
print(open_files_for(Config(waiters=3000)), *resource.getrlimit(resource.RLIMIT_NOFILE))
"""


def test_a_service_may_open_as_many_files_as_it_needs_for_those_who_wait() -> None:
    """For 3000, that is; the system's usual limit of 1024 would end a worker long before."""

    def run(soft: int, hard: int) -> tuple[list[int], str]:
        command = [sys.executable, "-c", OPEN_FILES, str(soft), str(hard)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
        return [int(word) for word in done.stdout.split()], done.stderr

    (waiters, allowed, hard), warning = run(1024, 10_000)
    assert (waiters, hard, warning) == (3000, 10_000, "")
    assert 4000 < allowed < 5000
    assert run(8000, 10_000) == ([3000, 8000, 10_000], "")
    (waiters, allowed, hard), warning = run(256, 2000)
    assert (allowed, hard) == (2000, 2000)
    assert 500 < waiters < 1000
    assert f"KILN_WAITERS is {waiters} instead of 3000: only 2000 open files are allowed" in warning
