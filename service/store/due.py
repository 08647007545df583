"""The list of games that somebody must look at, and when: a bot is to move in them, or a deadline passes there.

It lies in a slot of its own, so it is written beside the games, in calls of its own. No game is forgotten by that:
before a save after which a bot is to move, the game is entered for a moment that comes after the save is over; after
it, for now. Whoever is stopped between the two leaves an entry that comes due by itself. An entry that says too much is
taken out by who looks; one that is missing all the same (the store has lost its end) is made anew by whoever reads
the game.

There are two sets: of the games in which there is somebody, and of those that bots play alone. These never
leave theirs while they are played, so its size is how many there are.
"""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from service.games import DueGame, Game, Status, StoreUnavailable, TooManyGames
from service.store.client import Client
from service.store.keys import BOTS_ALONE, BOTS_DUE

__all__ = ["DueGames", "Saving"]

logger = logging.getLogger(__name__)

_AHEAD_SECONDS: Final = 4.0
"""A second longer than a call may take by default, its save included."""
_LATE_SECONDS: Final = 10.0
"""After which a bot that has not moved is late: its game may not be in the list."""
_AGAIN_SECONDS: Final = 30.0
"""How long this process takes a game to be in the list that it has looked for there."""
_REMEMBERED: Final = 10_000
"""Of how many games that is known."""

_NOW = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
"""

_ENTER = f"""
{_NOW}
local id, how, value, most, missing = unpack(ARGV)
local score = how == 'at' and tonumber(value) or now + tonumber(value)
local known, there = redis.call('ZSCORE', KEYS[1], id), redis.call('ZSCORE', KEYS[2], id)
if missing == '1' and (known or there) then return 1 end
if not known and most ~= '' and redis.call('ZCARD', KEYS[1]) >= tonumber(most) then return 0 end
redis.call('ZADD', KEYS[1], string.format('%.0f', score), id)
if there then redis.call('ZREM', KEYS[2], id) end
return 1
"""
"""KEYS: the set that the game belongs to, and the other one. ARGV: the game's id; `at` or `in`, and milliseconds; how
many games the set may have, or nothing; `1` to do nothing where there is an entry. Gives 0 when the set is full."""

_TAKE = f"""
{_NOW}
local wait = -1
for i, key in ipairs(KEYS) do
  local first = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
  if first[1] then
    local left = tonumber(first[2]) - now
    if left <= 0 then
      local lease = string.format('%.0f', now + ARGV[1])
      redis.call('ZADD', key, lease, first[1])
      return {{i, first[1], lease}}
    end
    if wait < 0 or left < wait then wait = left end
  end
end
return {{0, wait}}
"""
"""KEYS: the sets to look into, in this order. ARGV: for how many milliseconds a game is taken. Gives the number of the
set, the game that was due first and until when it is taken; or 0 and in how many milliseconds the next one is, -1
where there is none."""

_SETTLE = f"""
local known = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not known or tonumber(known) ~= tonumber(ARGV[2]) then return end
if ARGV[3] == 'over' then redis.call('ZREM', KEYS[1], ARGV[1]) return end
{_NOW}
local score = now + tonumber(ARGV[4])
if ARGV[3] == 'at' then score = math.max(score, tonumber(ARGV[5])) end
redis.call('ZADD', KEYS[1], string.format('%.0f', score), ARGV[1])
"""
"""KEYS: a set. ARGV: a game's id, until when it is taken; `over`, or `in` and milliseconds, or `at`, milliseconds that
it is away at least, and when. Does nothing where the game has been entered since it was taken."""

_REMOVE = """
for _, key in ipairs(KEYS) do redis.call('ZREM', key, ARGV[1]) end
"""
"""KEYS: the sets. ARGV: a game's id."""


class Saving:
    """A save, and whether it was made."""

    __slots__ = ("made",)

    def __init__(self) -> None:
        self.made = False


class DueGames:
    """The list, for any number of threads; see `service.games.DueList`.

    ahead: seconds in which a save that has begun is over. most_alone: how many games may be played that bots play
    alone. entered: is called when this process has entered a game for now. clock: seconds, from any start.
    """

    def __init__(
        self,
        client: Client,
        *,
        ahead: float = _AHEAD_SECONDS,
        most_alone: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._ahead = round(ahead * 1000)
        self._most_alone = most_alone
        self._clock = clock
        self.entered: Callable[[], None] = _nothing
        self._enter = client.script(_ENTER)
        self._take = client.script(_TAKE)
        self._settle = client.script(_SETTLE)
        self._remove = client.script(_REMOVE)
        self._lock = Lock()
        self._looked: OrderedDict[str, float] = OrderedDict()

    @contextmanager
    def changing(self, before: Game | None, after: Game) -> Iterator[Saving]:
        """Be around a save that makes `after` of `before`, None for a new game; it is to say whether it was made.

        Raises TooManyGames when there are too many games that bots play alone, and this would be one more;
        StoreUnavailable when it may not be saved, as nobody would look.
        """
        turn = _turn(after)
        saving = Saving()
        if turn is None or (before is not None and turn == _turn(before)):
            yield saving
            return
        alone = after.bots_alone
        if not self._put(after, self._ahead, most=self._most_alone if before is None and alone else None):
            raise TooManyGames("as many games are played by bots alone as may be at once")
        try:
            yield saving
        finally:
            self._put_after(after, saving)

    def _put_after(self, after: Game, saving: Saving) -> None:
        try:
            if saving.made and after.bot_to_move is None:
                self._put(after, at=after.deadline)
            else:  # a bot is to move; or the game is another one, and who looks sees what is to be done
                self._put(after, 0)
                self.entered()
        except StoreUnavailable:
            logger.warning("The game %s is looked at some seconds later: the list could not be written", after.id)

    def read(self, game: Game, now: int) -> None:
        """Enter a game that was read at this time, and is not in the list though it should be. Raises nothing."""
        if game.status is not Status.PLAYING or not game.may_need_bots or _turn(game) is None:
            return
        if game.bot_to_move is not None and now - game.updated_at < _LATE_SECONDS * 1000:
            return
        with self._lock:
            if self._clock() - self._looked.get(game.id, -_AGAIN_SECONDS) < _AGAIN_SECONDS:
                return
            self._looked[game.id] = self._clock()
            self._looked.move_to_end(game.id)
            if len(self._looked) > _REMEMBERED:
                self._looked.popitem(last=False)
        try:
            if game.bot_to_move is None:
                self._put(game, at=game.deadline, missing=True)
            else:
                self._put(game, 0, missing=True)
                self.entered()
        except StoreUnavailable:
            logger.debug("The game %s could not be entered", game.id, exc_info=True)

    def removed(self, game: Game) -> None:
        """Take a game out that is no more, so that another may have its place at once. Raises nothing.

        Where it stays in the list, or comes back with a change that was under way, who looks takes it out.
        """
        if game.status is not Status.PLAYING or not game.may_need_bots:
            return
        try:
            self._remove((BOTS_DUE, BOTS_ALONE), (game.id,))
        except StoreUnavailable:
            logger.debug("The game %s could not be taken out", game.id, exc_info=True)

    def take(self, seconds: float, *, alone: bool) -> DueGame | float | None:
        """Take a game that is due, or return the seconds until one is; see `service.games.DueList`."""
        keys = (BOTS_DUE, BOTS_ALONE) if alone else (BOTS_DUE,)
        found = self._take(keys, (round(seconds * 1000),))
        if found[0] == 0:
            return None if found[1] < 0 else int(found[1]) / 1000
        return DueGame(found[1].decode(), keys[found[0] - 1] == BOTS_ALONE, int(found[2]))

    def over(self, due: DueGame) -> None:
        """Take a game out."""
        self._settle((_key(due.alone),), (due.game_id, due.lease, "over"))

    def again(self, due: DueGame, seconds: float) -> None:
        """Let a game be looked at again in so many seconds."""
        self._settle((_key(due.alone),), (due.game_id, due.lease, "in", round(seconds * 1000)))

    def at(self, due: DueGame, deadline: int, seconds: float) -> None:
        """Let a game be looked at when its deadline passes, but not within so many seconds."""
        self._settle((_key(due.alone),), (due.game_id, due.lease, "at", round(seconds * 1000), deadline))

    def _put(
        self, game: Game, within: int = 0, *, at: int | None = None, most: int | None = None, missing: bool = False
    ) -> bool:
        """Enter a game for a time, in milliseconds; return whether there is room."""
        own, other = (BOTS_ALONE, BOTS_DUE) if game.bots_alone else (BOTS_DUE, BOTS_ALONE)
        how, value = ("in", within) if at is None else ("at", at)
        return bool(
            self._enter((own, other), (game.id, how, value, "" if most is None else most, "1" if missing else "0"))
        )


def _turn(game: Game) -> tuple[int, bool, bool, int | None] | None:
    """Return what it is that somebody must look at in a game; None for nothing."""
    if game.bot_to_move is None and (game.deadline is None or not game.may_need_bots):
        return None
    return game.number, game.bot_to_move is not None, game.bots_alone, game.deadline


def _key(alone: bool) -> str:
    return BOTS_ALONE if alone else BOTS_DUE


def _nothing() -> None:
    pass
