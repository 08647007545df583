"""The greedy mover: most points now, then the best warehouse. It does not look at the others."""

from random import Random

from service.bots.board import Board, Candidate
from service.bots.budget import Budget

__all__ = ["greedy_moves"]


def greedy_moves(board: Board, count: int, budget: Budget, seed: int) -> list[Candidate]:
    """Return the best `count` moves, best first; where moves are equal, `seed` decides. A push is a node."""
    candidates: list[Candidate] = []
    tiles = board.tiles_after()
    for slot in range(24):
        if slot == board.outer_slot:
            continue
        if not budget.take() and candidates:
            break
        board.add_push(candidates, slot, tiles, count, True)
    Random(seed).shuffle(candidates)
    candidates.sort(key=_gain_of, reverse=True)
    return candidates[:count]


def _gain_of(candidate: Candidate) -> tuple[bool, int, int]:
    second = candidate.second
    points = candidate.first.points + (0 if second is None else second.points)
    return candidate.wins, points, candidate.worth
