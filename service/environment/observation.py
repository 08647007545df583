"""What a seat sees, as planes of numbers from 0 to 1.

The shape is (planes, 6, 6): a plane is a kiln, or a warehouse in the top left 5x5 corner, or one number all over.
Seats come in the order of play, the one who looks first; a seat's colors in its own order. docs/bot-authors.md has the
table.
"""

from collections.abc import Iterator

import numpy

from service.environment.encoding import Step
from service.environment.turn import TurnInSteps
from service.rules import Position

__all__ = ["observe", "plane_count", "plane_names"]

_SIZE = 6
_WAREHOUSE = 5
_SIDES = 4
_STEPS = len(Step)

Plane = numpy.ndarray
"""A (6, 6) array of float32."""


def plane_names(seats: int, colors: int) -> list[str]:
    """Return what each plane shows, for so many seats with so many colors each."""
    each = [
        f"seat +{seat}" + (f" color {color + 1}" if colors > 1 else "")
        for seat in range(seats)
        for color in range(colors)
    ]
    tiles = [*each, "obstacles", "black"]
    return [
        *(f"kiln: {name}" for name in tiles),
        *(f"warehouse: {name}" for name in each),
        *(f"score: {name}" for name in each),
        *(f"outer tile: {name}" for name in tiles),
        *(f"outer slot: {side}" for side in ("north", "east", "south", "west")),
        *(f"to move: seat +{seat}" for seat in range(seats)),
        "extra turn",
        *(f"step: {step.name.lower()}" for step in Step),
        *(f"step: color {color + 1}" for color in range(colors)),
        "group to place",
    ]


def plane_count(seats: int, colors: int) -> int:
    """Return how many planes there are for so many seats with so many colors each."""
    return len(plane_names(seats, colors))


def observe(position: Position, turn: TurnInSteps | None, seat: int) -> numpy.ndarray:
    """Return what `seat` (from 1) sees of a position in which so much of a turn has been chosen; None: it is over.

    Everything is open in Kiln, so all see the same, each from its own place.
    """
    seats = len(position.seats)
    order = [(seat - 1 + offset) % seats for offset in range(seats)]
    shown = position if turn is None else turn.pushed
    warehouses = list(position.warehouses)
    if turn is not None:
        warehouses[position.turn - 1] = tuple(turn.boards)
    target = position.options.target
    played = [color for index in order for color in position.seats[index]]
    obstacles = [color for color in range(_SIDES) if color not in played]
    planes: list[Plane] = [_kiln(shown.kiln[color]) for color in played]
    planes.append(_kiln(sum(shown.kiln[color] for color in obstacles)))
    planes.append(_kiln(shown.kiln[-1]))
    planes += [_warehouse(board) for index in order for board in warehouses[index]]
    planes += [_number(min(score, target) / target) for index in order for score in position.scores[index]]
    outer = int(shown.outer_tile)
    planes += [_number(outer == color) for color in played]
    planes += [_number(outer in obstacles), _number(outer == len(shown.kiln) - 1)]
    planes += _outer_slot(shown.outer_slot)
    planes += [_number(turn is not None and index == position.turn - 1) for index in order]
    planes.append(_number(position.extra_turn))
    planes += [_number(turn is not None and turn.step == step) for step in Step]
    acting = turn.color_index if turn is not None and turn.step != Step.PUSH else None
    planes += [_number(color == acting) for color in range(len(position.seats[0]))]
    planes.append(_kiln(sum(1 << square for square in turn.group) if turn is not None else 0))
    return numpy.stack(planes)


def _number(value: float) -> Plane:
    return numpy.full((_SIZE, _SIZE), value, numpy.float32)


def _kiln(board: int) -> Plane:
    bits = [board >> square & 1 for square in range(_SIZE * _SIZE)]
    return numpy.array(bits, numpy.float32).reshape(_SIZE, _SIZE)


def _warehouse(board: int) -> Plane:
    plane = _number(0)
    bits = [board >> cell & 1 for cell in range(_WAREHOUSE * _WAREHOUSE)]
    plane[:_WAREHOUSE, :_WAREHOUSE] = numpy.array(bits, numpy.float32).reshape(_WAREHOUSE, _WAREHOUSE)
    return plane


def _outer_slot(slot: int) -> Iterator[Plane]:
    """Give a plane for each side of the kiln: the square beside the slot is 1."""
    side, place = divmod(slot, _SIZE)
    row, column = ((0, place), (place, -1), (-1, place), (place, 0))[side]
    for number in range(_SIDES):
        plane = _number(0)
        if number == side:
            plane[row, column] = 1
        yield plane
