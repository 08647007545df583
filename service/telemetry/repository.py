"""A repository around another one, which counts, times and traces what is asked of it."""

import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from types import TracebackType

from service.games import (
    Change,
    Game,
    GameDamaged,
    GameError,
    History,
    Listed,
    Loaded,
    MoveEntry,
    NewerRules,
    Place,
    Repository,
    Reservation,
    Status,
    StoreUnavailable,
)
from service.telemetry.meters import Meters
from service.telemetry.traces import NO_TRACES, Traces

__all__ = ["ObservedRepository", "kind_of"]


def kind_of(game: Game) -> str:
    """Return what kind of game this is: `two_color`, or the number of its players."""
    seats = game.position.seats
    return "two_color" if len(seats[0]) > 1 else str(len(seats))


class ObservedRepository:
    """Does what `inner` does; see `service.games.Repository` for what each method promises."""

    def __init__(self, inner: Repository, meters: Meters, traces: Traces = NO_TRACES) -> None:
        self._inner = inner
        self._meters = meters
        self._traces = traces

    def now(self) -> int:
        """Return the store's time."""
        with self._asked("now"):
            return self._inner.now()

    def load(self, game_id: str) -> Loaded:
        """Return a game."""
        with self._asked("load", game_id):
            return self._inner.load(game_id)

    def recent(self, game_id: str) -> Loaded | None:
        """Return a game without asking the store; so nothing is counted."""
        return self._inner.recent(game_id)

    def load_many(self, game_ids: Sequence[str]) -> tuple[Loaded | GameError, ...]:
        """Return games."""
        with self._asked("load_many"):
            found = self._inner.load_many(game_ids)
        for one in found:
            _look_at(one, self._meters)
        return found

    def create(self, game: Game, change: Change) -> Game | None:
        """Store a new game."""
        with self._asked("create", game.id):
            stored = self._inner.create(game, change)
        if stored is not None:
            self._meters.game_created(kind_of(stored))
            self._note_end(stored)
        return stored

    def save(self, before: Game, after: Game, entry: MoveEntry | Change | None) -> Game | None:
        """Store a change."""
        with self._asked("save", after.id):
            stored = self._inner.save(before, after, entry)
        if stored is None:
            self._meters.save_conflict()
            return None
        if isinstance(entry, MoveEntry):
            self._meters.move_played(kind_of(stored))
        if before.outcome is None:
            self._note_end(stored)
        return stored

    def delete(self, game: Game) -> None:
        """Remove a game."""
        with self._asked("delete", game.id):
            self._inner.delete(game)

    def confirm(self, game_id: str, revision: str) -> bool:
        """Return once what the store holds of a game is safe; False when it holds another state."""
        with self._asked("confirm", game_id):
            return self._inner.confirm(game_id, revision)

    def moves(self, game: Game, first: int, last: int) -> tuple[MoveEntry, ...]:
        """Return the entries of moves."""
        with self._asked("moves", game.id):
            return self._inner.moves(game, first, last)

    def history(self, game: Game, first: int) -> History:
        """Return a part of the history."""
        with self._asked("history", game.id):
            return self._inner.history(game, first)

    def reserve(self, owner: str, reservation: Reservation) -> Reservation:
        """Remember what an owner's token is used for."""
        with self._asked("reserve"):
            return self._inner.reserve(owner, reservation)

    def listed(self, status: Status | None, after: Place | None, count: int) -> tuple[Listed, ...]:
        """Return a page of the index of public games."""
        with self._asked("listed"):
            return self._inner.listed(status, after, count)

    def relist(self, wrong: Sequence[tuple[Listed, Game | None]]) -> None:
        """Put the index right."""
        with self._asked("relist"):
            self._inner.relist(wrong)

    def _asked(self, operation: str, game_id: str | None = None) -> AbstractContextManager[None]:
        asked = _Asked(self._meters, operation)
        return self._traced(asked, game_id) if self._traces.active else asked

    @contextmanager
    def _traced(self, asked: "_Asked", game_id: str | None) -> Iterator[None]:
        with asked, self._traces.call(f"store {asked.operation}") as span:
            if game_id is not None:
                span.set("kiln.game", game_id)
            yield

    def _note_end(self, game: Game) -> None:
        if game.outcome is not None:
            self._meters.game_finished(kind_of(game), game.outcome.reason)


class _Asked:
    """Counts and times a call of the store. There are two to a request, so this is no generator."""

    __slots__ = ("_meters", "_started", "operation")

    def __init__(self, meters: Meters, operation: str) -> None:
        self.operation = operation
        self._meters = meters
        self._started = time.perf_counter()

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            _look_at(error, self._meters)
        seconds = time.perf_counter() - self._started
        self._meters.store_call(self.operation, seconds, failed=isinstance(error, StoreUnavailable))


def _look_at(found: object, meters: Meters) -> None:
    if isinstance(found, GameDamaged):
        meters.game_unreadable("damaged")
    elif isinstance(found, NewerRules):
        meters.game_unreadable("newer_rules")
