"""What is counted, timed and traced of the store's calls."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from service.games import GameDamaged, GameNotFound, GameService, NewerRules, StoreUnavailable, TokenUnknown
from service.store import Store
from service.store.keys import game_key
from service.telemetry.meters import Meters
from service.telemetry.repository import ObservedRepository
from tests.games.table import FINISHED, OPEN, TAKEN, Table

if TYPE_CHECKING:
    import redis


class Noted(Meters):
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[Any, ...]] = Counter()
        self.calls: list[tuple[str, bool]] = []

    def game_created(self, kind: str) -> None:
        self.counts["created", kind] += 1

    def move_played(self, kind: str) -> None:
        self.counts["moved", kind] += 1

    def game_finished(self, kind: str, reason: str) -> None:
        self.counts["finished", kind, reason] += 1

    def game_unreadable(self, reason: str) -> None:
        self.counts["unreadable", reason] += 1

    def save_conflict(self) -> None:
        self.counts["conflict",] += 1

    def store_call(self, operation: str, seconds: float, *, failed: bool) -> None:
        assert 0 < seconds < 30
        self.calls.append((operation, failed))


@pytest.fixture
def noted() -> Noted:
    return Noted()


@pytest.fixture
def service(store: Store, noted: Noted) -> GameService:
    return GameService(ObservedRepository(store.games, noted))


@pytest.mark.parametrize(
    ("asked", "kind"), [({}, "2"), ({"players": 3}, "3"), ({"players": 4}, "4"), ({"two_color": True}, "two_color")]
)
def test_games_and_moves_are_counted_by_kind(
    service: GameService, noted: Noted, asked: dict[str, Any], kind: str
) -> None:
    table = Table(service, **asked)
    table.play_random(3)
    service.leave(table.id, 1, table.owner)
    assert noted.counts["created", kind] == 1
    assert noted.counts["moved", kind] == 3
    assert noted.counts["finished", kind, "last_seat"] == (len(table.game.seats) == 2)


def test_a_move_counts_once_and_a_trial_not_at_all(service: GameService, noted: Noted) -> None:
    table = Table(service)
    text = table.legal()
    seat = table.game.to_move or 0
    service.play(table.id, table.tokens[seat], 1, text, dry_run=True)
    assert noted.counts["moved", "2"] == 0
    for _ in range(3):
        service.play(table.id, table.tokens[seat], 1, text)
    assert noted.counts["moved", "2"] == 1


def test_a_game_ends_once(service: GameService, noted: Noted) -> None:
    Table(service, position=FINISHED)
    assert noted.counts["finished", "2", "target"] == 1
    table = Table(service)
    service.leave(table.id, 1, table.owner)
    service.leave(table.id, 1, table.owner)
    service.rematch(table.id, table.tokens[2])
    assert noted.counts["finished", "2", "last_seat"] == 1


def test_each_call_of_the_store_is_timed(service: GameService, noted: Noted) -> None:
    table = Table(service, seats=(TAKEN, OPEN))
    table.claim()
    noted.calls.clear()
    with pytest.raises(TokenUnknown):
        service.whoami(table.id, "somebody")
    assert noted.calls == [("load", False)]
    noted.calls.clear()
    with pytest.raises(GameNotFound):
        service.get("a" * 20)
    assert noted.calls == [("load", False)]


def test_a_store_that_is_away_is_counted(noted: Noted) -> None:
    store = Store("redis://127.0.0.1:1/0")
    with pytest.raises(StoreUnavailable):
        GameService(ObservedRepository(store.games, noted)).get("a" * 20)
    assert noted.calls == [("load", True)]


def test_a_game_that_cannot_be_read_is_counted_each_time(
    service: GameService, noted: Noted, redis_client: redis.Redis
) -> None:
    broken, newer, whole = Table(service), Table(service), Table(service)
    redis_client.hset(game_key(broken.id), "state", "{")
    redis_client.hset(game_key(newer.id), "state", '{"rules_version": 2}')
    for _ in range(2):
        with pytest.raises(GameDamaged):
            service.get(broken.id)
        with pytest.raises(NewerRules):
            service.get(newer.id)
    assert whole.game.version == 1
    assert noted.counts["unreadable", "damaged"] == noted.counts["unreadable", "newer_rules"] == 2


def test_one_among_others_is_counted_too(service: GameService, noted: Noted, redis_client: redis.Redis) -> None:
    broken, whole = Table(service, public=True, seed=1), Table(service, public=True, seed=2)
    redis_client.hset(game_key(broken.id), "state", "{")
    assert [game.id for game in service.list_public(None, 10, None).games] == [whole.id]
    assert noted.counts["unreadable", "damaged"] == 1


def test_a_change_that_comes_too_late_is_counted(store: Store, service: GameService, noted: Noted) -> None:
    table = Table(service)
    before = table.game
    table.play()
    assert ObservedRepository(store.games, noted).save(before, before, None) is None
    assert noted.counts["conflict",] == 1
