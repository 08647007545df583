"""A stop, and a restart, while clients watch, wait and play."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import httpx
import pytest

from tests.processes.serving import Service
from tests.store.server import Server
from tests.streams.conftest import MANY
from tests.streams.counting import clients
from tests.streams.playing import RandomGame
from tests.streams.reading import PATIENCE, Follower, Stream, until

pytestmark = pytest.mark.xdist_group("clients of streams")

ENDS_WITHIN = 10.0
"""Streams are promised to end within 2 seconds of SIGTERM; the machine may be busy."""


@pytest.fixture
def stopped(server: Server) -> Iterator[Service]:
    """A service that its test stops."""
    service = Service(server.url, **MANY)
    yield service
    service.close()


def test_streams_end_at_once_and_say_when_to_come_again(stopped: Service, service: Service) -> None:
    game = RandomGame([service.client], 1)
    streams = [Stream(stopped.address, game.path, timeout=ENDS_WITHIN) for _ in range(40)]
    for stream in streams:
        assert stream.next() == game.snapshot()
    started = time.monotonic()
    stopped.terminate()
    for stream in streams:
        with stream:
            assert stream.answer.read() == b": the service is restarting\nretry: 1000\n"
    assert time.monotonic() - started < ENDS_WITHIN
    stopped.wait(ENDS_WITHIN)


def test_waiting_requests_are_answered_at_once(stopped: Service, service: Service) -> None:
    game = RandomGame([service.client], 2)
    with httpx.Client(base_url=stopped.address, timeout=PATIENCE) as client, ThreadPoolExecutor(20) as pool:
        answers = [pool.submit(client.get, game.path, params={"after": 1, "wait": 30}) for _ in range(20)]
        until(lambda: clients(stopped) >= 20, "they do not wait")
        time.sleep(0.5)
        started = time.monotonic()
        stopped.terminate()
        for answer in answers:
            assert (answer.result().status_code, answer.result().json()) == (200, game.game)
        assert time.monotonic() - started < ENDS_WITHIN
    stopped.wait(ENDS_WITHIN)


def test_who_comes_once_it_stops_is_refused_and_goes_elsewhere(stopped: Service, service: Service) -> None:
    """While a request is still being read: a connection that nobody will serve is not taken."""
    parts = urlsplit(stopped.address)
    where = (parts.hostname or "", parts.port or 0)
    with socket.create_connection(where, timeout=PATIENCE) as slow:
        slow.sendall(
            b"POST /v1/games HTTP/1.1\r\nHost: k\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{"
        )
        until(lambda: clients(stopped) >= 2, "it is not taken")
        time.sleep(0.5)  # until it is read
        stopped.terminate()

        def refused() -> bool:
            try:
                socket.create_connection(where, timeout=PATIENCE).close()
            except ConnectionRefusedError:
                return True
            return False

        until(refused, "connections are still taken")
        slow.sendall(b"}")
        assert slow.recv(100).startswith(b"HTTP/1.1 201 ")
    stopped.wait(ENDS_WITHIN)


def test_requests_that_have_been_taken_are_answered_and_their_moves_kept(stopped: Service, service: Service) -> None:
    """Half of each is there when the signal comes, and the other half comes a second later."""
    games = [RandomGame([service.client], seed, seats=[{}, {}]) for seed in range(12)]
    parts = urlsplit(stopped.address)
    connections = []
    for game in games:
        move = service.client.get(f"{game.path}/legal-moves", params={"limit": 1}).json()["moves"][0]
        body = f'{{"number": 1, "move": "{move}"}}'
        head = (
            f"POST {game.path}/moves HTTP/1.1\r\nHost: kiln\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {game.tokens[game.game['to_move']]}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        connection = socket.create_connection((parts.hostname or "", parts.port or 0), timeout=PATIENCE)
        connection.sendall((head + body[:10]).encode())
        connections.append((connection, body[10:].encode()))
    until(lambda: clients(stopped) > len(connections), "they are not taken")
    time.sleep(1)  # until they are read
    stopped.terminate()
    time.sleep(1)
    for connection, rest in connections:
        connection.sendall(rest)
    for game, (connection, _) in zip(games, connections, strict=True):
        answer = b""
        while received := connection.recv(65_536):
            answer += received
        connection.close()
        assert answer.startswith(b"HTTP/1.1 201 ")
        assert answer.endswith(b"}")
        assert service.client.get(game.path).json()["version"] == 2
    stopped.wait(ENDS_WITHIN)


def test_a_connection_on_which_nothing_is_said_does_not_hold_up_a_stop(stopped: Service) -> None:
    """gunicorn alone would wait for the first request on it for as long as it waits for anything: 25 seconds."""
    parts = urlsplit(stopped.address)
    with socket.create_connection((parts.hostname or "", parts.port or 0)):
        time.sleep(6)  # after 5 it is put aside
        stopped.terminate()
        stopped.wait(2 * ENDS_WITHIN)


def test_no_move_is_lost_and_no_answer_cut_off_while_a_service_stops_under_load(
    stopped: Service, service: Service
) -> None:
    """Those that were answered are there. Of the others none has begun to be answered: the client may come again."""
    games = [RandomGame([service.client], seed, seats=[{}, {}], target=25) for seed in range(16)]
    answered: list[list[dict[str, object]]] = [[] for _ in games]
    started = threading.Semaphore(0)

    def play(index: int) -> None:
        game = games[index]
        with httpx.Client(base_url=stopped.address, timeout=PATIENCE) as client:
            while True:
                try:
                    move = client.get(f"{game.path}/legal-moves", params={"limit": 1}).raise_for_status().json()
                    answer = client.post(
                        f"{game.path}/moves",
                        json={"number": move["number"], "move": move["moves"][0]},
                        headers={"Authorization": f"Bearer {game.tokens[move['seat']]}"},
                    )
                except httpx.RemoteProtocolError as error:
                    assert str(error) == "Server disconnected without sending a response."  # noqa: PT017 - no half one
                    return
                except httpx.NetworkError:
                    return
                assert answer.status_code == 201, answer.text
                answered[index].append(answer.json()["move"])
                started.release()

    with ThreadPoolExecutor(len(games)) as pool:
        players = [pool.submit(play, index) for index in range(len(games))]
        for _ in range(6 * len(games)):
            assert started.acquire(timeout=PATIENCE)
        stopped.terminate()
        for player in players:
            player.result(PATIENCE)
    stopped.wait(2 * ENDS_WITHIN)
    for game, moves in zip(games, answered, strict=True):
        stored = service.client.get(f"{game.path}/moves", params={"limit": 1000}).json()["moves"]
        assert stored[: len(moves)] == moves
        assert len(stored) - len(moves) <= 1


def test_an_instance_that_restarts_again_and_again_makes_no_player_and_no_watcher_miss_anything(
    server: Server, service: Service
) -> None:
    """20 games, each played and watched through both instances, in turn and whenever one does not answer."""
    restarted = Service(server.url, **MANY)
    port = str(urlsplit(restarted.address).port)
    addresses = [service.address, restarted.address]
    over = threading.Event()
    restarts = 0

    def play(seed: int) -> RandomGame:
        with httpx.Client(base_url=addresses[1], timeout=PATIENCE) as client:
            game = RandomGame([service.client, client], seed)
            followers = [Follower([addresses[number], addresses[1 - number]], game.path) for number in range(2)]

            def pace() -> None:
                """Let games go on through at least four restarts."""
                until(lambda: len(game.played) < 6 * (1 + restarts), "the instance does not come back")
                time.sleep(0.05)

            game.play(pace, leaves=False, most=28)
            for follower in followers:
                follower.join()
                assert follower.events == game.followed_from(follower.events[0].id)
        return game

    with ThreadPoolExecutor(20) as pool:
        games = [pool.submit(play, seed) for seed in range(100, 120)]
        for game in games:
            game.add_done_callback(lambda _: over.set() if all(one.done() for one in games) else None)
        while not over.is_set():
            restarted.close()
            restarted = Service(server.url, PORT=port, **MANY)
            restarts += 1
        for game in games:
            assert game.result().game["status"] == "finished"
    restarted.close()
