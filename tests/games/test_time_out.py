"""Seats that let their time run out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from service.games import GameFinished, GameService, NewGame, NotYourTurn, SeatState, Status, TokenReused
from service.rules import Outcome, check_record
from tests.games.clock import Clock
from tests.games.table import OPEN, TAKEN
from tests.games.timed import LIMIT, passing_move, play_up_to_an_extra_turn, timed


class TestATimeOut:
    def test_it_comes_at_the_deadline_and_not_before(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked, 3)
        clock.pass_seconds(9.999)
        assert (table.game.version, table.game.to_move) == (1, 1)
        clock.pass_seconds(0.001)
        assert (table.game.version, table.game.to_move) == (2, 2)

    def test_the_seat_leaves_at_the_deadline_whenever_that_is_seen(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked, 3)
        table.play(passing_move(table.game))
        missed = table.game.deadline
        assert missed is not None
        clock.pass_seconds(14)
        game = table.game
        assert (game.version, game.updated_at, game.number, game.to_move) == (3, missed, 2, 3)
        assert game.deadline == missed + 10_000
        assert [seat.state for seat in game.seats] == [SeatState.TAKEN, SeatState.LEFT, SeatState.TAKEN]
        assert [(left.seat, left.before, left.reason, left.version) for left in game.left] == [(2, 2, "timed_out", 3)]
        assert game.last_move is not None
        assert game.last_move.number == 1

    def test_the_last_but_one_ends_the_game(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked)
        clock.pass_seconds(10)
        game = table.game
        assert (game.status, game.outcome) == (Status.FINISHED, Outcome("last_seat", 2))
        assert (game.to_move, game.deadline) == (None, None)
        clock.pass_seconds(1000)
        assert table.game is game

    def test_several_are_found_at_one_look(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked, 4)
        first = table.game.deadline
        assert first is not None
        clock.pass_seconds(10 + 10 + 9.999)
        game = table.game
        assert (game.version, game.to_move, game.updated_at) == (3, 3, first + 10_000)
        assert game.deadline == first + 20_000
        clock.pass_seconds(500)
        game = table.game
        assert (game.version, game.outcome, game.updated_at) == (4, Outcome("last_seat", 4), first + 20_000)
        assert [(left.seat, left.version) for left in game.left] == [(1, 2), (2, 3), (3, 4)]
        history = clock.history(game, 0).changes
        assert [(change.type, change.version, change.at) for change in history] == [
            ("create", 1, game.created_at),
            ("time_out", 2, first),
            ("time_out", 3, first + 10_000),
            ("time_out", 4, first + 20_000),
        ]

    def test_all_who_look_see_the_same_whenever_they_do(self, clocked: GameService, clock: Clock) -> None:
        often, rarely = timed(clocked, 4), timed(clocked, 4)
        move = passing_move(often.game)
        for table in (often, rarely):
            table.play(move)
            clocked.leave(table.id, 3, table.owner)
        for _ in range(40):
            clock.pass_seconds(0.9)
            _ = often.game
        seen, found = often.game, rarely.game
        assert seen.outcome == Outcome("last_seat", 1)
        same = {"id": "", "revision": "", "owner": "", "last_move": None}
        seats = tuple(replace(seat, token=None) for seat in seen.seats)
        assert replace(seen, seats=seats, **same) == replace(found, seats=seats, **same)  # type: ignore[arg-type]  # mypy takes each for any field

    def test_an_extra_turn_can_be_missed(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked, 3, seed=1)
        seat, move = play_up_to_an_extra_turn(table)
        assert table.play(move).game.position.extra_turn
        clock.pass_seconds(10)
        game = table.game
        assert game.left[-1].seat == seat
        assert (game.to_move, game.position.extra_turn) == (seat % 3 + 1, False)
        assert table.play().outcome == "played"

    def test_a_resigned_seats_turn_counts_from_when_it_resigned(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked, 3)
        clock.pass_seconds(9)
        clocked.leave(table.id, 1, table.owner)
        clock.pass_seconds(9)
        assert table.game.to_move == 2
        clock.pass_seconds(1)
        assert table.game.outcome == Outcome("last_seat", 3)

    def test_no_time_runs_while_a_game_waits(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked, seats=(TAKEN, OPEN), players=None)
        clocked.leave(table.id, 1, table.owner)
        table.claim(2)
        clock.pass_seconds(100)
        assert (table.game.status, table.game.deadline) == (Status.WAITING, None)
        table.claim(1)
        assert table.game.deadline == clock.now() + 10_000


class TestWhatFollows:
    def test_the_record_says_so_and_is_a_right_one(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked, 3)
        table.play(passing_move(table.game))
        clock.pass_seconds(12)
        table.play(passing_move(table.game))
        clock.pass_seconds(12)
        record = clocked.record(table.id)
        assert [left.as_dict() for left in record.left] == [
            {"seat": 2, "before": 2, "reason": "timed_out"},
            {"seat": 1, "before": 3, "reason": "timed_out"},
        ]
        assert check_record(record.as_dict()).outcome == Outcome("last_seat", 3) == table.game.outcome

    def test_the_past_can_be_read_as_ever(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked, 3)
        played = [table.play(passing_move(table.game)).move]
        clock.pass_seconds(12)
        played.append(table.play(passing_move(table.game)).move)
        assert list(clocked.moves(table.id, 0, 10)[0]) == played
        assert clocked.position_before(table.id, 2).left == (False, True, False)
        assert clocked.position_before(table.id, 1).left == (False, False, False)

    @pytest.mark.parametrize("look", ["moves", "move", "record", "position_before", "news", "whoami", "delete"])
    def test_whatever_looks_first_times_the_seat_out(self, clocked: GameService, clock: Clock, look: str) -> None:
        table = timed(clocked)
        table.play(passing_move(table.game))
        clock.pass_seconds(10)
        before = clock.saves
        calls: dict[str, Callable[[], object]] = {
            "moves": lambda: clocked.moves(table.id, 0, 10),
            "move": lambda: clocked.move(table.id, 1),
            "record": lambda: clocked.record(table.id),
            "position_before": lambda: clocked.position_before(table.id, 2),
            "news": lambda: clocked.news(table.id, 1),
            "whoami": lambda: clocked.whoami(table.id, table.owner),
            "delete": lambda: clocked.delete(table.id, table.owner),
        }
        calls[look]()
        assert clock.saves == before + 1

    def test_a_late_move_is_not_that_seats_any_more(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked, 3)
        text = table.legal()
        clock.pass_seconds(10)
        for dry_run in (True, False):
            with pytest.raises(NotYourTurn) as conflict:
                clocked.play(table.id, table.tokens[1], 1, text, dry_run)
            assert (conflict.value.version, conflict.value.number, conflict.value.to_move) == (2, 1, 2)
        assert clock.stored[table.id][2].to_move == 2
        assert table.play().game.version == 3

    def test_a_late_move_in_a_game_that_it_ended_is_refused(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked)
        text = table.legal()
        clock.pass_seconds(10)
        with pytest.raises(GameFinished) as conflict:
            clocked.play(table.id, table.tokens[1], 1, text)
        assert (conflict.value.status, conflict.value.version) == (Status.FINISHED, 2)
        with pytest.raises(GameFinished):
            clocked.play(table.id, table.tokens[2], 1, text)

    def test_a_move_that_was_played_in_time_is_known_later(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked)
        text = passing_move(table.game)
        played = clocked.play(table.id, table.tokens[1], 1, text).move
        clock.pass_seconds(100)
        again = clocked.play(table.id, table.tokens[1], 1, text)
        assert (again.outcome, again.move, again.game.outcome) == ("repeated", played, Outcome("last_seat", 1))

    def test_leaving_after_it_changes_nothing(self, clocked: GameService, clock: Clock) -> None:
        table = timed(clocked, 3)
        clock.pass_seconds(10)
        assert clocked.leave(table.id, 1, table.tokens[1]).version == 2
        assert [left.reason for left in table.game.left] == ["timed_out"]

    def test_a_repeated_create_shows_it(self, clocked: GameService, clock: Clock) -> None:
        asked = NewGame(seed=7, move_seconds=LIMIT, owner_token="an-owners-own-token-1234")
        clocked.create(asked)
        clock.pass_seconds(10)
        again = clocked.create(asked)
        assert (again.repeated, again.game.status) == (True, Status.FINISHED)
        with pytest.raises(TokenReused) as conflict:
            clocked.create(replace(asked, move_seconds=11))
        assert conflict.value.status is Status.FINISHED

    def test_a_public_game_that_it_ended_is_listed_no_more(self, clocked: GameService, clock: Clock) -> None:
        table, other = timed(clocked, public=True), timed(clocked, 3, public=True)
        assert {game.id for game in clocked.list_public(None, 10, None).games} == {table.id, other.id}
        clock.pass_seconds(10)
        (listed,) = clocked.list_public(None, 10, None).games
        assert (listed.id, listed.version) == (other.id, 2)
