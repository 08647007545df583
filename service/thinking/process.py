"""One process that thinks, seen from the worker that it belongs to. Not for several threads at once."""

import contextlib
import json
import os
import selectors
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from service.bots import Advice, Choice
from service.thinking import child
from service.thinking.errors import ThinkingFailed

__all__ = ["ProcessEnded", "ProcessLate", "Request", "ThinkingProcess"]

START_SECONDS: Final = 30.0
"""In which a process must have loaded what it needs, on a machine that is very busy."""
_END_SECONDS: Final = 0.5
"""In which a process without input must have ended by itself."""


class ProcessEnded(Exception):
    """The process has ended, or was killed."""


class ProcessLate(Exception):
    """The process is not back in time."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be thought about; `within`: after so many seconds the process must be back."""

    position: str
    level: str
    count: int
    seed: int
    nodes: int | None
    seconds: float | None
    within: float

    def line(self) -> bytes:
        """Return it as the process reads it."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return json.dumps(fields).encode() + b"\n"


class ThinkingProcess:
    """A process that has been started; it loads while the caller does other things.

    Raises:
        ProcessEnded: the system starts no more processes.
    """

    def __init__(self) -> None:
        try:
            self._process = subprocess.Popen(
                # -P: a folder of somebody else's is not looked in for modules.
                [sys.executable, "-P", str(Path(child.__file__))],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
            )
        except OSError as error:
            raise ProcessEnded(f"it cannot be started: {error.strerror}") from error
        assert self._process.stdin is not None  # noqa: S101 - for the type checker: both are pipes
        assert self._process.stdout is not None  # noqa: S101 - as above
        self._input = self._process.stdin
        self._output = self._process.stdout
        self._selector = selectors.DefaultSelector()  # select() itself takes no descriptor above 1023
        self._selector.register(self._output, selectors.EVENT_READ)
        self._read = b""
        self._ready = False

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    def await_ready(self, within: float = START_SECONDS) -> None:
        """Return when it has loaded everything. Raises ProcessEnded, ProcessLate."""
        if not self._ready:
            self._line(time.monotonic() + within)
            self._ready = True

    def ask(self, request: Request) -> Advice:
        """Return what it thinks.

        Raises:
            ProcessEnded, ProcessLate: it is of no use any more, `close` it.
            ValueError: the position is none or finished, or the level unknown.
            ThinkingFailed: the program has met an error of its own.
        """
        self.await_ready()
        deadline = time.monotonic() + request.within
        try:
            self._input.write(request.line())
        except OSError as error:
            raise ProcessEnded(self._how()) from error
        return _advice(json.loads(self._line(deadline)))

    def kill(self) -> None:
        """End it at once; whoever waits for its answer meets ProcessEnded. Safe from any thread."""
        self._process.kill()

    def close(self) -> None:
        """End it, by itself if it can, and keep nothing of it."""
        with contextlib.suppress(OSError):
            self._input.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._selector.close()
        self._output.close()

    def _line(self, deadline: float) -> bytes:
        """Return the next line that it writes."""
        while b"\n" not in self._read:
            if not self._selector.select(max(0.0, deadline - time.monotonic())):
                raise ProcessLate
            data = os.read(self._output.fileno(), 65536)
            if not data:
                raise ProcessEnded(self._how())
            self._read += data
        line, _, self._read = self._read.partition(b"\n")
        return line

    def _how(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(_END_SECONDS)
            return f"it was ended by signal {-code}" if code < 0 else f"it ended with exit code {code}"
        return "it does not listen any more"


def _advice(answer: dict[str, Any]) -> Advice:
    if "refused" in answer:
        raise ValueError(answer["refused"])
    if "failed" in answer:
        raise ThinkingFailed(answer["failed"])
    choices = tuple(Choice(move, value, tuple(line)) for move, value, line in answer["choices"])
    return Advice(choices, answer["nodes"], answer["seconds"], answer["complete"])
