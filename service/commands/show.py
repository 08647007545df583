"""`kiln show`: a position as a picture."""

import click

from service.board_text import draw_position
from service.commands.position_argument import read_position


@click.command()
@click.argument("position")
def show(position: str) -> None:
    """Draw a position.

    POSITION is its text, in quotes, or - to read it from standard input. Letters stand for tiles: r red, b blue,
    g green, y yellow, k black. One that is not valid ends the command with exit code 2 and the reason.
    """
    click.echo(draw_position(read_position(position)))
