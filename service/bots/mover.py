"""What a level plays, and what it would advise."""

from random import Random

from service.bots.answer import Advice, Choice
from service.bots.board import TEMPO, WIN, Board, Candidate
from service.bots.budget import Budget
from service.bots.greedy import greedy_moves
from service.bots.level import LEVELS, search_level
from service.bots.max_n import MaxNSearch
from service.bots.search import Search
from service.bots.worth import POINT
from service.rules.legal import LegalMoves
from service.rules.move_text import parse_move
from service.rules.options import LAST_NUMBER
from service.rules.play import play
from service.rules.position import Position

__all__ = ["choose", "suggest"]


def choose(
    position: Position, level: str, *, seed: int = 0, nodes: int | None = None, seconds: float | None = None
) -> Choice:
    """Return what `level` plays: the same for the same position, level, seed and nodes, unless time cuts it short.

    nodes: how many positions it may look at; None is the level's own budget. seconds: how long it may think; None is
    without bound. Raises ValueError when there is no such level or the game has ended.
    """
    return suggest(position, level, count=1, seed=seed, nodes=nodes, seconds=seconds).choices[0]


def suggest(
    position: Position,
    level: str,
    *,
    count: int = 3,
    seed: int = 0,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Advice:
    """Return up to `count` different moves that `level` thinks of, best first; those of `random` as they are drawn.

    The other arguments and what is raised are those of `choose`; also ValueError when count is not at least 1.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}")
    if position.finished:
        raise ValueError("the game has ended")
    if count < 1:
        raise ValueError("count must be at least 1")
    budget = Budget(nodes, seconds)
    if level == "random":
        choices = _random_choices(position, count, budget, seed)
    elif level == "greedy":
        board = Board(position)
        candidates = greedy_moves(board, count, budget, seed)
        choices = [_choice(board, candidate) for candidate in candidates]
    else:
        how = search_level(level)
        if nodes is None:
            budget = Budget(how.nodes, seconds)
        two = position.left.count(False) == 2
        search = Search(position, budget, seed) if two else MaxNSearch(position, budget, seed)
        choices = []
        moves_left = LAST_NUMBER - position.number
        for found in search.run(min(how.depth, moves_left), count):
            line = search.texts(found)
            choices.append(Choice(line[0], found.value / POINT, line))
    return Advice(tuple(choices), budget.nodes, budget.seconds, budget.in_time)


def _random_choices(position: Position, count: int, budget: Budget, seed: int) -> list[Choice]:
    legal = LegalMoves(position)
    generator = Random(seed)
    drawn: list[str] = [legal.random(generator)]
    budget.take()
    wanted = min(count, legal.total)
    while len(drawn) < wanted and budget.take():
        text = legal.random(generator)
        if text not in drawn:
            drawn.append(text)
    return [Choice(text, _static_value(position, text) / POINT, (text,)) for text in drawn]


def _static_value(position: Position, text: str) -> int:
    """Return what the position is worth to the seat to move once it has played `text`."""
    after = play(position, parse_move(text)).position
    outcome = after.outcome
    if outcome is not None:
        return WIN if outcome.winner == position.turn else 0
    board = Board(after)
    seat = position.turn - 1
    return board.lead(seat, board.seat_worth(seat)) + (TEMPO if after.turn == position.turn else -TEMPO)


def _choice(board: Board, candidate: Candidate) -> Choice:
    text = board.text(candidate)
    value = candidate.worth if candidate.wins else board.lead(board.seat, candidate.worth) - TEMPO
    return Choice(text, value / POINT, (text,))
