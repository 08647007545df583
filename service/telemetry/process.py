"""Which of the processes that count together this is."""

import os
from functools import cache
from typing import Final

__all__ = ["FOLDER_VARIABLE", "PROCESS_VARIABLE", "process_number"]

FOLDER_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder that the processes share. Its name is that of the client library."""
PROCESS_VARIABLE: Final = "KILN_PROCESS"
"""A number that no other running process of the service has; by default the process's own."""


@cache
def process_number() -> int:
    """Return this process's number among those that share a folder. It is asked for at every count, so it is kept."""
    return int(os.environ.get(PROCESS_VARIABLE) or os.getpid())


os.register_at_fork(after_in_child=process_number.cache_clear)
