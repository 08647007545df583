"""Counting calls: in the store, and in this process while the store does not answer."""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Protocol

from service.games import StoreUnavailable

__all__ = ["LocalRates", "Rates", "SharedRates"]

logger = logging.getLogger(__name__)

_PAUSE_SECONDS: Final = 2.0
"""For how long the store is not asked after it has not answered; calls would wait for it each time."""
_REMEMBERED: Final = 20_000


class Rates(Protocol):
    """Counters, each of which allows so many calls in any period, and after these as many as time frees."""

    def take(self, key: str, amount: int, period: float) -> tuple[bool, float, float]:
        """Count a call where it is within `amount` in `period` seconds.

        Returns whether it is; in how many seconds one will be if it is not; and in how many all is free again. May
        raise StoreUnavailable.
        """
        ...


class LocalRates:
    """Counts in this process alone, which has its part of every budget: there are `workers` such processes."""

    def __init__(self, workers: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._workers = workers
        self._clock = clock
        self._taken: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, key: str, amount: int, period: float) -> tuple[bool, float, float]:
        """Count a call; see `Rates`."""
        step = period / max(1, amount // self._workers)
        with self._lock:
            now = self._clock()
            taken = max(self._taken.get(key, now), now)
            over = taken + step - now - period
            if over > 1e-9:
                return False, over, taken - now
            self._taken[key] = taken + step
            self._taken.move_to_end(key)
            if len(self._taken) > _REMEMBERED:
                self._taken.popitem(last=False)
        return True, 0.0, taken + step - now


class SharedRates:
    """Counts in the store; while that does not answer, in this process alone.

    local: is called each time that is so.
    """

    def __init__(self, shared: Rates, fallback: LocalRates, local: Callable[[], None]) -> None:
        self._shared = shared
        self._fallback = fallback
        self._local = local
        self._away_until = 0.0
        self._away = False

    def take(self, key: str, amount: int, period: float) -> tuple[bool, float, float]:
        """Count a call; see `Rates`. Raises nothing."""
        if time.monotonic() >= self._away_until:
            try:
                found = self._shared.take(key, amount, period)
            except StoreUnavailable:
                self._away_until = time.monotonic() + _PAUSE_SECONDS
                if not self._away:
                    self._away = True
                    logger.warning("The store does not count calls; this worker does, with its part of each limit")
            else:
                if self._away:
                    self._away = False
                    logger.warning("The store counts calls again")
                return found
        self._local()
        return self._fallback.take(key, amount, period)
