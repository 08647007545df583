"""Changes that wait until replicas have them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from service.games import GameNotFound, GameService, NewGame, NotReplicated
from service.store import Store
from tests.games.table import OPEN, TAKEN, Table
from tests.redis.node import Node
from tests.redis.sentinels import Sentinels
from tests.store.limits import LONGEST_CALL, at_most

pytestmark = pytest.mark.xdist_group("processes")

OWN = "an-owners-own-token-1234"


@pytest.fixture
def service(watched: Sentinels) -> Iterator[GameService]:
    store = Store(watched.url, replicas=1)
    yield GameService(store.games)
    store.close()


@pytest.fixture
def replica(watched: Sentinels) -> Node:
    primary = watched.primary()
    return next(node for node in watched.nodes if node is not primary)


def assert_not_replicated(call: Callable[[], object]) -> None:
    with at_most(LONGEST_CALL), pytest.raises(NotReplicated):
        call()


def test_a_game_is_played_with_a_replica(service: GameService) -> None:
    table = Table(service, seats=(TAKEN, OPEN), owner_token=OWN)
    table.claim()
    table.play_random(3)
    service.leave(table.id, 1, table.owner)
    service.delete(table.id, OWN)


def test_a_move_is_played_but_not_answered_and_its_repeat_is_not_answered_either(
    service: GameService, replica: Node
) -> None:
    table = Table(service, seats=(TAKEN, TAKEN), first_seat=1)
    move = table.legal()
    replica.stall()
    for _ in range(2):
        assert_not_replicated(lambda: service.play(table.id, table.tokens[1], 1, move))
    assert table.game.number == 2
    replica.go_on()
    assert service.play(table.id, table.tokens[1], 1, move).outcome == "repeated"


def test_it_is_answered_as_soon_as_the_replica_has_it(service: GameService, replica: Node) -> None:
    table = Table(service, seats=(TAKEN, TAKEN), first_seat=1)
    replica.stall()
    timer = threading.Timer(0.4, replica.go_on)
    timer.start()
    assert table.play().outcome == "played"
    timer.join()


def test_no_other_call_that_changes_something_is_answered_before(
    service: GameService, replica: Node, watched: Sentinels
) -> None:
    table = Table(service, seats=(TAKEN, OPEN), owner_token=OWN)
    mine = "a-players-own-token-12"
    calls: list[Callable[[], object]] = [
        lambda: service.claim(table.id, 2, "Ada", mine),
        lambda: service.replace_token(table.id, 1, OWN, "another-own-token-1234"),
        lambda: service.leave(table.id, 1, OWN),
        lambda: service.create(NewGame(seats=None, owner_token="yet-another-owners-one")),
    ]
    replica.stall()
    for call in calls:
        for _ in range(2):
            assert_not_replicated(call)
    assert_not_replicated(lambda: service.delete(table.id, OWN))
    assert_not_replicated(lambda: service.delete(table.id, OWN))
    replica.go_on()
    watched.wait_for_replicas()
    with pytest.raises(GameNotFound):
        service.delete(table.id, OWN)
    calls[-1]()


def test_looking_needs_no_replica(service: GameService, replica: Node) -> None:
    table = Table(service, seats=(TAKEN, TAKEN))
    table.play()
    replica.stall()
    assert table.game.number == 2
    assert len(service.record(table.id).moves) == 1
    replica.go_on()


def test_more_replicas_than_there_are_are_never_enough(watched: Sentinels) -> None:
    store = Store(watched.url, replicas=2)
    assert_not_replicated(lambda: GameService(store.games).create(NewGame()))
    store.close()


def test_a_try_that_got_no_answer_waits_for_its_change_all_the_same(
    watched: Sentinels, service: GameService, replica: Node
) -> None:
    """The second try finds the change made by the first one, and is made over another connection."""
    table = Table(service, seats=(TAKEN, TAKEN), first_seat=1)
    move = table.legal()
    watched.primary().admin.client_pause(1000)
    replica.stall()
    assert_not_replicated(lambda: service.play(table.id, table.tokens[1], 1, move))
    replica.go_on()
    assert service.play(table.id, table.tokens[1], 1, move).outcome == "repeated"
