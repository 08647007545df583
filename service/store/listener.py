"""Hearing of changes: one connection of this process listens for all games that are watched in it."""

import logging
import secrets
import threading
import time
from collections.abc import Callable

from redis.client import PubSub
from redis.exceptions import RedisError

from service.games import StoreUnavailable
from service.store.client import Client
from service.store.keys import CHANNEL_PREFIX, channel

__all__ = ["ChangeListener"]

logger = logging.getLogger(__name__)

_TURN_SECONDS = 0.5
"""How long the thread waits for a message before it looks at what else is to do."""
_PING_SECONDS = 2.0
"""After so long without a message the connection is tried."""
_SILENCE_SECONDS = 6.0
"""After which a connection over which not even that comes counts as dead."""
_FIRST_ANSWER_SECONDS = 2.0
"""The same for a connection over which nothing has come yet."""
_RETRY_SECONDS = 0.5


class ChangeListener:
    """Calls back when a watched game may have changed.

    `changed` is called with the game's id, in the listener's own thread: when a change is published; once the watch
    stands (what was read before may be out of date by then); and after every time the connection was lost, since
    messages may have been missed. It must not block.

    The client is the listener's own, with two connections. The thread and its connection start with the first watch.
    Only that thread touches the subscription; it is woken by a message to a channel of its own.
    """

    def __init__(self, client: Client, changed: Callable[[str], None]) -> None:
        self._client = client
        self._changed = changed
        self._own_channel = f"{CHANNEL_PREFIX}listener:{secrets.token_hex(8)}"
        self._watched: set[str] = set()  # game ids
        self._new: set[str] = set()  # those that are watched anew since the thread has looked
        self._asked = 0  # how often these sets have changed
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._stopped = threading.Event()

    def watch(self, game_id: str) -> None:
        """Call back for this game from now on."""
        with self._lock:
            self._watched.add(game_id)
            self._new.add(game_id)
            self._asked += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="kiln-listener", daemon=True)
                self._thread.start()
        self._wake()

    def unwatch(self, game_id: str) -> None:
        """Call back for this game no more; a call that is under way may still come."""
        with self._lock:
            self._watched.discard(game_id)
            self._asked += 1

    def close(self) -> None:
        """End the thread and its connection."""
        self._stopped.set()
        if self._thread is not None:
            self._wake()
            self._thread.join(_TURN_SECONDS * 4)
        self._client.close()

    def _wake(self) -> None:
        try:
            self._client.publish(self._own_channel, b"")
        except StoreUnavailable:  # the thread looks by itself soon enough
            logger.debug("The listener could not be woken", exc_info=True)

    def _run(self) -> None:
        level = logging.WARNING
        while not self._stopped.is_set():
            started = time.monotonic()
            subscription: PubSub | None = None
            try:
                subscription = self._client.subscription()
                self._listen(subscription)
            except (RedisError, StoreUnavailable) as error:
                if time.monotonic() - started > _SILENCE_SECONDS:
                    level = logging.WARNING
                logger.log(level, "The connection that listens for changes is lost: %s", error)
                level = logging.DEBUG  # once for a store that stays away
                self._stopped.wait(_RETRY_SECONDS)
            except Exception:
                logger.exception("Listening for changes failed")
                self._stopped.wait(_RETRY_SECONDS)
            finally:
                if subscription is not None:
                    subscription.close()

    def _listen(self, subscription: PubSub) -> None:
        """Listen until the connection is lost. Games are subscribed to afresh, so each of them is called back for."""
        subscription.subscribe(self._own_channel)
        subscribed: set[str] = set()
        followed = -1
        heard = pinged = time.monotonic()
        silence = min(_FIRST_ANSWER_SECONDS, _SILENCE_SECONDS)
        while not self._stopped.is_set():
            if followed != self._asked:
                followed = self._asked
                subscribed = self._follow(subscription, subscribed)
            message = subscription.get_message(timeout=_TURN_SECONDS)
            now = time.monotonic()
            while message is not None:
                heard, silence = now, _SILENCE_SECONDS
                self._hear(message)
                message = subscription.get_message(timeout=0)
            if now - heard > silence:
                raise RedisError(f"nothing was heard for {silence:g} seconds")
            if now - max(heard, pinged) > _PING_SECONDS:
                pinged = now
                self._try(subscription)

    def _try(self, subscription: PubSub) -> None:
        """Let something come over the connection. A server that is cut off from the others would answer a ping."""
        if self._client.is_several:
            self._wake()
        else:
            subscription.ping()

    def _follow(self, subscription: PubSub, subscribed: set[str]) -> set[str]:
        """Subscribe to what is watched now and to nothing else; return it."""
        with self._lock:
            watched = set(self._watched)
            again = self._new & subscribed
            self._new = set()
        if new := watched - subscribed:
            subscription.subscribe(*(channel(game_id) for game_id in new))
        if old := subscribed - watched:
            names = [channel(game_id) for game_id in old]
            subscription.unsubscribe(*names)  # type: ignore[no-untyped-call]  # redis-py says no types
        for game_id in again & watched:  # this watch stands already
            self._changed(game_id)
        return watched

    def _hear(self, message: dict[str, object]) -> None:
        if message["type"] not in ("message", "subscribe"):
            return
        name = message["channel"]
        text = name.decode() if isinstance(name, bytes) else str(name)
        if text != self._own_channel:
            self._changed(text.removeprefix(CHANNEL_PREFIX))
