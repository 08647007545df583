"""The colors of tiles."""

from enum import IntEnum

__all__ = ["BLACK", "PLAYABLE_COLORS", "TILE_LETTERS", "Color", "parse_color"]


class Color(IntEnum):
    """The color of a tile; the four playable ones first, in the order in which seats are given colors."""

    RED = 0
    BLUE = 1
    GREEN = 2
    YELLOW = 3
    BLACK = 4

    @property
    def letter(self) -> str:
        """The letter of the color in a position's text: `r`, `b`, `g`, `y` or `k`."""
        return TILE_LETTERS[self]

    @property
    def word(self) -> str:
        """The color's name in lower case, such as `red`."""
        return self.name.lower()

    @classmethod
    def from_word(cls, word: str) -> "Color":
        """Return the color called `word` (such as `red`); raise ValueError when there is none."""
        for color in cls:
            if color.word == word:
                return color
        raise ValueError(f"there is no color {word!r}")


TILE_LETTERS = "rbgyk"
"""One letter for each color, in the order of `Color`."""

BLACK = Color.BLACK

PLAYABLE_COLORS = (Color.RED, Color.BLUE, Color.GREEN, Color.YELLOW)
"""The colors that a seat can play."""


def parse_color(letter: str) -> Color:
    """Return the color with this letter; raise ValueError when there is none."""
    index = TILE_LETTERS.find(letter)
    if index < 0 or len(letter) != 1:
        raise ValueError(f"there is no color {letter!r}")
    return Color(index)
