"""The log: one line for each thing that happened, on standard error, as JSON or for people.

Whatever is logged by the standard `logging`, by this service or a library, goes the same way as the lines about
requests. Secrets are masked in all of them.
"""

import logging
import sys
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final, Literal, TextIO

import orjson
import structlog

from service.telemetry.later import LaterLines
from service.telemetry.redaction import mask, masked

__all__ = ["LEVELS", "configure_logs", "tell_of_request"]

LEVELS: Final = ("debug", "info", "warning", "error")

_QUIET: Final = {"gunicorn.error": "WARNING", "flask-limiter": "WARNING"}
"""Loggers that below this level tell what a client has sent, or who it is."""

Event = MutableMapping[str, Any]


class _Requests:
    """Where requests are told of. A line each is so much that it goes past `logging`, and as JSON past structlog."""

    def __init__(self) -> None:
        self._text: structlog.typing.FilteringBoundLogger | None = None
        self._put: Callable[[str], object] | None = None
        self._least = logging.CRITICAL

    def configure(self, as_text: bool, terminal: bool, level: str, stream: TextIO, later: bool) -> None:
        def put_now(line: str) -> None:
            stream.write(line)  # in one piece: threads share the stream
            stream.flush()

        self._put = LaterLines(stream).put if later and not as_text else put_now
        self._least = logging.getLevelNamesMapping()[level.upper()]
        self._text = None
        if as_text:
            self._text = structlog.wrap_logger(
                structlog.WriteLogger(stream),
                processors=[
                    structlog.processors.add_log_level,
                    structlog.processors.TimeStamper(fmt="iso", utc=True),
                    structlog.dev.ConsoleRenderer(colors=terminal),
                ],
                wrapper_class=structlog.make_filtering_bound_logger(level),
            ).bind(logger="kiln.requests")

    def tell(self, facts: dict[str, Any], level: Literal["debug", "info"]) -> None:
        if self._text is not None:
            getattr(self._text, level)("request", **facts)
        elif self._put is not None and _REQUEST_LEVELS[level] >= self._least:
            line = {
                "logger": "kiln.requests",
                **facts,
                "event": "request",
                "level": level,
                "timestamp": datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z"),
            }
            self._put(_json(line) + "\n")


_REQUEST_LEVELS: Final = {"debug": logging.DEBUG, "info": logging.INFO}


_requests: Final = _Requests()


def tell_of_request(facts: dict[str, Any], *, probe: bool = False) -> None:
    """Write the line of a request, at `info`, that of a probe at `debug`; nothing before `configure_logs`.

    No fact may come from a client, but a game's id and the request's own.
    """
    with suppress(OSError, ValueError):  # as with other lines: whoever reads the log has gone, or it is closed
        _requests.tell(facts, "debug" if probe else "info")


def configure_logs(
    form: str = "auto", level: str | None = None, stream: TextIO | None = None, *, later: bool = False
) -> None:
    """Send the log of this process, and of those that it forks, to a stream, by default standard error.

    form: `json`, `text` (for people), or `auto`: text where the stream is a terminal, else JSON. level: what is not
    below it is logged; by default `info`, or `warning` where it is for people. later: the lines of requests, as JSON,
    are written a moment after they were told, many in one piece.
    """
    stream = stream or sys.stderr
    as_text = form == "text" or (form == "auto" and stream.isatty())
    wanted = level or ("warning" if as_text else "info")
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_formatter(as_text, stream.isatty()))
    root = logging.getLogger()
    for old in root.handlers[:]:
        if isinstance(old.formatter, structlog.stdlib.ProcessorFormatter):  # from an earlier call
            root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(wanted.upper())
    for name, least in _QUIET.items():
        logging.getLogger(name).setLevel(max(logging.getLevelName(least), root.level))
    logging.captureWarnings(True)
    _requests.configure(as_text, stream.isatty(), wanted, stream, later)


def _formatter(as_text: bool, terminal: bool) -> logging.Formatter:
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(allow=("request_id",)),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[structlog.typing.Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if as_text:
        last += [structlog.processors.format_exc_info, _masked, structlog.dev.ConsoleRenderer(colors=terminal)]
    else:
        last += [structlog.processors.format_exc_info, _masked, structlog.processors.JSONRenderer(_json)]
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=last)


def _masked(_logger: Any, _method: str, event: Event) -> Event:
    for name, value in event.items():
        if name not in _OURS:
            event[name] = mask(value) if isinstance(value, str) else masked(value)
    return event


_OURS: Final = frozenset(("timestamp", "level", "logger", "game", "request_id"))
"""Fields in which nobody else's text can be. An id that a request brings is kept as it is: see the contract."""


def _json(event: Any, **_options: Any) -> str:
    return orjson.dumps(event, default=repr).decode()
