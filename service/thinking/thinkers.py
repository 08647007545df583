"""The processes of a worker that think, and the queue before them."""

import threading
import time
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

from service.bots import Advice
from service.games.errors import TooBusy
from service.thinking.errors import ThinkingFailed, ThinkingLate
from service.thinking.process import Request
from service.thinking.thinker import Thinker

__all__ = ["LONGEST_SECONDS", "SLACK_SECONDS", "Observer", "Outcome", "Thinkers"]

LONGEST_SECONDS: Final = 30.0
"""How long a thought may take whose asker sets no time bound."""
SLACK_SECONDS: Final = 3.0
"""After its time bound a process may take so much longer: it is niced, and looks at the clock now and then."""

Outcome = Literal["complete", "cut_short", "late", "failed", "refused"]
"""How a thought ended. `cut_short`: by its time bound; `refused`: the queue was full, it never began."""


class Observer(Protocol):
    """Takes note of thoughts."""

    def thought(self, level: str, outcome: Outcome, seconds: float) -> None:
        """A thought has ended; `seconds`: since it began, 0 for one that never did."""

    def thinking(self, change: int) -> None:
        """So many more (or fewer) are thought about or wait for it."""


@dataclass(frozen=True, slots=True)
class _Thought:
    request: Request
    future: "Future[Advice]" = field(default_factory=Future)


class Thinkers:
    """Processes that think, at most `processes` at once, and a queue in which at most `queue` thoughts wait.

    Safe to use from several threads. Nothing is started before the first thought, so that it may be made before a fork
    and used after it. slack: seconds after its time bound in which a process must be back.
    """

    def __init__(
        self, processes: int, queue: int, observer: Observer | None = None, *, slack: float = SLACK_SECONDS
    ) -> None:
        self._most_thinkers = processes
        self._most_busy = processes + queue
        self._observer = observer
        self._slack = slack
        self._changed = threading.Condition()
        self._waiting: deque[_Thought] = deque()
        self._running = 0
        self._thinkers: list[tuple[Thinker, threading.Thread]] = []
        self._closed = False

    @property
    def busy(self) -> int:
        """How many thoughts there are, being thought or waiting."""
        with self._changed:
            return self._busy()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that there are now."""
        with self._changed:
            return [thinker.pid for thinker, _ in self._thinkers if thinker.pid is not None]

    def suggest(
        self,
        position: str,
        level: str,
        *,
        count: int = 3,
        seed: int = 0,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> "Future[Advice]":
        """Have a position thought about as `service.bots.suggest` does it; `position` is its text.

        `seconds` counts from when the thinking begins; without it, a thought is cut short after LONGEST_SECONDS.
        A future that is canceled while it waits gives its place in the queue away.

        Returns:
            A future that gives the advice, or raises ThinkingFailed, or ValueError for what `service.bots` refuses.

        Raises:
            TooBusy: the queue is full, or this is closed.
        """
        bound = LONGEST_SECONDS if seconds is None else seconds
        thought = _Thought(Request(position, level, count, seed, nodes, bound, bound + self._slack))
        with self._changed:
            taken = self._take(thought)
        if not taken:
            self._note(level, "refused", 0)
            raise TooBusy("as many positions wait to be thought about as may; ask again in a moment")
        return thought.future

    def close(self) -> None:
        """End all processes; what has not been thought to its end fails. Nothing happens the second time."""
        with self._changed:
            self._closed = True
            given_up = tuple(self._waiting)
            self._waiting.clear()
            self._note_change(-len(given_up))
            self._changed.notify_all()
        for thought in given_up:
            if thought.future.set_running_or_notify_cancel():
                thought.future.set_exception(ThinkingFailed("the service is ending"))
        for thinker, _ in self._thinkers:
            thinker.end()
        for _, thread in self._thinkers:
            thread.join()

    def _busy(self) -> int:
        return len(self._waiting) + self._running

    def _take(self, thought: _Thought) -> bool:
        """Put a thought into the queue, unless it is full. The lock is held."""
        if self._busy() >= self._most_busy:
            before = len(self._waiting)
            self._waiting = deque(other for other in self._waiting if not other.future.cancelled())
            self._note_change(len(self._waiting) - before)
        if self._closed or self._busy() >= self._most_busy:
            return False
        if len(self._thinkers) < min(self._most_thinkers, self._busy() + 1):
            self._add_thinker()
        self._waiting.append(thought)
        self._note_change(1)
        self._changed.notify()
        return True

    def _add_thinker(self) -> None:
        thinker = Thinker()
        name = f"kiln-thinking-{len(self._thinkers) + 1}"
        thread = threading.Thread(target=self._work, args=(thinker,), name=name, daemon=True)
        thread.start()
        self._thinkers.append((thinker, thread))

    def _work(self, thinker: Thinker) -> None:
        """Have one thought after the other, by one thinker."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    break
                thought = self._waiting.popleft()
                self._running += 1
            if thought.future.set_running_or_notify_cancel():
                self._carry_out(thought, thinker)
            else:
                self._leave()
        thinker.close()

    def _carry_out(self, thought: _Thought, thinker: Thinker) -> None:
        outcome: Outcome = "failed"
        advice: Advice | None = None
        failure: Exception | None = None
        began = time.monotonic()
        try:
            advice = thinker.think(thought.request)
            outcome = "complete" if advice.complete else "cut_short"
        except ThinkingLate as late:
            outcome, failure = "late", late
        except Exception as error:  # noqa: BLE001 - whoever waits for it is told, and the next one is thought about
            failure = error
        self._note(thought.request.level, outcome, time.monotonic() - began)
        self._leave()  # before anybody hears of it: who then asks for the next one finds the place free
        if advice is not None:
            thought.future.set_result(advice)
        else:
            thought.future.set_exception(failure)

    def _leave(self) -> None:
        with self._changed:
            self._running -= 1
            self._note_change(-1)

    def _note(self, level: str, outcome: Outcome, seconds: float) -> None:
        if self._observer is not None:
            self._observer.thought(level, outcome, seconds)

    def _note_change(self, change: int) -> None:
        if self._observer is not None and change:
            self._observer.thinking(change)
