"""Time for moves: until when there is, and how long a game is kept then."""

from __future__ import annotations

from service.games import Expiry, GameService, NewGame, Status
from service.games.new_game import set_up
from tests.games.clock import Clock
from tests.games.table import FINISHED, OPEN, TAKEN, WINNING, Table, winning_move
from tests.games.timed import LIMIT, passing_move, play_up_to_an_extra_turn, timed

DAY = 86_400_000


class TestTheDeadline:
    def test_there_is_none_without_a_limit(self, clocked: GameService, clock: Clock) -> None:
        table = Table(clocked)
        assert (table.game.move_seconds, table.game.deadline) == (None, None)
        clock.pass_seconds(20 * 86_400)
        assert table.play().game.deadline is None

    def test_it_starts_with_a_game_that_waits_for_nobody(self, clocked: GameService, clock: Clock) -> None:
        game = timed(clocked).game
        assert (game.move_seconds, game.deadline) == (LIMIT, clock.now() + 10_000)

    def test_it_starts_with_the_last_claim(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked, 3, seats=(TAKEN, OPEN, OPEN))
        clock.pass_seconds(60)
        table.claim()
        assert (table.game.status, table.game.move_seconds, table.game.deadline) == (Status.WAITING, LIMIT, None)
        clock.pass_seconds(60)
        table.claim()
        assert table.game.deadline == clock.now() + 10_000

    def test_a_move_starts_the_next_seats(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked)
        clock.pass_seconds(9.999)
        game = table.play(passing_move(table.game)).game
        assert (game.to_move, game.deadline) == (2, clock.now() + 10_000)

    def test_an_extra_turn_starts_a_new_one(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked, seed=1)
        seat, move = play_up_to_an_extra_turn(table)
        clock.pass_seconds(4)
        game = table.play(move).game
        assert (game.to_move, game.position.extra_turn, game.deadline) == (seat, True, clock.now() + 10_000)

    def test_it_stays_when_another_seat_leaves(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked, 3)
        before = table.game.deadline
        clock.pass_seconds(4)
        clocked.leave(table.id, 2, table.owner)
        assert (table.game.to_move, table.game.deadline) == (1, before)

    def test_it_starts_anew_when_the_seat_to_move_resigns(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked, 3)
        clock.pass_seconds(4)
        clocked.leave(table.id, 1, table.tokens[1])
        assert (table.game.to_move, table.game.deadline) == (2, clock.now() + 10_000)

    def test_it_stays_when_a_token_is_replaced(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked)
        before = table.game.deadline
        clock.pass_seconds(4)
        clocked.replace_token(table.id, 1, table.owner, None)
        assert table.game.deadline == before

    def test_a_finished_game_has_none(self, clocked: GameService) -> None:
        assert timed(clocked, position=FINISHED, players=None, first_seat=None).game.deadline is None
        won = timed(clocked, position=WINNING, players=None, first_seat=None)
        assert won.game.deadline is not None
        assert won.play(winning_move(won)).game.deadline is None
        left = timed(clocked)
        assert clocked.leave(left.id, 1, left.owner).deadline is None

    def test_a_dry_run_shows_the_one_there_would_be(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked)
        before = table.game.deadline
        clock.pass_seconds(3)
        shown = clocked.play(table.id, table.tokens[1], 1, passing_move(table.game), dry_run=True).game
        assert shown.deadline == clock.now() + 10_000
        assert table.game.deadline == before


class TestExpiry:
    def test_a_game_is_kept_as_ever_from_its_last_time_out_on(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked, 4)
        game = table.game
        assert game.deadline is not None
        assert game.expires_at == game.deadline + 20_000 + DAY
        for _ in range(3):
            clock.pass_seconds(10)
            assert table.game.expires_at == game.expires_at
        assert table.game.expires_at == table.game.updated_at + DAY

    def test_a_used_one_longer(self, clocked: GameService) -> None:
        table = timed(clocked, 3, move_seconds=2_592_000)
        game = table.play(passing_move(table.game)).game
        assert game.deadline == game.updated_at + 30 * DAY
        assert game.expires_at == game.deadline + 30 * DAY + 30 * DAY

    def test_it_never_lies_before_the_deadline(self, clock: Clock) -> None:
        service = GameService(clock, Expiry(used=1000, unused=100))
        table = timed(service, 3)
        for change in (
            lambda: table.play(passing_move(table.game)),
            lambda: service.leave(table.id, 1, table.owner),
        ):
            game = table.game
            assert game.deadline is not None
            assert game.expires_at >= game.deadline + 100
            change()
        assert table.game.expires_at == (table.game.deadline or 0) + 1000


def test_asking_for_no_limit_is_asking_for_what_was_asked_before_there_were_any() -> None:
    """A create is repeated by its hash, also one of an hour ago, by an older service."""
    assert set_up(NewGame(seed=7)).request == "c3b8805a4bc8459bb574037eec1b07e51bb078b0e3baac9a5e9c1e096b13c21d"
    assert set_up(NewGame(seed=7, move_seconds=10)).request != set_up(NewGame(seed=7, move_seconds=11)).request
