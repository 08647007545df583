"""A move on a game as its process knows it: the store is asked once, and has the last word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.games import GameNotFound, GameService, NumberTaken, TokenUnknown
from service.rules import IllegalMove
from service.store import Store
from tests.games.table import OPEN, TAKEN, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    import redis


@pytest.fixture
def other(redis_url: str) -> Iterator[GameService]:
    """Another process's service, as far as the store can tell."""
    store = Store(redis_url)
    yield GameService(store.games)
    store.close()


@pytest.fixture
def table(service: GameService) -> Table:
    """A game that this process knows as it is."""
    table = Table(service, seats=(TAKEN, TAKEN), first_seat=1)
    table.play_random(2)
    return table


def scripts_run(client: redis.Redis) -> int:
    stats = client.info("commandstats")
    return sum(int(stats.get(f"cmdstat_{name}", {}).get("calls", 0)) for name in ("evalsha", "eval"))


def next_move(table: Table) -> tuple[str, int, str]:
    game = table.game
    assert game.to_move is not None
    return table.tokens[game.to_move], game.number, table.legal()


def test_a_move_asks_the_store_once(table: Table, redis_client: redis.Redis) -> None:
    token, number, move = next_move(table)
    before = scripts_run(redis_client)
    played = table.service.play(table.id, token, number, move)
    assert (played.outcome, scripts_run(redis_client) - before) == ("played", 1)


@pytest.mark.parametrize("look", ["get", "news"])
def test_what_another_process_has_played_is_known_once_it_is_seen(
    table: Table, other: GameService, redis_client: redis.Redis, look: str
) -> None:
    token, number, move = next_move(table)
    theirs = other.play(table.id, token, number, move).game
    assert theirs.to_move is not None
    if look == "get":
        table.service.get(table.id)
    else:
        assert table.service.news(table.id, theirs.version - 1).game == theirs
    before = scripts_run(redis_client)
    played = table.service.play(table.id, table.tokens[theirs.to_move], number + 1, table.legal_of(theirs))
    assert (played.outcome, scripts_run(redis_client) - before) == ("played", 1)


def test_a_move_with_another_number_is_not_tried_on_what_is_known(
    table: Table, other: GameService, redis_client: redis.Redis
) -> None:
    token, number, move = next_move(table)
    theirs = other.play(table.id, token, number, move).game
    assert theirs.to_move is not None
    before = scripts_run(redis_client)
    played = table.service.play(table.id, table.tokens[theirs.to_move], number + 1, table.legal_of(theirs))
    assert (played.outcome, scripts_run(redis_client) - before) == ("played", 2)


def test_it_is_played_at_the_stores_time(table: Table, redis_client: redis.Redis) -> None:
    def store_time() -> int:
        seconds, microseconds = redis_client.time()
        return int(seconds) * 1000 + int(microseconds) // 1000

    before, (token, number, move) = store_time(), next_move(table)
    played = table.service.play(table.id, token, number, move)
    assert before - 100 <= played.move.played_at <= store_time() + 100
    assert played.move.played_at >= table.service.move(table.id, number - 1).played_at


def test_what_another_process_has_played_is_found_and_played_on(table: Table, other: GameService) -> None:
    token, number, move = next_move(table)
    theirs = other.play(table.id, token, number, move)
    assert theirs.outcome == "played"
    seat = theirs.game.to_move
    assert seat is not None
    mine = table.service.play(table.id, table.tokens[seat], number + 1, table.legal_of(theirs.game))
    assert (mine.outcome, mine.game.number) == ("played", number + 2)
    assert [one.number for one in other.moves(table.id, 0, 99)[0]] == list(range(1, number + 2))


def test_a_move_that_another_process_was_quicker_to_play_is_a_repeat(table: Table, other: GameService) -> None:
    token, number, move = next_move(table)
    other.play(table.id, token, number, move)
    assert table.service.play(table.id, token, number, move).outcome == "repeated"


def test_a_conflict_is_told_of_the_game_as_it_is_now(table: Table, other: GameService) -> None:
    token, number, _ = next_move(table)
    first, second = (table.legal(index) for index in (0, 1))
    other.play(table.id, token, number, first)
    with pytest.raises(NumberTaken) as told:
        table.service.play(table.id, token, number, second)
    assert told.value.number == number + 1


def test_a_token_that_another_process_has_replaced_is_good_for_nothing(table: Table, other: GameService) -> None:
    token, number, move = next_move(table)
    seat = table.game.to_move
    assert seat is not None
    other.replace_token(table.id, seat, token, "another-own-token-1234")
    with pytest.raises(TokenUnknown):
        table.service.play(table.id, token, number, move)
    assert table.service.play(table.id, "another-own-token-1234", number, move).outcome == "played"


def test_a_game_that_another_process_has_removed_is_gone(table: Table, other: GameService) -> None:
    token, number, move = next_move(table)
    other.delete(table.id, table.owner)
    for _ in range(2):
        with pytest.raises(GameNotFound):
            table.service.play(table.id, token, number, move)


def test_a_move_that_is_not_allowed_is_refused_and_changes_nothing(table: Table) -> None:
    token, number, _ = next_move(table)
    before = table.game
    with pytest.raises(IllegalMove):
        table.service.play(table.id, token, number, "N1 a1>a1")
    assert table.game == before


def test_two_processes_that_move_in_turn_play_a_whole_game(service: GameService, other: GameService) -> None:
    table = Table(service, seats=(TAKEN, OPEN), first_seat=1)
    table.claim(2)
    game = table.game
    for number in range(1, 41):
        assert game.to_move is not None
        process = (service, other)[number // 3 % 2]
        game = process.play(table.id, table.tokens[game.to_move], number, table.legal_of(game)).game
        if game.to_move is None:
            break
    assert [one.number for one in service.moves(table.id, 0, 99)[0]] == list(range(1, game.number))
