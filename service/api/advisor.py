"""Having a position thought about, while a request waits."""

import threading
from concurrent.futures import CancelledError
from typing import Any, Final

from service.api.faults import invalid_fields
from service.api.problems import Problem
from service.bots import Advice
from service.games import TooBusy
from service.rules import Position, format_position
from service.thinking import Thinkers, ThinkingFailed

__all__ = ["Advisor"]

_LONGEST_WAIT: Final = 15.0
"""Seconds after which a request gives up: in the queue, or thought about by processes that are stuck."""


class Advisor:
    """Asks `thinkers` for requests, at most `most` at once: each holds a thread of the worker while it waits."""

    def __init__(self, thinkers: Thinkers, most: int) -> None:
        self._thinkers = thinkers
        self._places = threading.BoundedSemaphore(most)

    def think(self, position: Position, **wanted: Any) -> Advice:
        """Return what `Thinkers.suggest` has thought of a position; `wanted` are its other arguments.

        Raises:
            Problem: the position is finished, or too many others are thought about.
        """
        if position.finished:
            finished = {"pointer": "/position", "detail": "The game has ended here: nothing can be played."}
            raise invalid_fields([finished])
        if not self._places.acquire(blocking=False):
            raise Problem("too_busy", "As many calls wait for advice already as may.")
        try:
            return self._await(position, **wanted)
        finally:
            self._places.release()

    def _await(self, position: Position, **wanted: Any) -> Advice:
        try:
            thought = self._thinkers.suggest(format_position(position), **wanted)
        except TooBusy as error:
            raise Problem("too_busy", "As many positions are thought about already as may be.") from error
        try:
            return thought.result(_LONGEST_WAIT)
        except (TimeoutError, CancelledError) as error:
            thought.cancel()
            raise Problem("too_busy", "It could not be thought about in time.") from error
        except ThinkingFailed as error:
            raise Problem("too_busy", "The thought came to nothing; it may be asked for again.") from error

    def close(self) -> None:
        """End what thinks. Who still waits is told to come again."""
        self._thinkers.close()
