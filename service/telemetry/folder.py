"""The folder in which the worker processes of a service keep what they have counted: a fresh one for each start."""

import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

__all__ = ["fresh_folder"]

_PREFIX: Final = "kiln-metrics-"
_LOCK: Final = "lock"


@contextmanager
def fresh_folder(parent: Path) -> Iterator[Path]:
    """Give an empty folder that only this user can read, and remove it in the end; a forked child does not.

    Those of services that were killed are removed first: a running service, with all its processes, holds a lock.
    """
    for left in parent.glob(f"{_PREFIX}*"):
        _remove_unless_used(left)
    owner = os.getpid()
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
    lock = os.open(folder / _LOCK, os.O_CREAT | os.O_RDWR, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    try:
        yield folder
    finally:
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def _remove_unless_used(folder: Path) -> None:
    with suppress(OSError):
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
            return
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # raises where somebody has it
            shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(lock)
