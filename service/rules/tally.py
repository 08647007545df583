"""The choices of one color after a push as plain integers: how many there are, and what the one with a number does.

They are the choices of `service.rules.choices`, in the same order, but no text and no list is made of them: this is
what random play and searches count and choose by. Every integer fits in 64 bits, which `i64` tells the compiler of
`make compile`; in the pure form it is an int like any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from service.rules.shape import shape_key
from service.rules.square import count_bits
from service.rules.warehouse import SALE_POINTS, first_place, full_columns, full_rows

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["Tally"]

_NOT_A: Final = 0b111110_111110_111110_111110_111110_111110
_NOT_F: Final = 0b011111_011111_011111_011111_011111_011111
_ALL_SQUARES: Final = 0b111111_111111_111111_111111_111111_111111
_COLUMN_A: Final = 0b00001_00001_00001_00001_00001  # of a warehouse, like those that follow
_COLUMN_E: Final = 0b10000_10000_10000_10000_10000
_ROW_1: Final = 0b11111
_ROW_5: Final = 0b11111 << 20

_AT_LEAST: Final = bytes(
    [sum([mask.bit_count() >= least for mask in range(1 << lines)]) for lines in range(6) for least in range(6)]
)
"""By lines * 6 + least: how many sets of at least `least` lines can be chosen among `lines`."""


def _count_sales(board: i64, least: i64) -> i64:
    """Return how many sales of at least `least` lines a warehouse allows; none at all is one of no lines."""
    rows: i64 = full_rows(board)
    columns: i64 = full_columns(board)
    if not rows | columns:
        return 0 if least else 1
    if least:
        return _AT_LEAST[count_bits(rows) * 6 + least] + _AT_LEAST[count_bits(columns) * 6 + least]
    one: i64 = 1
    return (one << count_bits(rows)) + (one << count_bits(columns)) - 1


def _least_lacking(board: i64) -> i64:
    """Return how many squares that line of a warehouse lacks which lacks fewest."""
    empty: i64 = ~board
    least: i64 = 5
    row: i64 = _ROW_1
    column: i64 = _COLUMN_A
    while column <= _COLUMN_E:
        lacking: i64 = count_bits(row & empty)
        if lacking < least:
            least = lacking
        lacking = count_bits(column & empty)
        if lacking < least:
            least = lacking
        row <<= 5
        column <<= 1
    return least


@final
class Tally:
    """The choices of one color, in one position, after one push at a time.

    `start` takes the warehouse, `look` the tiles in the kiln after a push. Then `count` is how many choices there
    are, and `choose` puts what one of them does into `board` (the warehouse after it) and `points` (of its sale).
    """

    def __init__(self) -> None:
        self.count: i64 = 0
        self.board: i64 = 0
        self.points: i64 = 0
        self._board: i64 = 0
        self._fixing: bool = False
        self._lacking: i64 = 0  # squares that the line lacks which lacks fewest
        # After the last push: the size of the largest groups, and their different shapes. Nine tiles make no more than
        # three; 0 where there are fewer.
        self._size: i64 = 0
        self._found: i64 = 0  # one of them
        self._shape_1: i64 = 0
        self._shape_2: i64 = 0
        self._shape_3: i64 = 0
        self._tiles: i64 = 0
        # A largest group before the push, and the squares round it: most pushes leave it as it is.
        self._group: i64 = 0
        self._around: i64 = 0
        self._group_size: i64 = 0
        self._group_shape: i64 = 0
        # The last shapes that were alone, and their choices: pushes one after the other often make the same one.
        self._known_1: i64 = 0
        self._known_2: i64 = 0
        self._known_3: i64 = 0
        self._count_1: i64 = 0
        self._count_2: i64 = 0
        self._count_3: i64 = 0

    def start(self, board: i64, fixing_the_mess: bool, tiles: i64) -> None:
        """Begin with a warehouse, and the color's tiles in the kiln before any push."""
        self._board = board
        self._fixing = fixing_the_mess
        self._lacking = _least_lacking(board)
        self._known_1 = 0
        self._known_2 = 0
        self._known_3 = 0
        self._tiles = 0
        self._group = 0
        self._find_shapes(tiles)
        if self._size > 1:
            group: i64 = self._found
            self._group = group
            self._around = (group << 1 & _NOT_A | group >> 1 & _NOT_F | group << 6 & _ALL_SQUARES | group >> 6) & ~group
            self._group_size = self._size
            self._group_shape = self._shape_1

    def look(self, tiles: i64) -> None:
        """Count the choices when the color's tiles in the kiln are `tiles` (a 36-bit board, not empty)."""
        if tiles == self._tiles:
            return
        self._tiles = tiles
        self._find_shapes(tiles)
        shape: i64 = self._shape_1
        if self._shape_2:
            self.count = self._count_choices(0)
        elif shape == self._known_1:
            self.count = self._count_1
        elif shape == self._known_2:
            self.count = self._count_2
        elif shape == self._known_3:
            self.count = self._count_3
        else:
            self.count = self._count_choices(0)
            self._known_3 = self._known_2
            self._count_3 = self._count_2
            self._known_2 = self._known_1
            self._count_2 = self._count_1
            self._known_1 = shape
            self._count_1 = self.count

    def settle(self, tiles: i64) -> None:
        """Look at the one push that is played, so that `choose` knows the choices in their order."""
        self._group = 0
        self._tiles = 0
        self.look(tiles)

    def count_selling(self, least: i64) -> i64:
        """Return how many of the choices sell at least `least` lines (1 to 5)."""
        return self._count_choices(least)

    def choose(self, index: i64) -> None:
        """Find the choice with this index, from 0: what it does is then in `board` and `points`."""
        copies: i64 = self._count_copies(self._shape_1, 0)
        if index < copies:
            self._choose_copy(self._shape_1, index)
            return
        index -= copies
        if self._shape_2:
            copies = self._count_copies(self._shape_2, 0)
            if index < copies:
                self._choose_copy(self._shape_2, index)
                return
            index -= copies
            if self._shape_3:
                copies = self._count_copies(self._shape_3, 0)
                if index < copies:
                    self._choose_copy(self._shape_3, index)
                    return
                index -= copies
        self._choose_pass(index)

    def _find_shapes(self, tiles: i64) -> None:
        self._shape_2 = 0
        self._shape_3 = 0
        self._shape_1 = 1
        best: i64 = 1
        if self._group and self._group & tiles == self._group and not self._around & tiles:
            tiles ^= self._group  # still there, and no larger
            best = self._group_size
            self._shape_1 = self._group_shape
        right: i64 = tiles & _NOT_A  # where a step to the right may land
        left: i64 = tiles & _NOT_F
        rest: i64 = tiles << 1 & right | tiles >> 1 & left | (tiles << 6 | tiles >> 6) & tiles
        while rest and count_bits(rest) >= best:
            grown: i64 = rest & -rest
            group: i64 = 0
            while grown != group:
                group = grown
                grown = group | group << 1 & right | group >> 1 & left | (group << 6 | group >> 6) & tiles
            rest ^= group
            size: i64 = count_bits(group)
            if size < best:
                continue
            shape: i64 = shape_key(group)
            if size > best:
                best = size
                self._found = group
                self._shape_1 = shape
                self._shape_2 = 0
                self._shape_3 = 0
            elif shape in (self._shape_1, self._shape_2):
                continue
            elif not self._shape_2:
                self._shape_2 = shape
            else:
                self._shape_3 = shape
        self._size = best

    def _count_choices(self, least: i64) -> i64:
        """Return how many choices sell at least `least` lines."""
        copies: i64 = self._count_copies(self._shape_1, 0)
        fit: bool = copies > 0
        total: i64 = self._count_copies(self._shape_1, least) if least else copies
        if self._shape_2:
            copies = self._count_copies(self._shape_2, 0)
            fit = fit and copies > 0
            total += self._count_copies(self._shape_2, least) if least else copies
        if self._shape_3:
            copies = self._count_copies(self._shape_3, 0)
            fit = fit and copies > 0
            total += self._count_copies(self._shape_3, least) if least else copies
        return total if fit else total + self._count_passes(least)

    def _count_copies(self, shape: i64, least: i64) -> i64:
        board: i64 = self._board
        first: i64 = first_place(shape)
        if not first:
            return 0
        selling: bool = self._lacking <= self._size
        count: i64 = 0
        while True:
            placed: i64 = first
            while True:
                if not placed & board:
                    after: i64 = board | placed
                    if selling and full_rows(after) | full_columns(after):
                        count += _count_sales(after, least)
                    elif not least:
                        count += 1
                if placed & _COLUMN_E:
                    break
                placed <<= 1
            if first & _ROW_5:
                return count
            first <<= 5

    def _choose_copy(self, shape: i64, index: i64) -> None:
        board: i64 = self._board
        first: i64 = first_place(shape)
        while True:
            placed: i64 = first
            while True:
                if not placed & board:
                    sales: i64 = _count_sales(board | placed, 0)
                    if index < sales:
                        self._sell(board | placed, index)
                        return
                    index -= sales
                if placed & _COLUMN_E:
                    break
                placed <<= 1
            first <<= 5

    def _count_passes(self, least: i64) -> i64:
        board: i64 = self._board
        count: i64 = _count_sales(board, least)
        if self._fixing:
            if self._lacking:
                return count if least else count + count_bits(board)
            rest: i64 = board
            while rest:
                cell: i64 = rest & -rest
                count += _count_sales(board ^ cell, least)
                rest ^= cell
        return count

    def _choose_pass(self, index: i64) -> None:
        board: i64 = self._board
        after: i64 = board
        rest: i64 = board
        while True:
            sales: i64 = _count_sales(after, 0)
            if index < sales:
                self._sell(after, index)
                return
            index -= sales
            cell: i64 = rest & -rest
            after = board ^ cell
            rest ^= cell

    def _sell(self, board: i64, sale: i64) -> None:
        """Make the sale with this index, from 0, which is none, by rising value of the lines' bits, rows first."""
        self.board = board
        self.points = 0
        if not sale:
            return
        lines: i64 = full_rows(board)
        line: i64 = _ROW_1
        one: i64 = 1
        of_rows: i64 = (one << count_bits(lines)) - 1
        if sale > of_rows:
            sale -= of_rows
            lines = full_columns(board)
            line = _COLUMN_A
        self.points = SALE_POINTS[count_bits(sale)]
        while sale:  # its bits say which of the complete lines
            first: i64 = lines & -lines
            if sale & 1:
                board ^= first * line  # the line, moved to where its first square is
            lines ^= first
            sale >>= 1
        self.board = board
