"""The search for three or four seats: each plays what is best for itself (max-n)."""

from service.bots.board import WIN
from service.bots.search import WIDTH, Search

__all__ = ["MaxNSearch"]

_LEAST = -(1 << 40)


class MaxNSearch(Search):
    """A search in which every seat picks the move that puts it furthest ahead of the best of the others."""

    def _value(self, depth: int, alpha: int, beta: int, ply: int) -> int:  # noqa: ARG002 - bounds hold for two seats
        """Return the value of the board, for the seat that the search is for; it looks at all moves of the beam."""
        worths = self._worths(depth, ply)
        return self._lead(worths, self._seat) if worths else 0

    def _worths(self, depth: int, ply: int) -> list[int]:
        """Return what the board is worth to each seat when all play on; nothing when the budget has ended."""
        if not self.budget.take():
            return []
        board = self.board
        seat = board.seat
        best = board.best()
        if depth == 1 or best.wins:
            worths = [board.seat_worth(other) for other in range(board.seats)]
            worths[seat] = WIN - ply - 1 if best.wins else best.worth
            self._lines[ply] = [best]
            return worths
        chosen: list[int] = []
        most = _LEAST
        for candidate in board.candidates(WIDTH, 1):
            undo = board.play(candidate)
            worths = self._worths(depth - 1, ply + 1)
            board.take_back(undo)
            if not worths:
                return worths
            lead = self._lead(worths, seat)
            if lead > most:
                most = lead
                chosen = worths
                self._lines[ply] = [candidate, *self._lines[ply + 1]]
        return chosen

    def _lead(self, worths: list[int], seat: int) -> int:
        """Return how far a seat is ahead of the best other one that is still in."""
        best = -WIN
        for other in range(self.board.seats):
            if other != seat and not self.board.left[other] and worths[other] > best:
                best = worths[other]
        return worths[seat] - best
