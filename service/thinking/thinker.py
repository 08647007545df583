"""One process that thinks, replaced by another whenever it must be."""

import logging
import threading

from service.bots import Advice
from service.thinking.errors import ThinkingFailed, ThinkingLate
from service.thinking.process import ProcessEnded, ProcessLate, Request, ThinkingProcess

__all__ = ["Thinker"]

logger = logging.getLogger(__name__)


class Thinker:
    """Thinks one thing at a time, for one thread; `end` may come from any. Its process starts when it is needed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: ThinkingProcess | None = None
        self._ended = False

    @property
    def pid(self) -> int | None:
        """The number of its process, where it has one."""
        process = self._process
        return None if process is None else process.pid

    def think(self, request: Request) -> Advice:
        """Return the advice that is asked for. A process that ends over it is replaced, and asked once more.

        Raises:
            ThinkingFailed: there is none.
            ValueError: the position is none or finished, or the level unknown.
        """
        try:
            return self._ask(request)
        except ProcessEnded as ended:
            if self._ended:
                raise ThinkingFailed("the service is ending") from ended
            logger.warning("A process that thinks is replaced: %s", ended)
        try:
            return self._ask(request)
        except ProcessEnded as ended:
            logger.warning("A process that thinks is replaced: %s, again", ended)
            raise ThinkingFailed(f"two processes have ended over it; of the last: {ended}") from ended

    def end(self) -> None:
        """End its process at once, and let it start no more."""
        with self._lock:
            self._ended = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """Keep nothing of its process. For the thread that it thinks for."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.close()

    def _ask(self, request: Request) -> Advice:
        try:
            return self._running().ask(request)
        except ProcessEnded:
            self.close()
            raise
        except ProcessLate as late:
            logger.warning("A process that thinks is replaced: it was not back in %g seconds", request.within)
            self.close()
            raise ThinkingLate("it has taken too long") from late

    def _running(self) -> ThinkingProcess:
        with self._lock:
            if self._ended:
                raise ProcessEnded("it was told to")
            if self._process is None:
                self._process = ThinkingProcess()
            return self._process
