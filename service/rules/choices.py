"""The choices of one color in a move: its action, and within it its sale, in canonical order.

A choice list is kept as *segments* of one prefix and many endings, so that the same endings (places of a shape in
a warehouse, each with its sales) serve every push of a position, and no list longer than one segment is ever built.
"""

from itertools import accumulate

from service.rules.group import largest_groups
from service.rules.shape import Shape, shape_of
from service.rules.square import CELL_NAMES, SQUARE_NAMES, bits
from service.rules.warehouse import COLUMN_CELLS, ROW_CELLS, complete_columns, complete_rows, sale_choices

__all__ = ["Choices", "Endings", "Warehouse"]


class Endings:
    """Ends of choices that share their prefix: `texts`, and the points that the sale in each brings.

    `points` is None when no ending has a sale.
    """

    __slots__ = ("points", "texts")

    def __init__(self, texts: list[str], points: list[int] | None) -> None:
        self.texts: list[str] = texts
        self.points: list[int] | None = points

    def without_sales(self) -> "Endings":
        """Return the endings that have no sale."""
        if self.points is None:
            return self
        return Endings([text for text, points in zip(self.texts, self.points, strict=True) if not points], None)


class Choices:
    """All choices of one color after one push.

    `tiles` are the color's tiles in the kiln (36 bits), `segments` (prefix, endings) in canonical order and `count`
    is how many choices they hold.
    """

    __slots__ = ("count", "segments", "tiles")

    def __init__(self, tiles: int, segments: list[tuple[str, Endings]], count: int) -> None:
        self.tiles: int = tiles
        self.segments: list[tuple[str, Endings]] = segments
        self.count: int = count

    def extend(self, texts: list[str], before: str, start: int, stop: int) -> None:
        """Append choices `start` to `stop` (excluded) to `texts`, each with `before` in front."""
        for prefix, endings in self.segments:
            if stop <= 0:
                return
            part = endings.texts
            size = len(part)
            if start < size:
                if start > 0 or stop < size:
                    part = part[max(start, 0) : stop]
                front = before + prefix
                texts.extend([front + ending for ending in part])
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
        return list(accumulate(after_win if points >= winning_points else after for points in self.points()))

    def without_sales(self) -> "Choices":
        """Return the same choices without any sale."""
        segments = [(prefix, endings.without_sales()) for prefix, endings in self.segments]
        return Choices(self.tiles, segments, sum(len(endings.texts) for _, endings in segments))


class Warehouse:
    """One color's warehouse in a position, with what was found out about it so far.

    Everything remembered here goes with the object; one is made for each look at a position.
    """

    __slots__ = (
        "_by_shape",
        "_by_tiles",
        "_columns_lack",
        "_lines",
        "_passes",
        "_rows_lack",
        "board",
        "fixing_the_mess",
    )

    def __init__(self, board: int, fixing_the_mess: bool) -> None:
        self.board: int = board
        self.fixing_the_mess: bool = fixing_the_mess
        self._by_shape: dict[int, Endings] = {}
        self._by_tiles: dict[int, Choices] = {}
        self._passes: Endings | None = None
        # What each line still lacks, its bit among ten (rows, then columns), and how many squares it lacks.
        empty = ~board
        self._lines: list[tuple[int, int, int]] = [
            (line & empty, bit, (line & empty).bit_count()) for line, bit in _LINES
        ]
        self._rows_lack: int = min([lacking for _, _, lacking in self._lines[:5]])
        self._columns_lack: int = min([lacking for _, _, lacking in self._lines[5:]])

    def choices(self, tiles: int) -> Choices:
        """Return the choices when the color's tiles in the kiln are `tiles` (a 36-bit board)."""
        found = self._by_tiles.get(tiles)
        if found is None:
            found = self._by_tiles[tiles] = self._find(tiles)
        return found

    def _find(self, tiles: int) -> Choices:
        groups = largest_groups(tiles)
        segments: list[tuple[str, Endings]] = []
        seen: set[int] = set()
        fits_nowhere = False
        count = 0
        for group in groups:
            shape = shape_of(group)
            key = shape.key
            if len(groups) > 1:  # tied groups of one shape are called by the first of them
                if key in seen:
                    continue
                seen.add(key)
            endings = self._by_shape.get(key)
            if endings is None:
                endings = self._by_shape[key] = self._copies(shape)
            if endings.texts:
                count += len(endings.texts)
                segments.append((_COPY_PREFIXES[(group & -group).bit_length()], endings))
            else:
                fits_nowhere = True
        if fits_nowhere:
            passes = self._passes
            if passes is None:
                passes = self._passes = self._find_passes()
            segments.append(("", passes))
            count += len(passes.texts)
        return Choices(tiles, segments, count)

    def _copies(self, shape: Shape) -> Endings:
        board = self.board
        # A row can only be completed when the shape has as many squares in one row as it lacks; likewise a column.
        if shape.widest < self._rows_lack and shape.highest < self._columns_lack:
            return Endings([name for placed, name in shape.placements if not placed & board], None)
        near = [
            (missing, bit)
            for missing, bit, lacking in self._lines
            if lacking <= (shape.widest if bit < _FIRST_COLUMN else shape.highest)
        ]
        texts: list[str] = []
        points: list[int] = []
        for placed, name in shape.placements:
            if not placed & board:
                complete = 0
                for missing, bit in near:
                    if missing & placed == missing:
                        complete |= bit
                if complete:
                    for sale, brings in sale_choices(complete):
                        texts.append(name + sale)
                        points.append(brings)
                else:
                    texts.append(name)
                    points.append(0)
        return Endings(texts, points)

    def _find_passes(self) -> Endings:
        texts: list[str] = []
        points: list[int] = []
        for text, board in self.passes():
            for sale, brings in sale_choices(complete_rows(board) | complete_columns(board) << 5):
                texts.append(text + sale)
                points.append(brings)
        return Endings(texts, points)

    def passes(self) -> list[tuple[str, int]]:
        """Return what may be done instead of a copy as (action text, the warehouse's board after it)."""
        boards = [("-", self.board)]
        if self.fixing_the_mess:
            boards += [(f"x{CELL_NAMES[cell]}", self.board ^ (1 << cell)) for cell in bits(self.board)]
        return boards


_LINES = tuple((line, 1 << index) for index, line in enumerate(ROW_CELLS + COLUMN_CELLS))
_FIRST_COLUMN = 1 << 5
_COPY_PREFIXES = ("", *(f"{name}>" for name in SQUARE_NAMES))  # by the length of the first square's bit
