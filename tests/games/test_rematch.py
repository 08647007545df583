"""The rematch of a finished game."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.games import (
    Change,
    ChangeType,
    GameNotFinished,
    GameNotFound,
    GameService,
    NewSeat,
    NewVariants,
    Role,
    SeatState,
    Status,
    TokenMissing,
    TokenNotAllowed,
    TokenUnknown,
)
from service.rules import Color, start_position
from service.store import Store
from tests.games.clock import Clock
from tests.games.table import FINISHED, OPEN, TAKEN, Table, finished, position_text


class TestTheNewGame:
    def test_all_is_as_before_but_the_tiles(self, service: GameService) -> None:
        seats = (NewSeat("Ada", colors=(Color.YELLOW,)), NewSeat(None), NewSeat("Bob", colors=(Color.RED,)))
        table = finished(
            service,
            seats=seats,
            target=9,
            variants=NewVariants(False, True),
            public=True,
            move_seconds=50,
            first_seat=2,
        )
        old = table.game
        new = service.rematch(table.id, table.tokens[1]).game
        assert new.id != old.id
        assert (new.version, new.number, new.status) == (1, 1, Status.PLAYING)
        assert [(seat.name, seat.state) for seat in new.seats] == [
            ("Ada", SeatState.TAKEN),
            (None, SeatState.TAKEN),
            ("Bob", SeatState.TAKEN),
        ]
        assert new.position.seats == old.position.seats == ((Color.YELLOW,), (Color.BLUE,), (Color.RED,))
        assert (new.position.options, new.public, new.move_seconds) == (old.position.options, True, 50)
        assert new.seed is not None
        assert new.seed != old.seed
        assert new.position == start_position(old.position.seats, old.position.options, new.seed)
        assert (new.left, new.last_move, new.used, new.rematch) == ((), None, False, None)
        assert new.deadline == new.created_at + 50_000

    def test_a_two_color_game_is_followed_by_one(self, service: GameService) -> None:
        table = finished(service, two_color=True, goal="both")
        new = service.rematch(table.id, table.tokens[2]).game
        assert new.position.seats == ((Color.RED, Color.GREEN), (Color.BLUE, Color.YELLOW))
        assert new.position.options.goal_both

    def test_the_tokens_of_all_are_good_for_it(self, service: GameService) -> None:
        table = Table(service, players=3)
        table.tokens[2] = service.replace_token(table.id, 2, table.owner, None).token
        service.leave(table.id, 1, table.owner)
        service.leave(table.id, 2, table.owner)
        new = service.rematch(table.id, table.tokens[1]).game
        assert service.whoami(new.id, table.owner) == Role("owner", None)
        for seat, token in table.tokens.items():
            assert service.whoami(new.id, token) == Role("seat", seat)
        assert new.to_move is not None
        assert service.play(new.id, table.tokens[new.to_move], 1, Table.legal_of(new)).outcome == "played"

    def test_a_position_is_followed_by_the_usual_start(self, service: GameService) -> None:
        table = Table(service, position=position_text(seats="y,b", scores="17,0", options="9h", number="40"))
        new = service.rematch(table.id, table.tokens[1]).game
        assert new.seed is not None
        assert new.position == start_position(table.game.position.seats, table.game.position.options, new.seed)
        assert (new.position.seats, new.position.options.target, new.number) == (((Color.YELLOW,), (Color.BLUE,)), 9, 1)

    def test_a_seat_that_nobody_had_is_open(self, service: GameService) -> None:
        table = Table(service, position=FINISHED, seats=(NewSeat("Ada"), OPEN))
        new = service.rematch(table.id, table.tokens[1]).game
        assert [seat.state for seat in new.seats] == [SeatState.TAKEN, SeatState.OPEN]
        assert new.status is Status.WAITING
        assert service.claim(new.id, None, None, None).seat == 2

    def test_a_seat_that_had_left_before_the_start_is_open(self, service: GameService) -> None:
        text = position_text(seats="!r,b,g", warehouses="5/5/5/5/5,5/5/5/5/5,5/5/5/5/5", scores="0,17,0", turn="2")
        table = Table(service, position=text)
        new = service.rematch(table.id, table.tokens[3]).game
        assert [seat.state for seat in new.seats] == [SeatState.OPEN, SeatState.TAKEN, SeatState.TAKEN]
        assert new.position.left == (False, False, False)

    def test_it_can_have_one_itself(self, service: GameService) -> None:
        table = finished(service)
        new = service.rematch(table.id, table.tokens[1]).game
        with pytest.raises(GameNotFinished):
            service.rematch(new.id, table.tokens[1])
        service.leave(new.id, 1, table.owner)
        third = service.rematch(new.id, table.tokens[1])
        assert third.created
        assert len({table.id, new.id, third.game.id}) == 3


class TestTheFinishedGame:
    def test_it_shows_the_new_one_as_a_change_like_any_other(self, clocked: GameService, clock: Clock) -> None:
        table = finished(clocked)
        before = table.game
        assert (before.rematch, before.reserved) == (None, None)
        clock.pass_seconds(60)
        new = clocked.rematch(table.id, table.tokens[1]).game
        after = table.game
        assert (after.rematch, after.reserved) == (new.id, None)
        assert (after.version, after.updated_at) == (before.version + 1, clock.now())
        assert after.expires_at == before.expires_at + 60_000
        assert clock.history(after, 0).changes[-1] == Change(
            after.version,
            clock.now(),
            ChangeType.REMATCH,
            ((None, SeatState.LEFT), (None, SeatState.TAKEN)),
            new.id,
        )

    def test_the_news_tell_it(self, clocked: GameService) -> None:
        table = finished(clocked)
        version = table.game.version
        first = clocked.rematch(table.id, table.tokens[1]).game.id
        clocked.delete(first, table.owner)
        second = clocked.rematch(table.id, table.tokens[1]).game.id
        events = clocked.news(table.id, version - 1).events
        assert [(event.version, event.game.rematch, event.move) for event in events] == [
            (version, None, None),
            (version + 1, first, None),
            (version + 2, second, None),
        ]


class TestWhoAsks:
    def test_the_first_call_makes_it_and_the_others_find_it(self, service: GameService) -> None:
        table = finished(service, players=4)
        first = service.rematch(table.id, table.tokens[4])
        assert first.created
        for seat in (1, 2, 3, 4):
            again = service.rematch(table.id, table.tokens[seat])
            assert (again.created, again.game) == (False, first.game)
        assert table.game.version == 5

    def test_the_others_find_it_as_it_is_then(self, clocked: GameService, clock: Clock) -> None:
        table = finished(clocked, move_seconds=10)
        new = clocked.rematch(table.id, table.tokens[1]).game
        clock.pass_seconds(10)
        again = clocked.rematch(table.id, table.tokens[1])
        assert (again.created, again.game.id, again.game.status) == (False, new.id, Status.FINISHED)

    def test_only_a_seat_may(self, service: GameService) -> None:
        table = finished(service)
        for token, error in ((None, TokenMissing), ("x" * 22, TokenUnknown), (table.owner, TokenNotAllowed)):
            with pytest.raises(error):
                service.rematch(table.id, token)
        service.rematch(table.id, table.tokens[1])
        with pytest.raises(TokenNotAllowed):
            service.rematch(table.id, table.owner)

    def test_not_before_the_end(self, service: GameService) -> None:
        table = Table(service, seats=(TAKEN, OPEN))
        for status in ("waiting", "playing"):
            with pytest.raises(GameNotFinished) as conflict:
                service.rematch(table.id, table.tokens[1])
            assert (conflict.value.code, conflict.value.status) == ("game_not_finished", status)
            if status == "waiting":
                table.claim()
        assert table.game.version == 2

    def test_a_game_that_time_has_ended_is_finished(self, clocked: GameService, clock: Clock) -> None:
        table = Table(clocked, move_seconds=10)
        clock.pass_seconds(10)
        assert clocked.rematch(table.id, table.tokens[1]).created

    def test_of_a_game_that_is_not_there(self, service: GameService) -> None:
        with pytest.raises(GameNotFound):
            service.rematch("a" * 20, "x" * 22)

    def test_many_at_once_get_one_game(self, service: GameService, redis_url: str) -> None:
        table = finished(service, players=4)
        stores = [Store(redis_url, threads=25) for _ in range(2)]
        services = [GameService(store.games) for store in stores]

        def ask(index: int) -> tuple[bool, str]:
            found = services[index % 2].rematch(table.id, table.tokens[index % 4 + 1])
            return found.created, found.game.id

        with ThreadPoolExecutor(50) as pool:
            answers = list(pool.map(ask, range(50)))
        assert Counter(created for created, _ in answers) == {True: 1, False: 49}
        assert {game_id for _, game_id in answers} == {table.game.rematch}
        assert table.game.version == 5
        for store in stores:
            store.close()


class TestARematchThatIsGone:
    @pytest.mark.parametrize("played", [False, True])
    def test_another_is_made(self, service: GameService, played: bool) -> None:
        table = finished(service)
        first = service.rematch(table.id, table.tokens[1]).game
        if played:
            assert first.to_move is not None
            service.play(first.id, table.tokens[first.to_move], 1, Table.legal_of(first))
        service.delete(first.id, table.owner)
        version = table.game.version
        assert table.game.rematch == first.id
        second = service.rematch(table.id, table.tokens[2])
        assert second.created
        assert second.game.id != first.id
        assert (table.game.rematch, table.game.version) == (second.game.id, version + 1)
        assert service.rematch(table.id, table.tokens[1]).game == second.game

    def test_removing_the_new_one_leaves_the_old_one_alone(self, service: GameService) -> None:
        own = "an-owners-own-token-1234"
        table = finished(service, owner_token=own)
        new = service.rematch(table.id, table.tokens[1]).game
        service.delete(new.id, own)
        assert table.game.rematch == new.id
        service.delete(table.id, own)
        with pytest.raises(GameNotFound):
            service.get(table.id)
