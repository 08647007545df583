"""Bots in a cluster, where the list of their moves lies in one slot and their games in others."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from service.games import Bot, GameService, NewSeat, Status
from service.opponents import Opponents
from service.rules import check_record
from service.store import Store
from service.store.keys import BOTS_ALONE, BOTS_DUE
from tests.games.table import TAKEN, Table
from tests.opponents.thinking import Quick, wait_until
from tests.redis.cluster import Cluster

pytestmark = pytest.mark.xdist_group("processes")

BOT = NewSeat(bot=Bot("greedy"))


@pytest.fixture
def client(cluster: Cluster) -> Iterator[Any]:
    client = cluster.client()
    yield client
    client.close()


@pytest.fixture
def service(cluster: Cluster) -> Iterator[GameService]:
    """A service of which two others play the bots."""
    stores = [Store(cluster.url) for _ in range(3)]
    own, *others = stores
    running = [Opponents(GameService(one.games), one.due, Quick(), most=2, seconds=1) for one in others]
    for one in running:
        one.start()
    yield GameService(own.games)
    for one in running:
        one.stop()
    for one in running:
        one.join(5)
    for store in stores:
        store.close()


def test_bots_play_to_the_end_in_games_of_all_nodes(service: GameService, client: Any) -> None:
    tables = [Table(service, seats=(BOT, BOT), target=3, seed=seed) for seed in range(12)]
    nodes = {client.get_node_from_key(f"{{{table.id}}}").name for table in tables}
    assert len(nodes) > 1
    for table in tables:
        wait_until(lambda: table.game.status is Status.FINISHED, 30)  # noqa: B023 - it is called at once
        checked = check_record(service.record(table.id).as_dict())
        assert (checked.position, checked.outcome) == (table.game.position, table.game.outcome)
    wait_until(lambda: not client.exists(BOTS_ALONE) and not client.exists(BOTS_DUE))


def test_a_bot_plays_on_for_who_is_late(service: GameService) -> None:
    table = Table(service, seats=(TAKEN, TAKEN), first_seat=1, move_seconds=1, on_leave=Bot("greedy"), target=3)
    time.sleep(1)
    wait_until(lambda: table.game.status is Status.FINISHED, 30)
    assert {one.seat for one in table.game.replaced} == {1, 2}
