from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.games import GameService
from tests.games.clock import Clock

if TYPE_CHECKING:
    import redis


@pytest.fixture
def clock(redis_url: str, redis_client: redis.Redis) -> Clock:
    return Clock(redis_url)


@pytest.fixture
def clocked(clock: Clock) -> GameService:
    """On a store whose clock the test puts forward."""
    return GameService(clock)
