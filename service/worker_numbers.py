"""Numbers for worker processes, under which they count: a worker goes on where one that has ended left off.

So there are never more files than workers at once, however often one ends. The functions are hooks of gunicorn.
"""

import itertools
import os
from typing import Any

from service.telemetry.process import FOLDER_VARIABLE, PROCESS_VARIABLE

__all__ = ["begin_worker", "end_worker", "number_worker"]


def number_worker(arbiter: Any, worker: Any) -> None:
    """In the master, before the fork: take the lowest number that no running worker has."""
    used = {getattr(other, "kiln_number", None) for other in arbiter.WORKERS.values()}
    worker.kiln_number = next(number for number in itertools.count(1) if number not in used)


def begin_worker(worker: Any) -> None:
    """In the worker, before it loads the application."""
    os.environ[PROCESS_VARIABLE] = str(worker.kiln_number)


def end_worker(_arbiter: Any, worker: Any) -> None:
    """In the master, when a worker has ended, however that came: it holds nothing open any more."""
    if FOLDER_VARIABLE in os.environ:
        from service.telemetry.prometheus import forget_process  # noqa: PLC0415 - not before the folder is known

        forget_process(worker.kiln_number)
