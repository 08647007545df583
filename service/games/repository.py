"""What a store must be able to do for the games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from service.games.errors import GameError
from service.games.game import Change, Game, Status
from service.games.played import MoveEntry

__all__ = ["Entry", "Listed", "Loaded", "Place", "Repository", "Reservation"]

Entry = MoveEntry | Change
"""What a change adds to a game's history."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game as the store holds it, and the store's time at that moment in milliseconds."""

    game: Game
    now: int


@dataclass(frozen=True, slots=True)
class History:
    """A part of a game's history, as the store holds it at one moment.

    moves: the entries of the moves from the index that was asked for on. changes: those that are kept, in order.
    """

    moves: tuple[MoveEntry, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Reservation:
    """What an owner's token has been used for: the game's id, and a hash of what was asked for."""

    game_id: str
    request: str


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a public game stands in the list, for ever: when it was created, in milliseconds, and its id."""

    created_at: int
    game_id: str


@dataclass(frozen=True, slots=True)
class Listed:
    """What the index of public games says of one: its place, and its status (waiting or playing). It may be behind."""

    place: Place
    status: Status


class Repository(Protocol):
    """Keeps games. Every method may raise StoreUnavailable.

    A method that changes something does so as a whole or not at all, at most once, and before it returns. It raises
    NotReplicated where the change is made, but not yet as safe as it must be.
    """

    def now(self) -> int:
        """Return the store's time in milliseconds."""
        ...

    def load(self, game_id: str) -> Loaded:
        """Return a game. Raises GameNotFound, GameDamaged or NewerRules."""
        ...

    def recent(self, game_id: str) -> Loaded | None:
        """Return a game without asking the store: what it was a while ago, None when that is not known.

        The time is the store's within some milliseconds. A change of this game is saved only if it is still that.
        """
        ...

    def load_many(self, game_ids: Sequence[str]) -> tuple[Loaded | GameError, ...]:
        """Return games, each as `load` does; in the place of one that cannot be had, what `load` raises for it."""
        ...

    def create(self, game: Game, change: Change) -> Game | None:
        """Store a new game with the first entry of its history.

        Returns the game with its revision, or None when there is a game with this id.
        """
        ...

    def save(self, before: Game, after: Game, entry: Entry | None) -> Game | None:
        """Store `after` in the place of `before`, and add the entry to the history.

        Returns `after` with its revision, or None when the store no longer holds `before`. Raises GameNotFound when
        the game is gone, GameDamaged when its history is not what it should be.
        """
        ...

    def delete(self, game: Game) -> None:
        """Remove a game with all that belongs to it, and forget what its owner's token was used for."""
        ...

    def confirm(self, game_id: str, revision: str) -> bool:
        """Return once what the store holds of a game is as safe as a change must be; False when it holds another state.

        For a call that finds done what it is to do: an earlier one may have ended in NotReplicated. Raises that too.
        revision: of the game that was found, empty where there was none. The store may have gone back since it was
        found (another server has taken over, which never had it), so a call that gets False looks again.
        """
        ...

    def moves(self, game: Game, first: int, last: int) -> tuple[MoveEntry, ...]:
        """Return the entries of the moves with these indexes (from 0, both included) that the game has.

        Raises GameNotFound when the game is gone, GameDamaged when entries are missing or cannot be read.
        """
        ...

    def history(self, game: Game, first: int) -> History:
        """Return the entries of the moves from index `first` on, and all other changes that are kept.

        Raises GameNotFound when the game is gone, GameDamaged when an entry cannot be read.
        """
        ...

    def reserve(self, owner: str, reservation: Reservation) -> Reservation:
        """Remember what an owner's token (its hash) is used for, unless it is known; return what is known then."""
        ...

    def listed(self, status: Status | None, after: Place | None, count: int) -> tuple[Listed, ...]:
        """Return up to `count` public games with this status (None: waiting or playing), newest first.

        after: only those that come after this place. Fewer than `count` means that there are no more. All that
        changes a public game, or reads one, lets the index know; what it says may yet be out of date.
        """
        ...

    def relist(self, wrong: Sequence[tuple[Listed, Game | None]]) -> None:
        """Put the index right: what it says of these games, and what they are (None: no longer to be listed).

        Never raises StoreUnavailable: whoever finds them next does it.
        """
        ...
