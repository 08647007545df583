"""A game as a record."""

from collections.abc import Sequence

from service.games.game import Game
from service.rules import Left, Record, Replaced

__all__ = ["record_of"]


def record_of(game: Game, moves: Sequence[str]) -> Record:
    """Return the game as a record; `moves` are all of its moves, in notation."""
    return Record(
        start=game.start_text,
        names=tuple(seat.name for seat in game.seats),
        moves=tuple(moves),
        left=tuple(Left(entry.seat, entry.before, entry.reason) for entry in game.left),
        replaced=tuple(Replaced(entry.seat, entry.before, entry.reason, entry.bot.level) for entry in game.replaced),
        outcome=game.outcome,
        rules_version=game.rules_version,
    )
