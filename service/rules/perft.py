"""Counting move sequences, the standard check of a move generator."""

from service.rules.legal import LegalMoves
from service.rules.move_text import parse_move
from service.rules.play import play
from service.rules.position import Position

__all__ = ["divide", "perft"]


def perft(position: Position, depth: int) -> int:
    """Return the number of legal move sequences of exactly `depth` moves; a finished game has none.

    Raises ValueError when depth is negative.
    """
    if depth < 0:
        raise ValueError("depth must not be negative")
    if depth == 0:
        return 1
    moves = LegalMoves(position)
    if depth == 1:
        return moves.total
    return sum(perft(play(position, parse_move(text)).position, depth - 1) for text in moves)


def divide(position: Position, depth: int) -> dict[str, int]:
    """Return for each legal move the number of sequences of `depth` moves that begin with it."""
    if depth < 1:
        raise ValueError("depth must be at least 1")
    return {text: perft(play(position, parse_move(text)).position, depth - 1) for text in LegalMoves(position)}
