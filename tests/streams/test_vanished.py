"""Clients that vanish without a word: their network is taken away. In network namespaces of this test's own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from tests.processes.serving import ROOT, Service
from tests.store.server import Server
from tests.streams.conftest import MANY
from tests.streams.counting import watched
from tests.streams.playing import RandomGame
from tests.streams.reading import until

pytestmark = pytest.mark.xdist_group("clients of streams")

FREE_WITHIN = 45.0
"""It is to be noticed within two of the comments that go out every 10 seconds; and the machine is busy."""

CLIENT = """
import socket, sys
connections = []
for path in sys.argv[3:]:
    connection = socket.create_connection((sys.argv[1], int(sys.argv[2])), 30)
    connection.sendall(f"GET {path} HTTP/1.1\\r\\nHost: kiln\\r\\n\\r\\n".encode())
    connections.append(connection)
print("connected", flush=True)
sys.stdin.read()
"""


@dataclass(frozen=True)
class Networks:
    """Two namespaces with a wire between them: one for a service, one for its clients."""

    service: str
    clients: str
    wire: str
    address: str = "10.213.7.1"

    def run(self, *arguments: str) -> None:
        subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True, timeout=30)

    def set_up(self) -> None:
        for name in (self.service, self.clients):
            self.run("netns", "add", name)
            self.run("-netns", name, "link", "set", "lo", "up")
        self.run(
            "-netns", self.service, "link", "add", self.wire, "type", "veth", "peer", self.wire, "netns", self.clients
        )
        for name, address in ((self.service, self.address), (self.clients, "10.213.7.2")):
            self.run("-netns", name, "address", "add", f"{address}/30", "dev", self.wire)
            self.run("-netns", name, "link", "set", self.wire, "up")

    def cut(self) -> None:
        """Take the clients' end of the wire away; nothing is said to the other one but that nobody answers."""
        self.run("-netns", self.clients, "link", "set", self.wire, "down")

    def remove(self) -> None:
        for name in (self.service, self.clients):
            with suppress(subprocess.CalledProcessError):
                self.run("netns", "delete", name)


@pytest.fixture
def networks() -> Iterator[Networks]:
    if shutil.which("ip") is None:
        pytest.skip("iproute2 is not installed")
    if os.geteuid() != 0:
        pytest.skip("only root makes network namespaces")
    networks = Networks(f"kiln-s-{os.getpid()}", f"kiln-c-{os.getpid()}", f"kiln{os.getpid()}")
    try:
        try:
            networks.set_up()
        except subprocess.CalledProcessError as error:
            pytest.skip(f"there can be no network namespaces here: {error.stderr.strip()}")
        yield networks
    finally:
        networks.remove()


@pytest.fixture
def inside(networks: Networks, server: Server) -> Iterator[psutil.Process]:
    """A service in the namespace, on the same store as the others."""
    with subprocess.Popen(
        ["ip", "netns", "exec", networks.service, sys.executable, "-m", "service.cli", "serve"],
        cwd=ROOT,
        env={**os.environ, "HOST": networks.address, "PORT": "8000", "KILN_REDIS_URL": server.url, **MANY},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as service:
        assert service.stdout is not None
        assert service.stdout.readline().startswith(f"Kiln is at http://{networks.address}:8000")
        try:
            yield psutil.Process(service.pid)
        finally:
            service.terminate()


def established(service: psutil.Process) -> int:
    """How many connections of clients there are in the service's namespace."""
    lines = Path(f"/proc/{service.pid}/net/tcp").read_text().splitlines()[1:]
    return sum(state == "01" and here.endswith(":1F40") for _, here, _, state, *_ in map(str.split, lines))


def files(service: psutil.Process) -> int:
    return sum(worker.num_fds() for worker in service.children())


def test_clients_whose_network_is_gone_leave_nothing_behind(
    networks: Networks, inside: psutil.Process, service: Service, server: Server
) -> None:
    games = [RandomGame([service.client], seed) for seed in range(30)]
    paths = [f"{game.path}{what}" for game in games for what in ("/events", "/events", "?after=1&wait=30")]
    with subprocess.Popen(
        ["ip", "netns", "exec", networks.clients, sys.executable, "-c", CLIENT, networks.address, "8000", *paths],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as client:
        assert client.stdout is not None
        assert client.stdout.readline() == "connected\n"
        until(lambda: watched(server) == len(games), "not all games are watched")
        until(lambda: established(inside) == len(paths), "not all are connected")
        before = files(inside)
        networks.cut()
        time.sleep(1)
        assert established(inside) == len(paths)  # nobody has said anything
        until(lambda: files(inside) <= before - len(paths), "a connection is still open", FREE_WITHIN)
        assert established(inside) == 0
        until(lambda: watched(server) == 0, "a game is still watched", FREE_WITHIN)
        client.kill()
