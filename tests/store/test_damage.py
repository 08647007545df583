"""Stored games that cannot be read, and those of a newer service."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from service.games import (
    Game,
    GameDamaged,
    GameService,
    NewerRules,
)
from service.rules import RULES_VERSION
from service.store import Store
from service.store.keys import changes_key, game_key, moves_key
from tests.games.table import OPEN, TAKEN, Table
from tests.store.contents import everything

if TYPE_CHECKING:
    import redis


class TestDamage:
    def test_a_state_that_cannot_be_read_is_damage(
        self, service: GameService, redis_client: redis.Redis, caplog: pytest.LogCaptureFixture
    ) -> None:
        table = Table(service)
        state = json.loads(redis_client.hget(game_key(table.id), "state") or b"")
        without_seats = {name: value for name, value in state.items() if name != "seats"}
        for broken in (
            b"",
            b"{",
            b"\xff",
            b"[]",
            b"null",
            b"7",
            b'{"rules_version": 1}',
            b'{"rules_version": "1"}',
            b"[" * 100_000,
            json.dumps(without_seats),
            json.dumps(state | {"position": "rbg"}),
            json.dumps(state | {"position": state["position"].replace("r", "b", 1)}),
            json.dumps(state | {"seats": state["seats"] * 2}),
            json.dumps(state | {"seats": [state["seats"][0] | {"state": "gone"}] * 2}),
            json.dumps(state | {"seats": [state["seats"][0] | {"state": "left"}, state["seats"][1]]}),
            json.dumps(state | {"version": "1"}),
            json.dumps(state | {"start": state["start"][:-1] + "2"}),
            json.dumps(state | {"created_at": 1.5}),
            json.dumps(state | {"last_move": {"number": 1}}),
            json.dumps(state | {"move_seconds": 60}),
            json.dumps(state | {"deadline": 1}),
            json.dumps(state | {"move_seconds": "60", "deadline": 1}),
            json.dumps(state | {"rematch": 1}),
            json.dumps(state | {"reserved": {"game": 1, "at": 1}}),
            json.dumps(state | {"reserved": "a"}),
        ):
            redis_client.hset(game_key(table.id), "state", broken)
            caplog.clear()
            with pytest.raises(GameDamaged):
                service.get(table.id)
            assert table.id in caplog.text

    def test_what_is_damaged_is_left_as_it_is(self, service: GameService, redis_client: redis.Redis) -> None:
        table = Table(service)
        redis_client.hset(game_key(table.id), "state", "{")
        stored = everything(redis_client)
        for call in (
            lambda: service.play(table.id, table.tokens[1], 1, "N1 a1>a1"),
            lambda: service.claim(table.id, None, None, None),
            lambda: service.leave(table.id, 1, table.owner),
            lambda: service.replace_token(table.id, 1, table.owner, None),
            lambda: service.delete(table.id, table.owner),
            lambda: service.record(table.id),
        ):
            with pytest.raises(GameDamaged):
                call()
        assert everything(redis_client) == stored

    @pytest.mark.parametrize("field", ["state", "revision"])
    def test_a_game_half_of_which_is_missing_is_damage(
        self, service: GameService, redis_client: redis.Redis, field: str
    ) -> None:
        table = Table(service)
        redis_client.hdel(game_key(table.id), field)
        with pytest.raises(GameDamaged):
            service.get(table.id)

    def test_moves_without_their_game_are_damage(self, service: GameService, redis_client: redis.Redis) -> None:
        table = Table(service)
        table.play()
        redis_client.delete(game_key(table.id))
        with pytest.raises(GameDamaged):
            service.get(table.id)

    def test_a_game_with_a_move_too_few_or_too_many_is_damage(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        table = Table(service)
        table.play_random(2)
        entry = redis_client.rpop(moves_key(table.id))
        assert isinstance(entry, bytes)
        with pytest.raises(GameDamaged):
            service.get(table.id)
        redis_client.rpush(moves_key(table.id), entry, entry)
        with pytest.raises(GameDamaged):
            service.get(table.id)
        redis_client.delete(moves_key(table.id))
        with pytest.raises(GameDamaged):
            service.get(table.id)

    @pytest.mark.parametrize("entry", ["", "nonsense", "a;b;c;d", "id;1;0;up", b"\xff;1;1;N1 a1>a1"])
    def test_a_move_that_cannot_be_read_is_damage(
        self, service: GameService, redis_client: redis.Redis, entry: Any
    ) -> None:
        table = Table(service)
        table.play_random(3)
        redis_client.lset(moves_key(table.id), 1, entry)
        assert service.get(table.id).number == 4
        assert service.move(table.id, 1).number == 1
        for call in (
            lambda: service.move(table.id, 2),
            lambda: service.moves(table.id, 0, 10),
            lambda: service.position_before(table.id, 3),
        ):
            with pytest.raises(GameDamaged):
                call()

    @pytest.mark.parametrize("key", [game_key, moves_key])
    def test_a_key_of_the_wrong_type_is_damage(
        self, service: GameService, redis_client: redis.Redis, key: type[str]
    ) -> None:
        table = Table(service)
        redis_client.delete(key(table.id))
        redis_client.set(key(table.id), "x")
        with pytest.raises(GameDamaged):
            service.get(table.id)

    def test_changes_of_the_wrong_type_change_nothing_by_half(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        table = Table(service, seats=(TAKEN, OPEN))
        redis_client.set(changes_key(table.id), "x")
        before = table.game
        with pytest.raises(GameDamaged):
            table.claim()
        assert table.game == before

    def test_moves_that_are_lost_between_reading_and_saving_are_damage(
        self, service: GameService, store: Store, redis_client: redis.Redis
    ) -> None:
        table = Table(service)
        table.play()
        before = table.game
        redis_client.delete(moves_key(table.id))
        with pytest.raises(GameDamaged):
            store.games.save(before, before, None)
        assert redis_client.hget(game_key(table.id), "revision") == before.revision.encode()

    def test_it_harms_no_other_game(self, service: GameService, redis_client: redis.Redis) -> None:
        broken, whole = Table(service), Table(service)
        redis_client.hset(game_key(broken.id), "state", "{")
        with pytest.raises(GameDamaged):
            service.get(broken.id)
        assert whole.play().game.version == 2


class TestNewerRules:
    @pytest.fixture
    def newer(self, service: GameService, redis_client: redis.Redis) -> Table:
        """A game as a later version of the service might write it."""
        table = Table(service)
        state = {"rules_version": RULES_VERSION + 1, "position": "of a form that is not known yet"}
        redis_client.hset(game_key(table.id), "state", json.dumps(state))
        return table

    def test_a_game_of_newer_rules_is_left_alone(
        self, service: GameService, redis_client: redis.Redis, newer: Table
    ) -> None:
        stored = everything(redis_client)
        for call in (
            lambda: service.get(newer.id),
            lambda: service.play(newer.id, newer.tokens[1], 1, "N1 a1>a1"),
            lambda: service.delete(newer.id, newer.owner),
        ):
            with pytest.raises(NewerRules) as caught:
                call()
            assert caught.value.version == RULES_VERSION + 1
        assert everything(redis_client) == stored

    def test_a_game_of_these_rules_says_so(self, service: GameService) -> None:
        game: Game = Table(service).game
        assert game.rules_version == RULES_VERSION

    def test_a_field_that_is_not_known_is_no_fault(self, service: GameService, redis_client: redis.Redis) -> None:
        table = Table(service)
        state = json.loads(redis_client.hget(game_key(table.id), "state") or b"")
        redis_client.hset(game_key(table.id), "state", json.dumps(state | {"deadline": None}))
        assert service.get(table.id).version == 1
