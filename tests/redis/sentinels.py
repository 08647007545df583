"""A primary with replicas, watched by three sentinels."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import redis

from service.store.embedded import find_server
from tests.redis.node import Node, wait_until
from tests.redis.ports import free_ports

NAME = "kiln"
SENTINELS = 3
DOWN_MILLISECONDS = 1500


class Sentinels:
    """The servers are `nodes`: at first the first one is the primary."""

    def __init__(self, folder: Path, *options: str, replicas: int = 1, binary: Path | None = None) -> None:
        ports = free_ports(1 + replicas + SENTINELS)
        self._sentinel_ports = ports[1 + replicas :]
        self._watchers: list[subprocess.Popen[bytes]] = []
        self.nodes: list[Node] = []
        try:
            for index, port in enumerate(ports[: 1 + replicas]):
                of = ("--replicaof", f"127.0.0.1 {ports[0]}") if index else ()
                self.nodes.append(Node(folder / str(index), port, *of, *options, binary=binary))
            self.wait_for_replicas()
            for port in self._sentinel_ports:
                own = folder / f"sentinel-{port}"
                own.mkdir()
                (own / "sentinel.conf").write_text(
                    f"port {port}\nbind 127.0.0.1\ndir {own}\n"
                    f"sentinel monitor {NAME} 127.0.0.1 {ports[0]} 2\n"
                    f"sentinel down-after-milliseconds {NAME} {DOWN_MILLISECONDS}\n"
                    f"sentinel failover-timeout {NAME} 6000\n"
                )
                command = [str(binary or find_server()), str(own / "sentinel.conf"), "--sentinel"]
                self._watchers.append(subprocess.Popen(command, stdout=subprocess.DEVNULL))
            wait_until(self._all_watch, "the sentinels do not find each other, or the replicas", 40)
        except BaseException:
            self.close()
            raise

    @property
    def url(self) -> str:
        """The address, by way of all sentinels."""
        return "redis+sentinel://" + ",".join(f"127.0.0.1:{port}" for port in self._sentinel_ports) + f"/{NAME}"

    def primary(self) -> Node:
        """The server that the first sentinel names."""
        with redis.Redis(port=self._sentinel_ports[0], socket_timeout=5) as sentinel:
            _, port = sentinel.sentinel_get_master_addr_by_name(NAME)
        return next(node for node in self.nodes if node.port == int(port))

    def fail_over(self) -> None:
        """Tell the sentinels to make another server the primary while the present one is well."""
        with redis.Redis(port=self._sentinel_ports[0], socket_timeout=5) as sentinel:
            sentinel.execute_command("SENTINEL", "FAILOVER", NAME)

    def wait_for_another_than(self, old: Node) -> None:
        """Wait until another server is named, and takes writes."""

        def another() -> bool:
            found = self.primary()
            return found is not old and found.info()["role"] == "master"

        wait_until(another, "nobody takes over", 40)

    def wait_for_replicas(self) -> None:
        def in_step() -> bool:
            infos = [node.info() for node in self.nodes if node.alive]
            replicas = [info for info in infos if info["role"] == "slave"]
            return len(replicas) == len(infos) - 1 and all(info["master_link_status"] == "up" for info in replicas)

        wait_until(in_step, "the replicas do not come into step", 40)

    def stall_a_sentinel(self) -> None:
        """Let the first one answer no more."""
        self._watchers[0].send_signal(signal.SIGSTOP)

    def mend(self) -> None:
        """Let all go on, start what has died, and wait until all is in order."""
        for watcher in self._watchers:
            watcher.send_signal(signal.SIGCONT)
        for node in self.nodes:
            node.mend()
        self.wait_for_replicas()

    def close(self) -> None:
        for watcher in self._watchers:
            watcher.kill()
            watcher.wait()
        for node in self.nodes:
            node.close()

    def _all_watch(self) -> bool:
        for port in self._sentinel_ports:
            try:
                with redis.Redis(port=port, socket_timeout=5) as sentinel:
                    state = sentinel.sentinel_masters()[NAME]
            except (redis.RedisError, KeyError):
                return False
            if state["num-other-sentinels"] != SENTINELS - 1 or state["num-slaves"] != len(self.nodes) - 1:
                return False
        return True
