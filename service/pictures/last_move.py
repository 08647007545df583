"""What the last move touched, as far as a picture marks it."""

from collections.abc import Iterator
from dataclasses import dataclass

from service.rules import Color, Copied, Erased, Event, Position, Pushed, Sold, Turn, format_move

__all__ = ["LastMove", "Touched", "look_back"]

_SIDE = 6


@dataclass(frozen=True, slots=True)
class Touched:
    """What the move did with one color.

    group: the kiln squares of the group that was copied; cells: where it landed in the warehouse (it may have been
    sold at once). erased: the warehouse square that was emptied. sale: the lines that were sold.
    """

    group: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    erased: int | None = None
    sale: Sold | None = None


@dataclass(frozen=True, slots=True)
class LastMove:
    """The last move: its text, the slot that was pushed, what was done with each color, and all events."""

    text: str
    slot: int
    touched: dict[Color, Touched]
    events: tuple[Event, ...]

    def of(self, color: Color) -> Touched:
        """Return what was done with a color, perhaps nothing."""
        return self.touched.get(color, _UNTOUCHED)


_UNTOUCHED = Touched()


def look_back(position: Position, turn: Turn | None) -> LastMove | None:
    """Return what the move before this position touched; None without one.

    Raises ValueError when the turn does not lead to this position. (A seat may have left since.)
    """
    if turn is None:
        return None
    after = turn.position
    if (after.kiln, after.outer_slot, after.seats, after.warehouses, after.scores, after.number) != (
        position.kiln,
        position.outer_slot,
        position.seats,
        position.warehouses,
        position.scores,
        position.number,
    ):
        raise ValueError("the last move does not lead to this position")
    (pushed,) = (event for event in turn.events if isinstance(event, Pushed))
    colors = {event.color for event in turn.events if isinstance(event, Copied | Erased | Sold)}
    touched = {color: _touched(position, color, turn.events) for color in sorted(colors)}
    return LastMove(format_move(turn.move), pushed.slot, touched, turn.events)


def _touched(position: Position, color: Color, events: tuple[Event, ...]) -> Touched:
    copied = next((event for event in events if isinstance(event, Copied) and event.color == color), None)
    erased = next((event for event in events if isinstance(event, Erased) and event.color == color), None)
    return Touched(
        group=_group(position, color, copied.square) if copied else (),
        cells=copied.cells if copied else (),
        erased=erased.cell if erased else None,
        sale=next((event for event in events if isinstance(event, Sold) and event.color == color), None),
    )


def _group(position: Position, color: Color, square: int) -> tuple[int, ...]:
    """Return the squares of the group that this square of the kiln belongs to, in reading order."""
    tiles = "".join(position.kiln_rows)
    found = {square}
    waiting = [square]
    while waiting:
        for beside in _neighbors(waiting.pop()):
            if beside not in found and tiles[beside] == color.letter:
                found.add(beside)
                waiting.append(beside)
    return tuple(sorted(found))


def _neighbors(square: int) -> Iterator[int]:
    row, column = divmod(square, _SIDE)
    if row > 0:
        yield square - _SIDE
    if row < _SIDE - 1:
        yield square + _SIDE
    if column > 0:
        yield square - 1
    if column < _SIDE - 1:
        yield square + 1
