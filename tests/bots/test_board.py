from itertools import islice

import pytest

from service.bots.board import Board, Candidate
from service.rules import LegalMoves, parse_move, play
from tests.bots.play_out import KINDS, met_at_random


def state(board: Board) -> tuple[object, ...]:
    return (
        board.kiln,
        board.outer_tile,
        board.outer_slot,
        board.seat,
        board.extra_turn,
        tuple(board.boards),
        tuple(board.scores),
    )


@pytest.mark.parametrize("moves", [0, 9, 30, 55])
@pytest.mark.parametrize("kind", KINDS)
def test_a_board_plays_as_the_rules_do(kind: str, moves: int) -> None:
    position = met_at_random(kind, moves + 1, moves)
    board = Board(position)
    before = state(board)
    for candidate in board.candidates(40, 3):
        turn = play(position, parse_move(board.text(candidate)))
        assert candidate.wins == turn.position.finished
        if candidate.wins:
            continue
        undo = board.play(candidate)
        assert state(board) == state(Board(turn.position))
        board.take_back(undo)
        assert state(board) == before


@pytest.mark.parametrize("moves", [0, 6, 20, 33, 47])
@pytest.mark.parametrize("kind", KINDS)
def test_the_best_move_is_the_first_candidate(kind: str, moves: int) -> None:
    board = Board(met_at_random(kind, moves + 7, moves))
    best, first = board.best(), board.candidates(1, 1)[0]
    assert (best.worth, best.wins) == (first.worth, first.wins)


@pytest.mark.parametrize("moves", [3, 30])
@pytest.mark.parametrize("kind", ["two seats", "four seats", "heating up", "without fixing the mess", "target 29"])
def test_the_candidates_are_all_legal_moves_when_none_is_left_out(kind: str, moves: int) -> None:
    position = met_at_random(kind, moves, moves)
    board = Board(position)
    candidates = {board.text(candidate) for candidate in board.candidates(10**6, 10**6)}
    assert candidates == set(LegalMoves(position))


def test_the_candidates_of_two_colors_are_pairs_of_all_results() -> None:
    position = met_at_random("two colors", 2, 3)
    board = Board(position)
    tiles = board.tiles_after()
    slot = LegalMoves(position).slots[0]
    found: list[Candidate] = []
    board.add_push(found, slot, tiles, 10**6, False)
    assert {board.text(candidate) for candidate in found} == set(islice(LegalMoves(position, slot), 10**6))
