"""The choices of one color in a move: its action, and within it its sale, in canonical order.

A choice list is kept as *segments* of one prefix and many endings, so that the same endings (places of a shape in
a warehouse, each with its sales) serve every push of a position, and no list longer than one segment is ever built.
"""

from itertools import accumulate

from service.rules.endings import Endings, copy_endings, with_sales
from service.rules.form import COMPILED
from service.rules.group import largest_groups
from service.rules.shape import Shape, shape_key, shape_of
from service.rules.square import CELL_NAMES, SQUARE_NAMES, bits
from service.rules.warehouse import COLUMN_CELLS, ROW_CELLS, complete_columns, complete_rows

__all__ = ["Choices", "Warehouse"]


class Choices:
    """All choices of one color after one push.

    `segments` are (prefix, endings) in canonical order, `count` is how many choices they hold.
    """

    __slots__ = ("count", "segments")

    def __init__(self, segments: list[tuple[str, Endings]], count: int) -> None:
        self.segments: list[tuple[str, Endings]] = segments
        self.count: int = count

    def extend(self, texts: list[str], before: str, start: int, stop: int) -> None:
        """Append choices `start` to `stop` (excluded) to `texts`, each with `before` in front."""
        if start <= 0 and stop >= self.count:
            for prefix, endings in self.segments:
                front = before + prefix
                for ending in endings.texts:
                    texts.append(front + ending)  # noqa: PERF401  # quicker than a list of its own
            return
        for prefix, endings in self.segments:
            if stop <= 0:
                return
            size = len(endings.texts)
            if start < size:
                front = before + prefix
                texts += [front + ending for ending in endings.texts[max(start, 0) : stop]]
            start -= size
            stop -= size

    def points(self) -> list[int]:
        """Return the points of the sale in each choice, 0 where it has none."""
        points: list[int] = []
        for _, endings in self.segments:
            points.extend(endings.points or [0] * len(endings.texts))
        return points

    def weights(self, winning_points: int, after: int, after_win: int) -> list[int]:
        """Return running totals: how many moves begin with the choices up to each one.

        `after` moves begin with a choice; `after_win` with one whose sale brings at least `winning_points`.
        """
        return list(accumulate([after_win if points >= winning_points else after for points in self.points()]))

    def without_sales(self) -> "Choices":
        """Return the same choices without any sale."""
        segments = [(prefix, endings.without_sales()) for prefix, endings in self.segments]
        return Choices(segments, sum(len(endings.texts) for _, endings in segments))


class Warehouse:
    """One color's warehouse in a position, with what was found out about it so far.

    Everything remembered here goes with the object; one is made for each look at a position.
    """

    __slots__ = (
        "_by_group",
        "_by_shape",
        "_columns_lack",
        "_lines",
        "_near",
        "_passes",
        "_rows_lack",
        "board",
        "fixing_the_mess",
    )

    def __init__(self, board: int, fixing_the_mess: bool) -> None:
        self.board: int = board
        self.fixing_the_mess: bool = fixing_the_mess
        self._by_group: dict[int, Choices] = {}  # where it is the one largest group, and fits: many pushes leave it so
        self._by_shape: dict[int, Endings] = {}
        self._near: dict[int, list[tuple[int, int]]] = {}  # by a shape's extent, the lines that it can complete
        self._passes: Endings | None = None
        # What each line still lacks, its bit among ten (rows, then columns), and how many squares it lacks.
        self._lines: list[tuple[int, int, int]] = []
        self._rows_lack: int = 0
        self._columns_lack: int = 0

    def choices(self, tiles: int) -> Choices:
        """Return the choices when the color's tiles in the kiln are `tiles` (a 36-bit board)."""
        groups = largest_groups(tiles)
        if len(groups) > 1:
            return self._find(groups)
        group = groups[0]
        found = self._by_group.get(group)
        if found is None:
            endings = self._copies_of(group)
            if endings.texts:
                found = Choices([(_copy_prefix(group), endings)], len(endings.texts))
            else:
                found = self._find(groups)
            self._by_group[group] = found
        return found

    def _find(self, groups: list[int]) -> Choices:
        segments: list[tuple[str, Endings]] = []
        seen: list[Endings] = []
        fits_nowhere = False
        count = 0
        for group in groups:
            endings = self._copies_of(group)
            if endings in seen:  # tied groups of one shape are called by the first of them
                continue
            seen.append(endings)
            if endings.texts:
                count += len(endings.texts)
                segments.append((_copy_prefix(group), endings))
            else:
                fits_nowhere = True
        if fits_nowhere:
            if self._passes is None:
                self._passes = self._find_passes()
            segments.append(("", self._passes))
            count += len(self._passes.texts)
        return Choices(segments, count)

    def _copies_of(self, group: int) -> Endings:
        """Return the same object for the groups of one shape."""
        if COMPILED:
            key = shape_key(group)
            endings = self._by_shape.get(key)
            if endings is None:
                endings = self._by_shape[key] = copy_endings(key, self.board)
            return endings
        shape = shape_of(group)
        endings = self._by_shape.get(shape.key)
        if endings is None:
            endings = self._by_shape[shape.key] = self._copies(shape)
        return endings

    def _copies(self, shape: Shape) -> Endings:
        """Do what `copy_endings` does, but look only at places where something is complete.

        The compiled form is quicker with all of them, the pure one with these few.
        """
        board = self.board
        if not self._lines:
            self._find_lines()
        # A row can only be completed when the shape has as many squares in one row as it lacks; likewise a column.
        if shape.widest < self._rows_lack and shape.highest < self._columns_lack:
            return Endings([name for placed, name in shape.placements if not placed & board], None)
        extent = shape.widest << 3 | shape.highest
        near = self._near.get(extent)
        if near is None:
            near = self._near[extent] = [
                (missing, bit)
                for missing, bit, lacking in self._lines
                if lacking <= (shape.widest if bit < _FIRST_COLUMN else shape.highest)
            ]
        names = [name for placed, name in shape.placements if not placed & board]
        complete: dict[str, int] = {}  # by cell, where any line is
        if names:
            for missing, bit in near:
                for placed, name in shape.placements_on(missing):
                    if not placed & board:
                        complete[name] = complete.get(name, 0) | bit
        return with_sales(names, complete) if complete else Endings(names, None)

    def _find_lines(self) -> None:
        empty = ~self.board
        self._lines = [(line & empty, bit, (line & empty).bit_count()) for line, bit in _LINES]
        self._rows_lack = min([lacking for _, _, lacking in self._lines[:5]])
        self._columns_lack = min([lacking for _, _, lacking in self._lines[5:]])

    def _find_passes(self) -> Endings:
        complete: dict[str, int] = {}
        passes = self.passes()
        if complete_rows(self.board) | complete_columns(self.board):
            for text, board in passes:
                complete[text] = complete_rows(board) | complete_columns(board) << 5
        return with_sales([text for text, _ in passes], complete)

    def passes(self) -> list[tuple[str, int]]:
        """Return what may be done instead of a copy as (action text, the warehouse's board after it)."""
        boards = [("-", self.board)]
        if self.fixing_the_mess:
            boards += [(f"x{CELL_NAMES[cell]}", self.board ^ (1 << cell)) for cell in bits(self.board)]
        return boards


_LINES = [(line, 1 << index) for index, line in enumerate(ROW_CELLS + COLUMN_CELLS)]


_FIRST_COLUMN = 1 << 5
_COPY_PREFIXES = ("", *[f"{name}>" for name in SQUARE_NAMES])  # by the length of the first square's bit


def _copy_prefix(group: int) -> str:
    return _COPY_PREFIXES[(group & -group).bit_length()]
