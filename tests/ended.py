"""Whether a process has ended."""

from __future__ import annotations

import psutil


def has_ended(process: psutil.Process) -> bool:
    """Tell whether it has, be it that nobody has asked for its exit code yet."""
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:  # between the two
        return True
