"""Finding a game: the public ones that wait or are played, newest first, page by page.

The list is read from an index that is written after the games and may be a moment behind them. So every game that it
names is read, what is shown is the game, and the index is put right where the two do not agree.
"""

import re
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass

from service.games.errors import GameDamaged, GameError, GameNotFound, InvalidCursor, NewerRules
from service.games.game import Game, Status
from service.games.repository import Listed, Loaded, Place, Repository

__all__ = ["Listing", "format_cursor", "list_public", "parse_cursor"]

_ROUNDS = 4
_LATER_ROUND = 100
"""Where the index names games that are no longer to be listed, more is read: so often, and so many at once."""

_PLACE = re.compile(r"(0|[1-9][0-9]{0,14}):([a-z0-9]{16,32})", re.ASCII)
_LONGEST_CURSOR = 64


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of games, newest first. `next_cursor` asks for what follows; None: nothing does."""

    games: tuple[Game, ...]
    next_cursor: str | None


def list_public(
    repository: Repository, current: Callable[[Loaded], Game], status: Status | None, limit: int, cursor: str | None
) -> Listing:
    """Return up to `limit` public games with this status (None: waiting or playing), newest first.

    current: what a game that was read is now; may raise as reading does. A page may hold fewer games than asked for,
    even none, and have another one after it: its work is bounded.

    Raises InvalidCursor; ValueError for finished games, which are not listed.
    """
    if status is Status.FINISHED:
        raise ValueError("finished games are not listed")
    place = None if cursor is None else parse_cursor(cursor)
    games: list[Game] = []
    for turn in range(_ROUNDS):
        wanted = limit - len(games)
        count = wanted if turn == 0 else max(wanted, _LATER_ROUND)
        found = repository.listed(status, place, count + 1)
        found, more = found[:count], len(found) > count
        wrong: list[tuple[Listed, Game | None]] = []
        loaded = repository.load_many([entry.place.game_id for entry in found])
        for entry, read in zip(found, loaded, strict=True):
            if len(games) == limit:
                more = True
                break
            place = entry.place
            try:
                game = _listable(entry, current, read)
            except NewerRules:  # another process knows them
                continue
            if game is None or game.status is not entry.status:
                wrong.append((entry, game))
            if game is not None and status in (None, game.status):
                games.append(game)
        if wrong:
            repository.relist(wrong)
        if not more:
            return Listing(tuple(games), None)
        if len(games) == limit:
            break
    return Listing(tuple(games), None if place is None else format_cursor(place))


def format_cursor(place: Place) -> str:
    """Return the cursor that asks for the games after this place."""
    return urlsafe_b64encode(f"{place.created_at}:{place.game_id}".encode()).rstrip(b"=").decode()


def parse_cursor(cursor: str) -> Place:
    """Return the place that a cursor stands for. Raises InvalidCursor for whatever `format_cursor` does not give."""
    if len(cursor) <= _LONGEST_CURSOR and cursor.isascii():
        try:
            text = b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True).decode()
        except ValueError:
            text = ""
        if match := _PLACE.fullmatch(text):
            place = Place(int(match[1]), match[2])
            if format_cursor(place) == cursor:
                return place
    raise InvalidCursor("the cursor is none that a page of games came with")


def _listable(entry: Listed, current: Callable[[Loaded], Game], read: Loaded | GameError) -> Game | None:
    """Return the game as it is now if it may be listed in this place. Raises NewerRules."""
    try:
        if not isinstance(read, Loaded):
            raise read
        game = current(read)
    except (GameNotFound, GameDamaged):
        return None
    # An owner's repeated call may have made a game that had expired once more: with the same id, in another place.
    if not game.public or game.created_at != entry.place.created_at or game.status is Status.FINISHED:
        return None
    return game
