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
                # Joined and split again: half the time of one concatenation after another.
                texts += (front + f"\n{front}".join(endings.texts)).split("\n")
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
        return list(accumulate(after_win if points >= winning_points else after for points in self.points()))

    def without_sales(self) -> "Choices":
        """Return the same choices without any sale."""
        segments = [(prefix, endings.without_sales()) for prefix, endings in self.segments]
        return Choices(segments, sum(len(endings.texts) for _, endings in segments))


class Warehouse:
    """One color's warehouse in a position, with what was found out about it so far.

    Everything remembered here goes with the object; one is made for each look at a position.
    """

    __slots__ = (
        "_by_shape",
        "_by_tiles",
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
        self._by_shape: dict[int, Endings] = {}
        self._by_tiles: dict[int, Choices] = {}
        self._near: dict[int, list[tuple[int, int]]] = {}  # by a shape's extent, the lines that it can complete
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
        if len(groups) == 1:  # most often, so without what ties need
            group = groups[0]
            endings = self._copies_of(shape_of(group))
            count = len(endings.texts)
            if count:
                return Choices([(_COPY_PREFIXES[(group & -group).bit_length()], endings)], count)
        segments: list[tuple[str, Endings]] = []
        seen: set[int] = set()
        fits_nowhere = False
        count = 0
        for group in groups:
            shape = shape_of(group)
            if shape.key in seen:  # tied groups of one shape are called by the first of them
                continue
            seen.add(shape.key)
            endings = self._copies_of(shape)
            if endings.texts:
                count += len(endings.texts)
                segments.append((_COPY_PREFIXES[(group & -group).bit_length()], endings))
            else:
                fits_nowhere = True
        if fits_nowhere:
            if self._passes is None:
                self._passes = self._find_passes()
            segments.append(("", self._passes))
            count += len(self._passes.texts)
        return Choices(segments, count)

    def _copies_of(self, shape: Shape) -> Endings:
        endings = self._by_shape.get(shape.key)
        if endings is None:
            endings = self._by_shape[shape.key] = self._copies(shape)
        return endings

    def _copies(self, shape: Shape) -> Endings:
        board = self.board
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
        return _with_sales(names, complete) if complete else Endings(names, None)

    def _find_passes(self) -> Endings:
        complete: dict[str, int] = {}
        passes = self.passes()
        if not self._rows_lack or not self._columns_lack:
            for text, board in passes:
                complete[text] = complete_rows(board) | complete_columns(board) << 5
        return _with_sales([text for text, _ in passes], complete)

    def passes(self) -> list[tuple[str, int]]:
        """Return what may be done instead of a copy as (action text, the warehouse's board after it)."""
        boards = [("-", self.board)]
        if self.fixing_the_mess:
            boards += [(f"x{CELL_NAMES[cell]}", self.board ^ (1 << cell)) for cell in bits(self.board)]
        return boards


def _with_sales(actions: list[str], complete: dict[str, int]) -> Endings:
    """Return the endings for these action texts, where `complete` says which lines (ten bits) an action leaves so."""
    texts: list[str] = []
    points: list[int] = []
    for text in actions:
        lines = complete.get(text)
        if lines:
            for sale, brings in sale_choices(lines):
                texts.append(text + sale)
                points.append(brings)
        else:
            texts.append(text)
            points.append(0)
    return Endings(texts, points)


_LINES = tuple((line, 1 << index) for index, line in enumerate(ROW_CELLS + COLUMN_CELLS))


_FIRST_COLUMN = 1 << 5
_COPY_PREFIXES = ("", *(f"{name}>" for name in SQUARE_NAMES))  # by the length of the first square's bit
