"""What is stored, how, and how it is read again."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from service.games import (
    Expiry,
    Game,
    GameDamaged,
    GameNotFound,
    GameService,
    NewerRules,
    NewGame,
    NewSeat,
)
from service.games.replay import CHECKPOINT_EVERY
from service.rules import RULES_VERSION
from service.store import RedisRepository, Store
from service.store.keys import changes_key, game_key, game_keys, moves_key
from tests.games.table import OPEN, TAKEN, Table

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


class TestWhatIsStored:
    def test_all_keys_of_a_game_lie_in_one_slot(self, service: GameService, redis_client: redis.Redis) -> None:
        table = Table(service)
        assert keys(redis_client) - {f"kiln:owner:{table.game.owner}"} == {
            f"kiln:{{{table.id}}}:game",
            f"kiln:{{{table.id}}}:changes",
        }
        table.play()
        assert set(game_keys(table.id)) <= keys(redis_client)

    def test_a_game_without_an_owners_own_token_reserves_nothing(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        Table(service)
        assert not any(key.startswith("kiln:owner:") for key in keys(redis_client))

    def test_no_token_is_stored(self, service: GameService, redis_client: redis.Redis) -> None:
        own = "an-owners-own-token-1234"
        table = Table(service, owner_token=own, seats=(TAKEN, OPEN, OPEN))
        table.claim(token="a-players-own-token-12")
        table.claim()
        table.play_random(3)
        replaced = service.replace_token(table.id, 1, own, None).token
        stored = everything(redis_client)
        assert len(stored) > 1000
        for token in (own, replaced, *table.tokens.values()):
            assert token.encode() not in stored

    def test_the_state_is_readable(self, service: GameService, redis_client: redis.Redis) -> None:
        table = Table(service, seats=(NewSeat(name="Zoë"), TAKEN))
        state: Any = redis_client.hget(game_key(table.id), "state")
        assert json.loads(state)["position"] == table.game.position_text
        assert "Zoë" in state.decode()

    def test_history_holds_a_position_with_every_32nd_move_alone(
        self, service: GameService, redis_client: redis.Redis
    ) -> None:
        table = Table(service)
        played = table.play_random(70)
        entries: list[Any] = redis_client.lrange(moves_key(table.id), 0, -1)
        assert len(entries) == 70
        for index, (entry, expected) in enumerate(zip(entries, played, strict=True)):
            fields = entry.decode().split(";")
            assert fields[1:4] == [
                str(expected.move.seat), str(expected.move.played_at), expected.move.text,
            ]  # fmt: skip
            kept = [expected.move.position_text] if (index + 1) % CHECKPOINT_EVERY == 0 else []
            assert fields[4:] == kept

    def test_of_other_changes_the_last_64_are_kept(self, service: GameService, redis_client: redis.Redis) -> None:
        table = Table(service, seats=(TAKEN, OPEN))
        for _ in range(40):
            service.leave(table.id, 1, table.owner)
            table.claim(1, "Ada")
        entries = [json.loads(entry) for entry in redis_client.lrange(changes_key(table.id), 0, -1)]
        assert [entry["version"] for entry in entries] == list(range(18, 82))
        assert entries[-1]["type"] == "claim"
        assert entries[-1]["seats"] == [["Ada", "taken"], [None, "open"]]
        assert entries[-1]["at"] == table.game.updated_at

    def test_an_ordinary_game_of_60_moves_is_small(self, service: GameService, redis_client: redis.Redis) -> None:
        names = ("First player", "Second player", "Third player", "Fourth player")
        table = Table(
            service,
            target=29,
            owner_token="an-owners-own-token-1234",
            seats=tuple(NewSeat(name=name) for name in names),
        )
        assert len(table.play_random(60)) == 60
        sizes = [redis_client.memory_usage(key, samples=0) or 0 for key in game_keys(table.id)]
        print("bytes of game, moves, changes:", sizes)
        assert all(sizes)
        assert sizes[0] <= 2048
        assert sum(sizes) <= 6144

    def test_only_commands_of_redis_6_2_are_used(self, service: GameService, redis_client: redis.Redis) -> None:
        table = Table(service, owner_token="an-owners-own-token-1234", seats=(TAKEN, OPEN))
        redis_client.config_resetstat()
        table.claim()
        table.play()
        service.replace_token(table.id, 1, table.owner, None)
        service.record(table.id)
        Table(service, owner_token="another-owners-token-12")
        service.leave(table.id, 1, table.owner)
        service.delete(table.id, table.owner)
        used = {name.removeprefix("cmdstat_") for name in redis_client.info("commandstats")}
        assert used - {"config|resetstat", "info"} <= {
            *("evalsha", "script|load", "time", "hmget", "hget", "hset", "llen", "lindex", "lrange", "ltrim"),
            *("rpush", "exists", "del", "get", "set", "pexpireat"),
        }


class TestReading:
    def test_a_game_is_read_in_one_round_trip(self, service: GameService, redis_client: redis.Redis) -> None:
        table = Table(service)
        service.get(table.id)
        redis_client.config_resetstat()
        before = redis_client.info("stats")["total_reads_processed"]
        service.get(table.id)
        after = redis_client.info("stats")["total_reads_processed"]
        assert redis_client.info("commandstats")["cmdstat_evalsha"]["calls"] == 1
        assert after - before == 2  # the game's, and the second INFO's

    def test_an_unchanged_game_is_not_parsed_again(self, service: GameService) -> None:
        created = service.create(NewGame()).game
        assert service.get(created.id) is created
        table = Table(service)
        assert table.play().game is table.game

    def test_a_game_that_another_process_changed_is_read_anew(self, service: GameService, redis_url: str) -> None:
        other = Store(redis_url)
        table = Table(service, seats=(TAKEN, OPEN))
        assert GameService(other.games).get(table.id) == table.game
        table.claim()
        assert GameService(other.games).get(table.id) == table.game
        service.replace_token(table.id, 1, table.owner, None)
        assert GameService(other.games).get(table.id) == table.game
        table.play()
        assert GameService(other.games).get(table.id) == table.game
        other.close()

    def test_a_stored_game_is_the_same_when_read_by_another_process(self, service: GameService, redis_url: str) -> None:
        table = Table(service, players=4, owner_token="an-owners-own-token-1234", public=True)
        table.play_random(5)
        service.leave(table.id, 3, table.owner)
        service.replace_token(table.id, 1, table.owner, None)
        other = Store(redis_url)
        found = other.games.load(table.id).game
        assert found is not table.game
        assert found == table.game
        assert found.last_move is not None
        assert found.last_move.events == service.move(table.id, 5).events
        other.close()

    def test_revisions_name_what_is_stored(self, service: GameService) -> None:
        table = Table(service, first_seat=1)
        keys_seen = [table.game.cache_key]
        service.replace_token(table.id, 2, table.owner, None)
        keys_seen.append(table.game.cache_key)
        table.play()
        keys_seen.append(table.game.cache_key)
        assert len(set(keys_seen)) == 3
        assert [str(key and key[1]).partition("-")[0] for key in keys_seen] == ["1", "2", "3"]

    def test_no_more_games_are_kept_than_asked_for(self, redis_client: redis.Redis, service: GameService) -> None:
        repository = RedisRepository(redis_client, kept=2)
        ids = [service.create(NewGame()).game.id for _ in range(3)]
        first = repository.load(ids[0]).game
        for one in ids:
            repository.load(one)
        again = repository.load(ids[0]).game
        assert again is not first
        assert again == first

    def test_an_unknown_game_is_not_found(self, service: GameService) -> None:
        with pytest.raises(GameNotFound):
            service.get("0" * 20)


def expiry_of(client: redis.Redis, key: str) -> int:
    """When a key expires, in milliseconds; a few off, since the clock goes on between two questions."""
    seconds, microseconds = client.time()
    return seconds * 1000 + microseconds // 1000 + client.pttl(key)


class TestExpiry:
    def test_expires_at_is_what_the_store_does(self, service: GameService, redis_client: redis.Redis) -> None:
        table = Table(service, seats=(TAKEN, OPEN))
        assert table.game.expires_at == table.game.created_at + 86_400_000
        for change in (lambda: None, table.claim, table.play, lambda: service.leave(table.id, 1, table.owner)):
            change()
            game = table.game
            for key in game_keys(table.id):
                if redis_client.exists(key):
                    assert abs(expiry_of(redis_client, key) - game.expires_at) < 50
        assert table.game.expires_at == table.game.updated_at + 30 * 86_400_000

    def test_a_replaced_token_keeps_no_game_longer(self, service: GameService, redis_client: redis.Redis) -> None:
        table = Table(service)
        redis_client.pexpireat(game_key(table.id), table.game.expires_at - 1000)
        service.replace_token(table.id, 1, table.owner, None)
        assert abs(expiry_of(redis_client, game_key(table.id)) - table.game.expires_at) < 50

    def test_a_game_goes_as_a_whole(self, store: Store, redis_client: redis.Redis) -> None:
        service = GameService(store.games, Expiry(used=400, unused=60_000))
        table = Table(service)
        table.play()
        assert len(keys(redis_client)) == 3
        seen = set()
        deadline = time.monotonic() + 10
        while keys(redis_client) and time.monotonic() < deadline:
            try:
                service.moves(table.id, 0, 10)
                seen.add("there")
            except GameNotFound:
                seen.add("gone")
            time.sleep(0.01)
        assert seen >= {"there"}
        with pytest.raises(GameNotFound):
            service.get(table.id)
        assert keys(redis_client) == set()

    def test_an_unused_game_goes_sooner(self, store: Store, redis_client: redis.Redis) -> None:
        service = GameService(store.games, Expiry(used=60_000, unused=100))
        table = Table(service)
        time.sleep(0.15)
        with pytest.raises(GameNotFound):
            service.play(table.id, table.tokens[1], 1, "N1 a1>a1")
        assert keys(redis_client) == set()

    def test_a_game_that_expires_between_reading_and_saving_is_not_found(
        self, store: Store, redis_client: redis.Redis
    ) -> None:
        service = GameService(store.games)
        table = Table(service)
        before = table.game
        after = service.play(table.id, table.tokens[before.to_move or 0], 1, table.legal(), dry_run=True).game
        redis_client.pexpire(game_key(table.id), 1)
        time.sleep(0.01)
        with pytest.raises(GameNotFound):
            store.games.save(before, after, None)


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
            assert caught.value.rules_version == RULES_VERSION + 1
        assert everything(redis_client) == stored

    def test_a_game_of_these_rules_says_so(self, service: GameService) -> None:
        game: Game = Table(service).game
        assert game.rules_version == RULES_VERSION

    def test_a_field_that_is_not_known_is_no_fault(self, service: GameService, redis_client: redis.Redis) -> None:
        table = Table(service)
        state = json.loads(redis_client.hget(game_key(table.id), "state") or b"")
        redis_client.hset(game_key(table.id), "state", json.dumps(state | {"deadline": None}))
        assert service.get(table.id).version == 1
