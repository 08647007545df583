"""Times as the contract writes them."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@lru_cache(maxsize=4096)  # a game tells of some times again and again
def rfc3339(milliseconds: int) -> str:
    """Return a time (milliseconds since 1970) as RFC 3339 in UTC, with `Z`."""
    text = (_EPOCH + timedelta(milliseconds=milliseconds)).isoformat(timespec="milliseconds")
    return text.removesuffix("+00:00") + "Z"
