"""Having a position thought about, while a request waits."""

from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as NotYet
from typing import Any, Final

from service.api.context import services
from service.api.faults import invalid_fields
from service.api.problems import Problem
from service.bots import Advice
from service.games import TooBusy
from service.rules import Position, format_position
from service.thinking import ThinkingFailed

__all__ = ["think"]

_LONGEST_WAIT: Final = 15.0
"""Seconds after which a request gives up: in the queue, or thought about by processes that are stuck."""


def think(position: Position, **wanted: Any) -> Advice:
    """Return what `Thinkers.suggest` has thought of a position; `wanted` are its other arguments.

    Raises:
        Problem: the position is finished, or too many others are thought about.
    """
    if position.finished:
        raise invalid_fields([{"pointer": "/position", "detail": "The game has ended here: nothing can be played."}])
    try:
        thought = services().thinkers.suggest(format_position(position), **wanted)
    except TooBusy as error:
        raise Problem("too_busy", "As many positions are thought about already as may be.") from error
    try:
        return thought.result(_LONGEST_WAIT)
    except (NotYet, CancelledError) as error:
        thought.cancel()
        raise Problem("too_busy", "It could not be thought about in time.") from error
    except ThinkingFailed as error:
        raise Problem("too_busy", "The thought came to nothing; it may be asked for again.") from error
