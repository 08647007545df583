"""A game at a table, as a value."""

from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cached_property
from itertools import takewhile
from typing import Any, Final

from service.games.played import PlayedMove
from service.rules import Outcome, Position

__all__ = [
    "Bot",
    "Change",
    "ChangeType",
    "Expiry",
    "Game",
    "LeftEntry",
    "ReplacedEntry",
    "ReservedRematch",
    "Seat",
    "SeatState",
    "Status",
]


class Status(StrEnum):
    """Where a game is in its life."""

    WAITING = "waiting"
    PLAYING = "playing"
    FINISHED = "finished"


class SeatState(StrEnum):
    """Whether somebody has a seat."""

    TAKEN = "taken"
    OPEN = "open"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Bot:
    """Who plays a seat for the service. level: how well, by its name; a newer service may know more of them."""

    level: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: its player's name, its state and the hashes of its tokens.

    token: the hash of the token that counts, None for a seat that nobody has had. replaced: the hash of the one
    before it, if that was replaced; it lets nobody in, but tells when a replacement is repeated. bot: what plays the
    seat, which is then taken. Where somebody had the seat before, the token is theirs: it plays no more, but is good
    for a rematch.
    """

    name: str | None
    state: SeatState
    token: str | None = field(default=None, repr=False)
    replaced: str | None = field(default=None, repr=False)
    bot: Bot | None = None


@dataclass(frozen=True, slots=True)
class LeftEntry:
    """A seat (from 1) that left the running game before the move `before`, why, and the version that this made."""

    seat: int
    before: int
    reason: str
    version: int


@dataclass(frozen=True, slots=True)
class ReplacedEntry:
    """A seat (from 1) that a bot plays from the move `before` on, why, and the version that this made."""

    seat: int
    before: int
    reason: str
    version: int
    bot: Bot


class ChangeType(StrEnum):
    """What can happen to a game beside moves."""

    CREATE = "create"
    CLAIM = "claim"
    LEAVE = "leave"
    TIME_OUT = "time_out"
    """A seat ran out of time: it has left, or a bot plays it from then on."""
    REPLACE = "replace"
    """A seat has left, and a bot plays it from then on."""
    REMATCH = "rematch"
    OTHER = "other"
    """What only a newer service knows. This one never makes such a change, and leaves that of a newer one as it is."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change other than a move, as the history keeps it.

    version: the one that it made. at: milliseconds. seats: name and state of every seat after it, so that the game
    can be shown as it was at any version. rematch: the rematch's id, of a change that brought one. bots: what plays
    each seat after it, None for people; nothing at all in a game in which no bot plays.
    """

    version: int
    at: int
    type: ChangeType
    seats: tuple[tuple[str | None, SeatState], ...]
    rematch: str | None = None
    bots: tuple[Bot | None, ...] = ()


@dataclass(frozen=True, slots=True)
class ReservedRematch:
    """The id that a rematch will have, and since when that is so (milliseconds)."""

    game_id: str
    at: int


@dataclass(frozen=True, slots=True)
class Expiry:
    """How long games are kept, in milliseconds after their last change."""

    used: int = 30 * 24 * 3_600_000
    unused: int = 24 * 3_600_000
    """While nothing has been claimed or played."""

    def at(self, game: "Game") -> int:
        """Return when a game will expire if nobody does anything any more, in milliseconds.

        With a limit for moves, that is after the last time-out there would be. A time-out that happens unseen thus
        changes nothing: not when the game expires, and not how long its end can be looked at.
        """
        return game.last_time_out + (self.used if game.used else self.unused)


@dataclass(frozen=True)
class Game:
    """A game, immutable: every change makes another value. What follows from its fields is kept, hence no slots.

    revision: names what the store holds: it is another one after every write, unique for ever. Empty for a game
        that is not stored (a dry run's).
    version: 1 at creation, one more with every change that can be seen.
    position, position_text: as it stands now. start_text: as the game began.
    owner: the hash of the owner's token. seed: None where a position was given.
    left: who left while the game ran, in order. replaced: whom a bot has replaced, in order. last_move: None before
        the first move.
    used: whether a seat has been claimed or a move played, ever.
    move_seconds: how long a seat has for a move, None where there is no limit. deadline: when the seat to move must
        have moved, None unless the game is played with a limit and it is somebody's turn. A bot has none: it moves as
        soon as the service can, and does not lose a game because that could not.
    created_at, updated_at, expires_at, deadline: milliseconds.
    rematch: the id of the game that these seats play after this one, None where there is none yet.
    reserved: the rematch that a call is about to make; nobody sees it.
    on_leave: what plays a seat on that leaves or runs out of time; None: nobody does, the seat has left.
    advice: whether the service may be asked what to play.
    others: what a newer service keeps of the game besides, as the store's text; it goes along with every change.
    """

    id: str
    revision: str
    version: int
    position: Position
    position_text: str
    start_text: str
    seats: tuple[Seat, ...]
    owner: str = field(repr=False)
    seed: int | None
    public: bool
    left: tuple[LeftEntry, ...]
    last_move: PlayedMove | None
    used: bool
    created_at: int
    updated_at: int
    expires_at: int
    rules_version: int
    move_seconds: int | None = None
    deadline: int | None = None
    rematch: str | None = None
    reserved: ReservedRematch | None = None
    on_leave: Bot | None = None
    advice: bool = False
    replaced: tuple[ReplacedEntry, ...] = ()
    others: str | None = None

    def but(self, **values: Any) -> "Game":
        """Return this game with other values of these fields.

        It is `dataclasses.replace` for the ways that every move goes: that one sets all fields one by one, which costs
        four times as much, and is done several times a move. Raises TypeError for a field that there is not.
        """
        made = object.__new__(Game)
        made.__dict__.update(self.__dict__)
        for name in _FOLLOWING:
            made.__dict__.pop(name, None)
        made.__dict__.update(values)
        if len(made.__dict__) != _FIELDS:
            raise TypeError(f"a game has not all of the fields {', '.join(values)}")
        return made

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game has ended, or None."""
        return self.position.outcome

    @cached_property
    def status(self) -> Status:
        """Finished as soon as the position is; else waiting while a seat is open."""
        if self.outcome is not None:
            return Status.FINISHED
        if any(seat.state is SeatState.OPEN for seat in self.seats):
            return Status.WAITING
        return Status.PLAYING

    @property
    def to_move(self) -> int | None:
        """The seat to move, from 1; None unless the game is being played."""
        return self.position.turn if self.status is Status.PLAYING else None

    @property
    def number(self) -> int:
        """The number of the next move."""
        return self.position.number

    @cached_property
    def start_number(self) -> int:
        """The number of the game's first move."""
        return int(self.start_text.rpartition(" ")[2])

    @property
    def moves_played(self) -> int:
        """How many moves the history holds."""
        return self.number - self.start_number

    @property
    def bot_to_move(self) -> Bot | None:
        """The bot whose turn it is; None where it is somebody else's, or nobody's."""
        return None if self.to_move is None else self.seats[self.to_move - 1].bot

    @property
    def may_need_bots(self) -> bool:
        """Whether a bot plays, or may have to."""
        return self.on_leave is not None or any(seat.bot is not None for seat in self.seats)

    @property
    def bots_alone(self) -> bool:
        """Whether all who have not left are bots."""
        return all(seat.bot is not None or seat.state is SeatState.LEFT for seat in self.seats)

    @property
    def last_time_out(self) -> int:
        """When the last time-out will be if nobody moves, bots neither; the last change where no limit runs."""
        if self.deadline is None or self.move_seconds is None:
            return self.updated_at
        return self.deadline + (self._time_outs - 1) * self.move_seconds * 1000

    @property
    def _time_outs(self) -> int:
        """How many seats would run out of time one after another: up to a bot, or until one seat is left."""
        if self.on_leave is not None:
            return 1
        first = self.position.turn - 1
        order = [self.seats[(first + step) % len(self.seats)] for step in range(len(self.seats))]
        playing = [seat for seat in order if seat.state is not SeatState.LEFT]
        return sum(1 for _ in takewhile(lambda seat: seat.bot is None, playing[:-1]))

    @property
    def cache_key(self) -> tuple[str, str] | None:
        """A key that stands for exactly this value, for whoever keeps something made from it; None when not stored."""
        return (self.id, self.revision) if self.revision else None


_FIELDS: Final = len(fields(Game))
_FOLLOWING: Final = tuple(name for name, value in vars(Game).items() if isinstance(value, cached_property))
