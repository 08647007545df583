"""A client of event streams on nothing but HTTP, strict about what it reads; and one that comes back until the end."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any, Self
from urllib.parse import urlsplit

PATIENCE = 60.0
"""Seconds after which a test gives up on what is promised within one or two. The machine may be busy."""


def until(holds: Callable[[], object], what: str, within: float = PATIENCE) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + within
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


@dataclass(frozen=True)
class Event:
    """One event as it came. `id` is 0 where it has none."""

    kind: str
    id: int
    data: Any


class Stream:
    """An open stream of a game. Iterating it gives the events, until the other side closes.

    last: the Last-Event-ID to send, if any. query: what follows the path. source: the address to connect from.
    """

    def __init__(
        self,
        address: str,
        game_path: str,
        last: str | None = None,
        *,
        query: str = "",
        source: str = "",
        timeout: float = PATIENCE,
    ) -> None:
        parts = urlsplit(address)
        assert parts.hostname is not None
        self.connection = HTTPConnection(
            parts.hostname, parts.port, timeout=timeout, source_address=(source, 0) if source else None
        )
        self.comments = 0
        self.retry: int | None = None
        try:
            headers = {} if last is None else {"Last-Event-ID": last}
            self.connection.request("GET", f"{game_path}/events{query}", headers=headers)
            self.answer = self.connection.getresponse()
        except BaseException:
            self.connection.close()
            raise
        self.status = self.answer.status
        self.headers = {name.lower(): value for name, value in self.answer.getheaders()}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.answer.close()
        self.connection.close()

    def __iter__(self) -> Iterator[Event]:
        fields: dict[str, str] = {}
        while line := self.answer.readline():
            assert line.endswith(b"\n"), f"cut off: {line!r}"
            text = line[:-1].decode()
            name, _, value = text.partition(": ")
            if text == "":
                if "data" in fields:
                    yield Event(fields["event"], int(fields.get("id", "0")), json.loads(fields["data"]))
                fields = {}
            elif text.startswith(":"):
                self.comments += 1
            elif name == "retry":
                self.retry = int(value)
            else:
                assert name in ("event", "id", "data"), text
                assert name not in fields, text
                fields[name] = value
        assert fields == {}, f"cut off within an event: {fields}"

    def next(self) -> Event:
        """Return the next event."""
        return next(iter(self))


@dataclass
class Follower:
    """A client in a thread of its own that follows a game through to the end, wherever it is served.

    It connects to one of the addresses; when the stream breaks off, to the next one, with the id of the last event it
    has seen. `cut` may end a stream after any event, as a bad network does.
    """

    addresses: Sequence[str]
    game_path: str
    cut: Callable[[], bool] = lambda: False
    events: list[Event] = field(default_factory=list)
    streams: int = 0
    end: str | None = None
    fault: BaseException | None = None

    def __post_init__(self) -> None:
        self._gone = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def join(self, within: float = PATIENCE) -> None:
        """Wait for the end of the game."""
        self._thread.join(within)
        if self.fault is not None:
            raise self.fault
        assert self.end is not None, f"no end after {len(self.events)} events and {self.streams} streams"

    def wait_for(self, version: int, within: float = PATIENCE) -> None:
        """Wait until it has seen a version."""
        until(lambda: self.fault or (self.events and self.events[-1].id >= version), f"no version {version}", within)
        if self.fault is not None:
            raise self.fault

    def leave(self) -> None:
        """Follow no more, once the next event has come."""
        self._gone.set()

    def _run(self) -> None:
        try:
            while self.end is None and not self._gone.is_set():
                with suppress(OSError, HTTPException):
                    self._follow(self.addresses[self.streams % len(self.addresses)])
                time.sleep(0.02)
        except BaseException as fault:  # noqa: BLE001 - join raises it
            self.fault = fault

    def _follow(self, address: str) -> None:
        self.streams += 1
        last = str(self.events[-1].id) if self.events else None
        with Stream(address, self.game_path, last) as stream:
            if stream.status == 503:
                return
            if stream.status == 204:  # it was cut off between the last change and the end
                self.end = "finished"
                return
            assert stream.status == 200
            for event in stream:
                if event.kind == "end":
                    assert self.end is None
                    self.end = event.data["reason"]
                    continue
                assert self.end is None, "an event after the end"
                self.events.append(event)
                if self._gone.is_set() or self.cut():
                    return
