"""What seats are called, and how they stand."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from service.pictures.text import clean
from service.rules import MAX_NAME_LENGTH, Position

__all__ = ["Names", "call_seats"]


@dataclass(frozen=True, slots=True)
class Names:
    """What each seat is called (None: it has no name), and which seats are open: nobody sits there yet."""

    given: tuple[str | None, ...]
    open_seats: frozenset[int]

    def of(self, seat: int) -> str:
        """Return what to call a seat (from 1): its name, or its number."""
        return self.given[seat - 1] or f"Seat {seat}"

    def waiting(self, position: Position) -> bool:
        """Whether nobody can move before somebody takes an open seat."""
        return bool(self.open_seats) and not position.finished

    def state(self, position: Position, seat: int) -> str:
        """Return what there is to say of a seat, in two words at most, or nothing."""
        if position.left[seat - 1]:
            return "has left"
        if seat in self.open_seats:
            return "open"
        outcome = position.outcome
        if outcome is not None:
            return "has won" if outcome.winner == seat else ""
        if position.turn != seat or self.open_seats:
            return ""
        return "extra turn" if position.extra_turn else "to move"

    def is_marked(self, position: Position, seat: int) -> bool:
        """Whether the picture draws the eye to this seat: it is to move, or has won."""
        outcome = position.outcome
        if outcome is not None:
            return outcome.winner == seat
        return position.turn == seat and not self.waiting(position)


def call_seats(position: Position, names: Sequence[str | None], open_seats: Collection[int]) -> Names:
    """Return the names of a position's seats; no names at all leave every seat without one.

    Names are made harmless and, as they cannot be longer, cut to the length that a name may have. Raises ValueError
    when there are not as many names as seats, or an open seat does not exist.
    """
    seats = len(position.seats)
    if names and len(names) != seats:
        raise ValueError(f"there are {seats} seats, but {len(names)} names")
    if not set(open_seats) <= set(range(1, seats + 1)):
        raise ValueError(f"the open seats must be of 1 to {seats}")
    given = tuple(clean(name[:MAX_NAME_LENGTH]) if name else None for name in names) or (None,) * seats
    return Names(given, frozenset(open_seats))
