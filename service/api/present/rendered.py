"""Games as JSON text, each version written once."""

from collections import OrderedDict
from threading import Lock
from typing import Final

import orjson

from service.api.present.game import game_json
from service.api.present.move import rendered_move
from service.games import Game

_KEPT: Final = 512

_Key = tuple[str, str, int]


class RenderedGames:
    """Keeps the JSON of the games shown last, for whoever shows the same again. Safe to use from several threads."""

    def __init__(self, kept: int = _KEPT) -> None:
        self._kept = kept
        self._lock = Lock()
        self._texts: OrderedDict[_Key, orjson.Fragment] = OrderedDict()

    def __len__(self) -> int:
        return len(self._texts)

    def get(self, game: Game) -> orjson.Fragment:
        """Return the game as JSON, for orjson to put into an answer as it is."""
        if game.cache_key is None:
            return orjson.Fragment(orjson.dumps(game_json(game, rendered_move)))
        key = (*game.cache_key, game.version)
        with self._lock:
            found = self._texts.get(key)
            if found is not None:
                self._texts.move_to_end(key)
                return found
        made = orjson.Fragment(orjson.dumps(game_json(game, rendered_move)))
        with self._lock:
            self._texts[key] = made
            if len(self._texts) > self._kept:
                self._texts.popitem(last=False)
        return made


_rendered: Final = RenderedGames()

#: Return a game as JSON, for orjson to put into an answer as it is.
rendered_game: Final = _rendered.get
