"""How many may wait at once."""

import threading
from collections import Counter

from service.telemetry.meters import Meters, Waiting

__all__ = ["Slot", "Slots", "TooManyWaiters"]


class TooManyWaiters(Exception):
    """No more may wait here now, or none from this address."""


class Slots:
    """Counts the streams and waiting requests of this process, all of them and by client address."""

    def __init__(self, most: int, most_for_address: int, meters: Meters | None = None) -> None:
        self._meters = meters or Meters()
        self._most = most
        self._most_for_address = most_for_address
        self._by_address: Counter[str] = Counter()
        self._total = 0
        self._lock = threading.Lock()

    @property
    def taken(self) -> int:
        """How many wait now."""
        return self._total

    def take(self, address: str, kind: Waiting = "stream") -> "Slot":
        """Take a place. Raises TooManyWaiters when there is none."""
        with self._lock:
            if self._total >= self._most:
                raise TooManyWaiters("this worker holds as many open streams and waiting requests as it may")
            if self._by_address[address] >= self._most_for_address:
                raise TooManyWaiters("this address holds as many open streams and waiting requests as it may")
            self._by_address[address] += 1
            self._total += 1
        self._meters.waiting(kind, 1)
        return Slot(self, address, kind)

    def _give_back(self, slot: "Slot") -> None:
        with self._lock:
            if slot.given_back:
                return
            slot.given_back = True
            self._total -= 1
            self._by_address[slot.address] -= 1
            if not self._by_address[slot.address]:
                del self._by_address[slot.address]
        self._meters.waiting(slot.kind, -1)


class Slot:
    """A place that is taken."""

    __slots__ = ("_slots", "address", "given_back", "kind")

    def __init__(self, slots: Slots, address: str, kind: Waiting) -> None:
        self._slots = slots
        self.address = address
        self.kind = kind
        self.given_back = False

    def give_back(self) -> None:
        """Let somebody else have it; nothing happens when that has been done before."""
        self._slots._give_back(self)  # noqa: SLF001 - the two are one thing
