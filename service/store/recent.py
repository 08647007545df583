"""Games as they were last read."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from service.games import Game

__all__ = ["RecentGames"]


@dataclass(frozen=True, slots=True)
class _Known:
    """A game and its text."""

    state: bytes
    game: Game


class RecentGames:
    """Keeps a number of games, those that were last asked for, with the text that each was read from.

    For any number of threads. What it says is never taken for what the store holds: it spares parsing a text that the
    store has just given, and offers a game that the store is asked about when its change is saved.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._games: OrderedDict[str, _Known] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: str, revision: str, state: bytes) -> Game | None:
        """Return the game that this revision and state stand for, if it is kept."""
        with self._lock:
            known = self._games.get(game_id)
            if known is None or known.state != state or known.game.revision != revision:
                return None
            self._games.move_to_end(game_id)
            return known.game

    def last(self, game_id: str) -> Game | None:
        """Return a game as it was when this process last read or changed it, if it is kept."""
        with self._lock:
            known = self._games.get(game_id)
            return None if known is None else known.game

    def put(self, state: bytes, game: Game) -> None:
        """Keep a game with the state that it was read from or written as."""
        with self._lock:
            self._games[game.id] = _Known(state, game)
            self._games.move_to_end(game.id)
            while len(self._games) > self._size:
                self._games.popitem(last=False)

    def drop(self, game_id: str) -> None:
        """Forget a game."""
        with self._lock:
            self._games.pop(game_id, None)
