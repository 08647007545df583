"""A line on standard error that says how far a long command has come."""

import sys
import time
from types import TracebackType
from typing import Self, TextIO

__all__ = ["ProgressLine"]

_TERMINAL_SECONDS = 0.1
_LOG_SECONDS = 10.0
_ERASE_LINE = "\r\x1b[K"


class ProgressLine:
    """Shows the latest of many texts: on a terminal one line that is written anew, elsewhere a line now and then.

    Nothing is shown in the first `quiet_seconds`. Leaving the `with` block removes the line from a terminal.
    """

    def __init__(self, *, quiet_seconds: float = 0.0, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._terminal = self._stream.isatty()
        self._pause = _TERMINAL_SECONDS if self._terminal else _LOG_SECONDS
        self._next = time.monotonic() + (quiet_seconds if self._terminal else max(quiet_seconds, _LOG_SECONDS))
        self._shown = False

    @property
    def due(self) -> bool:
        """Whether a text given now would be shown; asking is cheaper than making one."""
        return time.monotonic() >= self._next

    def show(self, text: str) -> None:
        """Show a text without line ends, unless the last one is too fresh."""
        if not self.due:
            return
        self._next = time.monotonic() + self._pause
        self._shown = self._terminal
        self._write(f"{_ERASE_LINE}{text}" if self._terminal else f"{text}\n")

    def note(self, text: str) -> None:
        """Write a line that stays, at once."""
        self.clear()
        self._write(f"{text}\n")

    def clear(self) -> None:
        """Remove the line from a terminal."""
        if self._shown:
            self._shown = False
            self._write(_ERASE_LINE)

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()
