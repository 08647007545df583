from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from service.games import GameDamaged, GameService, MoveEntry, MoveNotFound
from service.games.replay import CHECKPOINT_EVERY, board_before, first_needed, has_checkpoint, replay
from service.rules import check_record, format_position, parse_position
from tests.games.table import FINISHED, OPEN, TAKEN, WINNING, Table, position_text, winning_move


@pytest.fixture
def long_game(service: GameService) -> Table:
    """A game of 100 moves and a leave after the 50th, begun at move 12."""
    start = position_text(
        seats="r,b,g",
        warehouses="5/5/5/5/5,5/5/5/5/5,5/5/5/5/5",
        scores="0,0,0",
        options="29m",
        number="12",
    )
    table = Table(service, position=start)
    table.play_random(50)
    service.leave(table.id, 2, table.owner)
    table.play_random(50, seed=2)
    assert table.game.number == 112
    return table


class TestMoves:
    def test_they_come_in_order_from_the_first(self, service: GameService, long_game: Table) -> None:
        moves, more = service.moves(long_game.id, 0, 1000)
        assert [move.number for move in moves] == list(range(12, 112))
        assert more is False
        for one, other in pairwise(moves):
            assert one.played_at <= other.played_at
            if other.number != 62:  # before that one somebody left
                assert one.position_text == other.before
        assert moves[-1] == long_game.game.last_move

    @pytest.mark.parametrize(
        ("after", "limit", "first", "last", "more"),
        [
            (0, 10, 12, 21, True),
            (11, 10, 12, 21, True),
            (12, 1, 13, 13, True),
            (42, 3, 43, 45, True),
            (75, 32, 76, 107, True),
            (101, 10, 102, 111, False),
            (101, 9, 102, 110, True),
            (110, 1000, 111, 111, False),
        ],
    )
    def test_a_part_of_them_is_the_same_part_of_all(
        self, service: GameService, long_game: Table, after: int, limit: int, first: int, last: int, more: bool
    ) -> None:
        everything, _ = service.moves(long_game.id, 0, 1000)
        moves, found_more = service.moves(long_game.id, after, limit)
        assert moves == everything[first - 12 : last - 11]
        assert [move.number for move in moves] == list(range(first, last + 1))
        assert [move.events for move in moves] == [move.events for move in everything[first - 12 : last - 11]]
        assert found_more is more

    @pytest.mark.parametrize("after", [111, 112, 999_999])
    def test_after_the_last_there_are_none(self, service: GameService, long_game: Table, after: int) -> None:
        assert service.moves(long_game.id, after, 10) == ((), False)

    def test_a_new_game_has_none(self, service: GameService) -> None:
        assert service.moves(Table(service).id, 0, 10) == ((), False)

    def test_one_can_be_had_alone(self, service: GameService, long_game: Table) -> None:
        everything, _ = service.moves(long_game.id, 0, 1000)
        for number in (12, 43, 44, 61, 62, 63, 75, 76, 110, 111):
            move = service.move(long_game.id, number)
            assert move == everything[number - 12]
            assert move.position_text == everything[number - 12].position_text

    @pytest.mark.parametrize("number", [1, 11, 112, 999_999])
    def test_one_that_is_not_there_is_not_found(self, service: GameService, long_game: Table, number: int) -> None:
        with pytest.raises(MoveNotFound):
            service.move(long_game.id, number)


class TestPositionBefore:
    def test_it_is_what_the_mover_saw(self, service: GameService, long_game: Table) -> None:
        everything, _ = service.moves(long_game.id, 0, 1000)
        for move in everything:
            assert format_position(service.position_before(long_game.id, move.number)) == move.before
        assert service.position_before(long_game.id, 112) == long_game.game.position

    def test_who_leaves_before_a_move_has_left_in_its_position(self, service: GameService, long_game: Table) -> None:
        assert service.position_before(long_game.id, 61).left == (False, False, False)
        assert service.position_before(long_game.id, 62).left == (False, True, False)
        assert service.move(long_game.id, 61).position.left == (False, False, False)

    def test_who_leaves_before_the_first_move_has_left_in_its_position(self, service: GameService) -> None:
        table = Table(service, players=3)
        service.leave(table.id, 3, table.owner)
        table.play()
        assert service.position_before(table.id, 1).left == (False, False, True)

    @pytest.mark.parametrize("number", [1, 11, 113])
    def test_there_is_none_before_the_first_or_after_the_next(
        self, service: GameService, long_game: Table, number: int
    ) -> None:
        with pytest.raises(MoveNotFound):
            service.position_before(long_game.id, number)


class TestRecord:
    def test_it_holds_the_whole_game_and_stands_the_check(self, service: GameService, long_game: Table) -> None:
        record = service.record(long_game.id)
        checked = check_record(record.as_dict())
        assert checked.record == record
        assert checked.position == long_game.game.position
        assert record.start == long_game.game.start_text
        assert len(record.moves) == 100
        assert [entry.as_dict() for entry in record.left] == [{"seat": 2, "before": 62, "reason": "resigned"}]
        assert record.outcome is None

    def test_names_are_those_of_the_seats(self, service: GameService) -> None:
        table = Table(service, seats=(TAKEN, OPEN))
        table.claim(2, "Grace")
        assert service.record(table.id).names == (None, "Grace")

    def test_a_finished_game_has_its_outcome(self, service: GameService) -> None:
        table = Table(service, position=WINNING)
        table.play(winning_move(table))
        record = service.record(table.id)
        assert record.outcome is not None
        assert (record.outcome.reason, record.outcome.winner) == ("target", 1)
        check_record(record.as_dict())

    def test_a_game_that_ended_by_leaving_stands_the_check(self, service: GameService) -> None:
        table = Table(service, players=4)
        table.play_random(3)
        for seat in (4, 2, 1):
            service.leave(table.id, seat, table.owner)
        record = service.record(table.id)
        assert [(entry.seat, entry.before) for entry in record.left] == [(4, 4), (2, 4), (1, 4)]
        assert check_record(record.as_dict()).outcome == table.game.outcome

    def test_a_game_that_was_finished_from_the_start_stands_the_check(self, service: GameService) -> None:
        record = service.record(Table(service, position=FINISHED).id)
        assert record.moves == ()
        check_record(record.as_dict())


class TestReplay:
    def test_every_32nd_move_is_kept_with_its_position(self) -> None:
        assert CHECKPOINT_EVERY == 32
        assert [index for index in range(100) if has_checkpoint(index)] == [31, 63, 95]
        needed = {0: 0, 1: 0, 31: 0, 32: 31, 33: 31, 63: 31, 64: 63}
        assert {index: first_needed(index) for index in needed} == needed

    @pytest.mark.parametrize(
        "entry",
        [
            MoveEntry("nonsense", 1, 0),
            MoveEntry("N1 a1>a1 R5", 1, 0),
        ],
    )
    def test_a_move_that_cannot_have_been_played_is_damage(self, service: GameService, entry: MoveEntry) -> None:
        game = Table(service, first_seat=1).game
        with pytest.raises(GameDamaged):
            list(replay(game, 0, [entry]))

    def test_a_move_by_the_wrong_seat_is_damage(self, service: GameService) -> None:
        table = Table(service, first_seat=1)
        entry = MoveEntry(table.legal(), 2, 0)
        with pytest.raises(GameDamaged, match="seat 1, not 2"):
            list(replay(table.game, 0, [entry]))

    def test_a_missing_checkpoint_is_damage(self, long_game: Table) -> None:
        with pytest.raises(GameDamaged, match="no position"):
            list(replay(long_game.game, 32, [MoveEntry("N1 a1>a1", 1, 0)]))
        with pytest.raises(GameDamaged):
            list(replay(long_game.game, 32, [MoveEntry("N1 a1>a1", 1, 0, "no position")]))

    def test_missing_entries_are_damage(self, long_game: Table) -> None:
        with pytest.raises(GameDamaged, match="missing"):
            board_before(long_game.game, 20, [])

    def test_a_last_move_that_does_not_go_with_its_position_is_damage(self, service: GameService) -> None:
        played = Table(service).play().move
        broken = replace(played, text="N1 a1>a1 R5", known=None)
        with pytest.raises(GameDamaged, match="move 1"):
            _ = broken.events
        assert parse_position(played.position_text) == played.position
