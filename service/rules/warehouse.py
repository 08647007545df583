"""Complete lines of a warehouse, and what selling them brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.rules.square import WAREHOUSE_SIZE

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = [
    "COLUMN_CELLS",
    "ROW_CELLS",
    "SALE_POINTS",
    "complete_columns",
    "complete_rows",
    "first_place",
    "full_columns",
    "full_rows",
    "lines_of",
    "sale_choices",
    "sold_cells",
]

SALE_POINTS: tuple[int, ...] = (0, 1, 3, 6, 10, 15)
"""Points for selling so many lines at once."""

ROW_CELLS: tuple[int, ...] = tuple(0b11111 << (WAREHOUSE_SIZE * row) for row in range(WAREHOUSE_SIZE))
COLUMN_CELLS: tuple[int, ...] = tuple(0b00001_00001_00001_00001_00001 << column for column in range(WAREHOUSE_SIZE))

_COLUMN_A: Final = 0b00001_00001_00001_00001_00001
_ROW_1: Final = 0b11111
_COLUMN_F_AND_ROW_6: Final = 0b111111_100000_100000_100000_100000_100000  # of the kiln


def full_rows(board: i64) -> i64:
    """Return the first squares of the complete rows of a 25-bit board."""
    pairs: i64 = board & board >> 1
    return pairs & pairs >> 2 & board >> 4 & _COLUMN_A


def full_columns(board: i64) -> i64:
    """Return the first squares of the complete columns of a 25-bit board."""
    pairs: i64 = board & board >> 5
    return pairs & pairs >> 10 & board >> 20 & _ROW_1


def complete_rows(board: i64) -> i64:
    """Return the complete rows of a 25-bit board as five bits, bit 0 for the top row."""
    full: i64 = full_rows(board)
    return (full & 1) | (full >> 4 & 2) | (full >> 8 & 4) | (full >> 12 & 8) | (full >> 16 & 16)


def complete_columns(board: i64) -> i64:
    """Return the complete columns of a 25-bit board as five bits, bit 0 for the left column."""
    return full_columns(board)


def first_place(shape: i64) -> i64:
    """Return a shape (a group in the kiln's top left corner) in that corner of a warehouse, 0 when it is too large."""
    if shape & _COLUMN_F_AND_ROW_6:
        return 0
    return shape & 31 | shape >> 1 & 31 << 5 | shape >> 2 & 31 << 10 | shape >> 3 & 31 << 15 | shape >> 4 & 31 << 20


def lines_of(mask: int) -> tuple[int, ...]:
    """Return the lines in a five-bit mask, numbered from 1 at the top or left."""
    return tuple(line + 1 for line in range(WAREHOUSE_SIZE) if mask >> line & 1)


def sold_cells(rows: bool, mask: int) -> int:
    """Return the cells of the rows (or columns) in a five-bit mask as a 25-bit board."""
    cells = 0
    for line in range(WAREHOUSE_SIZE):
        if mask >> line & 1:
            cells |= ROW_CELLS[line] if rows else COLUMN_CELLS[line]
    return cells


def _subsets(mask: int, letter: str) -> list[tuple[str, int]]:
    """Return the sales of any lines in `mask` as (text after the action, points), by rising value of the bits."""
    chosen = [subset for subset in range(1, 32) if subset & ~mask == 0]
    return [(f" {letter}{''.join(map(str, lines_of(subset)))}", SALE_POINTS[subset.bit_count()]) for subset in chosen]


_ROW_SALES = tuple(_subsets(mask, "R") for mask in range(32))
_COLUMN_SALES = tuple(_subsets(mask, "C") for mask in range(32))
_SALES: tuple[tuple[tuple[str, int], ...], ...] = tuple(
    (("", 0), *_ROW_SALES[both & 31], *_COLUMN_SALES[both >> 5]) for both in range(1024)
)


def sale_choices(complete: int) -> tuple[tuple[str, int], ...]:
    """Return what may be sold when these lines are complete (ten bits: five for rows, then five for columns).

    Each choice is the text that follows the action in a move, with its leading space, and the points it brings, in
    canonical order: no sale (an empty text, 0 points), sales of rows, sales of columns.
    """
    return _SALES[complete]
