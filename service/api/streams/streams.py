"""Streams and waiting requests: keeping a client until there is news."""

import io
import logging
import queue
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from flask import Flask, Response
from werkzeug.test import run_wsgi_app

from service.api.observed import end_of, note_manner
from service.api.streams.connection import Connection
from service.api.streams.events import goodbye
from service.api.streams.feeds import Feeds
from service.api.streams.handover import HandedOverBody, can_hand_over, head_bytes
from service.api.streams.hub import COMMENT, COMMENT_SECONDS, Hub
from service.api.streams.slots import Slot, Slots
from service.api.streams.watchers import HubStream, ThreadStream, Waiter
from service.games import Game, GameEvent, GameService, Listener

__all__ = ["READING_THREADS", "STREAMS", "Streams"]

logger = logging.getLogger(__name__)

STREAMS = "kiln.streams"
"""Where an application keeps them among its extensions, for the worker that runs it."""

_ANSWERING_THREADS = 4
READING_THREADS = _ANSWERING_THREADS + 1
"""How many threads read games for streams and waiting requests, beside those that answer requests."""

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

    def stream(self, environ: dict[str, Any], game: Game, first: bytes) -> Response:
        """Return an answer that sends `first`, and then every change of the game after this version of it.

        Raises TooManyWaiters.
        """
        if self._stopping.is_set():
            return Response(first + goodbye())
        game_id = game.id  # which is all that an open stream keeps of the game
        slot = self.slots.take(environ.get("REMOTE_ADDR", ""), "stream")
        note_manner(environ, "stream")
        if not can_hand_over(environ):
            return self._in_thread(slot, game, first)
        over = end_of(environ)

        def take(sock: socket.socket, head: bytes) -> None:
            def closed() -> None:
                slot.give_back()
                self._feeds.remove(game_id, watcher)
                over()

            connection = Connection(sock, closed, beats=True)
            watcher = HubStream(self._hub, connection, game.version)
            self._hub.adopt(connection, head + first)
            self._feeds.add(game_id, watcher, game.expires_at)
            if connection.closed:  # it may have been before the watcher was there to be removed
                self._feeds.remove(game_id, watcher)

        return Response(HandedOverBody(environ, take, slot.give_back), direct_passthrough=True)

    def whole(self, environ: dict[str, Any], data: bytes) -> Response:
        """Return an answer that is a stream from beginning to end; like any other stream, its connection is closed."""
        if not can_hand_over(environ):
            return Response(data)
        over = end_of(environ)

        def take(sock: socket.socket, head: bytes) -> None:
            connection = Connection(sock, over, beats=False)
            self._hub.adopt(connection, head + data)
            self._hub.finish(connection, b"")

        return Response(HandedOverBody(environ, take, lambda: None), direct_passthrough=True)

    def wait(self, app: Flask, environ: dict[str, Any], game: Game, version: int, seconds: float) -> Response | None:
        """Wait for a change of the game after `version`, for some seconds at most.

        Returns an answer to be returned as it is: the request is answered anew, by the hub, when the waiting is over.
        Or None, where the waiting was done here. A request that is answered anew does not wait again.
        Raises TooManyWaiters.
        """
        if _WAITED in environ or self._stopping.is_set():
            return None
        slot = self.slots.take(environ.get("REMOTE_ADDR", ""), "wait")
        note_manner(environ, "wait")
        if not can_hand_over(environ):
            self._wait_here(slot, game, version, seconds)
            return None
        over = end_of(environ)

        def take(sock: socket.socket, _head: bytes) -> None:
            def closed() -> None:
                slot.give_back()
                waiter.cancel()
                self._forget(game.id, waiter)
                over()

            def news() -> None:
                slot.give_back()
                try:
                    self._answering.submit(self._answer, app, environ, connection)
                except RuntimeError:  # the process ends
                    self._hub.finish(connection, b"")

            connection = Connection(sock, closed, beats=False)
            waiter = Waiter(version, news)
            self._hub.adopt(connection, b"")
            self._watch(game, waiter, seconds)
            if connection.closed:  # it may have been before the waiter was there to be forgotten
                self._forget(game.id, waiter)

        return Response(HandedOverBody(environ, take, slot.give_back), direct_passthrough=True)

    def let_go(self, sock: socket.socket) -> None:
        """Close a connection whose last answer is sent, without waiting for its client to read that.

        A connection that is closed while something has yet to be read from it may take the answer with it.
        """
        try:
            sock.setblocking(False)
            sock.shutdown(socket.SHUT_WR)
            over = not sock.recv(4096)
        except BlockingIOError:
            over = False
        except OSError:  # the client has gone
            over = True
        if over:
            sock.close()
            return
        connection = Connection(sock, lambda: None, beats=False)
        self._hub.adopt(connection, b"")
        self._hub.finish(connection, b"")

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

    def _watch(self, game: Game, waiter: Waiter, seconds: float) -> None:
        self._waiters.add(waiter)
        self._feeds.at(seconds, waiter.done)
        self._feeds.add(game.id, waiter, game.expires_at)
        if self._stopping.is_set():  # it came in while all who waited were answered
            waiter.done()

    def _forget(self, game_id: str, waiter: Waiter) -> None:
        self._waiters.discard(waiter)
        self._feeds.remove(game_id, waiter)

    def _answer(self, app: Flask, environ: dict[str, Any], connection: Connection) -> None:
        """Answer a request that has waited, as if it came now."""
        if connection.closed:
            return
        anew = {name: value for name, value in environ.items() if not name.startswith("werkzeug.")}
        anew["wsgi.input"] = io.BytesIO()  # its own input would read from a socket that is the hub's now
        anew[_WAITED] = True
        answer = b""
        try:
            chunks, status, headers = run_wsgi_app(app, anew, buffered=True)
            answer = head_bytes(status, headers) + b"".join(chunks)
        except Exception:
            logger.exception("A request that had waited could not be answered")
        self._hub.finish(connection, answer)

    def _wait_here(self, slot: Slot, game: Game, version: int, seconds: float) -> None:
        over = threading.Event()
        waiter = Waiter(version, over.set)
        try:
            self._watch(game, waiter, seconds)
            over.wait(seconds)
        finally:
            self._forget(game.id, waiter)
            slot.give_back()

    def _in_thread(self, slot: Slot, game: Game, first: bytes) -> Response:
        watcher = ThreadStream(game.version)

        def chunks() -> Iterator[bytes]:
            self._feeds.add(game.id, watcher, game.expires_at)
            yield first
            while True:
                try:
                    chunk = watcher.chunks.get(timeout=COMMENT_SECONDS)
                except queue.Empty:
                    chunk = COMMENT
                if chunk is None:
                    return
                yield chunk

        def closed() -> None:  # also where not even the first chunk was asked for
            slot.give_back()
            self._feeds.remove(game.id, watcher)

        response = Response(chunks())
        response.call_on_close(closed)
        return response
