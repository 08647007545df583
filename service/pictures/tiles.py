"""Tiles: a color, and a mark that tells the color to those who cannot see it.

Red has a diamond, blue a disc, green a triangle, yellow a star, black a cross.
"""

import math

from service.pictures.svg import Pen, element, number
from service.rules import Color

__all__ = ["BIG", "SMALL", "TINY", "TINY_PITCH", "define_tiles", "draw_tile"]

BIG, SMALL, TINY = "b", "s", "t"
"""The sizes in which tiles are defined: in the kiln, in a warehouse, beside a name."""

TINY_PITCH = 13.0
"""The width of a tile beside a name."""

_GAP = 0.05
_ROUNDING = 0.14
_STAR_INNER = 0.45
_Points = tuple[tuple[float, float], ...]

# Corners on a square from -1 to 1.
_DIAMOND: _Points = ((0, -0.64), (0.56, 0), (0, 0.64), (-0.56, 0))
_TRIANGLE: _Points = ((0, -0.58), (0.62, 0.48), (-0.62, 0.48))
_CROSS: _Points = tuple(
    (x * turn_x - y * turn_y, x * turn_y + y * turn_x)
    for turn_x, turn_y in ((1, 0), (0, 1), (-1, 0), (0, -1))
    for x, y in ((0.31, 0.0), (0.62, 0.31), (0.31, 0.62))
)
_STAR: _Points = tuple(
    (radius * math.sin(corner * math.pi / 5), 0.05 - radius * math.cos(corner * math.pi / 5))
    for corner in range(10)
    for radius in (0.68 if corner % 2 == 0 else 0.68 * _STAR_INNER,)
)
_DISC_RADIUS = 0.46
_CORNERS = {Color.RED: _DIAMOND, Color.GREEN: _TRIANGLE, Color.YELLOW: _STAR, Color.BLACK: _CROSS}


def define_tiles(pen: Pen, name: str, pitch: float) -> str:
    """Return the definitions of all tiles in one size: `pitch` is the width of the square they lie on."""
    return "".join(element("g", *_tile(pen, color, pitch), id=pen.id(f"{name}{color.letter}")) for color in Color)


def _tile(pen: Pen, color: Color, pitch: float) -> tuple[str, str]:
    gap = max(1.0, pitch * _GAP)
    side = pitch - 2 * gap
    return (
        pen.shape(
            "rect", f"tile-{color.letter}", x=gap, y=gap, width=side, height=side, rx=max(2.0, pitch * _ROUNDING)
        ),
        _mark(pen, color, pitch / 2),
    )


def _mark(pen: Pen, color: Color, half: float) -> str:
    """Return a color's mark in the middle of a square of twice this width."""
    style = f"mark-{color.letter}"
    if color == Color.BLUE:
        return pen.shape("circle", style, cx=half, cy=half, r=half * _DISC_RADIUS)
    corners = "L".join(f"{number(half + half * x)} {number(half + half * y)}" for x, y in _CORNERS[color])
    return pen.shape("path", style, d=f"M{corners}Z")


def draw_tile(pen: Pen, name: str, color: Color, x: float, y: float) -> str:
    """Return a tile of a size that was defined, with its square's corner there."""
    return pen.use(f"{name}{color.letter}", x, y)
