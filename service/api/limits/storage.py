"""Our counting as a storage of Flask-Limiter (that is, of its library `limits`)."""

from dataclasses import dataclass
from typing import Any, Final

from flask import request
from limits.storage import MovingWindowSupport, Storage

from service.api.limits.rates import Rates

__all__ = ["SCHEME", "Count", "RatesStorage", "last_count", "note_count"]

SCHEME: Final = "kiln-rates"
_COUNT: Final = "kiln.count"


@dataclass(frozen=True, slots=True)
class Count:
    """What came of counting a request, where `amount` calls may be made in `period` seconds.

    wait: in how many seconds one will be allowed if this one is not. free: in how many all of them are again.
    """

    allowed: bool
    amount: int
    period: float
    wait: float
    free: float

    @property
    def remaining(self) -> int:
        """How many calls may be made at once now."""
        return max(0, int(self.amount * (1 - self.free / self.period) + 1e-6))


def last_count(environ: dict[str, Any]) -> Count | None:
    """Return what came of counting a request; None where that has not been done."""
    found: Count | None = environ.get(_COUNT)
    return found


def note_count(count: Count) -> None:
    """Let this be what came of counting the request at hand."""
    request.environ[_COUNT] = count


class RatesStorage(Storage, MovingWindowSupport):
    """Counts by `rates`; what came of it stays with the request, so that nobody has to ask again.

    A window that moves is all that is asked of it: one call, one round trip. It has no means to look without counting.
    """

    STORAGE_SCHEME = [SCHEME]  # noqa: RUF012 - how `limits` wants it
    base_exceptions = Exception

    def __init__(self, uri: str, *, rates: Rates, **options: Any) -> None:
        super().__init__(uri, **options)
        self._rates = rates

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:  # noqa: ARG002 - always 1
        """Count the request at hand, and return whether it is within the limit."""
        allowed, wait, free = self._rates.take(key, limit, expiry)
        note_count(Count(allowed, limit, expiry, wait, free))
        return allowed

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """Not asked for: the headers are ours."""
        raise NotImplementedError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Not asked for: windows here move."""
        raise NotImplementedError

    def get(self, key: str) -> int:
        """Not asked for."""
        raise NotImplementedError

    def get_expiry(self, key: str) -> float:
        """Not asked for."""
        raise NotImplementedError

    def check(self) -> bool:
        """It always works: see `SharedRates`."""
        return True

    def reset(self) -> int | None:
        """Not asked for."""
        raise NotImplementedError

    def clear(self, key: str) -> None:
        """Not asked for."""
        raise NotImplementedError
