"""Changes of a game as server-sent events."""

from service.api.present.move import rendered_move
from service.api.present.rendered import rendered_game
from service.api.streams.events import event_bytes
from service.games import Game, GameEvent

__all__ = ["change_event", "game_event"]


def change_event(event: GameEvent) -> bytes:
    """Return a change as an event: a move with the game after it, or the game alone."""
    if event.move is None:
        return game_event(event.game)
    data = {"move": rendered_move(event.move), "game": rendered_game(event.game)}
    return event_bytes("move", data, event.version)


def game_event(game: Game) -> bytes:
    """Return a game as an event."""
    return event_bytes("game", rendered_game(game), game.version)
