"""Groups: tiles of one color that are connected along edges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.rules.square import ALL_SQUARES, KILN_SIZE, count_bits

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["all_groups", "largest_groups"]

_COLUMN_A: Final = 0b000001_000001_000001_000001_000001_000001
_NOT_A: Final = ALL_SQUARES & ~_COLUMN_A
_NOT_F: Final = ALL_SQUARES & ~(_COLUMN_A << (KILN_SIZE - 1))


def largest_groups(tiles: i64) -> list[int]:
    """Return the largest groups of a 36-bit board, each as a board, in reading order of their first squares.

    Groups do not wrap from the end of a row to the next one. An empty board has none.
    """
    right: i64 = tiles & _NOT_A  # where a step to the right may land
    left: i64 = tiles & _NOT_F
    joined: i64 = (tiles << 1 & right) | (tiles >> 1 & left) | ((tiles << 6 | tiles >> 6) & tiles)
    if not joined:  # no two tiles touch
        singles: list[int] = []
        while tiles:
            low: i64 = tiles & -tiles
            singles.append(low)
            tiles ^= low
        return singles
    rest: i64 = joined
    best: i64 = 2
    groups: list[int] = []
    while count_bits(rest) >= best:
        group: i64 = rest & -rest
        while True:
            grown: i64 = group | (group << 1 & right) | (group >> 1 & left) | ((group << 6 | group >> 6) & tiles)
            if grown == group:
                break
            group = grown
        size: i64 = count_bits(group)
        if size > best:
            best = size
            groups = [group]
        elif size == best:
            groups.append(group)
        rest ^= group
    return groups


def all_groups(tiles: i64) -> list[int]:
    """Return every group of a 36-bit board, each as a board, in reading order of their first squares."""
    right: i64 = tiles & _NOT_A
    left: i64 = tiles & _NOT_F
    groups: list[int] = []
    while tiles:
        group: i64 = tiles & -tiles
        while True:
            grown: i64 = group | (group << 1 & right) | (group >> 1 & left) | ((group << 6 | group >> 6) & tiles)
            if grown == group:
                break
            group = grown
        groups.append(group)
        tiles ^= group
    return groups
