"""Many clients that watch games, in a process of their own."""

import resource
import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from urllib.parse import urlsplit

__all__ = ["Watchers", "watching"]

_END_OF_EVENT = b"\n\n"
_PATIENCE = 120.0


class Watchers:
    """Clients that each have seen the first event of their stream."""

    def __init__(self, told: "Connection[float, float]") -> None:
        self._told = told

    def next(self) -> float:
        """Return when (`time.monotonic`) the last of them had the next event of its stream."""
        if not self._told.poll(_PATIENCE):
            raise RuntimeError("not all watchers have seen the event")
        return self._told.recv()


@contextmanager
def watching(address: str, paths: Sequence[str]) -> Iterator[Watchers]:
    """Let one client watch each of the paths until the end of the block."""
    context = get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_watch, args=(address, paths, there), daemon=True)
    process.start()
    there.close()  # so that its end is noticed here
    try:
        watchers = Watchers(here)
        watchers.next()
        yield watchers
    finally:
        process.kill()
        process.join()


def _watch(address: str, paths: Sequence[str], tell: "Connection[float, float]") -> None:
    """Tell, for each number of events, when all streams have had as many."""
    allow_files(len(paths) + 100)
    parts = urlsplit(address)
    selector = selectors.DefaultSelector()
    events = [0] * len(paths)
    tails = [b""] * len(paths)
    having: dict[int, int] = {}  # by number of events: how many streams have had them
    started, connections = 0, []
    deadline = time.monotonic() + 600
    while time.monotonic() < deadline:
        if started < len(paths) and started - having.get(1, 0) < 100:
            connection = socket.create_connection((parts.hostname or "", parts.port or 0))
            connection.sendall(f"GET {paths[started]} HTTP/1.1\r\nHost: kiln\r\n\r\n".encode())
            connection.setblocking(False)
            selector.register(connection, selectors.EVENT_READ, started)
            connections.append(connection)
            started += 1
        for key, _ in selector.select(0 if started < len(paths) else 1):
            number: int = key.data
            data = connections[number].recv(1 << 16)
            if not data or (data.startswith(b"HTTP/1.1 ") and data[9:12] != b"200"):
                raise RuntimeError(f"a stream has ended: {data[:100]!r}")
            text = tails[number] + data
            tails[number] = text[-1:] if text[-2:] != _END_OF_EVENT else b""
            for _ in range(text.count(_END_OF_EVENT)):
                events[number] += 1
                count = having[events[number]] = having.get(events[number], 0) + 1
                if count == len(paths):
                    tell.send(time.monotonic())


def allow_files(count: int) -> None:
    """Let this process open as many files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))
