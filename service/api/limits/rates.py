"""Counting calls: in the store, and in this process while the store does not answer."""

import logging
import math
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
_TRUSTED_PART: Final = 128
"""A process lets through a 128th of what is left before it asks again. So 16 processes on one store let through no more
than the limit, and 64 no more than a fifteenth above it, when somebody calls all of them at once."""
_TRUST_SECONDS: Final = 5.0
"""... and asks again after that time in any case."""


class Rates(Protocol):
    """Counters, each of which allows so many calls in any period, and after these as many as time frees."""

    def take(self, key: str, amount: int, period: float) -> tuple[bool, float, float]:
        """Count a call where it is within `amount` in `period` seconds.

        Returns whether it is; in how many seconds one will be if it is not; and in how many all is free again.
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


class _Known:
    """What the store has last said of a caller who is far from the limit, and what has come of it since.

    Times are this process's.
    """

    __slots__ = ("counted", "let_through", "taken", "trust", "until")

    def __init__(self, trust: int, free: float, now: float) -> None:
        self.trust = trust  # so many calls are let through without asking
        self.let_through = 0  # so many have been
        self.until = now + _TRUST_SECONDS
        self.counted = now + free  # until when the calls that the store has counted take up time
        self.taken = self.counted  # ... and with those that were let through

    def let_one_through(self, now: float, step: float) -> bool:
        """Let a call through, if there is trust left."""
        if self.let_through >= self.trust or now >= self.until:
            return False
        self.let_through += 1
        self.taken = max(self.taken, now) + step
        return True

    def owed(self, now: float, step: float) -> int:
        """Return how many calls the store has yet to count: none that would be over by now had it counted them."""
        return min(self.let_through, max(0, math.ceil((self.taken - max(self.counted, now)) / step - 1e-6)))


class SharedRates:
    """Counts in the store; while that does not answer, in this process alone.

    A caller who is far from the limit is let through some calls before the store is asked again, for all of them at
    once: a small part of what is left, so that many processes together let through no more than there is. Near the
    limit, and where it is low, the store is asked each time.

    local: is called each time that the store cannot be asked.
    """

    def __init__(
        self,
        shared: "SharedCounters",
        fallback: LocalRates,
        local: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._shared = shared
        self._fallback = fallback
        self._local = local
        self._clock = clock
        self._away_until = 0.0
        self._away = False
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, key: str, amount: int, period: float) -> tuple[bool, float, float]:
        """Count a call; see `Rates`. Raises nothing."""
        now = self._clock()
        step = period / amount
        with self._lock:
            known = self._known.get(key)
            owed = 0
            if known is not None:
                if known.let_one_through(now, step):
                    return True, 0.0, known.taken - now
                owed = known.owed(now, step)
                del self._known[key]
        if now >= self._away_until:
            try:
                found = self._shared.take(key, amount, period, 1 + owed)
            except StoreUnavailable:
                self._note_away()
            else:
                self._note_answer(key, found, amount * (1 - found[2] / period))
                return found
        self._local()
        return self._fallback.take(key, amount, period)

    def _note_away(self) -> None:
        self._away_until = self._clock() + _PAUSE_SECONDS
        if not self._away:
            self._away = True
            logger.warning("The store does not count calls; this worker does, with its part of each limit")

    def _note_answer(self, key: str, found: tuple[bool, float, float], left: float) -> None:
        if self._away:
            self._away = False
            logger.warning("The store counts calls again")
        trust = int(left) // _TRUSTED_PART
        if found[0] and trust > 0:
            with self._lock:
                self._known[key] = _Known(trust, found[2], self._clock())
                if len(self._known) > _REMEMBERED:
                    self._known.popitem(last=False)


class SharedCounters(Protocol):
    """Counters that are asked for several calls at once."""

    def take(self, key: str, amount: int, period: float, calls: int = 1) -> tuple[bool, float, float]:
        """Count calls; see `Rates`. May raise StoreUnavailable."""
        ...
