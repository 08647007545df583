"""The colors of a picture, for light and dark surroundings.

Which pairs must stand out from each other, and by how much, is computed in tests/pictures/test_palette.py.
"""

from dataclasses import dataclass

from service.rules import Color

__all__ = ["DARK", "LIGHT", "PALETTES", "Palette"]


@dataclass(frozen=True, slots=True)
class Palette:
    """Colors as `#rrggbb`.

    page, card, bed: behind everything, of a seat's card, under the kiln's tiles. line: frames of what is empty.
    badge: behind a seat's number.
    ink, muted: text, important and less so. accent: the last move. halo: round the outline of a copied group.
    tiles, edges, marks: of a tile, its rim, and the mark on it, in the order of `Color`.
    """

    page: str
    card: str
    bed: str
    cell: str
    line: str
    badge: str
    ink: str
    muted: str
    accent: str
    halo: str
    tiles: tuple[str, str, str, str, str]
    edges: tuple[str, str, str, str, str]
    marks: tuple[str, str, str, str, str]

    def tile(self, color: Color) -> tuple[str, str, str]:
        """Return fill, rim and mark of a tile."""
        return self.tiles[color], self.edges[color], self.marks[color]


_TILES = ("#d1382b", "#2268c9", "#1f9463", "#f3b72f", "#2a2725")
_MARKS = ("#ffffff", "#ffffff", "#ffffff", "#4a3200", "#ffffff")

LIGHT = Palette(
    page="#fbf8f3",
    card="#ffffff",
    bed="#e9e1d5",
    cell="#f3eee6",
    line="#b5a794",
    badge="#e2d9cc",
    ink="#241f1b",
    muted="#66594c",
    accent="#8b2bb5",
    halo="#ffffff",
    tiles=_TILES,
    edges=("#8c1d13", "#134387", "#0d5c3b", "#8a6100", "#000000"),
    marks=_MARKS,
)

DARK = Palette(
    page="#1b1816",
    card="#262220",
    bed="#100e0c",
    cell="#1b1816",
    line="#6b6056",
    badge="#4a423b",
    ink="#f5efe7",
    muted="#b9aca0",
    accent="#dc9bff",
    halo="#100e0c",
    tiles=_TILES,
    edges=("#ff8a7d", "#7db2ff", "#5fd6a2", "#ffe09a", "#a89e95"),
    marks=_MARKS,
)

PALETTES: dict[str, tuple[Palette, ...]] = {"light": (LIGHT,), "dark": (DARK,), "auto": (LIGHT, DARK)}
"""What each theme is drawn with: one palette, or one for light and one for dark surroundings."""
