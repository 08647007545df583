"""A warehouse as the set of its filled squares: what fits and what can be sold (steps 4 and 5 of a turn)."""

from functools import cache
from typing import NamedTuple

from .board import Square, shifted

Filled = set[Square]
CELLS = [(row, column) for row in range(5) for column in range(5)]
ROWS = [{(row, column) for column in range(5)} for row in range(5)]
COLUMNS = [{(row, column) for row in range(5)} for column in range(5)]
POINTS = [0, 1, 3, 6, 10, 15]
"""Points for a sale, by the number of lines sold."""


class Sale(NamedTuple):
    """A sale: its text (empty for none) and its points."""

    text: str
    points: int


NO_SALE = Sale("", 0)


def sticks_out(cells: list[Square]) -> bool:
    """Whether any of the squares is off the 5x5 warehouse."""
    return any(row < 0 or row > 4 or column < 0 or column > 4 for row, column in cells)


def targets(group: list[Square], filled: Filled) -> list[Square]:
    """The squares, in reading order, on which the group's first tile can land so that all of it fits."""
    free = set(CELLS) - filled
    return [cell for cell in CELLS if free.issuperset(shifted(group, group[0], cell))]


def fits(group: list[Square], filled: Filled) -> bool:
    """Whether the group fits anywhere."""
    return bool(targets(group, filled))


def complete_rows(filled: Filled) -> list[int]:
    """The complete rows, numbered from 1."""
    return [number for number, row in enumerate(ROWS, start=1) if row <= filled]


def complete_columns(filled: Filled) -> list[int]:
    """The complete columns, numbered from 1."""
    return [number for number, column in enumerate(COLUMNS, start=1) if column <= filled]


@cache
def line_sales(letter: str, lines: tuple[int, ...]) -> list[Sale]:
    """Every sale of some of these complete lines, in canonical order: what takes a later line comes later."""
    chosen = [""]
    for line in lines:
        chosen += [earlier + str(line) for earlier in chosen]
    return [Sale(letter + digits, POINTS[len(digits)]) for digits in chosen[1:]]


def sales(filled: Filled) -> list[Sale]:
    """Every sale that this warehouse allows, in canonical order; the first is no sale."""
    rows = line_sales("R", tuple(complete_rows(filled)))
    columns = line_sales("C", tuple(complete_columns(filled)))
    return [NO_SALE, *rows, *columns]


def sold(filled: Filled, letter: str, lines: list[int]) -> Filled:
    """What is left in the warehouse after rows (letter R) or columns (letter C) are sold."""
    if letter == "R":
        return {(row, column) for row, column in filled if row + 1 not in lines}
    return {(row, column) for row, column in filled if column + 1 not in lines}
