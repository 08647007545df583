"""A Redis server that a test may stop, kill and start again."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path
from urllib.parse import quote

import redis

from service.store.embedded import find_server


class Server:
    """A server at a Unix socket in a folder with a short path; what it acknowledges is on the disk.

    (With `appendfsync everysec` it would answer up to two seconds before it writes, while a slow disk is busy.)
    """

    def __init__(self, folder: Path, *options: str, binary: Path | None = None) -> None:
        self._folder = folder
        self._binary = binary or find_server()
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"unix://{quote(str(folder / 's'))}?db=0"
        self.admin = redis.Redis.from_url(self.url, socket_timeout=10)
        self.start()

    def start(self) -> None:
        command = [
            *(str(self._binary), "--port", "0", "--unixsocket", str(self._folder / "s")),
            *("--dir", str(self._folder), "--appendonly", "yes", "--appendfsync", "always"),
            *("--save", "", *self._options),
        ]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        while True:
            try:
                self.admin.ping()
            except redis.AuthenticationError:
                return
            except (redis.ConnectionError, redis.TimeoutError):
                assert time.monotonic() < deadline, "the server does not start"
                time.sleep(0.01)
            else:
                return

    def signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def stall(self) -> None:
        """Let it answer nothing any more; it still takes connections and what is sent on them."""
        self.signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.signal(signal.SIGCONT)

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def calls_of(self, command: str) -> int:
        """How often it has run a command."""
        stats = self.admin.info("commandstats")
        return int(stats.get(f"cmdstat_{command}", {}).get("calls", 0))

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.kill()
        self.admin.close()
