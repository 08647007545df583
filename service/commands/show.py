"""`kiln show`: a position as a picture."""

import os
import sys

import click

from service.board_text import draw_position
from service.commands.position_argument import read_position
from service.rules import Color

_WHITE, _BLACK = 231, 16
_TILES = {
    Color.RED: (160, _WHITE),
    Color.BLUE: (26, _WHITE),
    Color.GREEN: (29, _WHITE),
    Color.YELLOW: (220, _BLACK),
    Color.BLACK: (237, _WHITE),
}
"""A tile and the letter on it, in the 256 colors of a terminal; both are set, so that either stands out anywhere."""


@click.command()
@click.argument("position")
def show(position: str) -> None:
    """Draw a position.

    POSITION is its text, in quotes, or - to read it from standard input. Letters stand for tiles: r red, b blue,
    g green, y yellow, k black. On a terminal they have their colors too, unless NO_COLOR is set. A position that is not
    valid ends the command with exit code 2 and the reason.
    """
    click.echo(draw_position(read_position(position), _paint if _has_colors() else None))


def _has_colors() -> bool:
    """Whether to print in color: on a terminal that knows colors, unless whoever sits there does not want them."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _paint(text: str, color: Color) -> str:
    tile, letter = _TILES[color]
    return click.style(text, fg=letter, bg=tile, bold=True)
