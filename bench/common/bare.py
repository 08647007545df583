"""The floor's view called in its own process, without a server, a socket or the bytes of HTTP: the least there is."""

import io
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from bench.common.floor import create_floor
from bench.common.load import Measured, Metered, Request
from service.config import Config

__all__ = ["Bare", "bare"]

_application: Any = None


class Bare:
    """Processes in each of which the view is called again and again, each of them with games of its own."""

    def __init__(self, pool: Any) -> None:
        self._pool = pool

    def load(self, connections: Sequence[Sequence[Request]], seconds: int, kept: Metered) -> Measured:
        """Measure so many seconds; counted is the processor time of the calls and of the store."""
        before, started = kept.cpu_seconds(), time.perf_counter()
        found = self._pool.starmap(_call, [(requests, seconds) for requests in connections], 1)
        lasted = time.perf_counter() - started
        calls = sum(count for count, _ in found)
        used = sum(spent for _, spent in found) + kept.cpu_seconds() - before
        return Measured(calls, calls / lasted, used / calls, 0)


@contextmanager
def bare(redis_url: str, processes: int) -> Iterator[Bare]:
    """Start the processes."""
    with get_context("spawn").Pool(processes, _begin, (redis_url,)) as pool:
        yield Bare(pool)


def _begin(redis_url: str) -> None:
    global _application  # noqa: PLW0603 - one for each process
    _application = create_floor(Config(redis_url=redis_url)).wsgi_app


def _call(requests: Sequence[Request], seconds: int) -> tuple[int, float]:
    """Make calls until the time is over; return how many there were, and the processor time that they took."""
    environs = [_environ(request) for request in requests]
    end, before = time.perf_counter() + seconds, time.process_time()
    for count, environ in enumerate(environs):
        if time.perf_counter() >= end:
            return count, time.process_time() - before
        body = _application(environ, _begin_answer)
        b"".join(body)
        body.close()
    raise RuntimeError("there were too few requests")


def _begin_answer(status: str, headers: Any) -> None:  # noqa: ARG001 - WSGI's signature
    if not status.startswith("2"):
        raise RuntimeError(f"the floor answers {status}")


def _environ(request: Request) -> dict[str, Any]:
    body = request.body or b""
    return {
        "REQUEST_METHOD": request.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": request.path,
        "QUERY_STRING": "",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_HOST": "127.0.0.1",
        "REMOTE_ADDR": "127.0.0.1",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
    }
