"""The store's servers, as the rest of this package uses them: scripts and a few commands, each within its time."""

import hashlib
import logging
import random
import secrets
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Any

from redis.client import PubSub
from redis.exceptions import NoScriptError, ReadOnlyError, RedisClusterException, RedisError, ResponseError

from service.games import GameError, StoreUnavailable
from service.redis_url import RedisMode, parse_redis_url
from service.store.budget import BoundedLock, limited
from service.store.connection import connect
from service.store.keys import WRITABLE
from service.store.replication import replicated

__all__ = ["COMMAND_SHARE", "LONGEST_CALL", "ChangingScript", "Client", "Script", "WrongType"]

logger = logging.getLogger(__name__)

LONGEST_CALL = 3.0
"""Seconds that a call to a store that does not answer may take."""

COMMAND_SHARE = 0.9
"""Of that: for the commands with all their tries; the rest is for what cannot be interrupted."""
_WAIT_SHARE = 1 / 3
"""Of that: for replicas to have a change."""


_LOOK_SECONDS = 1.0
"""How often the sentinels are asked which server it is now, even if that one still answers."""


class WrongType(StoreUnavailable):
    """A key holds something of another type than the script expects."""


class Script:
    """A Lua script, and the client that runs it.

    It is called with the keys, all in one slot of a cluster, and the arguments; the answer is the script's.
    Raises StoreUnavailable, or WrongType.
    """

    def __init__(self, client: "Client", text: str) -> None:
        self.text = text
        self.sha = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
        self._client = client

    def __call__(self, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        """Run it."""
        return self._client.run(self, keys, args)


class ChangingScript(Script):
    """A script that changes something, for which it may have to be waited until replicas have it.

    What it finds done already it must write again, or nothing is waited for.
    """

    def __call__(self, keys: Sequence[str], args: Sequence[str | bytes | int]) -> tuple[Any, bool]:
        """Run it; return its answer, and whether enough replicas have the change."""
        return self._client.change(self, keys, args)


class Client:
    """The servers at an address (see `service.redis_url`), for any number of threads.

    Nothing is connected before the first call, so it may be made before the process forks.

    connections: for how many threads at once. longest: about how many seconds a call may take when the store does not
    answer. replicas: how many must have a change. Raises ValueError for an address that is none.
    """

    def __init__(self, url: str, connections: int = 16, *, longest: float = LONGEST_CALL, replicas: int = 0) -> None:
        self._url = parse_redis_url(url)
        self._connections = connections
        self._longest = longest
        self._replicas = replicas
        self._redis: Any = None  # of redis-py, whose types know neither clusters nor sentinels
        self._lock = BoundedLock()
        self._look_at = 0.0
        self.is_cluster = self._url.mode is RedisMode.CLUSTER
        """Whether the servers are a cluster."""
        if not self.is_cluster:
            self._redis = connect(self._url, connections, longest)

    @property
    def redis(self) -> Any:
        """The client library's own client. A cluster's may be another one after it was lost as a whole."""
        found = self._redis
        if found is None:
            with self._lock:
                found = self._redis
                if found is None:
                    found = self._redis = connect(self._url, self._connections, self._longest)
        return found

    @property
    def is_several(self) -> bool:
        """Whether there are several servers, one of which may be cut off from the others and not know it."""
        return self._url.mode is not RedisMode.SINGLE

    def script(self, text: str) -> Script:
        """Return a script to be run here, which only reads, or for which no replica is waited for."""
        return Script(self, text)

    def changing_script(self, text: str) -> ChangingScript:
        """Return a script to be run here that changes something."""
        return ChangingScript(self, text)

    def run(self, script: Script, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        """Run a script; see there."""
        with self._call():
            return self._evaluate(script, keys, args)

    def change(self, script: Script, keys: Sequence[str], args: Sequence[str | bytes | int]) -> tuple[Any, bool]:
        """Run a script that changes something; see there."""
        if not self._replicas:
            return self.run(script, keys, args), True
        with self._call(), replicated(self._replicas, self._longest * _WAIT_SHARE) as wanted:
            answer = self._evaluate(script, keys, args)
        if not wanted.enough:
            logger.warning("%s of %s replicas have a change in time", wanted.reached, wanted.replicas)
        return answer, wanted.enough

    @property
    def waits(self) -> bool:
        """Whether changes wait for replicas."""
        return self._replicas > 0

    def run_many(self, script: Script, keys: Sequence[Sequence[str]]) -> list[Any]:
        """Run a script that only reads for each of these, in one round trip (in a cluster: one to each node).

        Where it failed, the client library's error stands in the place of the answer.
        """
        with self._call():
            pipeline: Any = self.redis.pipeline(transaction=False)
            with pipeline:
                for each in keys:
                    pipeline.execute_command("EVALSHA", script.sha, len(each), *each)
                answers: list[Any] = pipeline.execute(raise_on_error=False)
                return answers

    def time(self) -> int:
        """Return the store's time in milliseconds."""
        with self._call():
            seconds, microseconds = self._ask("TIME")
        return int(seconds) * 1000 + int(microseconds) // 1000

    def check_writable(self) -> None:
        """Raise StoreUnavailable unless the store takes a write; of a cluster, unless one of two random parts does."""
        if not self.is_cluster:
            with self._call():
                self.redis.set(WRITABLE, secrets.token_urlsafe(6), ex=60)
            return
        try:
            self._write_somewhere()
        except StoreUnavailable:
            self._write_somewhere()

    def publish(self, channel: str, message: bytes) -> None:
        """Publish a message. Raises StoreUnavailable."""
        with self._call():
            self.redis.publish(channel, message)

    def subscription(self) -> PubSub:
        """Return a fresh subscription; in a cluster at a random node. Raises StoreUnavailable."""
        with self._call():
            client = self.redis
            found: PubSub
            if self.is_cluster:
                client.nodes_manager.initialize()  # whoever asks has just lost a node, or needs all that are there
                found = client.pubsub(node=random.choice(client.get_nodes()))
            else:
                found = client.pubsub()
            return found

    def close(self) -> None:
        """Close all connections; a later call opens new ones."""
        client = self._redis
        if client is None:
            return
        if self.is_cluster:
            client.disconnect_connection_pools()
        else:
            client.connection_pool.disconnect()

    def _evaluate(self, script: Script, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        try:
            return self._ask("EVALSHA", script.sha, len(keys), *keys, *args)
        except NoScriptError:  # this server has been started, or has taken over, since
            return self._ask("EVAL", script.text, len(keys), *keys, *args)

    def _ask(self, *command: str | bytes | int) -> Any:
        """Send a command and return its answer.

        But for a cluster, whose node must be found, it is done here: the client library's way counts and times it too.
        """
        client = self.redis
        if self.is_cluster:
            return client.execute_command(*command)
        pool = client.connection_pool
        connection = pool.get_connection()

        def ask() -> Any:
            connection.send_command(*command)
            return connection.read_response()

        try:
            return connection.retry.call_with_retry(ask, lambda _error: connection.disconnect())
        except ResponseError as error:
            # Where it was not meant for this command, what comes next over this connection would not be either.
            if not isinstance(error, NoScriptError):
                connection.disconnect()
            raise
        finally:
            pool.release(connection)

    def _write_somewhere(self) -> None:
        with self._call(self._longest / 2):
            self.redis.set(f"{WRITABLE}:{secrets.token_hex(2)}", b"", ex=60)

    def _call(self, longest: float | None = None) -> "_Call":
        """Give what is within its time, and turn every error of the client library into one of ours, and log it."""
        return _Call(self, (longest or self._longest) * COMMAND_SHARE)

    def look_at_sentinels(self) -> None:
        """Leave a primary that has been replaced; it may go on for a while as if it were still the one."""
        if self._url.mode is not RedisMode.SENTINEL:
            return
        now = time.monotonic()
        if now < self._look_at:
            return
        self._look_at = now + _LOOK_SECONDS
        try:
            self.redis.connection_pool.get_master_address()  # gives up the connections to another one
        except RedisError:
            logger.debug("No sentinel answers", exc_info=True)

    def leave_those_that_fail(self, error: Exception) -> None:
        """Give up connections to a server that is no longer the one to ask."""
        client = self._redis
        if self.is_cluster:
            if isinstance(error, RedisClusterException):  # no node is where it was: begin at the address once more
                self._redis = None
        elif client is not None and (isinstance(error, ReadOnlyError) or "READONLY" in str(error)):
            # (Older servers wrap a script's error.) This was the primary and is a replica now. The store's name, or
            # the sentinels, may lead to another server already.
            client.connection_pool.disconnect(inuse_connections=False)


class _Call:
    """A call of the store. There are two to a request, so this is no generator."""

    __slots__ = ("_client", "_limit")

    def __init__(self, client: Client, seconds: float) -> None:
        self._client = client
        self._limit = limited(seconds)

    def __enter__(self) -> None:
        self._limit.__enter__()
        try:
            self._client.look_at_sentinels()
        except BaseException as error:
            self.__exit__(type(error), error, error.__traceback__)
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._limit.__exit__()
        if not isinstance(error, Exception) or isinstance(error, GameError):
            return
        # Whatever else comes out of the client library: while servers go and come it raises more than its own errors.
        if isinstance(error, ResponseError) and "WRONGTYPE" in str(error):
            raise WrongType from error
        self._client.leave_those_that_fail(error)
        logger.warning("The store does not answer, or refuses: %s", error, exc_info=error)
        raise StoreUnavailable(f"{type(error).__name__}: {error}") from error
