"""How long a call may take."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

LONGEST_CALL = 3.0
LONGEST_PROBE = 2.0
SLACK = 1.0
"""For what computes, and waits to compute, beside other tests."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    started = time.monotonic()
    yield
    assert time.monotonic() - started < seconds + SLACK
