"""Shapes of groups, and the places where a shape can lie in a warehouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.rules.square import CELL_NAMES, KILN_SIZE, WAREHOUSE_SIZE, bits

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["Shape", "shape_key", "shape_of"]

_GROUP_LIMIT = 1 << 15
_PLACEMENTS_LIMIT = 1 << 16


def shape_key(group: i64) -> i64:
    """Return a group moved to the top left corner, which names its form: the `key` of its shape."""
    while not group & 0b111111:
        group >>= 6
    columns: i64 = group | group >> 6 | group >> 12 | group >> 18 | group >> 24 | group >> 30
    while not columns & 1:
        columns >>= 1
        group >>= 1
    return group


class Shape:
    """The form of a group, wherever it lies; equal forms are the same object as long as they are in the table.

    `key` is the group's bitboard moved to the top left corner: it names the form. `placements` are all places in an
    empty warehouse as (board of 25 bits, name of the first square's cell), in reading order; none when the shape is
    wider or higher than a warehouse. `widest` and `highest` are the most squares it has in one row or column.
    """

    __slots__ = ("_by_cells", "highest", "key", "placements", "widest")

    def __init__(self, key: int) -> None:
        squares = [divmod(square, KILN_SIZE) for square in bits(key)]
        height = 1 + max(row for row, _ in squares)
        width = 1 + max(column for _, column in squares)
        first = squares[0][1]
        board = sum(1 << (WAREHOUSE_SIZE * row + column) for row, column in squares if column < WAREHOUSE_SIZE)
        placements: list[tuple[int, str]] = []
        for row in range(WAREHOUSE_SIZE - height + 1):
            for column in range(WAREHOUSE_SIZE - width + 1):
                corner = WAREHOUSE_SIZE * row + column
                placements.append((board << corner, CELL_NAMES[corner + first]))
        self.key: int = key
        self.placements: tuple[tuple[int, str], ...] = tuple(placements)
        self.widest: int = max(sum(1 for r, _ in squares if r == row) for row in range(height))
        self.highest: int = max(sum(1 for _, c in squares if c == column) for column in range(width))
        self._by_cells: dict[int, list[tuple[int, str]]] = {}

    def placements_on(self, cells: int) -> list[tuple[int, str]]:
        """Return the placements that cover all of `cells` (a 25-bit board), in reading order."""
        found = self._by_cells.get(cells)
        if found is None:
            found = [placement for placement in self.placements if placement[0] & cells == cells]
            _table.count_placements()
            self._by_cells[cells] = found
        return found


class _Table:
    """Shapes that were met, forgotten all at once when there are too many of anything.

    Nothing in it depends on a position. There are some 13 700 shapes of up to nine tiles.
    """

    def __init__(self) -> None:
        self.shapes: dict[int, Shape] = {}  # by key
        self.by_group: dict[int, Shape] = {}  # by a group's own bitboard, so that its corner is looked for once
        self._placements: int = 0

    def find(self, group: int) -> Shape:
        key: int = shape_key(group)
        shape = self.shapes.get(key)
        if shape is None:
            shape = self.shapes[key] = Shape(key)
        if len(self.by_group) >= _GROUP_LIMIT:
            self._forget()
        self.by_group[group] = shape
        return shape

    def count_placements(self) -> None:
        self._placements += 1
        if self._placements > _PLACEMENTS_LIMIT:
            self._forget()

    def _forget(self) -> None:
        self.shapes.clear()
        self.by_group.clear()
        self._placements = 0


_table = _Table()
_by_group = _table.by_group


def shape_of(group: int) -> Shape:
    """Return the shape of a group that is given as a 36-bit board with at least one bit set."""
    return _by_group.get(group) or _table.find(group)
