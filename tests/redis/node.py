"""One Redis server among several, at a port; a test may stop, kill and start it again."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import redis

from service.store.embedded import find_server


class Node:
    """A server with a folder of its own; `options` are those of its command line."""

    def __init__(self, folder: Path, port: int, *options: str, binary: Path | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.port = port
        self.folder = folder
        self._command = [
            *(str(binary or find_server()), "--bind", "127.0.0.1", "--port", str(port), "--dir", str(folder)),
            *("--save", "", "--repl-diskless-sync-delay", "0", "--repl-timeout", "10", *options),
        ]
        self._process: subprocess.Popen[bytes] | None = None
        self.admin = redis.Redis(port=port, socket_timeout=20)
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        wait_until(self._answers, "a server does not start")

    def ask(self, *command: str | int) -> Any:
        admin: Any = self.admin
        return admin.execute_command(*command, NEVER_DECODE=True)

    def info(self) -> dict[str, Any]:
        """What it says of its replication."""
        return self.admin.info("replication")

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stall(self) -> None:
        self.signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.signal(signal.SIGCONT)

    def mend(self) -> None:
        """Let it go on, or start it."""
        if self.alive:
            self.go_on()
        else:
            self.start()

    def signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def close(self) -> None:
        if self.alive:
            self.kill()
        self.admin.close()

    def _answers(self) -> bool:
        assert self.alive, "a server has ended"
        try:
            return bool(self.admin.ping())
        except redis.RedisError:
            return False


def wait_until(is_so: Callable[[], bool], complaint: str, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, complaint
        time.sleep(0.02)
