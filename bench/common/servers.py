"""Servers to measure, each in processes of its own, all of them on one embedded store."""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil

from service.api.limits.budgets import Budget
from service.store.embedded import EmbeddedServer

__all__ = ["SERVICE", "Server", "Store", "limits", "running", "store"]

SERVICE = (sys.executable, "-m", "service.cli", "serve")
START_SECONDS = 20
_ADDRESS = re.compile(rb"is at (http://\S+)")


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs. address: without a slash at the end."""

    address: str
    process: psutil.Process

    def processes(self) -> list[psutil.Process]:
        """The process and all that it has started."""
        return [self.process, *self.process.children(recursive=True)]

    def cpu_seconds(self) -> float:
        """Processor time of all its processes so far, in the system's too, as /proc tells it."""
        return sum(_cpu_seconds(process) for process in self.processes())


@dataclass(frozen=True, slots=True)
class Store:
    """The embedded store as it is shipped: every write is on the disk before it is acknowledged."""

    url: str
    process: psutil.Process

    def cpu_seconds(self) -> float:
        """Processor time so far."""
        return _cpu_seconds(self.process)


def limits(rate: str) -> dict[str, str]:
    """The settings that limit every kind of call so."""
    return {f"KILN_LIMIT_{budget.name}": rate for budget in Budget}


@contextlib.contextmanager
def store() -> Iterator[Store]:
    """A fresh store; its data are gone at the end."""
    with tempfile.TemporaryDirectory(prefix="kiln-bench-") as folder, EmbeddedServer(Path(folder)) as server:
        assert server.process_id is not None
        yield Store(server.url, psutil.Process(server.process_id))


@contextlib.contextmanager
def running(command: tuple[str, ...], settings: Mapping[str, str]) -> Iterator[Server]:
    """Run a server that says where it is, as `... is at http://...`. Settings: of the environment.

    Its log goes to a file, as that of a service would, and is thrown away.
    """
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("KILN_", "OTEL_"))}
    environment = {**clean, "PORT": "0", "WEB_CONCURRENCY": "2", **settings}
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log)
        giving_up = threading.Timer(START_SECONDS, process.kill)
        giving_up.start()
        try:
            assert process.stdout is not None
            said = b""
            found = None
            for line in process.stdout:
                said += line
                if found := _ADDRESS.search(line):
                    break
            giving_up.cancel()
            if found is None:
                log.seek(0)
                raise RuntimeError(f"{command} did not start: {(said + log.read()).decode()}")
            yield Server(found[1].decode(), psutil.Process(process.pid))
        finally:
            giving_up.cancel()
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()


def _cpu_seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system
