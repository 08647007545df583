"""What a listener says, for tests."""

from __future__ import annotations

import queue
import threading

from service.store import ChangeListener

LONG = 20.0
"""Seconds in which whatever comes has come, on the slowest machine."""
SHORT = 0.3
"""Seconds for something to come that should not."""


class Heard:
    """What a listener has said: waits for a game to be named, or sees that none is."""

    def __init__(self) -> None:
        self._names: queue.Queue[str] = queue.Queue()
        self.threads: set[str] = set()

    def __call__(self, game_id: str) -> None:
        self.threads.add(threading.current_thread().name)
        self._names.put(game_id)

    def next(self) -> str:
        return self._names.get(timeout=LONG)

    def nothing(self) -> bool:
        try:
            self._names.get(timeout=SHORT)
        except queue.Empty:
            return True
        return False

    def forget(self) -> None:
        while not self.nothing():
            pass


def watched(listener: ChangeListener, heard: Heard, *games: str) -> None:
    """Watch games, and wait until that stands."""
    for game_id in games:
        listener.watch(game_id)
    assert {heard.next() for _ in games} == set(games)
