"""Ports that nobody listens at, for servers that are started later, and again at the same one."""

from __future__ import annotations

import itertools
import os
import socket
from contextlib import suppress

_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % 4
_PORTS = itertools.cycle(range(20_000 + 3_000 * _WORKER, 23_000 + 3_000 * _WORKER))
"""Below those that systems give out by themselves (from 32768 on), and others for each process that runs tests."""


def free_ports(count: int) -> list[int]:
    """Return ports that are free now, and that this process is not given again for a long time."""
    found: list[int] = []
    for port in _PORTS:
        if len(found) == count:
            break
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            found.append(port)
    return found
