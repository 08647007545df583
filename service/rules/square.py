"""Squares of the kiln and of a warehouse, and their bits.

A kiln square is an integer 0..35 in reading order (`a1` = 0, `b1` = 1, … `f6` = 35), a warehouse square (a *cell*) an
integer 0..24 in the same way. Bit `i` of a bitboard stands for square `i`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.rules.form import COMPILED

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = [
    "ALL_CELLS",
    "ALL_SQUARES",
    "CELL_INDEX",
    "CELL_NAMES",
    "KILN_SIZE",
    "SQUARE_INDEX",
    "SQUARE_NAMES",
    "WAREHOUSE_SIZE",
    "bits",
    "count_bits",
]

KILN_SIZE: Final = 6
WAREHOUSE_SIZE: Final = 5

SQUARE_NAMES: tuple[str, ...] = tuple(f"{column}{row}" for row in range(1, 7) for column in "abcdef")
"""Names of the kiln's squares, `a1` … `f6`, in reading order."""

CELL_NAMES: tuple[str, ...] = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcde")
"""Names of a warehouse's squares, `a1` … `e5`, in reading order."""

SQUARE_INDEX: dict[str, int] = {name: index for index, name in enumerate(SQUARE_NAMES)}
CELL_INDEX: dict[str, int] = {name: index for index, name in enumerate(CELL_NAMES)}

ALL_SQUARES: Final = (1 << 36) - 1
ALL_CELLS: Final = (1 << 25) - 1


def bits(board: int) -> list[int]:
    """Return the numbers of the bits that are set, rising."""
    found: list[int] = []
    while board:
        low = board & -board
        found.append(low.bit_length() - 1)
        board ^= low
    return found


def count_bits(board: i64) -> i64:
    """Return how many of 36 bits are set."""
    pairs: i64 = board - (board >> 1 & 0x555555555)
    fours: i64 = (pairs & 0x333333333) + (pairs >> 2 & 0x333333333)
    return ((fours + (fours >> 4) & 0xF0F0F0F0F) * 0x101010101 >> 32) & 0x3F


if not COMPILED:
    globals()["count_bits"] = int.bit_count  # the same, and in the pure form much quicker
