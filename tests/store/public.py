"""Public games, and what the index says of them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from service.games import Game, GameService, Status
from service.store import Store
from service.store.keys import PUBLIC_EXPIRY, PUBLIC_PLAYING, PUBLIC_WAITING
from tests.games.table import OPEN, TAKEN, Table

if TYPE_CHECKING:
    import redis

INDEX = (PUBLIC_WAITING, PUBLIC_PLAYING, PUBLIC_EXPIRY)


def waiting(service: GameService) -> Table:
    return Table(service, public=True, seats=(TAKEN, OPEN))


def playing(service: GameService) -> Table:
    return Table(service, public=True)


def listed(service: GameService, status: Status | None = None) -> list[str]:
    page = service.list_public(status, 100, None)
    assert page.next_cursor is None
    return [game.id for game in page.games]


def member(game: Game, created_at: int | None = None) -> str:
    return f"{game.created_at if created_at is None else created_at:015}:{game.id}"


def members(client: redis.Redis) -> list[set[str]]:
    """The members of each part of the index."""
    found: list[list[Any]] = [client.zrange(key, 0, -1) for key in INDEX]
    return [{one.decode() for one in some} for some in found]


def invent(client: redis.Redis, count: int, created_at: int, expires_at: int) -> None:
    """Put games into the index that there are not."""
    for first in range(0, count, 1000):
        some = [f"{created_at:015}:{index:020}" for index in range(first, min(count, first + 1000))]
        client.zadd(PUBLIC_PLAYING, dict.fromkeys(some, 0))
        client.zadd(PUBLIC_EXPIRY, dict.fromkeys(some, expires_at))


def calls(client: redis.Redis) -> dict[str, int]:
    """How often each command has been run since the statistics were reset."""
    stats = client.info("commandstats")
    return {
        name.removeprefix("cmdstat_"): entry["calls"]
        for name, entry in stats.items()
        if name not in ("cmdstat_info", "cmdstat_config|resetstat")
    }


def pass_time(store: Store, seconds: float) -> None:
    """Let this process believe that so much time has passed."""
    started = time.monotonic() + seconds
    real = time.monotonic()
    store.games._public._clock = lambda: started + time.monotonic() - real
