"""What a part of a move leaves behind: the warehouse and the points after a copy (or none) and a sale."""

from service.bots.worth import warehouse_cost
from service.rules.group import largest_groups
from service.rules.options import BONUS_SPACES, SCORE_CAP
from service.rules.position import Position
from service.rules.shape import Shape, shape_of
from service.rules.square import CELL_NAMES, bits
from service.rules.warehouse import complete_columns, complete_rows, sale_choices, sold_cells

__all__ = ["Lot", "LotTable", "Result"]

_RESULT_LIMIT = 200_000
"""How many results are remembered: some tens of megabytes."""

_SHAPES_LIMIT = 1 << 16


class Result:
    """One way to deal with a color after a push.

    `shape` is the key of the shape that is copied, 0 when none is; `text` spells the target and the sale (`b2 R1`),
    or without a copy the whole part (`-`, `xd4`). `points` are those of the sale; `board` and `score` are what is
    left, `cost` what then still stands between this color and its target. `bonus`: the score is a bonus space now.
    """

    __slots__ = ("board", "bonus", "cost", "points", "score", "shape", "text")

    def __init__(self, shape: int, text: str, points: int, board: int, score: int, cost: int, bonus: bool) -> None:
        self.shape: int = shape
        self.text: str = text
        self.points: int = points
        self.board: int = board
        self.score: int = score
        self.cost: int = cost
        self.bonus: bool = bonus


class Lot:
    """A color's warehouse and score, with all that can be done from there, by what its tiles in the kiln are."""

    __slots__ = ("_by_shape", "_by_tiles", "_passes", "_table", "board", "cost", "score")

    def __init__(self, table: "LotTable", board: int, score: int) -> None:
        self.board: int = board
        self.score: int = score
        self.cost: int = warehouse_cost(board, table.target - score)
        self._table: LotTable = table
        self._by_tiles: dict[int, list[Result]] = {}
        self._by_shape: dict[int, list[Result]] = {}
        self._passes: list[Result] = []

    def results(self, tiles: int) -> list[Result]:
        """Return all results when the color's tiles in the kiln are `tiles`, the least cost first."""
        found = self._by_tiles.get(tiles)
        if found is None:
            found = self._by_tiles[tiles] = self._find(self._table.shapes(tiles))
            self._table.results += 1
        return found

    def _find(self, shapes: list[Shape]) -> list[Result]:
        if len(shapes) == 1:
            found = self._copies(shapes[0])
            return found or self._pass()
        merged: list[Result] = []
        fits_nowhere = False
        for shape in shapes:
            copies = self._copies(shape)
            if copies:
                merged += copies
            else:
                fits_nowhere = True
        if fits_nowhere:
            merged += self._pass()
        self._table.results += len(merged) // 4  # the list alone
        return _sorted(merged)

    def _copies(self, shape: Shape) -> list[Result]:
        found = self._by_shape.get(shape.key)
        if found is None:
            found = []
            board = self.board
            for placed, name in shape.placements:
                if not placed & board:
                    self._add(found, shape.key, name, board | placed)
            found = self._by_shape[shape.key] = _sorted(found)
            self._table.results += len(found) + 1
        return found

    def _pass(self) -> list[Result]:
        if not self._passes:
            found: list[Result] = []
            self._add(found, 0, "-", self.board)
            if self._table.fixing_the_mess:
                for cell in bits(self.board):
                    self._add(found, 0, f"x{CELL_NAMES[cell]}", self.board ^ (1 << cell))
            self._passes = _sorted(found)
            self._table.results += len(found)
        return self._passes

    def _add(self, found: list[Result], shape: int, text: str, board: int) -> None:
        """Append the results of an action that leaves `board`, one for each sale."""
        table = self._table
        rows = complete_rows(board)
        columns = complete_columns(board)
        score = self.score
        found.append(Result(shape, text, 0, board, score, warehouse_cost(board, table.target - score), False))
        if not rows and not columns:
            return
        for sale, points in sale_choices(rows | columns << 5):
            if not points:
                continue
            left = board & ~_sold(sale)
            after = score + points
            if table.goal_both and after > SCORE_CAP:
                after = SCORE_CAP
            bonus = table.heating_up and after in BONUS_SPACES
            found.append(
                Result(shape, text + sale, points, left, after, warehouse_cost(left, table.target - after), bonus)
            )


class LotTable:
    """The lots of a game's options, and the shapes of tiles, each found once and then remembered."""

    def __init__(self, position: Position) -> None:
        self.target: int = position.options.target
        self.fixing_the_mess: bool = position.options.fixing_the_mess
        self.heating_up: bool = position.options.heating_up
        self.goal_both: bool = position.options.goal_both
        self.limit: int = _RESULT_LIMIT
        self.results: int = 0  # how many the lots remember
        self._lots: dict[int, Lot] = {}
        self._shapes: dict[int, list[Shape]] = {}

    def lot(self, board: int, score: int) -> Lot:
        """Return the lot of this warehouse and score."""
        key = board | score << 25
        found = self._lots.get(key)
        if found is None:
            if self.results >= self.limit:
                self.results = 0
                self._lots.clear()
            found = self._lots[key] = Lot(self, board, score)
        return found

    def shapes(self, tiles: int) -> list[Shape]:
        """Return the different shapes of the largest groups of a board."""
        found = self._shapes.get(tiles)
        if found is None:
            if len(self._shapes) >= _SHAPES_LIMIT:
                self._shapes.clear()
            groups = largest_groups(tiles)
            found = [shape_of(groups[0])]
            if len(groups) > 1:
                seen = {found[0].key}
                for group in groups:
                    shape = shape_of(group)
                    if shape.key not in seen:
                        seen.add(shape.key)
                        found.append(shape)
            self._shapes[tiles] = found
        return found


def _cost_of(result: Result) -> int:
    return result.cost


def _sorted(results: list[Result]) -> list[Result]:
    return sorted(results, key=_cost_of)


_cells_by_sale: dict[str, int] = {"": 0}


def _sold(sale: str) -> int:
    """Return the cells that a sale such as ` R13` empties."""
    cells = _cells_by_sale.get(sale, -1)
    if cells < 0:
        mask = 0
        for line in sale[2:]:
            mask |= 1 << (int(line) - 1)
        cells = _cells_by_sale[sale] = sold_cells(sale[1] == "R", mask)
    return cells
