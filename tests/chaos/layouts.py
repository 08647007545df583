"""The stores that chaos is let loose on, each with what can be broken in it."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import redis

from tests.redis.cluster import PARTS, Cluster
from tests.redis.node import Node
from tests.redis.ports import free_ports
from tests.redis.sentinels import Sentinels

ON_DISK = ("--appendonly", "yes", "--appendfsync", "always")


class Layout(Protocol):
    """A store. `faults` break something for a while, and return when it is well again.

    stale: how many seconds a server that has been replaced may still be read.
    """

    url: str
    stale: float
    settings: dict[str, str]

    def faults(self) -> dict[str, Callable[[random.Random], None]]: ...

    def nodes(self) -> list[Node]: ...

    def close(self) -> None: ...


class Single:
    """One server, which has on the disk what it has acknowledged."""

    def __init__(self, folder: Path, binary: Path | None) -> None:
        (port,) = free_ports(1)
        options = (*ON_DISK, "--enable-debug-command", "local", "--maxmemory-policy", "noeviction")
        self.node = Node(folder / "single", port, *options, binary=binary)
        self.url = f"redis://127.0.0.1:{port}/0"
        self.settings: dict[str, str] = {}
        self.stale = 0.0

    def faults(self) -> dict[str, Callable[[random.Random], None]]:
        return {
            "Redis is killed and started": self._kill,
            "Redis stands still": self._stall,
            "Redis is full": self._fill,
            "Redis pauses its clients": self._pause,
            "Redis sleeps": self._sleep,
            "Redis forgets its scripts and cuts its connections": self._cut,
        }

    def nodes(self) -> list[Node]:
        return [self.node]

    def close(self) -> None:
        self.node.close()

    def _kill(self, dice: random.Random) -> None:
        self.node.kill()
        time.sleep(dice.uniform(0, 1.0))
        self.node.start()

    def _stall(self, dice: random.Random) -> None:
        stall(self.node, dice.uniform(0.5, 4.0))

    def _fill(self, dice: random.Random) -> None:
        self.node.admin.config_set("maxmemory", 1)
        time.sleep(dice.uniform(0.5, 2.0))
        self.node.admin.config_set("maxmemory", 0)

    def _pause(self, dice: random.Random) -> None:
        milliseconds = dice.randrange(300, 3000)
        self.node.admin.client_pause(milliseconds, all=dice.random() < 0.5)
        time.sleep(milliseconds / 1000)

    def _sleep(self, dice: random.Random) -> None:
        with contextlib.suppress(redis.RedisError):
            self.node.ask("DEBUG", "SLEEP", str(round(dice.uniform(0.5, 3.0), 2)))

    def _cut(self, _dice: random.Random) -> None:
        self.node.admin.script_flush()
        for kind in ("normal", "pubsub"):
            self.node.ask("CLIENT", "KILL", "TYPE", kind, "SKIPME", "yes")


class Watched:
    """A primary and its replica, watched by sentinels; changes wait for the replica."""

    def __init__(self, folder: Path, binary: Path | None) -> None:
        self._servers = Sentinels(folder, binary=binary)
        self.url = self._servers.url
        self.settings = {"KILN_REDIS_WAIT_REPLICAS": "1"}
        self.stale = 3.0

    def faults(self) -> dict[str, Callable[[random.Random], None]]:
        return {
            "the primary dies and another takes over": self._kill,
            "the primary stands still and another takes over": self._stall,
            "the primary is replaced": self._replace,
            "a replica stands still": self._stall_replica,
        }

    def nodes(self) -> list[Node]:
        return [self._servers.primary()]

    def close(self) -> None:
        self._servers.close()

    def _kill(self, _dice: random.Random) -> None:
        old = self._servers.primary()
        old.kill()
        self._servers.wait_for_another_than(old)
        old.start()
        self._servers.wait_for_replicas()

    def _stall(self, _dice: random.Random) -> None:
        old = self._servers.primary()
        old.stall()
        try:
            self._servers.wait_for_another_than(old)
        finally:
            old.go_on()
        self._servers.wait_for_replicas()

    def _replace(self, _dice: random.Random) -> None:
        old = self._servers.primary()
        with contextlib.suppress(redis.ResponseError):  # too soon after the last one
            self._servers.fail_over()
            self._servers.wait_for_another_than(old)
        self._servers.wait_for_replicas()

    def _stall_replica(self, dice: random.Random) -> None:
        primary = self._servers.primary()
        stall(dice.choice([node for node in self._servers.nodes if node is not primary]), 2.0)
        self._servers.wait_for_replicas()


class Clustered:
    """Three primaries with a replica each; changes wait for it."""

    def __init__(self, folder: Path, binary: Path | None) -> None:
        self._cluster = Cluster(folder, replicas=1, node_timeout=2000, binary=binary)
        self.url = self._cluster.url
        self.settings = {"KILN_REDIS_WAIT_REPLICAS": "1"}
        self.stale = 3.0

    def faults(self) -> dict[str, Callable[[random.Random], None]]:
        return {
            "a primary dies and its replica takes over": self._kill,
            "a primary stands still and its replica takes over": self._stall,
            "a replica dies and is started": self._kill_replica,
        }

    def nodes(self) -> list[Node]:
        return [self._cluster.primary(part) for part in range(PARTS)]

    def close(self) -> None:
        self._cluster.close()

    def _kill(self, dice: random.Random) -> None:
        part = dice.randrange(PARTS)
        old = self._cluster.primary(part)
        old.kill()
        self._cluster.wait_for_another_than(part, old)
        old.start()
        self._wait()

    def _stall(self, dice: random.Random) -> None:
        part = dice.randrange(PARTS)
        old = self._cluster.primary(part)
        old.stall()
        try:
            self._cluster.wait_for_another_than(part, old)
        finally:
            old.go_on()
        self._wait()

    def _kill_replica(self, dice: random.Random) -> None:
        primaries = self.nodes()
        node = dice.choice([node for node in self._cluster.nodes if node not in primaries])
        node.kill()
        time.sleep(dice.uniform(0, 1.0))
        node.start()
        self._wait()

    def _wait(self) -> None:
        self._cluster.wait_for_replicas()
        self._cluster.wait_until_well()


def stall(node: Node, seconds: float) -> None:
    node.stall()
    try:
        time.sleep(seconds)
    finally:
        node.go_on()


LAYOUTS: dict[str, Callable[[Path, Path | None], Layout]] = {
    "single": Single,
    "sentinel": Watched,
    "cluster": Clustered,
}
