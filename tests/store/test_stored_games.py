"""Games that earlier and later services have stored: they are served, or refused and left alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from service.games import Conflict, Game, GameDamaged, GameService, NewerRules, Status, TokenNotAllowed
from service.rules import LegalMoves, check_record
from service.store.keys import changes_key, game_key, game_keys
from tests.games.table import Table
from tests.store.contents import everything
from tests.store.stored import FOLDER, GAMES, put

if TYPE_CHECKING:
    import redis

OLDER = sorted(path.stem for path in FOLDER.glob("game_*.json"))


def read(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())
    return document


class Stored(Table):
    """A game from a file, in the store."""

    def __init__(self, service: GameService, client: redis.Redis, name: str) -> None:
        document = read(name)
        put(client, document)
        self.service = service
        self.id = document["game"]
        self.owner = document["owner"]
        self.tokens = {int(seat): token for seat, token in document["tokens"].items()}
        self.shows = document.get("shows", {})


def shown(game: Game) -> dict[str, Any]:
    return {
        "version": game.version,
        "status": game.status.value,
        "number": game.number,
        "to_move": game.to_move,
        "position": game.position_text,
    }


def test_there_is_a_game_for_every_entry_of_the_table() -> None:
    assert set(GAMES) <= set(OLDER)


@pytest.mark.parametrize("name", OLDER)
class TestOlder:
    def test_it_shows_what_it_showed(self, service: GameService, redis_client: redis.Redis, name: str) -> None:
        table = Stored(service, redis_client, name)
        stored = [redis_client.dump(key) for key in game_keys(table.id)]
        assert shown(table.game) == table.shows
        assert [redis_client.dump(key) for key in game_keys(table.id)] == stored

    def test_its_history_can_be_replayed(self, service: GameService, redis_client: redis.Redis, name: str) -> None:
        table = Stored(service, redis_client, name)
        game = table.game
        moves, more = service.moves(table.id, 0, 1000)
        assert ([move.number for move in moves], more) == (list(range(1, game.number)), False)
        checked = check_record(service.record(table.id).as_dict())
        assert (checked.position, checked.outcome) == (game.position, game.outcome)
        events = service.news(table.id, 1).events
        assert [event.version for event in events] == list(range(2, game.version + 1))

    def test_its_tokens_hold(self, service: GameService, redis_client: redis.Redis, name: str) -> None:
        table = Stored(service, redis_client, name)
        assert service.whoami(table.id, table.owner).role == "owner"
        for seat, token in table.tokens.items():
            if table.game.seats[seat - 1].bot is None:
                assert service.whoami(table.id, token).seat == seat
            else:  # that plays on for whom the token was
                with pytest.raises(TokenNotAllowed):
                    service.whoami(table.id, token)

    def test_it_is_played_on_to_its_end(self, service: GameService, redis_client: redis.Redis, name: str) -> None:
        table = Stored(service, redis_client, name)
        while table.game.status is Status.WAITING:
            table.claim()
        before = table.game
        if before.status is Status.FINISHED:
            with pytest.raises(Conflict):
                service.play(table.id, table.tokens[1], before.number, "N1 -")
            return
        played = table.play_random(40)
        game = table.game
        assert game.version == before.version + len(played)
        assert played
        for seat, known in enumerate(game.seats, 1):
            if game.outcome is None and known.bot is None:
                game = service.leave(table.id, seat, table.owner)
        if game.outcome is None:  # the bots play on
            game = table.play_to_the_end()
        assert game.outcome is not None
        checked = check_record(service.record(table.id).as_dict())
        assert (checked.position, checked.outcome) == (game.position, game.outcome)

    def test_it_can_be_removed(self, service: GameService, redis_client: redis.Redis, name: str) -> None:
        table = Stored(service, redis_client, name)
        service.delete(table.id, table.owner)
        assert not list(redis_client.scan_iter(f"kiln:{{{table.id}}}:*"))


def test_a_game_whose_time_was_over_yesterday_has_ended(service: GameService, redis_client: redis.Redis) -> None:
    table = Stored(service, redis_client, "game_1_timed")
    state = json.loads(redis_client.hget(game_key(table.id), "state") or b"")
    yesterday = int(redis_client.time()[0] - 24 * 3600) * 1000
    state |= {"updated_at": yesterday - 3_600_000, "deadline": yesterday}
    redis_client.hset(game_key(table.id), "state", json.dumps(state))
    game = table.game
    assert game.outcome is not None
    assert (game.outcome.reason, [left.reason for left in game.left]) == ("last_seat", ["timed_out"] * 2)
    check_record(service.record(table.id).as_dict())


@pytest.mark.parametrize(("name", "says"), [("newer_rules", "2 of the rules"), ("newer_format", "3 of the form")])
def test_a_game_of_a_newer_service_is_refused_and_stays_as_it_is(
    service: GameService, redis_client: redis.Redis, name: str, says: str
) -> None:
    table = Stored(service, redis_client, name)
    stored = everything(redis_client)
    token = table.tokens[1]
    for call in (
        lambda: service.get(table.id),
        lambda: service.play(table.id, token, 41, "N1 a1>a1"),
        lambda: service.claim(table.id, None, None, None),
        lambda: service.leave(table.id, 1, token),
        lambda: service.replace_token(table.id, 1, table.owner, None),
        lambda: service.delete(table.id, table.owner),
        lambda: service.rematch(table.id, token),
        lambda: service.whoami(table.id, token),
        lambda: service.record(table.id),
        lambda: service.moves(table.id, 0, 10),
        lambda: service.news(table.id, 1),
    ):
        with pytest.raises(NewerRules, match=says):
            call()
    assert everything(redis_client) == stored


@pytest.mark.parametrize("version", [0, -1, "2", 2.0, True, None])
@pytest.mark.parametrize("field", ["rules_version", "format"])
def test_a_version_that_is_none_is_damage(
    service: GameService, redis_client: redis.Redis, field: str, version: Any
) -> None:
    table = Stored(service, redis_client, "game_1_playing")
    state = json.loads(redis_client.hget(game_key(table.id), "state") or b"")
    redis_client.hset(game_key(table.id), "state", json.dumps({**state, field: version}))
    with pytest.raises(GameDamaged):
        service.get(table.id)


class TestNewerFields:
    @pytest.fixture
    def newer(self, service: GameService, redis_client: redis.Redis) -> Stored:
        return Stored(service, redis_client, "newer_fields")

    @staticmethod
    def state(client: redis.Redis, table: Table) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(client.hget(game_key(table.id), "state") or b"")
        return found

    def test_the_game_is_served(self, service: GameService, newer: Stored) -> None:
        assert shown(newer.game) == newer.shows
        events = service.news(newer.id, 1).events
        assert [event.version for event in events] == list(range(2, newer.game.version + 1))

    def test_what_is_not_known_outlives_a_change(
        self, service: GameService, redis_client: redis.Redis, newer: Stored
    ) -> None:
        before = self.state(redis_client, newer)
        service.replace_token(newer.id, 1, newer.owner, None)
        after = self.state(redis_client, newer)
        assert after.keys() == before.keys()
        assert (after["tags"], after["pause"]) == (before["tags"], before["pause"])
        assert [seat.get("avatar", "none") for seat in after["seats"]] == ["owl", "none", None, "none"]
        assert [left.get("note") for left in after["left"]] == ["gone for good", None]
        assert after["last_move"] == before["last_move"]

    def test_a_move_keeps_all_but_what_belongs_to_the_last_one(self, redis_client: redis.Redis, newer: Stored) -> None:
        changes = redis_client.lrange(changes_key(newer.id), 0, -1)
        before = self.state(redis_client, newer)
        newer.play_random(2)
        after = self.state(redis_client, newer)
        assert after.keys() == before.keys()
        assert (after["tags"], after["pause"]) == (before["tags"], before["pause"])
        assert "thought" not in after["last_move"]
        assert redis_client.lrange(changes_key(newer.id), 0, -1) == changes

    def test_a_seat_that_leaves_keeps_its_own(
        self, service: GameService, redis_client: redis.Redis, newer: Stored
    ) -> None:
        service.leave(newer.id, 3, newer.owner)
        after = self.state(redis_client, newer)
        assert [left.get("note", "none") for left in after["left"]] == ["gone for good", "none", "none"]
        assert [seat.get("avatar", "none") for seat in after["seats"]] == ["owl", "none", None, "none"]

    def test_it_is_kept_however_often_the_game_is_stored(self, redis_client: redis.Redis, newer: Stored) -> None:
        for _ in range(3):
            newer.play()
            redis_client.script_flush()
        assert self.state(redis_client, newer)["pause"] == {"since": None, "by": [1, 3], "nested": {"deep": 1.5}}


def test_a_game_without_anything_new_is_stored_as_before(service: GameService, redis_client: redis.Redis) -> None:
    table = Stored(service, redis_client, "game_1_first")
    before = json.loads(redis_client.hget(game_key(table.id), "state") or b"")
    table.play(LegalMoves(table.game.position).at(0))
    after = json.loads(redis_client.hget(game_key(table.id), "state") or b"")
    assert after.keys() == before.keys()
