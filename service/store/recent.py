"""Games as they were last read."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from service.games import Game

__all__ = ["RecentGames"]


@dataclass(frozen=True, slots=True)
class _Known:
    """A game and its text; `changes`: how many changes in a row, of which this is the last, were made here."""

    state: bytes
    game: Game
    changes: int


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

    def last_changed_here(self, game_id: str) -> Game | None:
        """Return a game that is likely still what it was here: its last two changes were made in this process."""
        with self._lock:
            known = self._games.get(game_id)
            return None if known is None or known.changes < 2 else known.game

    def put(self, state: bytes, game: Game, changed: Game | None = None) -> None:
        """Keep a game with the state that it was read from or written as. changed: what was changed here."""
        with self._lock:
            known = self._games.get(game.id)
            changes = 0
            if changed is not None:
                in_a_row = known is not None and known.game.revision == changed.revision
                changes = 1 + (known.changes if known is not None and in_a_row else 0)
            self._games[game.id] = _Known(state, game, changes)
            self._games.move_to_end(game.id)
            while len(self._games) > self._size:
                self._games.popitem(last=False)

    def drop(self, game_id: str) -> None:
        """Forget a game."""
        with self._lock:
            self._games.pop(game_id, None)
