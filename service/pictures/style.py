"""The style sheet within a picture.

Every class name begins with the theme's prefix, so that pictures of different themes can stand in one page.
"""

from service.pictures.palette import PALETTES, Palette
from service.rules import Color

__all__ = ["FONTS", "class_prefix", "style_sheet"]

FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans',Arial,sans-serif"

_SHAPES = {
    "root": f"font-family:{FONTS}",
    "strong": "font-weight:700",
    "middle": "text-anchor:middle",
    "end": "text-anchor:end",
    "outline": "fill:none;stroke-width:2.4;stroke-linejoin:round",
    "halo": "fill:none;stroke-width:4.4;stroke-linejoin:round",
    "push": "fill-opacity:.16;stroke-width:1.5;stroke-dasharray:5 3",
    "sale": "fill-opacity:.16;stroke-width:1.5",
    "cross": "fill:none;stroke-width:2.5;stroke-linecap:round",
    "gone": "opacity:.5",
    "track": "fill:none;stroke-linecap:round",
    "track-reached": "fill:none;stroke-linecap:round",
    "points": "font-weight:700;paint-order:stroke;stroke-width:3;stroke-linejoin:round",
}


def class_prefix(theme: str) -> str:
    """Return what the class names of a theme begin with."""
    return f"k{theme[0]}-"


def style_sheet(theme: str) -> str:
    """Return the CSS of a theme; it holds none of the characters that XML gives a meaning."""
    prefix = class_prefix(theme)
    light, *dark = PALETTES[theme]
    sheet = _rules(prefix, _SHAPES) + _rules(prefix, _colors(light))
    for palette in dark:
        sheet += f"@media (prefers-color-scheme:dark){{{_rules(prefix, _colors(palette))}}}"
    return sheet


def _rules(prefix: str, declarations: dict[str, str]) -> str:
    return "".join(f".{prefix}{name}{{{declared}}}" for name, declared in declarations.items())


def _colors(palette: Palette) -> dict[str, str]:
    tiles: dict[str, str] = {}
    for color in Color:
        fill, edge, mark = palette.tile(color)
        tiles[f"tile-{color.letter}"] = f"fill:{fill};stroke:{edge}"
        tiles[f"mark-{color.letter}"] = f"fill:{mark}"
    return {
        "page": f"fill:{palette.page}",
        "card": f"fill:{palette.card};stroke:{palette.line}",
        "turn": f"fill:{palette.card};stroke:{palette.ink};stroke-width:2",
        "bed": f"fill:{palette.bed};stroke:{palette.line}",
        "cell": f"fill:{palette.cell};stroke:{palette.line}",
        "slot": f"fill:none;stroke:{palette.line}",
        "ink": f"fill:{palette.ink}",
        "muted": f"fill:{palette.muted}",
        "paper": f"fill:{palette.card}",
        "badge": f"fill:{palette.badge}",
        "track": f"stroke:{palette.line}",
        "track-reached": f"stroke:{palette.ink}",
        "bonus": f"fill:{palette.card};stroke:{palette.ink}",
        "bonus-reached": f"fill:{palette.ink};stroke:{palette.ink}",
        "points": f"fill:{palette.accent};stroke:{palette.halo}",
        "accent": f"fill:{palette.accent}",
        "push": f"fill:{palette.accent};stroke:{palette.accent}",
        "sale": f"fill:{palette.accent};stroke:{palette.accent}",
        "cross": f"stroke:{palette.accent}",
        "outline": f"stroke:{palette.ink}",
        "halo": f"stroke:{palette.halo}",
        **tiles,
    }
