"""Perft: how many sequences of legal moves a position has."""

from .listing import count_legal_moves, iter_legal_moves
from .turn import play


def perft(position: str, depth: int) -> int:
    """The number of move sequences of this length from here."""
    if depth == 0:
        return 1
    if depth == 1:
        return count_legal_moves(position)
    return sum(perft(play(position, move).position, depth - 1) for move in iter_legal_moves(position))
