"""The search: how good the best moves are when all seats play on.

It looks deeper and deeper (iterative deepening): one move ahead, then two, and so on until the budget ends it. Of each
position it follows a beam of the moves that seem best. Here is what all searches share, and alpha-beta for two seats.
"""

from random import Random

from service.bots.board import TEMPO, WIN, Board, Candidate, Undo
from service.bots.budget import Budget
from service.rules.options import LAST_NUMBER
from service.rules.position import Position

__all__ = ["WIDTH", "Found", "Search"]

_INFINITE = 1 << 40
_ROOT_WIDTH = 60
_ROOT_EACH = 6
WIDTH = 23
_EACH = 1


class Found:
    """A move of the seat to move with its value, and the moves that are expected from there on, itself first."""

    def __init__(self, candidate: Candidate, value: int, line: list[Candidate]) -> None:
        self.candidate: Candidate = candidate
        self.value: int = value
        self.line: list[Candidate] = line


class Search:
    """One search from one position, where two seats are still in: what is good for the one is bad for the other."""

    def __init__(self, position: Position, budget: Budget, seed: int) -> None:
        self.board: Board = Board(position)
        self.budget: Budget = budget
        self._seat: int = self.board.seat
        self._seed: int = seed
        self._most_moves: int = LAST_NUMBER - position.number
        self._lines: list[list[Candidate]] = []

    def run(self, depth: int, count: int) -> list[Found]:
        """Return the best `count` moves, looking up to `depth` moves ahead; the first is the best."""
        self.budget.take()
        candidates = self.board.candidates(_ROOT_WIDTH, _ROOT_EACH)
        Random(self._seed).shuffle(candidates)
        candidates.sort(key=_worth_of, reverse=True)
        base = self.board.lead(self._seat, 0) - TEMPO
        found = [Found(one, WIN if one.wins else one.worth + base, [one]) for one in candidates]
        if found[0].candidate.wins:
            return found[:count]
        for level in range(1, min(depth, self._most_moves)):
            if not self._deepen(found, level, count) or abs(found[0].value) > WIN // 2:
                break
        return found[:count]

    def _deepen(self, found: list[Found], depth: int, count: int) -> bool:
        """Look at each move `depth` moves further, and put the best `count` in front, best first.

        Returns False when the budget has ended it. What was found until then counts if there are `count` moves: the
        moves are looked at in the order of what was found less deeply, so the likely best ones come first.
        """
        best: list[Found] = []
        rest: list[Found] = []
        self._lines = [[] for _ in range(depth + 2)]
        for one in found:
            alpha = best[count - 1].value if len(best) >= count else -_INFINITE
            value = self._after(one.candidate, depth, alpha, _INFINITE, 0)
            if self.budget.spent:
                break
            if value <= alpha:
                rest.append(one)
                continue
            place = len(best)
            while place and best[place - 1].value < value:
                place -= 1
            best.insert(place, Found(one.candidate, value, [one.candidate, *self._lines[0]]))
        if self.budget.spent and len(best) < count:
            return False
        rest += found[len(best) + len(rest) :]
        found[:] = best + rest
        return not self.budget.spent

    def _after(self, candidate: Candidate, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the value after a candidate, for the seat that the search is for."""
        board = self.board
        if candidate.wins:
            self._lines[ply] = []
            return WIN - ply if board.seat == self._seat else ply - WIN
        undo = board.play(candidate)
        value = self._value(depth, alpha, beta, ply)
        board.take_back(undo)
        return value

    def _value(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the value of the board, for the seat that the search is for; anything when the budget has ended."""
        if not self.budget.take():
            return 0
        board = self.board
        own = board.seat == self._seat
        line: list[Candidate] = []
        if depth == 1:
            best = board.best()
            line.append(best)
            self._lines[ply] = line
            if best.wins:
                return WIN - ply - 1 if own else ply + 1 - WIN
            if own:
                return board.lead(board.seat, best.worth) - TEMPO
            lead = board.lead(self._seat, board.seat_worth(self._seat))
            return min(lead, board.seat_worth(self._seat) - best.worth) + TEMPO
        for candidate in board.candidates(WIDTH, _EACH):
            value = self._after(candidate, depth - 1, alpha, beta, ply + 1)
            if self.budget.spent:
                return 0
            if own:
                if value > alpha:
                    alpha = value
                    line = [candidate, *self._lines[ply + 1]]
            elif value < beta:
                beta = value
                line = [candidate, *self._lines[ply + 1]]
            if alpha >= beta:
                break
        self._lines[ply] = line
        return alpha if own else beta

    def texts(self, found: Found) -> tuple[str, ...]:
        """Return a line's moves as canonical texts."""
        board = self.board
        texts: list[str] = []
        start = Undo(board)
        for candidate in found.line:
            texts.append(board.text(candidate))
            if candidate.wins:
                break
            board.play(candidate)
        board.take_back(start)
        return tuple(texts)


def _worth_of(candidate: Candidate) -> int:
    return candidate.worth
