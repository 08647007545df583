"""A cluster of Redis servers."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import redis
from redis.cluster import ClusterNode, RedisCluster

from tests.redis.node import Node, wait_until
from tests.redis.ports import free_ports

SLOTS = 16_384
PARTS = 3


class Cluster:
    """Three servers, each with a third of the slots, and as many replicas of each as are asked for.

    `nodes` are the servers in the order of their slots, then their replicas in the same order.
    """

    def __init__(
        self, folder: Path, *options: str, replicas: int = 0, node_timeout: int = 5000, binary: Path | None = None
    ) -> None:
        count = PARTS * (1 + replicas)
        ports = free_ports(2 * count)
        self.nodes: list[Node] = []
        try:
            for index in range(count):
                cluster = ("--cluster-enabled", "yes", "--cluster-node-timeout", str(node_timeout))
                bus = ("--cluster-port", str(ports[count + index]))
                own = folder / str(index)
                self.nodes.append(Node(own, ports[index], *cluster, *bus, *options, binary=binary))
            self._join(ports[count:])
        except BaseException:
            self.close()
            raise

    @property
    def url(self) -> str:
        """The address of all of them."""
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)

    def client(self) -> Any:
        startup: list[Any] = [ClusterNode("127.0.0.1", node.port) for node in self.nodes]  # type: ignore[no-untyped-call]  # redis-py says no types
        return RedisCluster(startup_nodes=startup)

    def part_of(self, key: str) -> int:
        """Which third a key lies in."""
        node = next(node for node in self.nodes if node.alive)
        return int(node.ask("CLUSTER", "KEYSLOT", key)) * PARTS // SLOTS

    def primary(self, part: int) -> Node:
        """The server that takes the writes of this third now."""
        mine = self.nodes[part::PARTS]
        return next(node for node in mine if node.alive and node.info()["role"] == "master")

    def wait_for_another_than(self, part: int, old: Node) -> None:
        """Wait until another server than this one, which is dead or stands still, takes the writes of a third."""
        mine = [node for node in self.nodes[part::PARTS] if node is not old]

        def another() -> bool:
            return any(node.info()["role"] == "master" for node in mine if node.alive)

        wait_until(another, "nobody takes over", 40)

    def wait_for_replicas(self) -> None:
        """Wait until each replica that is alive is in step with its primary."""

        def in_step() -> bool:
            infos = [node.info() for node in self.nodes if node.alive]
            replicas = [info for info in infos if info["role"] == "slave"]
            in_step = all(info["master_link_status"] == "up" for info in replicas)
            return in_step and len(infos) - len(replicas) == PARTS

        wait_until(in_step, "the replicas do not come into step", 60)

    def wait_until_well(self) -> None:
        """Wait until every node that is alive finds the cluster in order."""
        wait_until(self._is_well, "the cluster does not come into order", 60)

    def mend(self) -> None:
        """Let all go on, start what has died, and wait until all is in order."""
        for node in self.nodes:
            node.mend()
        self.wait_for_replicas()
        self.wait_until_well()

    def close(self) -> None:
        for node in self.nodes:
            node.close()

    def _join(self, bus_ports: list[int]) -> None:
        first_node = self.nodes[0]
        for index, node in enumerate(self.nodes):
            if index < PARTS:
                first, after = (-(-SLOTS * part // PARTS) for part in (index, index + 1))
                node.ask("CLUSTER", "ADDSLOTSRANGE", first, after - 1)
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", index + 1)
            first_node.ask("CLUSTER", "MEET", "127.0.0.1", node.port, bus_ports[index])
        wait_until(self._is_well, "the cluster does not come together")
        for index, node in enumerate(self.nodes[PARTS:]):
            primary = self.nodes[index % PARTS].ask("CLUSTER", "MYID").decode()
            wait_until(partial(self._replicates, node, primary), "a replica knows no primary")
        self.wait_for_replicas()
        for node in self.nodes[:PARTS]:
            wait_until(partial(self._has_replicas, node), "a primary has no replica")
        self.wait_until_well()

    @staticmethod
    def _replicates(node: Node, primary: str) -> bool:
        try:
            node.ask("CLUSTER", "REPLICATE", primary)
        except redis.ResponseError:
            return False
        return True

    def _has_replicas(self, node: Node) -> bool:
        return int(node.info()["connected_slaves"]) == len(self.nodes) // PARTS - 1

    def _is_well(self) -> bool:
        alive = [node for node in self.nodes if node.alive]
        infos = [node.ask("CLUSTER", "INFO").decode() for node in alive]
        return all("cluster_state:ok" in info and f"known_nodes:{len(self.nodes)}\r" in info for info in infos)
