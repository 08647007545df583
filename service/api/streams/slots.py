"""How many may wait at once."""

import threading
from collections import Counter

__all__ = ["Slots", "TooManyWaiters"]


class TooManyWaiters(Exception):
    """No more may wait here now, or none from this address."""


class Slots:
    """Counts the streams and waiting requests of this process, all of them and by client address."""

    def __init__(self, most: int, most_for_address: int) -> None:
        self._most = most
        self._most_for_address = most_for_address
        self._by_address: Counter[str] = Counter()
        self._total = 0
        self._lock = threading.Lock()

    @property
    def taken(self) -> int:
        """How many wait now."""
        return self._total

    def take(self, address: str) -> None:
        """Take a place. Raises TooManyWaiters when there is none."""
        with self._lock:
            if self._total >= self._most:
                raise TooManyWaiters("this worker holds as many open streams and waiting requests as it may")
            if self._by_address[address] >= self._most_for_address:
                raise TooManyWaiters("this address holds as many open streams and waiting requests as it may")
            self._by_address[address] += 1
            self._total += 1

    def give_back(self, address: str) -> None:
        """Give a place back."""
        with self._lock:
            self._total -= 1
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
