"""What happens in the games that somebody watches here, told to all who do.

However many watch a game, its news are read and put into bytes once. One thread does that, for all games.
"""

import logging
import math
import threading
import time
from collections.abc import Callable
from typing import Protocol

from service.api.streams.agenda import Agenda
from service.games import (
    GameEvent,
    GameNotFound,
    GameService,
    Listener,
    News,
    NotReplicated,
    StoreUnavailable,
    TooBusy,
)

__all__ = ["Feeds", "Watcher"]

logger = logging.getLogger(__name__)

_RETRY_SECONDS = 1.0
"""How long nothing is read when the store has not answered."""
_LONGEST_PAUSE_SECONDS = 60.0
_BACK_SECONDS = 2.0
"""For so long a game that has fewer changes than it had may be one read from a server that has been replaced."""
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
        """Nothing more will come: `finished`, `deleted` or `expired`. It may be told so again."""

    def give_up(self) -> None:
        """Whatever there is cannot be told here: this game cannot be read."""


class _Feed:
    __slots__ = ("back_since", "due", "expires_at", "tick", "version", "watchers")

    def __init__(self, version: int, expires_at: int) -> None:
        self.version = version  # the lowest that any watcher may know
        self.watchers: set[Watcher] = set()
        self.expires_at = expires_at
        self.back_since: float | None = None  # when the game was first seen at an earlier version
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
        self._lock = threading.Lock()  # of all that is below and in the feeds
        self._agenda = Agenda("kiln-feeds")
        self._queued: set[str] = set()  # what is to be read, so that a burst of changes is read once
        self._away_until = 0.0  # before that the store is not asked again

    def add(self, game_id: str, watcher: Watcher, expires_at: int) -> None:
        """Tell a watcher of every change after its version, from now on.

        expires_at: of the game, as far as that is known (milliseconds, by the store's clock).
        """
        with self._lock:
            feed = self._feeds.get(game_id)
            new = feed is None
            if feed is None:
                feed = self._feeds[game_id] = _Feed(watcher.version, expires_at)
            feed.watchers.add(watcher)
            behind = watcher.version < feed.version
            feed.version = min(feed.version, watcher.version)
        if new:
            self._listener.watch(game_id)  # which tells as soon as it listens
            with self._lock:
                if game_id not in self._feeds:  # removed before it was watched
                    self._listener.unwatch(game_id)
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
        self._agenda.at(time.monotonic() + seconds, function)

    def watched(self) -> int:
        """Return how many games are watched here."""
        return len(self._feeds)

    def _heard(self, game_id: str) -> None:
        with self._lock:
            if game_id in self._queued:
                return
            self._queued.add(game_id)
        self._agenda.at(max(time.monotonic(), self._away_until), lambda: self._read(game_id))

    def _read(self, game_id: str) -> None:
        if time.monotonic() < self._away_until:  # the game was heard of before that was known
            self._agenda.at(self._away_until, lambda: self._read(game_id))
            return
        with self._lock:
            self._queued.discard(game_id)
            feed = self._feeds.get(game_id)
            if feed is None:
                return
            known = feed.version
        try:
            news = self._games.news(game_id, known)
            told = [(event, self._render(event)) for event in news.events]
        except GameNotFound:
            self._end(feed)
        except (NotReplicated, StoreUnavailable, TooBusy):
            self._away_until = time.monotonic() + _RETRY_SECONDS
            self._heard(game_id)
        except Exception:
            logger.exception("The news of game %s cannot be told", game_id)
            for watcher in self._watchers(feed):
                watcher.give_up()
        else:
            if news.game.version >= known:
                feed.back_since = None
                self._tell(feed, known, news, told)
            else:
                self._tell_back(game_id, feed, news, told)
            self._plan(game_id, feed, news)

    def _tell(self, feed: _Feed, known: int, news: News, told: list[tuple[GameEvent, bytes]]) -> None:
        """Tell what has come after the version `known`.

        Who came in meanwhile and knows less is told by the next reading, which is asked for already.
        """
        with self._lock:
            watchers = [watcher for watcher in feed.watchers if watcher.version >= known]
            feed.version = min((watcher.version for watcher in feed.watchers if watcher.version < known), default=known)
            if feed.version == known:
                feed.version = news.game.version
        for event, data in told:
            for watcher in watchers:
                if watcher.version < event.version:
                    watcher.version = event.version
                    watcher.tell(event, data)
        if news.game.outcome is not None:
            for watcher in watchers:
                watcher.end("finished")

    def _tell_back(self, game_id: str, feed: _Feed, news: News, told: list[tuple[GameEvent, bytes]]) -> None:
        """Tell that the store has lost changes that were told, once that is certain: the game as it is now.

        That happens where a server that had not got them takes over (docs/operations.md).
        """
        now = time.monotonic()
        if feed.back_since is None:
            feed.back_since = now
        if now - feed.back_since < _BACK_SECONDS:
            self.at(feed.back_since + _BACK_SECONDS - now, lambda: self._heard(game_id))
            return
        feed.back_since = None
        with self._lock:
            feed.version = news.game.version
            watchers = tuple(feed.watchers)
        for event, data in told:
            for watcher in watchers:
                watcher.version = event.version
                watcher.tell(event, data)

    def _plan(self, game_id: str, feed: _Feed, news: News) -> None:
        """Look again when time alone changes the game."""
        game = news.game
        feed.expires_at = game.expires_at
        due = game.expires_at if game.deadline is None else min(game.expires_at, game.deadline)
        feed.due = time.monotonic() + max(0.0, (due - news.now) / 1000) + _LATE_SECONDS
        self._look_at(game_id, feed)

    def _look_at(self, game_id: str, feed: _Feed) -> None:
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
                self._look_at(game_id, feed)

        self._agenda.at(tick, look)

    def _end(self, feed: _Feed) -> None:
        """The game is gone: by itself, or because somebody removed it."""
        try:
            expired = bool(feed.expires_at) and self._games.now() >= feed.expires_at
        except StoreUnavailable:
            expired = False
        for watcher in self._watchers(feed):
            watcher.end("expired" if expired else "deleted")

    def _watchers(self, feed: _Feed) -> tuple[Watcher, ...]:
        with self._lock:
            return tuple(feed.watchers)
