"""The index of public games that wait or are played: which there are, newest first.

It lies in a slot of its own and is written after the games, so it may be behind them for a moment, and for longer
where a process stops or the store fails between the two. What it says of a game is no more than a hint. It is put
right by every change of a public game, by reading one (once a minute in each process), and by whoever lists games
and finds that it is wrong.
"""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from threading import Lock
from typing import Literal

from service.games import Game, Listed, Place, Status, StoreUnavailable
from service.store.client import Client
from service.store.keys import PUBLIC_EXPIRY, PUBLIC_PLAYING, PUBLIC_WAITING

__all__ = ["PublicIndex"]

logger = logging.getLogger(__name__)

_AGAIN_SECONDS = 60.0
"""How long a game that is only read is taken to be where this process has put it."""
_REMEMBERED = 10_000
"""Of how many games that is known."""
_PAUSE_SECONDS = 5.0
"""For how long nothing is tried after the index could not be written; calls would wait for it each time."""

_FILE = """
local waiting, playing, expiry = unpack(KEYS)
for i = 2, #ARGV, 3 do
  local member, status, expires = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  if status == 'playing' then
    redis.call('ZADD', playing, 0, member)
    redis.call('ZADD', expiry, 'GT', expires, member)
    redis.call('ZREM', waiting, member)
  elseif status == 'waiting' and (ARGV[1] == 'repair' or not redis.call('ZSCORE', playing, member)) then
    redis.call('ZADD', waiting, 0, member)
    redis.call('ZADD', expiry, 'GT', expires, member)
    redis.call('ZREM', playing, member)
  elseif status == 'finished' then
    for _, key in ipairs(KEYS) do redis.call('ZREM', key, member) end
  end
end
local minute_ago = (redis.call('TIME')[1] - 60) * 1000
local expired = redis.call('ZRANGEBYSCORE', expiry, '-inf', minute_ago, 'LIMIT', 0, ARGV[1] == 'repair' and 1000 or 10)
if #expired > 0 then
  for _, key in ipairs(KEYS) do redis.call('ZREM', key, unpack(expired)) end
end
"""
"""KEYS: the index's. ARGV: `change` or `repair`; then for each game its member, its status (`finished` for any that
is not to be listed) and when it expires.

A game that is being played never waits again, so a change that says so comes late, and counts for nothing; a repair
has looked. A change removes up to 10 entries of expired games, a repair up to 1000; the minute is for the games'
clocks, which in a cluster are other nodes'. For each game what may grow memory comes first."""

_PAGE = """
local found = {}
for i, key in ipairs(KEYS) do
  found[i] = redis.call('ZRANGE', key, ARGV[1], '-', 'BYLEX', 'REV', 'LIMIT', 0, ARGV[2])
end
return found
"""
"""KEYS: sets of members. ARGV: the end to start at, and how many. Gives the members of each, newest first."""

_KEYS = (PUBLIC_WAITING, PUBLIC_PLAYING, PUBLIC_EXPIRY)
_SETS = {Status.WAITING: PUBLIC_WAITING, Status.PLAYING: PUBLIC_PLAYING}


class PublicIndex:
    """The index, for any number of threads. clock: seconds, from any start."""

    def __init__(self, client: Client, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._file = client.script(_FILE)
        self._page = client.script(_PAGE)
        self._lock = Lock()
        self._filed: OrderedDict[str, tuple[Status, float]] = OrderedDict()
        self._paused_until = 0.0

    def changed(self, game: Game) -> None:
        """File a game as it has just been stored. Raises nothing: the game is stored, whatever becomes of this."""
        if game.public:
            self._put(game)

    def read(self, game: Game) -> None:
        """File a game that has been read, unless that has been done a short time ago. Raises nothing."""
        if not game.public or game.status is Status.FINISHED:
            return
        with self._lock:
            status, at = self._filed.get(game.id, (Status.FINISHED, 0.0))
        if status is not game.status or self._clock() - at >= _AGAIN_SECONDS:
            self._put(game)

    def removed(self, game: Game) -> None:
        """Take a game out that is no more. Raises nothing."""
        if game.public:
            self._forget(game.id)
            self._write("change", (_member(game), Status.FINISHED, 0))

    def page(self, status: Status | None, after: Place | None, count: int) -> tuple[Listed, ...]:
        """Return up to `count` entries, newest first: those after this place, all or with one status."""
        statuses = tuple(_SETS) if status is None else (status,)
        start = "+" if after is None else f"({_text(after)}"
        found = self._page(keys=[_SETS[one] for one in statuses], args=(start, count))
        entries = [
            Listed(_place(member), one) for one, members in zip(statuses, found, strict=True) for member in members
        ]
        entries.sort(key=lambda entry: entry.place, reverse=True)
        return tuple(entries[:count])

    def repair(self, wrong: Sequence[tuple[Listed, Game | None]]) -> None:
        """Put entries right that do not go with their games, as these are now; None: no longer to be listed.

        Raises nothing.
        """
        parts: list[str | int] = []
        for entry, game in wrong:
            self._forget(entry.place.game_id)
            status, expires_at = (Status.FINISHED, 0) if game is None else (game.status, game.expires_at)
            parts += (_text(entry.place), status, expires_at)
        self._write("repair", parts)

    def _put(self, game: Game) -> None:
        self._forget(game.id)
        if self._write("change", (_member(game), game.status, game.expires_at)):
            with self._lock:
                self._filed[game.id] = (game.status, self._clock())
                while len(self._filed) > _REMEMBERED:
                    self._filed.popitem(last=False)

    def _forget(self, game_id: str) -> None:
        with self._lock:
            self._filed.pop(game_id, None)

    def _write(self, reason: Literal["change", "repair"], parts: Iterable[str | int]) -> bool:
        """Run the script unless it has failed just now; return whether it has gone through."""
        if self._clock() < self._paused_until:
            return False
        try:
            self._file(keys=_KEYS, args=(reason, *parts))
        except StoreUnavailable:
            logger.warning("The list of public games could not be written; it is put right later")
            self._paused_until = self._clock() + _PAUSE_SECONDS
            return False
        return True


def _member(game: Game) -> str:
    return _text(Place(game.created_at, game.id))


def _text(place: Place) -> str:
    """Return a place as a member; as texts they have the order of the places."""
    return f"{place.created_at:015}:{place.game_id}"


def _place(member: bytes) -> Place:
    created_at, _, game_id = member.decode().partition(":")
    return Place(int(created_at), game_id)
