"""Stored games as files: `tests/data` has those of all versions.

`python -m tests.store.stored` writes those that are not there yet, as the store does today. None is ever changed.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from service.games import Bot, GameService, NewSeat, NewVariants
from service.store import Store
from service.store.embedded import EmbeddedServer
from service.store.keys import game_keys
from tests.games.table import OPEN, TAKEN, Table, finished

if TYPE_CHECKING:
    import redis

FOLDER = Path(__file__).parents[1] / "data"


def put(client: redis.Redis, document: dict[str, Any]) -> None:
    """Store a game that `dumped` gave."""
    for key, value in document["keys"].items():
        if isinstance(value, dict):
            client.hset(key, mapping=value)
        else:
            client.rpush(key, *value)


def dumped(client: Any, table: Table, about: str) -> dict[str, Any]:
    """Return a stored game: what it is, its tokens, how it shows, and its keys with their values."""
    keys: dict[str, Any] = {}
    for key in game_keys(table.id):
        kind = client.type(key)
        if kind == b"hash":
            keys[key] = {name.decode(): value.decode() for name, value in client.hgetall(key).items()}
        elif kind == b"list":
            keys[key] = [entry.decode() for entry in client.lrange(key, 0, -1)]
    game = table.game
    return {
        "about": about,
        "game": table.id,
        "owner": table.owner,
        "tokens": {str(seat): token for seat, token in table.tokens.items()},
        "shows": {
            "version": game.version,
            "status": game.status.value,
            "number": game.number,
            "to_move": game.to_move,
            "position": game.position_text,
        },
        "keys": keys,
    }


def _waiting(service: GameService) -> Table:
    table = Table(service, seats=(TAKEN, OPEN, OPEN), public=True, players=3)
    table.claim(2, "Zoë")
    return table


def _playing(service: GameService) -> Table:
    table = Table(service, target=29, variants=NewVariants(heating_up=True))
    table.play_random(40)
    table.tokens[1] = service.replace_token(table.id, 1, table.owner, None).token
    return table


def _two_color(service: GameService) -> Table:
    table = Table(service, two_color=True, goal="both")
    table.play_random(35)
    return table


def _finished(service: GameService) -> Table:
    table = Table(service, target=3, seed=3)
    table.play_to_the_end()
    return table


def _left(service: GameService) -> Table:
    table = Table(service, players=4)
    table.play_random(5)
    service.leave(table.id, 2, table.tokens[2])
    table.play_random(4)
    service.leave(table.id, 4, table.owner)
    table.play_random(3)
    return table


def _timed(service: GameService) -> Table:
    table = Table(service, players=3, move_seconds=3600)
    table.play_random(6)
    return table


def _rematch(service: GameService) -> Table:
    table = finished(service)
    service.rematch(table.id, table.tokens[1])
    return table


def _bots(service: GameService) -> Table:
    table = Table(service, seats=(NewSeat("Hal", bot=Bot("greedy")), TAKEN), target=3)
    table.play_random(7)
    return table


def _replaced(service: GameService) -> Table:
    table = Table(service, players=3, target=3, on_leave=Bot("search-1"), advice=True)
    table.play_random(3)
    service.leave(table.id, 2, table.tokens[2])
    table.play_random(4)
    return table


GAMES: dict[str, tuple[str, Callable[[GameService], Table]]] = {
    "game_1_waiting": ("A public game of three; two seats are claimed, one has a name.", _waiting),
    "game_1_playing": ("A game of two after 40 moves, with a variant, and a token that has been replaced.", _playing),
    "game_1_two_color": ("A two-color game after 35 moves, with the goal both.", _two_color),
    "game_1_finished": ("A game that somebody has won by moves.", _finished),
    "game_1_left": ("A game of four, two of whom have left, at different times.", _left),
    "game_1_timed": ("A game of three with a limit for moves; its deadline is in the year 2100.", _timed),
    "game_1_rematch": ("A game that all but one have left, with a rematch (which is not here).", _rematch),
    "game_2_bots": ("A game of two, one of them a bot, after seven moves.", _bots),
    "game_2_replaced": ("A game of three; a bot plays on for one who has left.", _replaced),
}


def main() -> None:
    """Write what is missing."""
    with tempfile.TemporaryDirectory(prefix="kiln-") as folder, EmbeddedServer(Path(folder)) as server:
        import redis

        store = Store(server.url)
        client = redis.Redis.from_url(server.url)
        for name, (about, make) in GAMES.items():
            path = FOLDER / f"{name}.json"
            if path.exists():
                continue
            text = json.dumps(dumped(client, make(GameService(store.games)), about), ensure_ascii=False, indent=1)
            if name == "game_1_timed":
                text = re.sub(r'(\\"deadline\\":)\d+', r"\g<1>4102444800000", text)
            path.write_text(text + "\n")


if __name__ == "__main__":
    main()
