"""The rematch of a finished game: one new game for all who ask.

The two games are two places in the store, so no single step writes both. A call first notes in the finished game
which id the new one will have, which nobody sees; then creates the new game, unless it is there; then shows its id in
the finished game. A note that another call has just made is followed, one that is older (its call was cut short) is
replaced by a fresh one. So whatever is cut short is made up for by the next call, an id that is shown leads to
a game, and nobody's time for a move runs in a game that nobody knows of.
"""

import secrets
from dataclasses import dataclass

from service.games import lifecycle
from service.games.creation import new_id
from service.games.errors import GameError, GameNotFinished, TokenNotAllowed, TooBusy
from service.games.game import Expiry, Game, SeatState, Status
from service.games.loading import Current, Loader
from service.games.new_game import Setup
from service.games.repository import Repository
from service.games.tokens import require_role
from service.rules import MAX_SEED, start_position

__all__ = ["Rematch", "play_again"]

_TRIES = 50
_CUT_SHORT = 3000
"""Milliseconds after which a note counts as that of a call that was cut short."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """The new game. `created`: by this very call; an earlier or a simultaneous one otherwise."""

    game: Game
    created: bool


def play_again(repository: Repository, loader: Loader, expiry: Expiry, game_id: str, presented: str | None) -> Rematch:
    """Return the rematch of a finished game for one of its seats.

    A rematch that has been removed or has expired is made anew, as another game.
    Raises TokenMissing, TokenUnknown, TokenNotAllowed (the owner's) or GameNotFinished.
    """
    for _ in range(_TRIES):
        current = loader.load(game_id)
        finished = current.game
        if require_role(finished, presented).seat is None:
            raise TokenNotAllowed("a rematch is for the seats")
        if finished.rematch is not None and finished.reserved is None:
            known = loader.load_if_there(finished.rematch)
            if known is not None:
                if loader.confirm(current) and loader.confirm(known):
                    return Rematch(known.game, created=False)
                continue
        if finished.status is not Status.FINISHED:
            raise GameNotFinished("the game is not finished", finished)
        reserved = _reserve(repository, loader, current)
        if reserved is None:
            continue
        new = _create(repository, loader, expiry, reserved, current.now)
        if new is None:
            continue
        step = lifecycle.show_rematch(reserved, new.id, current.now, expiry)
        if repository.save(reserved, step.game, step.entry) is not None:
            return Rematch(new, created=True)
    raise TooBusy("the game changed each time before its rematch could be made")


def _reserve(repository: Repository, loader: Loader, current: Current) -> Game | None:
    """Return the finished game with a note of the new one's id; None when it has changed meanwhile."""
    finished = current.game
    stale = finished.reserved
    if stale is not None and current.now - stale.at < _CUT_SHORT:
        return finished
    reserved = loader.save(current, lifecycle.reserve_rematch(finished, new_id(), current.now))
    if reserved is not None and stale is not None:
        _discard(repository, stale.game_id)
    return reserved


def _create(repository: Repository, loader: Loader, expiry: Expiry, finished: Game, now: int) -> Game | None:
    """Return the new game with the id that is noted, whoever creates it; None when it has just gone, or changed."""
    if finished.reserved is None:
        return None
    tokens = [seat.token for seat in finished.seats]
    game, change = lifecycle.create(_setup(finished), finished.reserved.game_id, finished.owner, tokens, now, expiry)
    created = repository.create(game, change)
    if created is None:
        found = loader.load_if_there(game.id)
        return found.game if found is not None and loader.confirm(found) else None
    return created


def _setup(finished: Game) -> Setup:
    """Return what the new game starts with: all as before, but the tiles. A seat that nobody has had is open.

    A bot has its seat again, unless it has had it from somebody.
    """
    seed = secrets.randbelow(MAX_SEED + 1)
    bots = tuple(seat.bot if seat.token is None else None for seat in finished.seats)
    return Setup(
        start=start_position(finished.position.seats, finished.position.options, seed),
        names=tuple(seat.name for seat in finished.seats),
        states=tuple(
            SeatState.OPEN if seat.token is None and bot is None else SeatState.TAKEN
            for seat, bot in zip(finished.seats, bots, strict=True)
        ),
        seed=seed,
        public=finished.public,
        move_seconds=finished.move_seconds,
        request="",
        bots=bots,
        on_leave=finished.on_leave,
        advice=finished.advice,
    )


def _discard(repository: Repository, game_id: str) -> None:
    """Remove a game that nobody has heard of, if it is there; it would expire anyway."""
    try:
        repository.delete(repository.load(game_id).game)
    except GameError:
        return
