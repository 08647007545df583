"""Waiting until replicas have a change.

Redis' WAIT counts the replicas that have all that was written over the very connection on which it is asked. So it is
the connection (`service.store.bounded`) that asks, right after a script's answer, where its thread wants that.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["Wanted", "replicated", "wanted"]

_NOTHING_DONE = (b"conflict", b"gone", b"damaged")
"""Answers of scripts that have written nothing."""


class Wanted:
    """How many replicas must have what is written, for how many seconds that is waited for, and how many have it."""

    def __init__(self, replicas: int, seconds: float) -> None:
        self.replicas = replicas
        self.seconds = seconds
        self.reached: int | None = None

    def is_for(self, answer: object) -> bool:
        """Tell whether a script that answers so has written anything."""
        return answer not in _NOTHING_DONE

    @property
    def enough(self) -> bool:
        """Whether enough have it, or nothing was to be waited for."""
        return self.reached is None or self.reached >= self.replicas


class _Thread(threading.local):
    wanted: Wanted | None = None


_thread = _Thread()


@contextmanager
def replicated(replicas: int, seconds: float) -> Iterator[Wanted]:
    """Let each script that is run within by this thread wait for so many replicas."""
    found = _thread.wanted = Wanted(replicas, seconds)
    try:
        yield found
    finally:
        _thread.wanted = None


def wanted() -> Wanted | None:
    """Return what this thread's scripts wait for."""
    return _thread.wanted
