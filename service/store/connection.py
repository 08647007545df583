"""The clients of redis-py, one for each mode: how long they wait, and how often they try.

A try that finds no answer ends early enough for a second one, which finds a server that has been started again, has
answered late, or has taken over. A script that had already run recognizes that.
"""

from typing import Any

from redis import ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.connection import AbstractConnection, parse_url
from redis.retry import Retry
from redis.sentinel import Sentinel, SentinelConnectionPool

from service.redis_url import RedisMode, RedisUrl
from service.store.bounded import (
    BoundedConnection,
    BoundedPool,
    BoundedSentinelConnection,
    BoundedSentinelSSLConnection,
    BoundedSSLConnection,
    BoundedUnixConnection,
    ReadyPool,
)
from service.store.budget import BoundedLock

__all__ = ["connect"]

_ANSWER_SHARE = 0.8 / 3
_CONNECT_SHARE = 0.5 / 3
_SENTINEL_SHARE = 0.3 / 3
"""Of what a call may take: a try at an answer, one to connect, and either of these at a sentinel."""

_POOL_TIMEOUT = 0.5
"""Seconds for a connection of the pool to be free."""


def connect(url: RedisUrl, connections: int, longest: float) -> Any:
    """Return a client for as many threads as `connections`; `longest`: seconds that a command may take.

    A cluster is asked at once what it consists of, and the client library's errors are raised; with the other modes
    nothing is connected before the first command.
    """
    # Without these two a new connection needs no conversation (but AUTH and SELECT) before its first command.
    plain: dict[str, Any] = {"protocol": 2, "driver_info": None}
    timeouts = {"socket_timeout": longest * _ANSWER_SHARE, "socket_connect_timeout": longest * _CONNECT_SHARE}
    retry = Retry(NoBackoff(), 1)
    if url.mode is RedisMode.SENTINEL:
        return _behind_sentinels(url, connections, longest, {**plain, **timeouts, "retry": retry})
    kind: type[AbstractConnection]
    kind = BoundedSSLConnection if url.tls else BoundedConnection if url.hosts else BoundedUnixConnection
    pool: dict[str, Any] = {"max_connections": connections, "timeout": min(_POOL_TIMEOUT, longest)}
    pool["connection_class"] = kind
    if url.mode is RedisMode.SINGLE:
        return Redis(connection_pool=ReadyPool.from_url(url.single, retry=retry, **plain, **timeouts, **pool))
    options = _options(url) | plain | timeouts | pool
    (host, port), *others = url.hosts
    cluster = RedisCluster(
        url=f"redis://{f'[{host}]' if ':' in host else host}:{port}",  # as an address, or no pool of ours is used
        startup_nodes=[ClusterNode(*other) for other in others],  # type: ignore[no-untyped-call]  # redis-py says no types
        retry=retry,
        require_full_coverage=False,  # what one of its parts cannot do now the others can
        connection_pool_class=BoundedPool,
        **options,
    )
    # One thread at a time asks anew what the cluster consists of; the others wait for it, but not for ever.
    cluster.nodes_manager._initialization_lock = BoundedLock()  # type: ignore[assignment]  # noqa: SLF001 - no other way
    return cluster


def _behind_sentinels(url: RedisUrl, connections: int, longest: float, options: dict[str, Any]) -> Any:
    sentinel: Any = Sentinel([])  # type: ignore[no-untyped-call]  # redis-py says no types
    login = {name.removeprefix("sentinel_"): value for name, value in url.sentinel_login}
    at_sentinels = {
        **{name: value for name, value in _options(url).items() if name.startswith("ssl_")},
        **options,
        **login,
        "socket_timeout": longest * _SENTINEL_SHARE,
        "socket_connect_timeout": longest * _SENTINEL_SHARE,
        "retry": Retry(NoBackoff(), 0),  # the others are asked instead
        "connection_class": BoundedSSLConnection if url.tls else BoundedConnection,
    }
    sentinel.sentinels = [
        Redis(connection_pool=ConnectionPool(host=host, port=port, **at_sentinels)) for host, port in url.hosts
    ]
    return sentinel.master_for(
        url.service,
        connection_pool_class=SentinelConnectionPool,
        connection_class=BoundedSentinelSSLConnection if url.tls else BoundedSentinelConnection,
        # This pool lets nobody wait, it refuses. Each thread takes one connection at a time.
        max_connections=connections + 4,
        **(_options(url) | options),
    )


def _options(url: RedisUrl) -> dict[str, Any]:
    """Return what an address says of all servers: login, database, TLS and whatever else redis-py reads in it."""
    options: dict[str, Any] = dict(parse_url(url.single))  # type: ignore[no-untyped-call]  # redis-py says no types
    for name in ("host", "port", "connection_class"):
        options.pop(name, None)
    if url.mode is RedisMode.CLUSTER:
        options.pop("db", None)
    return options
