"""Finding a game: what the list of public games shows, and in which order."""

from __future__ import annotations

import time
from random import Random

import pytest

from service.games import Expiry, Game, GameNotFound, GameService, InvalidCursor, NewGame, Place, SeatState, Status
from service.games.listing import format_cursor, parse_cursor
from service.store import Store
from tests.games.clock import Clock
from tests.games.table import FINISHED, OPEN, TAKEN, WINNING, Table, winning_move
from tests.games.timed import LIMIT, timed


def waiting(service: GameService) -> Table:
    return Table(service, public=True, seats=(TAKEN, OPEN))


def playing(service: GameService) -> Table:
    return Table(service, public=True)


def listed(service: GameService, status: Status | None = None, limit: int = 100) -> list[str]:
    """The ids that the list shows, all pages of it."""
    return [game.id for page in pages(service, status, limit) for game in page]


def pages(service: GameService, status: Status | None, limit: int) -> list[tuple[Game, ...]]:
    found = []
    cursor = None
    while True:
        page = service.list_public(status, limit, cursor)
        assert len(page.games) <= limit
        found.append(page.games)
        cursor = page.next_cursor
        if cursor is None:
            return found


def newest_first(tables: list[Table]) -> list[str]:
    games = sorted((table.game for table in tables), key=lambda game: (game.created_at, game.id), reverse=True)
    return [game.id for game in games]


class TestWhatIsListed:
    def test_a_public_game_that_waits_or_is_played(self, service: GameService) -> None:
        tables = [waiting(service), playing(service)]
        assert listed(service) == newest_first(tables)
        assert listed(service, Status.WAITING) == [tables[0].id]
        assert listed(service, Status.PLAYING) == [tables[1].id]

    def test_no_game_that_is_not_public(self, service: GameService) -> None:
        table = Table(service, seats=(TAKEN, OPEN))
        assert listed(service) == []
        table.claim()
        table.play()
        service.get(table.id)
        assert listed(service) == []

    def test_no_finished_game(self, service: GameService) -> None:
        Table(service, public=True, position=FINISHED)
        assert listed(service) == []
        with pytest.raises(ValueError, match="finished games are not listed"):
            service.list_public(Status.FINISHED, 20, None)

    def test_a_game_until_somebody_wins(self, service: GameService) -> None:
        table = Table(service, public=True, position=WINNING)
        assert listed(service) == [table.id]
        assert table.play(winning_move(table)).game.status is Status.FINISHED
        assert listed(service) == []

    def test_a_game_until_only_one_is_left(self, service: GameService) -> None:
        table = Table(service, public=True, players=3)
        service.leave(table.id, 1, table.owner)
        assert listed(service) == [table.id]
        service.leave(table.id, 2, table.owner)
        assert listed(service) == []

    def test_a_game_until_its_owner_removes_it(self, service: GameService) -> None:
        table = waiting(service)
        service.delete(table.id, table.owner)
        assert listed(service) == []

    def test_a_game_whose_last_seat_is_claimed_waits_no_more(self, service: GameService) -> None:
        table = waiting(service)
        table.claim()
        assert listed(service, Status.WAITING) == []
        assert listed(service, Status.PLAYING) == [table.id]

    def test_a_waiting_game_that_a_seat_has_left_still_waits(self, service: GameService) -> None:
        table = waiting(service)
        service.leave(table.id, 1, table.owner)
        assert listed(service, Status.WAITING) == [table.id]

    def test_games_as_they_are(self, service: GameService) -> None:
        tables = [playing(service) for _ in range(3)]
        for table in tables:
            table.play_random(2)
        page = service.list_public(None, 20, None)
        assert [service.get(game.id) for game in page.games] == list(page.games)
        assert [game.version for game in page.games] == [3, 3, 3]

    def test_nothing_in_an_empty_store(self, service: GameService) -> None:
        page = service.list_public(None, 20, None)
        assert page.games == ()
        assert page.next_cursor is None

    def test_no_expired_game(self, store: Store, service: GameService) -> None:
        short = GameService(store.games, Expiry(used=250, unused=250))
        first, last = playing(service), playing(short)
        order = newest_first([first, last])
        deadline = time.monotonic() + 10
        while True:
            shown = listed(service)
            try:
                service.get(last.id)
            except GameNotFound:
                break
            assert time.monotonic() < deadline
            assert shown == order
        assert listed(service) == [first.id]

    def test_a_game_that_the_same_call_creates_again_once(self, service: GameService, store: Store) -> None:
        token = "an-owners-own-token-1234"
        new = NewGame(public=True, owner_token=token)
        first = GameService(store.games, Expiry(used=100, unused=100)).create(new)
        time.sleep(0.15)
        again = service.create(new)
        assert again.game.id == first.game.id
        assert again.game.created_at > first.game.created_at
        assert listed(service) == [again.game.id]
        assert listed(service, limit=1) == [again.game.id]


class TestTimeOuts:
    def test_a_game_that_time_has_ended_is_not_listed(self, clock: Clock, clocked: GameService) -> None:
        over = timed(clocked, public=True)
        running = timed(clocked, public=True, move_seconds=60)
        clock.pass_seconds(LIMIT)
        for status in (None, Status.PLAYING):
            assert listed(clocked, status) == [running.id]
            assert listed(clocked, status, limit=1) == [running.id]
        assert over.game.status is Status.FINISHED

    def test_a_game_is_listed_without_the_seats_whose_time_is_over(self, clock: Clock, clocked: GameService) -> None:
        table = timed(clocked, 3, public=True)
        clock.pass_seconds(LIMIT)
        (game,) = clocked.list_public(None, 20, None).games
        assert [seat.state for seat in game.seats] == [SeatState.LEFT, SeatState.TAKEN, SeatState.TAKEN]
        assert game == table.game
        assert game.version == 2


class TestPages:
    @pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 8])
    @pytest.mark.parametrize("status", [None, Status.WAITING, Status.PLAYING])
    def test_together_show_every_game_once_newest_first(
        self, service: GameService, status: Status | None, limit: int
    ) -> None:
        tables = [waiting(service) if index % 2 else playing(service) for index in range(14)]
        wanted = [table for table in tables if status in (None, table.game.status)]
        found = pages(service, status, limit)
        assert [game.id for page in found for game in page] == newest_first(wanted)
        assert [len(page) for page in found[:-1]] == [limit] * (len(found) - 1)
        assert found[-1]

    def test_a_cursor_outlives_its_game(self, service: GameService) -> None:
        order = newest_first([playing(service) for _ in range(4)])
        tables = {table.id: table for table in (playing(service), playing(service))}
        first = service.list_public(None, 1, None)
        gone = tables[first.games[0].id]
        service.delete(gone.id, gone.owner)
        rest = service.list_public(None, 20, first.next_cursor)
        assert [game.id for game in rest.games][1:] == order

    def test_a_newer_game_moves_no_page(self, service: GameService) -> None:
        order = newest_first([playing(service) for _ in range(4)])
        first = service.list_public(None, 2, None)
        time.sleep(0.002)
        playing(service)
        second = service.list_public(None, 2, first.next_cursor)
        assert [game.id for game in (*first.games, *second.games)] == order
        assert second.next_cursor is None

    @pytest.mark.parametrize("seed", range(12))
    def test_skip_and_repeat_nothing_while_games_come_and_go(self, service: GameService, seed: int) -> None:
        """Games that stay are shown once each; none is shown twice, or after it has gone."""
        random = Random(seed)
        staying = [random.choice((waiting, playing))(service) for _ in range(12)]
        passing = [random.choice((waiting, playing))(service) for _ in range(8)]
        gone: set[str] = set()

        def disturb() -> None:
            what = random.choice(("create", "claim", "finish", "delete", "nothing"))
            if what == "create":
                passing.append(random.choice((waiting, playing))(service))
            elif what == "claim":
                open_tables = [table for table in staying if table.game.status is Status.WAITING]
                if open_tables:
                    random.choice(open_tables).claim()
            elif passing and what != "nothing":
                table = passing.pop(random.randrange(len(passing)))
                if what == "delete":
                    service.delete(table.id, table.owner)
                elif table.game.status is Status.PLAYING:
                    service.leave(table.id, 1, table.owner)
                gone.add(table.id)
                if what == "finish" and table.game.status is Status.WAITING:
                    gone.discard(table.id)

        shown: list[str] = []
        cursor = None
        while True:
            page = service.list_public(None, random.randrange(1, 4), cursor)
            shown += [game.id for game in page.games]
            assert not gone & {game.id for game in page.games}
            cursor = page.next_cursor
            if cursor is None:
                break
            for _ in range(random.randrange(4)):
                disturb()
        assert len(set(shown)) == len(shown)
        stayed = newest_first(staying)
        assert [one for one in shown if one in stayed] == stayed


class TestCursors:
    def test_stand_for_a_place(self) -> None:
        for place in (
            Place(0, "0" * 16),
            Place(1_796_033_472_562, "abcdefghij0123456789"),
            Place(10**15 - 1, "z" * 32),
        ):
            assert parse_cursor(format_cursor(place)) == place

    @pytest.mark.parametrize(
        "cursor",
        [
            "",
            "=",
            "20",
            "null",
            "x" * 65,
            "x" * 100_000,
            "MTc5NjAzMzQ3MjU2Mg",  # no id
            "MTc5NjAzMzQ3MjU2MjpBQkNERUZHSElKMDEyMzQ1Njc4OQ",  # an id in capitals
            "MDE3OTYwMzM0NzI1NjI6YWJjZGVmZ2hpajAxMjM0NTY3ODk",  # a zero in front
            "LTE6YWJjZGVmZ2hpajAxMjM0NTY3ODk",  # a time below zero
            "MTphYmNkZWZnaGlqMDEyMzQ1Njc4OQ==",  # padded
            "MTphYmNkZWZnaGlqMDEyMzQ1Njc4OR",  # bits set that say nothing
            " MTphYmNkZWZnaGlqMDEyMzQ1Njc4OQ",
            "MTphYmNkZWZnaGlqMDEyMzQ1Njc4OQ\n",
            "MTphYmNkZWZnaGlqMDEyMzQ1Njc4OQé",
            "MTphYmNkZWZn+GlqMDEyMzQ1Njc4OQ",
            "\udc80",
        ],
    )
    def test_that_no_page_came_with_are_refused(self, service: GameService, cursor: str) -> None:
        with pytest.raises(InvalidCursor):
            service.list_public(None, 20, cursor)

    def test_are_strict_by_little(self) -> None:
        assert parse_cursor("MTphYmNkZWZnaGlqMDEyMzQ1Njc4OQ") == Place(1, "abcdefghij0123456789")
