"""Looking at what a store holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import redis


def keys(client: redis.Redis) -> set[str]:
    return {key.decode() for key in client.scan_iter("kiln:*")}


def everything(client: redis.Redis) -> bytes:
    """All keys and values of the store, as one text."""
    parts: list[Any] = []
    for key in client.scan_iter("*"):
        kind = client.type(key)
        parts.append(key)
        if kind == b"hash":
            parts += [part for pair in client.hgetall(key).items() for part in pair]
        elif kind == b"list":
            parts += client.lrange(key, 0, -1)
        else:
            parts.append(client.get(key))
    return b"\n".join(parts)
