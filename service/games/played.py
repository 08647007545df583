"""A move that has been played."""

from dataclasses import dataclass, field
from functools import cached_property

from service.games.errors import GameDamaged
from service.rules import Event, KilnError, Position, Turn, format_position, parse_move, parse_position, play

__all__ = ["MoveEntry", "PlayedMove"]


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """What the history keeps of a move; its number follows from its place there.

    text: the canonical move. seat: who played it, from 1. played_at: milliseconds.
    position: the text of the position right after it, with some of the moves only (see `replay`).
    """

    text: str
    seat: int
    played_at: int
    position: str | None = None


@dataclass(frozen=True)
class PlayedMove:
    """A move that has been played, with what it did.

    number, seat, text (canonical), played_at (milliseconds); before: the text of the position that it was played
    in. What follows from these is worked out when it is first asked for, hence no slots. `known`, and the text of the
    position after it, spare that where the move has just been played.
    """

    game_id: str
    number: int
    seat: int
    text: str
    played_at: int
    before: str
    known: Turn | None = field(default=None, compare=False, repr=False)
    known_position: str | None = field(default=None, compare=False, repr=False)

    @cached_property
    def turn(self) -> Turn:
        """The move as the rules played it. Raises GameDamaged when it does not go with the position before it."""
        if self.known is not None:
            return self.known
        try:
            return play(parse_position(self.before), parse_move(self.text))
        except KilnError as error:
            raise GameDamaged(self.game_id, f"move {self.number}: {error}") from error

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in the move, in order."""
        return self.turn.events

    @property
    def position(self) -> Position:
        """The position right after the move, before anybody left."""
        return self.turn.position

    @cached_property
    def position_text(self) -> str:
        """The text of the position right after the move."""
        return self.known_position or format_position(self.position)
