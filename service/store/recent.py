"""Games as they were last read."""

from collections import OrderedDict
from threading import Lock

from service.games import Game

__all__ = ["RecentGames"]


class RecentGames:
    """Keeps a number of games, those that were last asked for, with the text that each was read from.

    For any number of threads. It never stands for the store: it only spares parsing a text that the store has just
    given.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._games: OrderedDict[str, tuple[bytes, Game]] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: str, revision: str, state: bytes) -> Game | None:
        """Return the game that this revision and state stand for, if it is kept."""
        with self._lock:
            known = self._games.get(game_id)
            if known is None or known[0] != state or known[1].revision != revision:
                return None
            self._games.move_to_end(game_id)
            return known[1]

    def put(self, state: bytes, game: Game) -> None:
        """Keep a game with the state that it was read from or written as."""
        with self._lock:
            self._games[game.id] = (state, game)
            self._games.move_to_end(game.id)
            while len(self._games) > self._size:
                self._games.popitem(last=False)

    def drop(self, game_id: str) -> None:
        """Forget a game."""
        with self._lock:
            self._games.pop(game_id, None)
