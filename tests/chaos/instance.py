"""One `kiln serve` at a port of its own, which may be killed, stopped and started again."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import psutil

from service.config import describe_settings

ROOT = Path(__file__).parents[2]
WORKERS = 2


class Instance:
    """Two workers. `program` is Python code that is run in the place of `kiln serve`."""

    def __init__(self, port: int, redis_url: str, *, program: str | None = None, **settings: str) -> None:
        own = {variable for variable, _, _ in describe_settings()}
        others = {name: value for name, value in os.environ.items() if name not in own}
        self.url = f"http://127.0.0.1:{port}"
        self._command = [sys.executable, *(["-m", "service.cli", "serve"] if program is None else ["-c", program])]
        self._environment = {
            **others,
            "PORT": str(port),
            "WEB_CONCURRENCY": str(WORKERS),
            "KILN_REDIS_URL": redis_url,
            "KILN_WAITERS_PER_ADDRESS": "1000",
            **{f"KILN_LIMIT_{budget}": "off" for budget in ("CREATE", "MOVE", "READ", "ANALYSIS", "BOTS")},
            "KILN_BOT_SECONDS": "0.5",
            **settings,
        }
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command,
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 40
        while not self._answers():
            assert self._process.poll() is None, "the service has ended"
            assert time.monotonic() < deadline, "the service does not start"
            time.sleep(0.05)

    def workers(self) -> list[psutil.Process]:
        assert self._process is not None
        with contextlib.suppress(psutil.NoSuchProcess):
            return psutil.Process(self._process.pid).children()
        return []

    def kill_a_worker(self, dice: random.Random) -> None:
        for worker in dice.sample(self.workers(), 1):
            worker.kill()

    def kill_a_thinker(self, dice: random.Random) -> None:
        """Kill a process that thinks for a worker, if there is one."""
        with contextlib.suppress(psutil.NoSuchProcess):
            thinkers = [thinker for worker in self.workers() for thinker in worker.children()]
            if thinkers:
                dice.choice(thinkers).kill()

    def stop_a_worker(self, dice: random.Random, seconds: float) -> None:
        for worker in dice.sample(self.workers(), 1):
            with contextlib.suppress(psutil.NoSuchProcess):
                worker.suspend()
                time.sleep(seconds)
                worker.resume()

    def kill(self) -> None:
        """Kill all of it at once."""
        processes = self.workers()
        assert self._process is not None
        self._process.kill()
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self._process.wait()

    def close(self) -> None:
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()

    def _answers(self) -> bool:
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"{self.url}/healthz", timeout=2).status_code == 200
        return False
