"""How a stream looks and how it ends."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.processes.serving import Service
from tests.store.server import Server
from tests.streams.conftest import MANY
from tests.streams.playing import RandomGame
from tests.streams.reading import PATIENCE, Event, Stream

pytestmark = pytest.mark.xdist_group("streams")


def end(reason: str) -> Event:
    return Event("end", 0, {"reason": reason})


@pytest.fixture(scope="module")
def fleeting(server: Server) -> Iterator[Service]:
    """A service that keeps games for 4 seconds, those that nobody plays for 2."""
    service = Service(server.url, KILN_GAME_TTL_SECONDS="4", KILN_IDLE_GAME_TTL_SECONDS="2", **MANY)
    yield service
    service.close()


def test_the_headers_keep_caches_and_proxies_from_holding_events_back(service: Service) -> None:
    game = RandomGame([service.client], 1)
    with Stream(service.address, game.path) as stream:
        assert stream.status == 200
        assert stream.headers["content-type"] in ("text/event-stream", "text/event-stream; charset=utf-8")
        assert stream.headers["cache-control"] == "no-cache"
        assert stream.headers["x-accel-buffering"] == "no"
        assert stream.headers["access-control-allow-origin"] == "*"
        assert stream.headers["x-content-type-options"] == "nosniff"
        assert stream.headers["x-request-id"]
        assert not {"content-encoding", "content-length", "transfer-encoding", "etag"} & set(stream.headers)
        assert stream.next() == game.snapshot()
        assert stream.retry == 1000


def test_nothing_is_compressed_for_who_would_take_it(service: Service) -> None:
    game = RandomGame([service.client], 2)
    with service.client.stream("GET", f"{game.path}/events", headers={"Accept-Encoding": "gzip, br"}) as answer:
        assert "Content-Encoding" not in answer.headers
        assert next(answer.iter_raw()).startswith(b"retry: 1000\nevent: game\nid: 1\n")


def test_an_unknown_game_is_a_problem_and_no_stream(service: Service) -> None:
    answer = service.client.get("/v1/games/aaaaaaaaaaaaaaaaaaaa/events")
    assert (answer.status_code, answer.json()["code"]) == (404, "game_not_found")


def test_an_idle_stream_gets_a_comment_at_least_every_15_seconds(service: Service) -> None:
    """They come every 10; on a machine that is so busy that they come late this may fail."""
    game = RandomGame([service.client], 3)
    with Stream(service.address, game.path, timeout=15) as stream:
        assert stream.next() == game.snapshot()
        for _ in range(2):
            assert stream.answer.readline() == b":\n"
        game.claim()
        assert stream.next() == game.played[1]


def test_a_finished_game_gives_itself_the_end_and_closes(service: Service) -> None:
    game = RandomGame([service.client], 4)
    game.play()
    for last in (None, "0", "x"):
        with Stream(service.address, game.path, last) as stream:
            assert list(stream) == [game.snapshot(), end("finished")]
            assert stream.headers["cache-control"] == "no-cache"
    for version in (game.game["version"], game.game["version"] + 1, 10**12):
        with Stream(service.address, game.path, str(version)) as stream:
            assert (stream.status, stream.answer.read()) == (204, b"")
            assert "content-type" not in stream.headers


def test_a_game_that_all_leave_but_one_ends_its_streams(service: Service) -> None:
    game = RandomGame([service.client], 5)
    game.claim()
    game.claim()
    with Stream(service.address, game.path) as stream:
        assert stream.next() == game.snapshot()
        game.leave()
        game.leave()
        assert game.game["status"] == "finished"
        assert list(stream) == [*game.after(3), end("finished")]


def test_a_game_that_is_removed_ends_its_streams(service: Service, other: Service) -> None:
    game = RandomGame([service.client], 6)
    streams = [Stream(one.address, game.path) for one in (service, other) for _ in range(3)]
    for stream in streams:
        assert stream.next() == game.snapshot()
    game.claim()
    game.delete()
    for stream in streams:
        with stream:
            *changes, last = stream
            assert last == end("deleted")
            # Gone with the game, where the claim had not yet been read.
            assert changes in ([], game.played[1:])


def test_a_game_that_expires_ends_its_streams(fleeting: Service) -> None:
    game = RandomGame([fleeting.client], 7)
    with Stream(fleeting.address, game.path) as stream:
        assert list(stream) == [game.snapshot(), end("expired")]
    assert fleeting.client.get(game.path).status_code == 404


def test_a_change_lets_a_game_and_its_streams_live_longer(fleeting: Service) -> None:
    game = RandomGame([fleeting.client], 8)
    with Stream(fleeting.address, game.path) as stream:
        assert stream.next() == game.snapshot()
        game.claim()
        claimed = time.monotonic()
        game.claim()
        assert list(stream) == [*game.after(1), end("expired")]
        assert time.monotonic() - claimed > 3.5


def test_a_game_that_expires_while_the_store_is_away_ends_its_streams(fleeting: Service, server: Server) -> None:
    game = RandomGame([fleeting.client], 9)
    with Stream(fleeting.address, game.path) as stream:
        assert stream.next() == game.snapshot()
        server.kill()
        time.sleep(2.5)
        server.start()
        assert list(stream) == [end("expired")]


def test_who_waits_for_a_game_that_expires_is_told_so(fleeting: Service) -> None:
    game = RandomGame([fleeting.client], 10)
    answer = fleeting.client.get(game.path, params={"after": 1, "wait": 25})
    assert (answer.status_code, answer.json()["code"]) == (404, "game_not_found")


def test_the_stream_of_a_finished_game_closes_its_connection(service: Service) -> None:
    game = RandomGame([service.client], 4, target=1)
    game.play()
    parts = urlsplit(service.address)
    with socket.create_connection((parts.hostname or "", parts.port or 0), timeout=PATIENCE) as connection:
        connection.sendall(f"GET {game.path}/events HTTP/1.1\r\nHost: kiln\r\n\r\n".encode())
        answer = b""
        while received := connection.recv(65_536):
            answer += received
    assert answer.endswith(b'event: end\ndata: {"reason":"finished"}\n\n')


def test_a_look_at_the_head_of_a_stream_tells_no_length(service: Service) -> None:
    game = RandomGame([service.client], 5)
    head = service.client.head(f"{game.path}/events")
    assert (head.status_code, head.headers["Content-Type"]) == (200, "text/event-stream")
    assert "Content-Length" not in head.headers


@pytest.mark.parametrize("version", ["100", "99999999999999999999"])
def test_a_version_beyond_the_last_of_a_finished_game_is_the_end(service: Service, version: str) -> None:
    game = RandomGame([service.client], 6, target=1)
    game.play()
    answer = service.client.get(
        f"{game.path}/events", headers={"Last-Event-ID": str(int(version) + game.game["version"])}
    )
    assert answer.status_code == 204
