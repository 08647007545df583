from __future__ import annotations

import pytest

from service.games import (
    GameFinished,
    GameNotFound,
    GameService,
    GameWaiting,
    NotYourTurn,
    NumberNotReached,
    NumberTaken,
    Status,
    TokenMissing,
    TokenNotAllowed,
    TokenUnknown,
)
from service.rules import (
    IllegalMove,
    InvalidMove,
    LegalMoves,
    format_position,
    parse_move,
    parse_position,
    play,
)
from tests.games.table import FINISHED, OPEN, TAKEN, WINNING, Table, winning_move


def test_a_move_is_played(service: GameService) -> None:
    table = Table(service)
    before = table.game
    text = table.legal(5)
    played = table.play(text)
    expected = play(before.position, parse_move(text))
    assert played.outcome == "played"
    move = played.move
    assert (move.number, move.seat, move.text) == (1, before.to_move, text)
    assert move.events == expected.events
    assert move.position == expected.position
    assert move.position_text == format_position(expected.position)
    assert move.played_at == played.game.updated_at >= before.updated_at
    assert (played.game.version, played.game.number, played.game.moves_played) == (2, 2, 1)
    assert played.game.position == expected.position
    assert played.game.last_move == move
    assert table.game == played.game


def test_another_spelling_is_answered_in_canonical_form(service: GameService) -> None:
    # Two tiles of one group: either may be named.
    table = Table(service, first_seat=1)
    moves = LegalMoves(table.game.position)
    before = table.game.position
    for text in moves:
        slot, action = text.split(" ")[:2]
        for square in (f"{column}{row}" for column in "abcdef" for row in "123456"):
            other = f"{slot} {square}>{action[3:]}"
            for target in (f"{column}{row}" for column in "abcde" for row in "12345"):
                other = f"{slot} {square}>{target}"
                try:
                    canonical = play(before, parse_move(other)).move
                except IllegalMove:
                    continue
                if canonical != parse_move(other):
                    played = table.play(other)
                    assert parse_move(played.move.text) == canonical
                    assert played.move.text != other
                    again = service.play(table.id, table.tokens[1], 1, other)
                    assert again.outcome == "repeated"
                    assert again.move == played.move
                    return
    pytest.fail("no move with another spelling was found")


def test_the_winning_move_finishes_the_game(service: GameService) -> None:
    table = Table(service, position=WINNING)
    played = table.play(winning_move(table))
    assert played.game.status is Status.FINISHED
    assert played.game.to_move is None
    assert played.game.outcome is not None
    assert (played.game.outcome.reason, played.game.outcome.winner) == ("target", 1)
    assert played.move.events[-1].as_dict() == {"type": "finish", "reason": "target", "winner": 1}


class TestDryRun:
    def test_it_gives_the_same_answer_and_stores_nothing(self, service: GameService) -> None:
        table = Table(service)
        before = table.game
        text = table.legal(3)
        token = table.tokens[before.to_move or 0]
        tried = service.play(table.id, token, 1, text, dry_run=True)
        assert tried.outcome == "dry_run"
        assert tried.game.cache_key is None
        assert table.game == before
        assert service.moves(table.id, 0, 10) == ((), False)
        played = service.play(table.id, token, 1, text)
        assert (tried.move.text, tried.move.events) == (played.move.text, played.move.events)
        assert (tried.game.version, tried.game.position) == (2, played.game.position)

    def test_it_finds_the_same_faults(self, service: GameService) -> None:
        table = Table(service, first_seat=1)
        text = table.legal()
        with pytest.raises(NotYourTurn):
            service.play(table.id, table.tokens[2], 1, text, dry_run=True)
        with pytest.raises(InvalidMove):
            service.play(table.id, table.tokens[1], 1, "up", dry_run=True)
        table.play()
        with pytest.raises(NumberTaken):
            service.play(table.id, table.tokens[1], 1, table.legal(9), dry_run=True)

    def test_a_move_that_has_been_played_is_a_repeat(self, service: GameService) -> None:
        table = Table(service, first_seat=1)
        played = table.play()
        again = service.play(table.id, table.tokens[1], 1, played.move.text, dry_run=True)
        assert again.outcome == "repeated"


class TestRepeats:
    def test_the_last_move_again_is_answered_with_it(self, service: GameService) -> None:
        table = Table(service, first_seat=1)
        played = table.play()
        again = service.play(table.id, table.tokens[1], 1, played.move.text)
        assert again.outcome == "repeated"
        assert again.move == played.move
        assert again.move.events == played.move.events
        assert again.game == played.game

    def test_any_earlier_move_is_found_with_the_game_as_it_is_now(self, service: GameService) -> None:
        table = Table(service)
        played = table.play_random(70)
        for index in (0, 1, 30, 31, 32, 33, 63, 64, 65, 69):
            move = played[index].move
            again = service.play(table.id, table.tokens[move.seat], move.number, move.text)
            assert again.outcome == "repeated"
            assert again.move == move
            assert again.move.events == move.events
            assert again.game.version == 71

    def test_it_is_found_in_a_finished_game(self, service: GameService) -> None:
        table = Table(service, position=WINNING)
        played = table.play(winning_move(table))
        again = service.play(table.id, table.tokens[1], 1, played.move.text)
        assert (again.outcome, again.move) == ("repeated", played.move)

    def test_it_is_found_after_somebody_left_since(self, service: GameService) -> None:
        table = Table(service, players=3, first_seat=1)
        played = table.play()
        service.leave(table.id, 1, table.owner)
        again = service.play(table.id, table.tokens[1], 1, played.move.text)
        assert (again.outcome, again.move) == ("repeated", played.move)
        assert again.game.position.left == (True, False, False)
        assert again.move.position.left == (False, False, False)

    @pytest.mark.parametrize("text", ["N1 a1>a1", "nonsense", "N1 a1>a1 R1", ""])
    def test_another_move_there_is_a_conflict(self, service: GameService, text: str) -> None:
        table = Table(service, first_seat=1)
        table.play(LegalMoves(table.game.position).at(7))
        with pytest.raises(NumberTaken) as caught:
            service.play(table.id, table.tokens[1], 1, text)
        found = caught.value
        assert (found.number, found.version, found.to_move, found.status) == (2, 2, 2, "playing")

    def test_another_seats_move_is_a_conflict(self, service: GameService) -> None:
        table = Table(service, first_seat=1)
        played = table.play()
        with pytest.raises(NumberTaken):
            service.play(table.id, table.tokens[2], 1, played.move.text)


class TestOrderOfChecks:
    def test_game_then_token_then_role(self, service: GameService) -> None:
        table = Table(service, seats=(TAKEN, OPEN))
        with pytest.raises(GameNotFound):
            service.play("0" * 20, None, 1, "")
        with pytest.raises(TokenMissing):
            service.play(table.id, None, 9, "")
        with pytest.raises(TokenUnknown):
            service.play(table.id, "x" * 22, 9, "")
        with pytest.raises(TokenNotAllowed):
            service.play(table.id, table.owner, 9, "")

    def test_a_waiting_game_takes_no_move_whatever_its_number(self, service: GameService) -> None:
        table = Table(service, seats=(TAKEN, OPEN))
        for number in (1, 2):
            with pytest.raises(GameWaiting) as caught:
                service.play(table.id, table.tokens[1], number, "")
            found = caught.value
            assert (found.number, found.version, found.to_move, found.status) == (1, 1, None, "waiting")

    def test_a_finished_game_takes_no_move_whatever_its_number(self, service: GameService) -> None:
        table = Table(service, position=FINISHED)
        for number in (1, 2):
            with pytest.raises(GameFinished):
                service.play(table.id, table.tokens[2], number, "")

    def test_the_number_comes_before_the_turn(self, service: GameService) -> None:
        table = Table(service, first_seat=1)
        with pytest.raises(NumberNotReached):
            service.play(table.id, table.tokens[2], 2, "")
        table.play()
        with pytest.raises(NumberTaken):
            service.play(table.id, table.tokens[1], 1, "")

    def test_a_number_before_the_games_first_is_taken(self, service: GameService) -> None:
        table = Table(service, position=WINNING[:-1] + "12")
        with pytest.raises(NumberTaken):
            service.play(table.id, table.tokens[1], 11, table.legal())

    def test_the_turn_comes_before_the_text(self, service: GameService) -> None:
        table = Table(service, first_seat=1)
        with pytest.raises(NotYourTurn):
            service.play(table.id, table.tokens[2], 1, "nonsense")

    def test_it_is_never_the_turn_of_a_seat_that_has_left(self, service: GameService) -> None:
        table = Table(service, players=3, first_seat=1)
        service.leave(table.id, 1, table.tokens[1])
        with pytest.raises(NotYourTurn) as caught:
            service.play(table.id, table.tokens[1], 1, "nonsense")
        assert caught.value.to_move == 2

    def test_an_invalid_text_then_an_illegal_move(self, service: GameService) -> None:
        table = Table(service, first_seat=1)
        with pytest.raises(InvalidMove) as invalid:
            service.play(table.id, table.tokens[1], 1, "N1 a1>>a1")
        assert invalid.value.at == 6
        slot = table.game.position_text.split(" ")[1][1:]
        with pytest.raises(IllegalMove) as illegal:
            service.play(table.id, table.tokens[1], 1, f"{slot} a1>a1")
        assert (illegal.value.rule, illegal.value.number) == ("same_slot", 1)
        assert table.game.version == 1


def test_a_stored_position_parses_back_to_the_game(service: GameService) -> None:
    table = Table(service, two_color=True)
    table.play_random(40)
    game = table.game
    assert parse_position(game.position_text) == game.position
    assert game.last_move is not None
    assert game.last_move.number == game.number - 1
