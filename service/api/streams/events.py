"""Server-sent events as bytes."""

import orjson

__all__ = ["RETRY_MILLISECONDS", "end_event", "event_bytes", "goodbye", "retry_bytes"]

RETRY_MILLISECONDS = 1000
"""How long a client waits before it connects again."""


def event_bytes(kind: str, data: object, version: int | None = None) -> bytes:
    """Return one event; `data` is anything that orjson writes, `version` the event's id."""
    lines = [b"event: " + kind.encode()]
    if version is not None:
        lines.append(b"id: %d" % version)
    lines.append(b"data: " + orjson.dumps(data))  # one line: JSON escapes line breaks
    return b"\n".join(lines) + b"\n\n"


def end_event(reason: str) -> bytes:
    """Return the last event of a stream: `finished`, `deleted` or `expired`."""
    return event_bytes("end", {"reason": reason})


def retry_bytes() -> bytes:
    """Return how soon to connect again, for the start of a stream.

    No empty line follows, nor does one follow a comment: some clients would take that for an event of no content.
    """
    return b"retry: %d\n" % RETRY_MILLISECONDS


def goodbye() -> bytes:
    """Return what a stream says when its worker stops: nothing of the game, connect again at once."""
    return b": the service is restarting\n" + retry_bytes()
