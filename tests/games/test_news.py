from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from service.games import Game, GameDamaged, GameNotFound, GameService, NewSeat, SeatState, news
from service.games.loading import Current
from service.rules import LegalMoves
from service.store.keys import changes_key, moves_key
from service.store.scripts import CHANGES_KEPT
from tests.games.clock import Clock
from tests.games.table import OPEN, TAKEN, Table

if TYPE_CHECKING:
    import redis


def shown(game: Game) -> Game:
    """What can be seen of a game: no revision, no tokens."""
    seats = tuple(replace(seat, token=None, replaced=None) for seat in game.seats)
    return replace(game, revision="", seats=seats)


def happen(table: Table, clock: Clock, random: Random) -> None:
    """Let something happen in a game: a claim, a leave, a move, a new token, or nothing for a while."""
    game = table.game
    taken = [seat for seat, known in enumerate(game.seats, 1) if known.state is SeatState.TAKEN]
    clock.pass_seconds(random.choice((0, 0, 0.001, 1, 4)))
    what = random.random()
    if game.outcome is not None:
        return
    if what < 0.04:
        clock.pass_seconds(random.choice((10, 13, 21, 35)))
    elif what < 0.08 and taken:
        table.service.leave(table.id, random.choice(taken), table.owner)
    elif what < 0.12 and taken:
        seat = random.choice(taken)
        table.tokens[seat] = table.service.replace_token(table.id, seat, table.owner, None).token
    elif table.game.to_move is not None:
        table.play(LegalMoves(table.game.position).random(random))
    elif any(seat.state is SeatState.OPEN for seat in table.game.seats):
        table.claim(None, random.choice((None, "Ada", "Bob")))


def settings(random: Random) -> dict[str, Any]:
    seats = tuple(
        NewSeat(random.choice((None, "Cleo")), open=random.random() < 0.4) for _ in range(random.choice((2, 3, 4)))
    )
    return {"seats": seats, "seed": random.randrange(1000), "target": 9, "move_seconds": random.choice((None, 10, 12))}


@pytest.mark.parametrize("seed", range(24))
def test_news_are_what_was_seen_as_it_happened(clocked: GameService, clock: Clock, seed: int) -> None:
    random = Random(seed)
    table = Table(clocked, **settings(random))
    for _ in range(60):
        happen(table, clock, random)
    last = table.game
    seen = clock.stored[table.id]
    assert sorted(seen) == list(range(1, last.version + 1))
    for version in range(1, last.version + 1):
        news = clocked.news(table.id, version)
        assert (news.game, news.now, news.complete) == (last, clock.now(), True)
        assert [event.version for event in news.events] == list(range(version + 1, last.version + 1))
        for event in news.events:
            before, now = seen[event.version - 1], seen[event.version]
            assert shown(event.game) == shown(now)
            moved = now.number > before.number
            assert event.move == (now.last_move if moved else None)
            if event.move is not None:
                assert event.move.position_text == now.position_text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_long_games_too(clocked: GameService, players: int) -> None:
    """From any version, also where the moves before it lie in another part of the history."""
    table = Table(clocked, players=players, target=29)
    played = [one.move for one in table.play_random(70)]
    last = table.game
    for version in (1, 2, 31, 32, 33, 34, 63, 64, 65, 66, len(played)):
        events = clocked.news(table.id, version).events
        assert [event.move for event in events] == played[version - 1 :]
        assert events[-1].game is last


class TestWhatCannotBeTold:
    @pytest.mark.parametrize("version", [-1, 0, 4, 1000])
    def test_after_a_version_that_there_is_not(self, clocked: GameService, version: int) -> None:
        table = Table(clocked)
        table.play_random(2)
        news = clocked.news(table.id, version)
        assert (news.game, news.complete) == (table.game, False)
        assert [(event.version, event.game, event.move) for event in news.events] == [(3, table.game, None)]

    def test_what_is_forgotten(self, clocked: GameService, clock: Clock) -> None:
        table = Table(clocked, seats=(TAKEN, OPEN, OPEN))
        for _ in range(40):
            clocked.leave(table.id, 1, table.owner)
            table.claim(1, "Ada")
        table.claim(2)
        table.claim(3)
        table.play_random(3)
        game = table.game
        forgotten = 83 - CHANGES_KEPT
        for version in range(1, forgotten):
            news = clocked.news(table.id, version)
            assert (news.complete, len(news.events), news.events[0].game) == (False, 1, game)
        for version in range(forgotten, game.version + 1):
            news = clocked.news(table.id, version)
            assert news.complete
            for event, wanted in zip(news.events, range(version + 1, game.version + 1), strict=True):
                assert event.version == wanted
                assert shown(event.game) == shown(clock.stored[table.id][wanted])

    def test_what_is_forgotten_between_moves(self, clocked: GameService, clock: Clock) -> None:
        """A finished game may change again and again: its rematch is removed, and made anew."""
        table = Table(clocked, seats=(TAKEN, TAKEN))
        table.play_random(3)
        clocked.leave(table.id, 1, table.owner)
        for _ in range(CHANGES_KEPT + 2):
            clocked.delete(clocked.rematch(table.id, table.tokens[2]).game.id, table.owner)
        game = table.game
        for version in range(1, game.version + 1):
            news = clocked.news(table.id, version)
            if not news.complete:
                assert [(event.version, event.game) for event in news.events] == [(game.version, game)]
                continue
            for event, wanted in zip(news.events, range(version + 1, game.version + 1), strict=True):
                assert event.version == wanted
                assert shown(event.game) == shown(clock.stored[table.id][wanted])

    def test_where_the_history_does_not_lead_to_the_game(self, clocked: GameService, redis_client: redis.Redis) -> None:
        table = Table(clocked, seats=(TAKEN, TAKEN, TAKEN), first_seat=1)
        table.play_random(3)
        clocked.leave(table.id, 1, table.owner)
        redis_client.lset(moves_key(table.id), 1, "a save;3;0;N1 -")
        with pytest.raises(GameDamaged):
            clocked.news(table.id, 2)
        redis_client.lset(changes_key(table.id), 0, "{}")
        with pytest.raises(GameDamaged):
            clocked.news(table.id, 2)

    def test_where_the_store_has_lost_its_last_change(
        self, clocked: GameService, redis_client: redis.Redis, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It dies after the game is read, and comes back without its last second."""
        table = Table(clocked, seats=(TAKEN, OPEN))
        table.claim()
        table.play_random(3)
        game = table.game
        monkeypatch.setattr(clocked._loader, "load", lambda _: Current(game, 0))
        redis_client.rpop(moves_key(table.id))
        assert not clocked.news(table.id, 2).complete
        redis_client.rpop(changes_key(table.id))
        assert not clocked.news(table.id, 2).complete

    def test_a_game_that_is_gone(self, clocked: GameService) -> None:
        table = Table(clocked)
        clocked.delete(table.id, table.owner)
        with pytest.raises(GameNotFound):
            clocked.news(table.id, 1)


class TestWhatItCosts:
    @pytest.fixture
    def table(self, clocked: GameService) -> Table:
        table = Table(clocked, seats=(TAKEN, OPEN))
        table.claim()
        table.play_random(40)
        return table

    @pytest.mark.parametrize(("behind", "scripts"), [(0, 1), (1, 2), (20, 2), (41, 2)])
    def test_the_history_is_one_more_round_trip(
        self, clocked: GameService, redis_client: redis.Redis, table: Table, behind: int, scripts: int
    ) -> None:
        version = table.game.version - behind
        clocked.news(table.id, 1)  # the scripts are known then
        redis_client.config_resetstat()
        assert len(clocked.news(table.id, version).events) == behind
        assert redis_client.info("commandstats")["cmdstat_evalsha"]["calls"] == scripts

    def test_the_last_change_is_told_without_playing_anything_again(
        self, clocked: GameService, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(news, "replay", None)
        last = table.play().move
        (event,) = clocked.news(table.id, table.game.version - 1).events
        assert (event.game, event.move) == (table.game, last)
        clocked.leave(table.id, 1, table.owner)
        (event,) = clocked.news(table.id, table.game.version - 1).events
        assert (event.game, event.move) == (table.game, None)


def test_an_earlier_version_shows_no_tokens_and_is_no_stored_one(clocked: GameService) -> None:
    table = Table(clocked)
    table.play_random(2)
    game = clocked.news(table.id, 1).events[0].game
    assert {seat.token for seat in game.seats} == {None}
    assert game.cache_key is None


def test_the_service_tells_the_stores_time(service: GameService, redis_client: redis.Redis) -> None:
    seconds, _ = redis_client.time()
    assert 0 <= service.now() - seconds * 1000 < 60_000
