"""How long a thread may yet wait for the store.

A command may be tried twice, at several servers, and each of them may be silent; what counts for whoever waits is the
sum. So a command has a deadline, which all that waits on its way looks at: connections, pools and locks. And a call of
a client, which is several commands, has an allowance for all of them together.
"""

import threading
import time

from redis.exceptions import TimeoutError as RedisTimeoutError

__all__ = ["BoundedLock", "allow", "capped", "limited", "require_time"]


class _Thread(threading.local):
    deadline: float | None = None
    """When the command under way must be done, on time.monotonic()."""
    allowance: float | None = None
    """Seconds that the call under way may yet spend on commands; None: it has no limit of its own."""


_thread = _Thread()


def allow(seconds: float | None) -> None:
    """Let this thread spend so many seconds on all its commands from now on, until this is called again."""
    _thread.allowance = seconds


class limited:  # noqa: N801 - reads like the functions of contextlib; no generator, as it is there for every command
    """Let what happens within, a command with its tries, take no longer than this, or than is left of the call."""

    __slots__ = ("_allowance", "_outermost", "_seconds", "_started")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        self._outermost = _thread.deadline is None
        if self._outermost:  # else it is the outer one that counts
            self._started = time.monotonic()
            self._allowance = allowance = _thread.allowance
            _thread.deadline = self._started + (self._seconds if allowance is None else min(self._seconds, allowance))

    def __exit__(self, *_: object) -> None:
        if self._outermost:
            _thread.deadline = None
            if self._allowance is not None:
                _thread.allowance = self._allowance - (time.monotonic() - self._started)


def capped(seconds: float) -> float:
    """Return these seconds, or what is left where that is less; never less than a millisecond."""
    deadline = _thread.deadline
    return seconds if deadline is None else max(0.001, min(seconds, deadline - time.monotonic()))


def require_time() -> None:
    """Raise the client library's TimeoutError when no time is left."""
    deadline = _thread.deadline
    if deadline is not None and time.monotonic() >= deadline:
        raise RedisTimeoutError("the time for this call is over")


class BoundedLock:
    """A lock that its owner may take again, and for which nobody waits beyond the deadline."""

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        if not self._lock.acquire(timeout=capped(60.0)):
            raise RedisTimeoutError("the time for this call is over")

    def __exit__(self, *_: object) -> None:
        self._lock.release()
