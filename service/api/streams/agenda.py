"""What a thread is to do, and when."""

import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable

__all__ = ["Agenda"]

logger = logging.getLogger(__name__)


class Agenda:
    """Calls functions one by one, in a thread of its own that starts with the first."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._entries: list[tuple[float, int, Callable[[], None]]] = []  # a heap
        self._order = itertools.count()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def at(self, when: float, function: Callable[[], None]) -> None:
        """Call a function at a time of `time.monotonic`, or as soon as possible; of equal times the first one first."""
        with self._changed:
            entry = (when, next(self._order), function)
            heapq.heappush(self._entries, entry)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            elif self._entries[0] is entry:  # sooner than what the thread waits for
                self._changed.notify()

    def _run(self) -> None:
        while True:
            function = self._next()
            try:
                function()
            except Exception:
                logger.exception("%s: something failed", self._name)

    def _next(self) -> Callable[[], None]:
        """Wait until something is due, and return it."""
        with self._changed:
            while True:
                if not self._entries:
                    self._changed.wait()
                elif (pause := self._entries[0][0] - time.monotonic()) > 0:
                    self._changed.wait(pause)
                else:
                    return heapq.heappop(self._entries)[2]
