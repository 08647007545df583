"""What has happened in a game since a version: the game as it was after each change.

The history keeps each move, and of every other change its version and the seats after it; each version that is no
such change's is a move's. From that the game is built again, change by change.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from service import rules
from service.games.errors import GameDamaged
from service.games.game import Change, ChangeType, Expiry, Game, Seat
from service.games.lifecycle import changed
from service.games.played import PlayedMove
from service.games.replay import first_needed, replay
from service.games.repository import History

__all__ = ["GameEvent", "News", "events_after", "first_move_needed"]


@dataclass(frozen=True, slots=True)
class GameEvent:
    """One change: the version that it made, the game as of that version, and the move if it was one.

    An earlier version of the game is for showing: it has neither a revision nor the hashes of tokens.
    """

    version: int
    game: Game
    move: PlayedMove | None


@dataclass(frozen=True, slots=True)
class News:
    """A game as it is, the store's time (milliseconds), and what has happened after the version that was asked for.

    complete: whether the events are all of the changes, in order. Where they cannot all be built again, there is one
    event: the game as it is now.
    """

    game: Game
    now: int
    events: tuple[GameEvent, ...]
    complete: bool


def first_move_needed(game: Game, version: int) -> int:
    """Return the index of the first move entry that may be needed for what came after the version."""
    others = game.version - game.moves_played
    return first_needed(max(0, version - others - 1))


def events_after(game: Game, version: int, history: History, first: int, expiry: Expiry) -> list[GameEvent] | None:
    """Return all changes of a game after a version (at least 1, below the game's), or None when some are forgotten.

    history: its moves from index `first` on, which is `first_move_needed`. It may be of a moment after the game's.
    Raises GameDamaged when its entries do not go with each other.
    """
    changes = {change.version: change for change in history.changes if change.version <= game.version}
    forgotten = game.version - game.moves_played - len(changes)
    if forgotten < 0 or first + len(history.moves) < game.moves_played:
        return None  # the store has lost its last changes since it gave the game
    if forgotten and (not changes or version + 1 < min(changes)):
        return None
    if version + 1 == game.version:
        return [GameEvent(game.version, game, None if game.version in changes else game.last_move)]
    past = _Past(game, version, changes, forgotten, expiry)
    if forgotten and past.moves and past.start < min(changes):
        return None  # what made that version may be a move, or a change that is forgotten
    last = max(0, past.moves - 1)
    return list(past.events(replay(game, last, history.moves[first_needed(last) - first :])))


class _Past:
    """Builds a game as it was. It starts with the last move at or before a version, or else with the first change."""

    def __init__(self, game: Game, version: int, changes: dict[int, Change], forgotten: int, expiry: Expiry) -> None:
        self._now = game
        self._after = version
        self._changes = changes
        self._expiry = expiry
        others = forgotten + sum(known <= version for known in changes)
        self.moves = version - others  # how many had been played
        start = version
        while start in changes:
            start -= 1
        if not self.moves:
            start = min(changes)
        self.start = start
        earliest = max((known for known in changes if known <= start), default=min(changes))
        position = rules.parse_position(game.start_text)
        self._game = replace(
            game,
            revision="",
            version=start - 1,
            position=position,
            position_text=game.start_text,
            seats=_seats(changes[earliest]),
            left=tuple(entry for entry in game.left if entry.version < start),
            replaced=tuple(entry for entry in game.replaced if entry.version < start),
            last_move=None,
            used=forgotten > 0,  # so many changes there are only where seats are claimed
            updated_at=0,
            deadline=None,
            rematch=None,
            reserved=None,
        )

    def events(self, moves: Iterator[PlayedMove]) -> Iterator[GameEvent]:
        """Give the changes after the version; `moves` start with the last one at or before it, if there is one."""
        move: PlayedMove | None
        for version in range(self._game.version + 1, self._now.version + 1):
            change = self._changes.get(version)
            if change is not None:
                move = None
                self._game = self._changed(change)
            else:
                move = next(moves, None)
                if move is None:
                    raise GameDamaged(self._now.id, f"the move that made version {version} is missing")
                self._game = self._moved(move)
            if version > self._after:
                game = self._now if version == self._now.version else self._game
                yield GameEvent(version, game, move)
        if self._game.position_text != self._now.position_text:
            raise GameDamaged(self._now.id, "its history does not lead to its position")

    def _moved(self, move: PlayedMove) -> Game:
        after = replace(self._game, position=move.position, position_text=move.position_text, last_move=move, used=True)
        return changed(self._game, after, move.played_at, self._expiry)

    def _changed(self, change: Change) -> Game:
        before = self._game
        position = before.position
        left = tuple(entry for entry in self._now.left if entry.version == change.version)
        for entry in left:
            try:
                position = rules.leave(position, entry.seat)
            except ValueError as error:
                raise GameDamaged(before.id, f"seat {entry.seat} left at version {entry.version}: {error}") from error
        after = replace(
            before,
            position=position,
            position_text=rules.format_position(position) if left else before.position_text,
            seats=_seats(change),
            left=(*before.left, *left),
            replaced=tuple(entry for entry in self._now.replaced if entry.version <= change.version),
            used=before.used or change.type is ChangeType.CLAIM,
            rematch=change.rematch or before.rematch,
        )
        return changed(before, after, change.at, self._expiry)


def _seats(change: Change) -> tuple[Seat, ...]:
    bots = change.bots or (None,) * len(change.seats)
    return tuple(Seat(name, state, bot=bot) for (name, state), bot in zip(change.seats, bots, strict=True))
