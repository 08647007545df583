"""The outline of squares that belong together."""

from collections.abc import Collection

from service.pictures.svg import number

__all__ = ["outline_path"]

_Point = tuple[int, int]


def outline_path(squares: Collection[int], columns: int, pitch: float) -> str:
    """Return the outline of squares as the data of an SVG path: a loop for each edge, holes included.

    squares: in reading order of a grid with this many columns, whose squares are `pitch` wide; its corner is 0,0.
    """
    ways = _edges(squares, columns)
    path = ""
    while ways:
        start = min(ways)
        corners = _loop(ways, start)
        path += "M" + "L".join(f"{number(x * pitch)} {number(y * pitch)}" for x, y in corners) + "Z"
    return path


def _edges(squares: Collection[int], columns: int) -> dict[_Point, list[_Point]]:
    """Return, for each corner, where the edges that begin there lead to; the squares lie on their right."""
    taken = {divmod(square, columns)[::-1] for square in squares}
    ways: dict[_Point, list[_Point]] = {}
    for x, y in sorted(taken):
        around = (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        )
        for beside, start, end in around:
            if beside not in taken:
                ways.setdefault(start, []).append(end)
    return ways


def _loop(ways: dict[_Point, list[_Point]], start: _Point) -> list[_Point]:
    """Take one loop out of `ways` and return its corners; points within a straight stretch are left out."""
    points = [start]
    while True:
        ends = ways[points[-1]]
        end = ends.pop()
        if not ends:
            del ways[points[-1]]
        if end == start:
            break
        points.append(end)
    around = zip([points[-1], *points[:-1]], points, [*points[1:], points[0]], strict=True)
    return [here for before, here, after in around if not _straight(before, here, after)]


def _straight(before: _Point, here: _Point, after: _Point) -> bool:
    return before[0] == here[0] == after[0] or before[1] == here[1] == after[1]
