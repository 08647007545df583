"""What a position is worth to each seat, part by part."""

from service.bots.answer import SeatEvaluation
from service.bots.board import Board
from service.bots.worth import POINT
from service.rules.position import Position

__all__ = ["evaluate"]


def evaluate(position: Position) -> tuple[SeatEvaluation, ...]:
    """Return what the position is worth to each seat, in the order of seats. Any position, finished ones too."""
    board = Board(position)
    found: list[SeatEvaluation] = []
    for seat in range(board.seats):
        score = float(max(position.scores[seat]))
        near = board.seat_worth(seat) / POINT - score
        parts = {"score": score, "room": 0.0, "near_lines": near, "reach": 0.0}
        found.append(SeatEvaluation(seat + 1, sum(parts.values()), parts))
    return tuple(found)
