"""Lines written a moment later, many in one piece.

A line for each request, written at once, costs a call of the system, and lets another thread have the interpreter,
which the one that writes must wait to get back: together more than making the line.
"""

import atexit
import os
import threading
import time
from collections import deque
from contextlib import suppress
from select import PIPE_BUF
from typing import Final, TextIO

__all__ = ["LaterLines"]

_SECONDS: Final = 0.05
"""How long a line may lie here. Whoever kills the process loses those."""
_MOST: Final = 1_000
"""Lines that may lie here. Where they come faster than the stream takes them, who brings one more waits for it."""


class LaterLines:
    """Takes whole lines, of ASCII, from any thread; one of its own writes them. A forked process has another."""

    def __init__(self, stream: TextIO, seconds: float = _SECONDS, most: int = _MOST) -> None:
        self._stream = stream
        self._seconds = seconds
        self._most = most
        self._begin()
        os.register_at_fork(after_in_child=self._begin)
        atexit.register(self.flush)

    def _begin(self) -> None:
        self._lines: deque[str] = deque()
        self._come = threading.Event()
        self._starting = threading.Lock()
        self._writing = threading.Lock()
        self._thread: threading.Thread | None = None

    def put(self, line: str) -> None:
        """Take a line, with its end."""
        self._lines.append(line)
        if not self._come.is_set():
            self._come.set()
            if self._thread is None:
                self._start()
        if len(self._lines) > self._most:
            self.flush()

    def flush(self) -> None:
        """Write what lies here. Where the stream takes nothing it is dropped: whoever reads it has gone."""
        with self._writing, suppress(OSError, ValueError):
            piece = ""
            while self._lines:
                line = self._lines.popleft()
                if piece and len(piece) + len(line) > PIPE_BUF:
                    self._write_piece(piece)
                    piece = ""
                piece += line
            if piece:
                self._write_piece(piece)

    def _write_piece(self, piece: str) -> None:
        """Write lines that are not torn apart where several processes write to one pipe: see PIPE_BUF in POSIX."""
        self._stream.write(piece)
        self._stream.flush()

    def _start(self) -> None:
        with self._starting:
            if self._thread is not None:
                return
            thread = threading.Thread(target=self._write, name="log", daemon=True)
            try:
                thread.start()
            except RuntimeError:  # there may be no more threads now: the next line tries again
                self._come.clear()
                self.flush()
            else:
                self._thread = thread

    def _write(self) -> None:
        while True:
            self._come.wait()
            time.sleep(self._seconds)
            self._come.clear()
            self.flush()
