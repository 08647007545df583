"""What is stored, how, and how it is read again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from service.games import (
    GameNotFound,
    GameService,
    NewGame,
    NewSeat,
)
from service.games.replay import CHECKPOINT_EVERY
from service.store import RedisRepository, Store
from service.store.client import Client
from service.store.keys import changes_key, game_key, game_keys, moves_key
from tests.games.table import OPEN, TAKEN, Table
from tests.store.contents import everything, keys

if TYPE_CHECKING:
    import redis


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
            move_seconds=86_400,
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
            *("evalsha", "eval", "time", "hmget", "hget", "hset", "llen", "lindex", "lrange", "ltrim"),
            *("rpush", "exists", "del", "get", "set", "pexpireat", "publish"),
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

    def test_no_more_games_are_kept_than_asked_for(self, redis_url: str, service: GameService) -> None:
        client = Client(redis_url)
        repository = RedisRepository(client, kept=2)
        ids = [service.create(NewGame()).game.id for _ in range(3)]
        first = repository.load(ids[0]).game
        for one in ids:
            repository.load(one)
        again = repository.load(ids[0]).game
        assert again is not first
        assert again == first
        client.close()

    def test_an_unknown_game_is_not_found(self, service: GameService) -> None:
        with pytest.raises(GameNotFound):
            service.get("0" * 20)
