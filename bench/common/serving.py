"""Running services with one worker each: Kiln's own, and the same application under workers of gunicorn's."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil

from bench.common.servers import limits
from service.config import describe_settings

__all__ = ["KINDS", "Serving", "serving"]

MANY = 10_000
ROOT = Path(__file__).parents[2]

KINDS = {
    "handed over": [sys.executable, "-m", "service.cli", "serve"],
    "a thread each": ["gthread", "--threads", "2200"],
    "gevent": ["gevent"],
}
"""How streams are held: the service as it is, and two ways that are gunicorn's."""

SETTINGS = {
    "WEB_CONCURRENCY": "1",
    "KILN_WAITERS": str(MANY),
    "KILN_WAITERS_PER_ADDRESS": str(MANY),
    **limits("off"),
}


class Serving:
    """A service that runs: its address, and the process of its worker."""

    def __init__(self, address: str, worker: psutil.Process) -> None:
        self.address = address
        self.worker = worker

    def megabytes(self) -> float:
        """What the worker has in memory that it shares with nobody."""
        return float(self.worker.memory_full_info().uss) / 1e6

    def processor_seconds(self) -> float:
        """How much processor time the worker has used."""
        times = self.worker.cpu_times()
        return float(times.user + times.system)

    def threads(self) -> int:
        """How many threads the worker has."""
        return int(self.worker.num_threads())


@contextmanager
def serving(kind: str, redis_url: str) -> Iterator[Serving]:
    """Run the service with one worker of a kind until the end of the block."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command, threads = KINDS[kind], "16"
    if kind != "handed over":
        bind = ["--bind", f"127.0.0.1:{port}", "--worker-connections", str(MANY), "--keep-alive", "75"]
        options = ["--backlog", "2048", "--workers", "1", "--log-level", "critical", "--no-control-socket"]
        command = [sys.executable, "-m", "gunicorn", *bind, *options, "-k", *command, "service.wsgi:create()"]
        threads = "150"  # so many connections to Redis: here it is not threads that limit how many requests run at once
    own = {variable for variable, _, _ in describe_settings()}
    others = {name: value for name, value in os.environ.items() if name not in own}
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**others, **SETTINGS, "PORT": str(port), "KILN_REDIS_URL": redis_url, "KILN_THREADS": threads},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(address)
        (worker,) = psutil.Process(process.pid).children()
        yield Serving(address, worker)
    finally:
        process.terminate()
        try:
            process.wait(40)
        finally:
            process.kill()
            process.wait()


def _wait_for(address: str) -> None:
    for _ in range(400):
        try:
            if httpx.get(f"{address}/healthz").status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise RuntimeError("the service does not start")
