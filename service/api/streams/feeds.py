"""What happens in the games that somebody watches here, told to all who do.

However many watch a game, its news are read and put into bytes once. One thread does that, for all games.
"""

import heapq
import itertools
import logging
import math
import queue
import threading
import time
from collections.abc import Callable
from typing import Protocol

from service.games import GameEvent, GameNotFound, GameService, Listener, News, StoreUnavailable

__all__ = ["Feeds", "Watcher"]

logger = logging.getLogger(__name__)

_RETRY_SECONDS = 1.0
_LONGEST_PAUSE_SECONDS = 60.0
_LATE_SECONDS = 0.01
"""So much after a deadline the store's clock is asked, lest the two clocks differ by a hair."""


class Watcher(Protocol):
    """Who watches a game. Its methods are called by the feeds' thread, and must not block.

    `version` is the last version that it knows; the feeds keep it.
    """

    version: int

    def tell(self, event: GameEvent, data: bytes) -> None:
        """A change that the watcher did not know, with its bytes as a server-sent event."""

    def end(self, reason: str) -> None:
        """Nothing more will come: `finished`, `deleted` or `expired`."""


class _Feed:
    __slots__ = ("due", "expires_at", "tick", "version", "watchers")

    def __init__(self, version: int) -> None:
        self.version = version  # the lowest that any watcher may know
        self.watchers: set[Watcher] = set()
        self.expires_at = 0
        self.due = math.inf  # when time alone changes the game, on this process's clock
        self.tick = math.inf  # when that is looked at next


class Feeds:
    """Reads the news of watched games when the listener hears of any, or when a deadline passes, and tells them."""

    def __init__(
        self,
        games: GameService,
        listen: Callable[[Callable[[str], None]], Listener],
        render: Callable[[GameEvent], bytes],
    ) -> None:
        self._games = games
        self._listener = listen(self._heard)
        self._render = render
        self._feeds: dict[str, _Feed] = {}
        self._lock = threading.Lock()
        self._heard_of: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._queued: set[str] = set()  # what stands in the queue, so that a burst of changes is read once
        self._timers: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._thread: threading.Thread | None = None

    def add(self, game_id: str, watcher: Watcher) -> None:
        """Tell a watcher of every change after its version, from now on."""
        with self._lock:
            feed = self._feeds.get(game_id)
            new = feed is None
            if feed is None:
                feed = self._feeds[game_id] = _Feed(watcher.version)
            feed.watchers.add(watcher)
            behind = watcher.version < feed.version
            feed.version = min(feed.version, watcher.version)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="kiln-feeds", daemon=True)
                self._thread.start()
        if new:
            self._listener.watch(game_id)  # which tells as soon as it listens
        elif behind:
            self._heard(game_id)

    def remove(self, game_id: str, watcher: Watcher) -> None:
        """Tell a watcher no more."""
        with self._lock:
            feed = self._feeds.get(game_id)
            if feed is None:
                return
            feed.watchers.discard(watcher)
            if feed.watchers:
                return
            del self._feeds[game_id]
            self._listener.unwatch(game_id)

    def at(self, seconds: float, function: Callable[[], None]) -> None:
        """Call a function, that must not block, in the feeds' thread after so many seconds."""
        with self._lock:
            heapq.heappush(self._timers, (time.monotonic() + seconds, next(self._order), function))
        self._heard_of.put(None)

    def watched(self) -> int:
        """Return how many games are watched here."""
        return len(self._feeds)

    def _heard(self, game_id: str) -> None:
        with self._lock:
            if game_id in self._queued:
                return
            self._queued.add(game_id)
        self._heard_of.put(game_id)

    def _run(self) -> None:
        while True:
            try:
                self._turn()
            except Exception:
                logger.exception("The news of a game could not be told")

    def _turn(self) -> None:
        with self._lock:
            pause = max(0.0, self._timers[0][0] - time.monotonic()) if self._timers else None
        try:
            game_id = self._heard_of.get(timeout=pause)
        except queue.Empty:
            game_id = None
        if game_id is not None:
            with self._lock:
                self._queued.discard(game_id)
            self._read(game_id)
        while True:
            with self._lock:
                if not self._timers or self._timers[0][0] > time.monotonic():
                    return
                _, _, function = heapq.heappop(self._timers)
            function()

    def _read(self, game_id: str) -> None:
        feed = self._feeds.get(game_id)
        if feed is None:
            return
        try:
            news = self._games.news(game_id, feed.version)
        except GameNotFound:
            self._end(feed)
            return
        except StoreUnavailable:
            self.at(_RETRY_SECONDS, lambda: self._heard(game_id))
            return
        self._tell(feed, news)
        game = news.game
        feed.expires_at = game.expires_at
        due = game.expires_at if game.deadline is None else min(game.expires_at, game.deadline)
        feed.due = time.monotonic() + max(0.0, (due - news.now) / 1000) + _LATE_SECONDS
        self._plan(game_id, feed)

    def _tell(self, feed: _Feed, news: News) -> None:
        with self._lock:
            watchers = tuple(feed.watchers)
            feed.version = news.game.version
        for event in news.events:
            data = self._render(event)
            for watcher in watchers:
                if watcher.version < event.version:
                    watcher.version = event.version
                    watcher.tell(event, data)
        if news.game.outcome is not None:
            for watcher in watchers:
                watcher.end("finished")

    def _plan(self, game_id: str, feed: _Feed) -> None:
        """Look at a feed when it is due, and every minute, so that one that is gone is not kept for long."""
        tick = min(feed.due, time.monotonic() + _LONGEST_PAUSE_SECONDS)
        if tick >= feed.tick:
            return
        feed.tick = tick

        def look() -> None:
            if self._feeds.get(game_id) is not feed or feed.tick != tick:
                return
            feed.tick = math.inf
            if time.monotonic() >= feed.due:
                self._heard(game_id)
            else:
                self._plan(game_id, feed)

        self.at(tick - time.monotonic(), look)

    def _end(self, feed: _Feed) -> None:
        """The game is gone: by itself, or because somebody removed it."""
        try:
            expired = bool(feed.expires_at) and self._games.now() >= feed.expires_at
        except StoreUnavailable:
            expired = False
        with self._lock:
            watchers = tuple(feed.watchers)
        for watcher in watchers:
            watcher.end("expired" if expired else "deleted")
