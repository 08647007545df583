"""A cluster of Redis servers."""

from __future__ import annotations

import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import redis
from redis.cluster import RedisCluster

from service.store.embedded import find_server

SLOTS = 16_384
NODES = 3


class Cluster:
    """Three servers, each with a third of the slots; `client()` is connected to all of them."""

    def __init__(self, folder: Path, *, binary: Path | None = None) -> None:
        self._ports = _free_ports(2 * NODES)
        self._processes: list[subprocess.Popen[bytes]] = []
        self.nodes = [redis.Redis(port=port, socket_timeout=10) for port in self._ports[:NODES]]
        try:
            for index in range(NODES):
                own = folder / str(index)
                own.mkdir()
                command = [
                    *(str(binary or find_server()), "--bind", "127.0.0.1", "--dir", str(own), "--save", ""),
                    *("--cluster-enabled", "yes", "--cluster-node-timeout", "5000"),
                    *("--port", str(self._ports[index]), "--cluster-port", str(self._ports[NODES + index])),
                ]
                self._processes.append(subprocess.Popen(command, stdout=subprocess.DEVNULL))
            self._join()
        except BaseException:
            self.close()
            raise

    def client(self) -> Any:
        return RedisCluster(host="127.0.0.1", port=self._ports[0])

    def node_of(self, key: str) -> int:
        """The index of the node that keeps a key."""
        return int(self._ask(self.nodes[0], "CLUSTER", "KEYSLOT", key)) * NODES // SLOTS

    def close(self) -> None:
        for node in self.nodes:
            node.close()
        for process in self._processes:
            process.kill()
            process.wait()

    def _join(self) -> None:
        deadline = time.monotonic() + 30
        for node in self.nodes:
            while True:
                try:
                    node.ping()
                    break
                except redis.ConnectionError:
                    assert time.monotonic() < deadline, "a node does not start"
                    time.sleep(0.01)
        for index, node in enumerate(self.nodes):
            first, after = (-(-SLOTS * part // NODES) for part in (index, index + 1))
            self._ask(node, "CLUSTER", "ADDSLOTSRANGE", first, after - 1)
            self._ask(node, "CLUSTER", "SET-CONFIG-EPOCH", index + 1)
            self._ask(self.nodes[0], "CLUSTER", "MEET", "127.0.0.1", self._ports[index], self._ports[NODES + index])
        while not all(self._is_ready(node) for node in self.nodes):
            assert time.monotonic() < deadline, "the cluster does not come together"
            time.sleep(0.02)

    def _is_ready(self, node: redis.Redis) -> bool:
        info = self._ask(node, "CLUSTER", "INFO").decode()
        return "cluster_state:ok" in info and f"cluster_known_nodes:{NODES}\r" in info

    @staticmethod
    def _ask(node: Any, *command: str | int) -> Any:
        return node.execute_command(*command, NEVER_DECODE=True)


def _free_ports(count: int) -> list[int]:
    """Ports that nobody listens at."""
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports
