"""Shapes of groups, and the places where a shape can lie in a warehouse."""

from service.rules.square import CELL_NAMES, KILN_SIZE, WAREHOUSE_SIZE, bits

__all__ = ["Shape", "shape_of"]

_CACHE_LIMIT = 1 << 15


class Shape:
    """The form of a group, wherever it lies; equal forms are the same object as long as they are in the table.

    `key` is the group's bitboard moved to the top left corner: it names the form. `placements` are all places in an
    empty warehouse as (board of 25 bits, name of the first square's cell), in reading order; none when the shape is
    wider or higher than a warehouse. `widest` and `highest` are the most squares it has in one row or column.
    """

    __slots__ = ("highest", "key", "placements", "widest")

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


_shapes: dict[int, Shape] = {}  # by key; every shape of up to nine tiles would be some 13 700
_by_group: dict[int, Shape] = {}  # by a group's own bitboard, so that the corner is looked for once


def shape_of(group: int) -> Shape:
    """Return the shape of a group that is given as a 36-bit board with at least one bit set."""
    shape = _by_group.get(group)
    if shape is None:
        key = group
        while not key & 0b111111:
            key >>= KILN_SIZE
        columns = (key | key >> 6 | key >> 12 | key >> 18 | key >> 24 | key >> 30) & 0b111111
        key >>= (columns & -columns).bit_length() - 1
        shape = _shapes.get(key)
        if shape is None:
            if len(_shapes) >= _CACHE_LIMIT:
                _shapes.clear()
            shape = _shapes[key] = Shape(key)
        if len(_by_group) >= _CACHE_LIMIT:
            _by_group.clear()
        _by_group[group] = shape
    return shape
