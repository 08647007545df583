"""Games in a cluster, where the keys of one game lie in one slot and those of the list of games in another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from service.games import Game, GameNotFound, GameService, Status
from service.store import RedisRepository
from service.store.client import Client
from service.store.keys import PUBLIC_EXPIRY, PUBLIC_PLAYING, PUBLIC_WAITING, game_keys
from tests.games.table import OPEN, TAKEN, Table
from tests.redis.cluster import Cluster

pytestmark = pytest.mark.xdist_group("processes")


@pytest.fixture
def client(cluster: Cluster) -> Iterator[Any]:
    for node in cluster.nodes:
        node.admin.flushall()
        node.admin.script_flush()
    client = cluster.client()
    yield client
    client.close()


@pytest.fixture
def repository(cluster: Cluster, client: Any) -> Iterator[RedisRepository]:
    """What the service uses, on the cluster, which is empty."""
    own = Client(cluster.url)
    yield RedisRepository(own)
    own.close()


@pytest.fixture
def service(repository: RedisRepository) -> GameService:
    return GameService(repository)


def test_a_game_is_created_claimed_played_left_and_removed(
    client: Any, repository: RedisRepository, service: GameService
) -> None:
    table = Table(service, seats=(TAKEN, OPEN, OPEN), owner_token="an-owners-own-token-1234")
    table.claim()
    table.claim()
    table.play_random(3)
    service.leave(table.id, 1, table.owner)
    assert table.game == GameService(repository).get(table.id)
    assert len(service.record(table.id).moves) == 3
    assert len({client.keyslot(key) for key in game_keys(table.id)}) == 1
    service.delete(table.id, table.owner)
    with pytest.raises(GameNotFound):
        service.get(table.id)


def test_games_on_all_nodes_are_listed(cluster: Cluster, client: Any, service: GameService) -> None:
    tables = [Table(service, public=True, seats=(TAKEN, OPEN)) for _ in range(30)]
    assert {cluster.part_of(game_keys(table.id)[0]) for table in tables} == {0, 1, 2}
    for table in tables[::2]:
        table.claim()
    for table in tables[::5]:
        service.delete(table.id, table.owner)
    left = [table.game for index, table in enumerate(tables) if index % 5]
    for status in (None, Status.WAITING, Status.PLAYING):
        shown: list[Game] = []
        cursor = None
        while True:
            page = service.list_public(status, 4, cursor)
            shown += page.games
            cursor = page.next_cursor
            if cursor is None:
                break
        wanted = [game for game in left if status in (None, game.status)]
        assert shown == sorted(wanted, key=lambda game: (game.created_at, game.id), reverse=True)


def test_the_list_is_put_right(cluster: Cluster, client: Any, service: GameService) -> None:
    tables = [Table(service, public=True) for _ in range(6)]
    for table in tables[:3]:
        client.delete(*game_keys(table.id))
    assert {game.id for game in service.list_public(None, 20, None).games} == {table.id for table in tables[3:]}
    client.delete(PUBLIC_WAITING, PUBLIC_PLAYING, PUBLIC_EXPIRY)
    fresh = Client(cluster.url)
    another = GameService(RedisRepository(fresh))
    for table in tables[3:]:
        another.get(table.id)
    fresh.close()
    assert {game.id for game in service.list_public(None, 20, None).games} == {table.id for table in tables[3:]}


def test_the_keys_of_the_list_lie_in_one_slot(client: Any) -> None:
    assert len({client.keyslot(key) for key in (PUBLIC_WAITING, PUBLIC_PLAYING, PUBLIC_EXPIRY)}) == 1
