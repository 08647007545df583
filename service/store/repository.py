"""The games' repository in Redis."""

import base64
import logging
import math
import os
import random
import time
from collections.abc import Sequence
from typing import Any, cast

from redis.exceptions import RedisError

from service.games import (
    Change,
    ChangeType,
    Game,
    GameDamaged,
    GameError,
    GameNotFound,
    History,
    Listed,
    Loaded,
    MoveEntry,
    NewerRules,
    NotReplicated,
    Place,
    Reservation,
    Status,
)
from service.store import scripts
from service.store.client import Client, Script, WrongType
from service.store.codec import decode_change, decode_game, decode_move, encode_change, encode_game, encode_move
from service.store.due import DueGames
from service.store.keys import channel, game_keys, owner_key
from service.store.listing import PublicIndex
from service.store.recent import RecentGames

__all__ = ["RESERVATION_SECONDS", "RedisRepository"]

logger = logging.getLogger(__name__)

RESERVATION_SECONDS = 24 * 3600


_CLOCK_SECONDS = 60.0
"""How long the store's time is known after it has been told."""


class RedisRepository:
    """Keeps games in Redis; see `service.games.Repository` for what each method promises.

    kept: how many games are kept parsed in this process. due: the list of games in which bots are to move.
    """

    def __init__(self, client: Client, kept: int = 1024, due: DueGames | None = None) -> None:
        self._client = client
        self._recent = RecentGames(kept)
        self._time = (-math.inf, 0)
        self._due = due or DueGames(client)
        self._public = PublicIndex(client)
        self._load = client.script(scripts.LOAD)
        self._moves = client.script(scripts.MOVES)
        self._history = client.script(scripts.HISTORY)
        self._create = client.changing_script(scripts.CREATE)
        self._delete = client.changing_script(scripts.DELETE)
        self._save = client.changing_script(scripts.SAVE)
        self._reserve = client.changing_script(scripts.RESERVE)
        self._forget = client.changing_script(scripts.FORGET)
        self._confirm = client.changing_script(scripts.CONFIRM)

    def now(self) -> int:
        """Return the store's time in milliseconds."""
        return self._client.time()

    def load(self, game_id: str) -> Loaded:
        """Return a game, in one round trip, and without parsing it when it has not changed."""
        loaded = self._loaded(game_id, self._run(self._load, game_id, ()))
        self._public.read(loaded.game)
        self._due.read(loaded.game, loaded.now)
        return loaded

    def recent(self, game_id: str) -> Loaded | None:
        """Return a game as it was last read or changed here, at about the store's time."""
        game = self._recent.last(game_id)
        asked, then = self._time
        now = time.monotonic()
        if game is None or now - asked > _CLOCK_SECONDS:
            return None
        return Loaded(game, then + round((now - asked) * 1000))

    def load_many(self, game_ids: Sequence[str]) -> tuple[Loaded | GameError, ...]:
        """Return games, or why they cannot be had, in one round trip (in a cluster: one to each node)."""
        if not game_ids:
            return ()
        answers = self._client.run_many(self._load, [game_keys(game_id) for game_id in game_ids])
        return tuple(self._loaded_or_error(*each) for each in zip(game_ids, answers, strict=True))

    def _loaded_or_error(self, game_id: str, answer: Any) -> Loaded | GameError:
        try:
            # Where the script was not known, or anything else was wrong, the usual way finds out.
            return self.load(game_id) if isinstance(answer, RedisError) else self._loaded(game_id, answer)
        except (GameNotFound, GameDamaged, NewerRules) as error:
            return error

    def _loaded(self, game_id: str, answer: Any) -> Loaded:
        head, whole, state = (answer or b"").partition(b"\n")
        if not whole:
            self._recent.drop(game_id)
            if answer is None:
                raise GameNotFound(f"there is no game {game_id}")
            raise _damaged(game_id, "part of it is missing")
        seconds, microseconds, moves, revision = head.split(b" ", 3)
        now = int(seconds) * 1000 + int(microseconds) // 1000
        self._time = (time.monotonic(), now)
        return Loaded(self._parsed(game_id, revision, state, int(moves)), now)

    def create(self, game: Game, change: Change) -> Game | None:
        """Store a new game; None when there is one with this id."""
        save = _save_id()
        stored, state = _written(game, 1, save)
        args = (stored.revision, save, state, encode_change(change, save), game.expires_at)
        with self._due.changing(None, game) as saving:
            result, replicated = self._run(self._create, game.id, args)
            saving.made = result == b"saved"
        if result != b"saved":
            return None
        self._recent.put(state, stored)
        self._public.changed(stored)
        _require(replicated)
        return stored

    def save(self, before: Game, after: Game, entry: MoveEntry | Change | None) -> Game | None:
        """Store a change; None when the store no longer holds `before`."""
        save = _save_id()
        stored, state = _written(after, int(before.revision.partition("-")[0]) + 1, save)
        kind = ""
        text: str | bytes = ""
        if isinstance(entry, MoveEntry):
            kind, text = "move", encode_move(entry, save)
        elif entry is not None:
            kind, text = "change", encode_change(entry, save)
        args = (
            before.revision, stored.revision, save, state, after.expires_at, _latest(before, entry), channel(after.id),
            before.moves_played, kind, text,
        )  # fmt: skip
        with self._due.changing(before, after) as saving:
            result, replicated = self._run(self._save, after.id, args)
            saving.made = result == b"saved"
        if result == b"saved":
            self._recent.put(state, stored)
            self._public.changed(stored)
            _require(replicated)
            return stored
        if result == b"gone":
            raise GameNotFound(f"there is no game {after.id}")
        if result == b"damaged":
            raise _damaged(after.id, "it has not as many moves as it says")
        return None

    def delete(self, game: Game) -> None:
        """Remove a game. What its owner's token was used for goes first, so that a call cut short can be repeated."""
        self._recent.drop(game.id)
        forgotten = self._forget(keys=(owner_key(game.owner),), args=(game.id,))[1]
        removed = self._delete(keys=game_keys(game.id), args=(channel(game.id),))[1]
        self._public.removed(game)
        self._due.removed(game)
        _require(forgotten and removed)

    def confirm(self, game_id: str, revision: str) -> bool:
        """Return once enough replicas have this state of a game; False when the store holds another one."""
        if not self._client.waits:
            return True
        found, replicated = self._run(self._confirm, game_id, ())
        _require(replicated)
        return bool(found == revision.encode())

    def moves(self, game: Game, first: int, last: int) -> tuple[MoveEntry, ...]:
        """Return the entries of the moves from index `first` to `last`."""
        entries = self._run(self._moves, game.id, (first, last))
        if entries is None:
            raise GameNotFound(f"there is no game {game.id}")
        if len(entries) != last - first + 1:
            raise _damaged(game.id, f"of the moves {first} to {last} there are only {len(entries)}")
        return tuple(decode_move(game.id, entry) for entry in entries)

    def history(self, game: Game, first: int) -> History:
        """Return the entries of the moves from index `first` on, and all other changes that are kept."""
        found = self._run(self._history, game.id, (first,))
        if found is None:
            raise GameNotFound(f"there is no game {game.id}")
        moves, changes = found
        return History(
            tuple(decode_move(game.id, entry) for entry in moves),
            tuple(decode_change(game.id, entry) for entry in changes),
        )

    def reserve(self, owner: str, reservation: Reservation) -> Reservation:
        """Remember for 24 hours what an owner's token is used for, unless it is known; return what is known then."""
        value = f"{reservation.game_id} {reservation.request}"
        known, replicated = self._reserve(keys=(owner_key(owner),), args=(value, RESERVATION_SECONDS))
        _require(replicated)
        game_id, _, request = cast("bytes", known).decode().partition(" ")
        return Reservation(game_id, request)

    def listed(self, status: Status | None, after: Place | None, count: int) -> tuple[Listed, ...]:
        """Return what the index of public games says, newest first; it may be behind the games."""
        return self._public.page(status, after, count)

    def relist(self, wrong: Sequence[tuple[Listed, Game | None]]) -> None:
        """Put the index right."""
        self._public.repair(wrong)

    def _run(self, script: Script, game_id: str, args: tuple[str | bytes | int, ...]) -> Any:
        """Run a script on a game's keys. Raises GameDamaged when one of them is not of the right type."""
        try:
            return script(keys=game_keys(game_id), args=args)
        except WrongType:
            raise _damaged(game_id, "a key has the wrong type") from None

    def _parsed(self, game_id: str, revision: bytes, state: bytes, moves: int) -> Game:
        name = revision.decode("ascii", "replace")
        game = self._recent.get(game_id, name, state)
        if game is None:
            try:
                game = decode_game(game_id, name, state)
            except GameDamaged as error:
                logger.exception("%s", error)
                raise
            except NewerRules as error:
                logger.warning("%s", error)
                raise
            self._recent.put(state, game)
        if game.moves_played != moves:
            raise _damaged(game_id, f"it has {moves} moves, not {game.moves_played}")
        return game


def _damaged(game_id: str, detail: str) -> GameDamaged:
    """Log that a game is damaged, and return the error that says so."""
    error = GameDamaged(game_id, detail)
    logger.error("%s", error)
    return error


def _require(replicated: bool) -> None:
    if not replicated:
        raise NotReplicated("too few replicas have the change in time")


def _latest(game: Game, entry: MoveEntry | Change | None) -> int | str:
    """Return until when a game may be changed so: until its deadline, after which only the time-out comes."""
    if game.deadline is None or (isinstance(entry, Change) and entry.type is ChangeType.TIME_OUT):
        return ""
    return game.deadline


def _written(game: Game, count: int, save: str) -> tuple[Game, bytes]:
    """Return a game with the revision that it is stored as, and its state."""
    return game.but(revision=f"{count}-{save}"), encode_game(game)


_ids = random.Random()
"""Not secret; to ask the system for each would let another thread have the interpreter."""
os.register_at_fork(after_in_child=_ids.seed)


def _save_id() -> str:
    """Return a random id of 8 characters, the same for all tries of one save."""
    return base64.urlsafe_b64encode(_ids.getrandbits(48).to_bytes(6)).decode()
