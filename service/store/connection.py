"""The Redis client: how long it waits, how often it tries, and what its errors mean.

Nothing is connected before the first call, so a client may be made before the process forks.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from redis import BlockingConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.exceptions import ReadOnlyError, RedisError
from redis.retry import Retry

from service.games import StoreUnavailable

__all__ = ["connect", "unavailable_on_error"]

logger = logging.getLogger(__name__)

LONGEST_CALL = 3.0
"""Seconds that a call to a store that does not answer may take."""

_ANSWER_SHARE = 0.8 / 3
_CONNECT_SHARE = 0.5 / 3
"""Of that: for each of two tries at an answer, and for each of two tries to connect to each of two addresses."""

_POOL_TIMEOUT = 0.5
"""Seconds for a connection of the pool to be free."""


def connect(url: str, connections: int, *, longest: float = LONGEST_CALL) -> Redis:
    """Return a client for redis://, rediss:// or unix://, for as many threads as `connections`.

    longest: about how many seconds a command may take when the store does not answer.
    Raises ValueError for an address that is none.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections,
        timeout=min(_POOL_TIMEOUT, longest),
        socket_timeout=longest * _ANSWER_SHARE,
        socket_connect_timeout=longest * _CONNECT_SHARE,
        # The second try finds a store that has been started again, or has answered late. A script that had already
        # run recognizes that.
        retry=Retry(NoBackoff(), 1),
        # A new connection then needs no conversation (but AUTH and SELECT) before its first command.
        protocol=2,
        driver_info=None,
    )
    return Redis(connection_pool=pool)


@contextmanager
def unavailable_on_error(client: Redis) -> Iterator[None]:
    """Turn every error of the client into StoreUnavailable, and log it."""
    try:
        yield
    except RedisError as error:
        if isinstance(error, ReadOnlyError) or "READONLY" in str(error):  # older servers wrap a script's error
            # This was the primary and is a replica now. The store's name may lead to another server already.
            client.connection_pool.disconnect(inuse_connections=False)
        logger.warning("The store does not answer, or refuses: %s", error, exc_info=True)
        raise StoreUnavailable(f"{type(error).__name__}: {error}") from error
