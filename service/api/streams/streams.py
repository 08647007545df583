"""Streams and waiting requests: keeping a client until there is news."""

import logging
import queue
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from flask import Flask, Response
from werkzeug.test import run_wsgi_app

from service.api.streams.events import goodbye
from service.api.streams.feeds import Feeds
from service.api.streams.handover import HandedOverBody, can_hand_over, head_bytes
from service.api.streams.hub import COMMENT, COMMENT_SECONDS, Connection, Hub
from service.api.streams.slots import Slots
from service.api.streams.watchers import HubStream, ThreadStream, Waiter
from service.games import GameEvent, GameService, Listener

__all__ = ["Streams"]

logger = logging.getLogger(__name__)

_ANSWERING_THREADS = 4
_WAITED = "kiln.waited"
_STOP_SECONDS = 1.5


class Streams:
    """The streams and waiting requests of this process.

    listen: makes the listener, given what it is to call. render: a change as a server-sent event. slots: how many may
    wait here.
    """

    def __init__(
        self,
        games: GameService,
        listen: Callable[[Callable[[str], None]], Listener],
        render: Callable[[GameEvent], bytes],
        slots: Slots,
    ) -> None:
        self.slots = slots
        self._feeds = Feeds(games, listen, render)
        self._hub = Hub()
        self._answering = ThreadPoolExecutor(_ANSWERING_THREADS, thread_name_prefix="kiln-answer")
        self._waiters: set[Waiter] = set()
        self._stopping = threading.Event()

    def stream(self, environ: dict[str, Any], game_id: str, version: int, first: bytes) -> Response:
        """Return an answer that sends `first`, and then every change of the game after `version`.

        Raises TooManyWaiters.
        """
        if self._stopping.is_set():
            return Response(first + goodbye())
        address = environ.get("REMOTE_ADDR", "")
        self.slots.take(address)
        if not can_hand_over(environ):
            return Response(self._in_thread(address, game_id, version, first))

        def take(sock: socket.socket, head: bytes) -> None:
            def closed() -> None:
                self._feeds.remove(game_id, watcher)
                self.slots.give_back(address)

            connection = Connection(sock, closed, beats=True)
            watcher = HubStream(self._hub, connection, version)
            self._hub.adopt(connection, head + first)
            self._feeds.add(game_id, watcher)

        body = HandedOverBody(environ, take, lambda: self.slots.give_back(address))
        return Response(body, direct_passthrough=True)

    def wait(self, app: Flask, environ: dict[str, Any], game_id: str, version: int, seconds: float) -> Response | None:
        """Wait for a change of the game after `version`, for some seconds at most.

        Returns an answer to be returned as it is: the request is answered anew, by the hub, when the waiting is over.
        Or None, where the waiting was done here. A request that is answered anew does not wait again.
        Raises TooManyWaiters.
        """
        if _WAITED in environ or self._stopping.is_set():
            return None
        address = environ.get("REMOTE_ADDR", "")
        self.slots.take(address)
        if not can_hand_over(environ):
            self._wait_here(address, game_id, version, seconds)
            return None

        def take(sock: socket.socket, _head: bytes) -> None:
            def closed() -> None:
                waiter.cancel()
                self._forget(game_id, waiter)
                self.slots.give_back(address)

            def news() -> None:
                self._answering.submit(self._answer, app, environ, connection)

            connection = Connection(sock, closed, beats=False)
            waiter = Waiter(version, news)
            self._hub.adopt(connection, b"")
            self._watch(game_id, waiter, seconds)

        return Response(HandedOverBody(environ, take, lambda: self.slots.give_back(address)), direct_passthrough=True)

    def stop(self) -> None:
        """Answer all who wait, and end all streams so that their clients connect again, elsewhere."""
        self._stopping.set()
        for waiter in tuple(self._waiters):
            waiter.done()
        self._hub.stop(goodbye())

    def join(self) -> None:
        """After `stop`: give the last bytes a moment to go out."""
        self._answering.shutdown(wait=True)
        self._hub.join(_STOP_SECONDS)

    def _watch(self, game_id: str, waiter: Waiter, seconds: float) -> None:
        self._waiters.add(waiter)
        self._feeds.add(game_id, waiter)
        self._feeds.at(seconds, waiter.done)
        if self._stopping.is_set():  # it came in while all who waited were answered
            waiter.done()

    def _forget(self, game_id: str, waiter: Waiter) -> None:
        self._waiters.discard(waiter)
        self._feeds.remove(game_id, waiter)

    def _answer(self, app: Flask, environ: dict[str, Any], connection: Connection) -> None:
        """Answer a request that has waited, as if it came now."""
        anew = {name: value for name, value in environ.items() if not name.startswith("werkzeug.")}
        anew[_WAITED] = True
        answer = b""
        try:
            chunks, status, headers = run_wsgi_app(app, anew, buffered=True)
            answer = head_bytes(status, headers) + b"".join(chunks)
        except Exception:
            logger.exception("A request that had waited could not be answered")
        self._hub.finish(connection, answer)

    def _wait_here(self, address: str, game_id: str, version: int, seconds: float) -> None:
        over = threading.Event()
        waiter = Waiter(version, over.set)
        try:
            self._watch(game_id, waiter, seconds)
            over.wait(seconds)
        finally:
            self._forget(game_id, waiter)
            self.slots.give_back(address)

    def _in_thread(self, address: str, game_id: str, version: int, first: bytes) -> Iterator[bytes]:
        watcher = ThreadStream(version)
        try:
            self._feeds.add(game_id, watcher)
            yield first
            while True:
                try:
                    chunk = watcher.chunks.get(timeout=COMMENT_SECONDS)
                except queue.Empty:
                    chunk = COMMENT
                if chunk is None:
                    return
                yield chunk
        finally:
            self._feeds.remove(game_id, watcher)
            self.slots.give_back(address)
