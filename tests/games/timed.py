"""Games with little time for a move, and moves that pass the turn on or do not."""

from __future__ import annotations

from service.games import Game, GameService
from service.rules import LegalMoves, parse_move, play
from tests.games.table import Table

LIMIT = 10


def timed(service: GameService, players: int | None = 2, **asked: object) -> Table:
    """A game with ten seconds for a move; seat 1 is first."""
    return Table(service, **({"players": players, "first_seat": 1, "move_seconds": LIMIT} | asked))


def passing_move(game: Game) -> str:
    """The first legal move after which it is the next seat's turn."""
    return _first(game, extra_turn=False) or ""


def play_up_to_an_extra_turn(table: Table) -> tuple[int, str]:
    """Play until the seat to move can gain an extra turn; return the seat and the move."""
    while True:
        game = table.game
        assert game.to_move is not None
        if move := _first(game, extra_turn=True):
            return game.to_move, move
        table.play(passing_move(game))


def _first(game: Game, *, extra_turn: bool) -> str | None:
    position = game.position
    moves = LegalMoves(position)
    return next((text for text in moves if play(position, parse_move(text)).position.extra_turn is extra_turn), None)
