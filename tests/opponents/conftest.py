from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from service.games import GameService
from service.opponents import Opponents
from service.store import Store
from tests.opponents.thinking import Quick

if TYPE_CHECKING:
    pass

Begin = Callable[..., Opponents]


@pytest.fixture
def begin(redis_url: str, store: Store) -> Iterator[Begin]:
    """Lets opponents begin, each on a store of its own, and ends them."""
    running: list[Opponents] = []
    stores: list[Store] = []

    def begin(thinking: Any = None, *, most: int = 2, url: str | None = None) -> Opponents:
        stores.append(Store(url or redis_url))
        games = GameService(stores[-1].games)
        running.append(Opponents(games, stores[-1].due, thinking or Quick(), most=most, seconds=1))
        running[-1].start()
        return running[-1]

    yield begin
    for one in running:
        one.stop()
    for one in running:
        one.join(5)
    for own in stores:
        own.close()
