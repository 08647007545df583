from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from service.games import GameService
from service.store import Store
from tests.games.clock import Clock

if TYPE_CHECKING:
    import redis


@pytest.fixture
def store(redis_url: str, redis_client: redis.Redis) -> Iterator[Store]:
    store = Store(redis_url)
    yield store
    store.close()


@pytest.fixture
def service(store: Store) -> GameService:
    return GameService(store.games)


@pytest.fixture
def clock(redis_url: str, redis_client: redis.Redis) -> Clock:
    return Clock(redis_url)


@pytest.fixture
def clocked(clock: Clock) -> GameService:
    """On a store whose clock the test puts forward."""
    return GameService(clock)
