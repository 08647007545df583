"""Behind nginx with the configuration that Debian gives it, and nothing but the address of the service added."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.processes.serving import Service
from tests.redis.ports import free_ports
from tests.store.server import Server
from tests.streams.conftest import MANY
from tests.streams.counting import clients, watched
from tests.streams.playing import RandomGame
from tests.streams.reading import Event, Follower, Stream, until

pytestmark = pytest.mark.xdist_group("clients of streams")

CONFIGURATION = Path("/etc/nginx/nginx.conf")
SITE = "server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass {address}; }} }}"


@pytest.fixture(scope="module")
def proxied(server: Server) -> Iterator[Service]:
    service = Service(server.url, **MANY)
    yield service
    service.close()


@pytest.fixture(scope="module")
def proxy(proxied: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an nginx in front of the service."""
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if nginx is None or not CONFIGURATION.exists():
        pytest.skip("nginx is not installed")
    folder = tmp_path_factory.mktemp("nginx")
    (port,) = free_ports(1)
    site = SITE.format(port=port, address=proxied.address)
    text = re.sub(r"include \S*sites-enabled\S*;", site, CONFIGURATION.read_text())
    assert site in text
    text = re.sub(r"/var/log/nginx/|/run/", f"{folder}/", text)
    (folder / "nginx.conf").write_text(text)
    process = subprocess.Popen(
        [nginx, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log"), "-g", "daemon off;"]
    )
    try:
        until(lambda: answers(port), "nginx does not start")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def answers(port: int) -> bool:
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


def test_the_first_event_comes_at_once(proxied: Service, proxy: str) -> None:
    """Within a second; a busy machine may take a few. A proxy that held events back would do so for a minute."""
    game = RandomGame([proxied.client], 1)
    started = time.monotonic()
    with Stream(proxy, game.path) as stream:
        assert stream.next() == game.snapshot()
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["cache-control"] == "no-cache"
        assert "content-encoding" not in stream.headers
    assert time.monotonic() - started < 10


def test_each_event_comes_before_the_next_one_happens(proxied: Service, proxy: str) -> None:
    game = RandomGame([proxied.client], 2)
    with Stream(proxy, game.path) as stream:
        assert stream.next() == game.snapshot()
        while game.game["status"] != "finished":
            game.claim() if game.game["status"] == "waiting" else game.move()
            assert stream.next() == game.played[-1]
        assert list(stream) == [Event("end", 0, {"reason": "finished"})]


def test_a_whole_game_is_played_watched_and_resumed_through_it(proxied: Service, proxy: str) -> None:
    with httpx.Client(base_url=proxy, timeout=30) as client:
        game = RandomGame([client], 3)
        followers = [Follower([proxy, proxied.address], game.path, cut=lambda: True) for _ in range(4)]
        game.play()
        for follower in followers:
            follower.join()
            assert follower.events == game.followed_from(follower.events[0].id)
        last = game.game["version"]
        answer = client.get(f"{game.path}/events", headers={"Last-Event-ID": str(last)})
        assert (answer.status_code, answer.content) == (204, b"")


def test_waits_go_through_it(proxied: Service, proxy: str) -> None:
    game = RandomGame([proxied.client], 4)
    with httpx.Client(base_url=proxy, timeout=30) as client:
        started = time.monotonic()
        answer = client.get(game.path, params={"after": 1, "wait": 1})
        assert time.monotonic() - started >= 1
        assert (answer.status_code, answer.json()) == (200, game.game)
        assert client.get(game.path, params={"after": 0, "wait": 30}).json() == game.game


def test_a_client_that_leaves_the_proxy_leaves_the_service(proxied: Service, proxy: str, server: Server) -> None:
    game = RandomGame([proxied.client], 5)
    until(lambda: watched(server) == 0, "a game is still watched")
    before = clients(proxied)
    with Stream(proxy, game.path) as stream:
        assert stream.next() == game.snapshot()
        assert clients(proxied) > before
    until(lambda: watched(server) == 0, "the game is still watched")
