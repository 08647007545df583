"""Stand-ins for the processes that think."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from service.bots import Advice, suggest
from service.rules import parse_position


class Quick:
    """Thinks at once, in the thread that asks; remembers what about."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, int]] = []

    def suggest(self, position: str, level: str, *, count: int = 3, seed: int = 0, **_: Any) -> Future[Advice]:
        self.asked.append((position, level, seed))
        future: Future[Advice] = Future()
        try:
            future.set_result(suggest(parse_position(position), level, count=count, seed=seed))
        except ValueError as error:
            future.set_exception(error)
        return future

    def close(self) -> None:
        """Nothing is thought about."""


@dataclass
class Asked:
    """What is thought about until the test says that it is done."""

    position: str
    level: str
    seed: int
    future: Future[Advice] = field(default_factory=Future)

    def finish(self) -> None:
        self.future.set_result(suggest(parse_position(self.position), self.level, count=1, seed=self.seed))

    def fail(self) -> None:
        self.future.set_exception(RuntimeError("the process has ended"))


class Slow:
    """Thinks until the test says that it is done."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self._lock = threading.Lock()

    def suggest(self, position: str, level: str, *, seed: int = 0, **_: Any) -> Future[Advice]:
        with self._lock:
            self.asked.append(Asked(position, level, seed))
            return self.asked[-1].future

    def close(self) -> None:
        """End all of it."""
        for asked in self.asked:
            if not asked.future.done():
                asked.fail()

    def wait_for(self, count: int) -> list[Asked]:
        """Wait until so many thoughts have begun."""
        wait_until(lambda: len(self.asked) >= count)
        return self.asked


def wait_until(condition: Callable[[], object], seconds: float = 15) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.01)
