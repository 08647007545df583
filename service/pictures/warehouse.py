"""A warehouse: a grid of 25 squares, and what the last move did in it."""

from service.pictures.last_move import Touched
from service.pictures.outline import outline_path
from service.pictures.svg import Pen, element
from service.pictures.tiles import SMALL, draw_tile
from service.rules import Color, Sold

__all__ = ["CELL", "GRID", "draw_warehouse"]

_SIDE = 5
CELL = 22.0
GRID = _SIDE * CELL
_NAME_SIZE = 8.5
_NAME_ROOM = 6.8


def draw_warehouse(
    pen: Pen, color: Color, rows: tuple[str, ...], x: float, y: float, touched: Touched, *, gone: bool
) -> str:
    """Return a warehouse as a group of elements whose grid begins at `x`, `y`; names stand above and on the left.

    rows: as `Position.warehouse_rows` gives them. gone: whether its seat has left.
    """
    tiles = "".join(
        draw_tile(pen, SMALL, color, column * CELL, row * CELL)
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell == "x"
    )
    parts = [
        _grid(pen),
        element("g", tiles, class_=pen.classes("gone")) if gone and tiles else tiles,
        _coordinates(pen) if pen.coords else "",
        _sold_lines(pen, touched.sale) if touched.sale else "",
        _copied(pen, touched.cells) if touched.cells else "",
        _points(pen, touched.sale) if touched.sale else "",
        _erased(pen, touched.erased) if touched.erased is not None else "",
    ]
    return element("g", *parts, transform=f"translate({x:g} {y:g})")


def _grid(pen: Pen) -> str:
    lines = "".join(f"M{place * CELL:g} 0V{GRID:g}M0 {place * CELL:g}H{GRID:g}" for place in range(1, _SIDE))
    return pen.shape("rect", "cell", width=GRID, height=GRID, rx=3.0) + pen.shape("path", "slot", d=lines)


def _coordinates(pen: Pen) -> str:
    middles = [(place + 0.5) * CELL for place in range(_SIDE)]
    columns = [(letter, middle, -_NAME_ROOM) for letter, middle in zip("abcde", middles, strict=True)]
    rows = [(digit, -_NAME_ROOM, middle) for digit, middle in zip("12345", middles, strict=True)]
    return pen.labels([*columns, *rows], _NAME_SIZE)


def _copied(pen: Pen, cells: tuple[int, ...]) -> str:
    path = outline_path(cells, _SIDE, CELL)
    return pen.shape("path", "halo", d=path) + pen.shape("path", "outline", d=path)


def _erased(pen: Pen, cell: int) -> str:
    row, column = divmod(cell, _SIDE)
    x, y = column * CELL, row * CELL
    inset = 6.0
    low, high = inset, CELL - inset
    cross = f"M{x + low:g} {y + low:g}L{x + high:g} {y + high:g}M{x + high:g} {y + low:g}L{x + low:g} {y + high:g}"
    frame = pen.shape("rect", "sale", x=x + 1, y=y + 1, width=CELL - 2, height=CELL - 2, rx=3.0)
    return frame + pen.shape("path", "cross", d=cross)


def _sold_lines(pen: Pen, sale: Sold) -> str:
    """Frame the lines that were sold."""
    frames = ""
    for line in sale.columns or sale.rows:
        start = (line - 1) * CELL + 1.5
        x, y = (start, 1.5) if sale.columns else (1.5, start)
        across, down = (CELL - 3, GRID - 3) if sale.columns else (GRID - 3, CELL - 3)
        frames += pen.shape("rect", "sale", x=x, y=y, width=across, height=down, rx=4.0)
    return frames


def _points(pen: Pen, sale: Sold) -> str:
    """Write what a sale brought into the middle one of its lines."""
    lines = sale.columns or sale.rows
    along, across = GRID / 2, (lines[len(lines) // 2] - 0.5) * CELL
    x, y = (across, along) if sale.columns else (along, across)
    return pen.text(f"+{sale.points}", x, y + 4.5, 13.0, "points", "middle")
