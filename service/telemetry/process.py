"""Which of the processes that count together this is."""

import os
from typing import Final

__all__ = ["FOLDER_VARIABLE", "PROCESS_VARIABLE", "process_number"]

FOLDER_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder that the processes share. Its name is that of the client library."""
PROCESS_VARIABLE: Final = "KILN_PROCESS"
"""A number that no other running process of the service has; by default the process's own."""


_numbers: Final[dict[int, int]] = {}


def process_number() -> int:
    """Return this process's number among those that share a folder. It is asked for at every count, so it is kept."""
    found = _numbers.get(os.getpid())
    if found is None:
        found = int(os.environ.get(PROCESS_VARIABLE) or os.getpid())
        _numbers.clear()  # what is there is of the process that this one was forked from
        _numbers[os.getpid()] = found
    return found
