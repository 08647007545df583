"""`kiln perft`: counts move sequences, to compare an implementation of the rules with this one."""

import time

import click

from service.commands.position_argument import read_position
from service.commands.progress import ProgressLine
from service.rules import LegalMoves, Position, parse_move, play
from service.rules import perft as count

_MANY = 1_000_000
_QUIET_SECONDS = 1.0


@click.command()
@click.argument("position")
@click.argument("depth", type=click.IntRange(1, 9))
@click.option("--divide", is_flag=True, help="Also print the count below each move.")
def perft(position: str, depth: int, divide: bool) -> None:
    """Count the legal move sequences of DEPTH moves.

    POSITION is its text, in quotes, or - to read it from standard input. The count goes to standard output, with
    --divide below a line "MOVE: COUNT" for each first move; the time it took goes to standard error. A finished game
    has no sequences.
    """
    start = read_position(position)
    _warn_of_many(start, depth)
    began = time.monotonic()
    with ProgressLine(quiet_seconds=_QUIET_SECONDS) as progress:
        total = _count_each_move(start, depth, divide, progress)
    seconds = time.monotonic() - began
    if divide:
        click.echo()
    click.echo(total)
    click.echo(f"{seconds:.2f} s, {total / seconds:,.0f} nodes/s" if seconds else "0.00 s", err=True)


def _warn_of_many(position: Position, depth: int) -> None:
    """Say that it will take long, when all but certain: the last move of a sequence is counted, not played."""
    first_moves = LegalMoves(position).total
    if first_moves and depth > 1 and (position.two_color or first_moves ** (depth - 1) >= _MANY):
        click.echo(
            f"Warning: this can take very long: {first_moves:,} legal moves here, {depth} moves deep. Ctrl-C ends it.",
            err=True,
        )


def _count_each_move(position: Position, depth: int, divide: bool, progress: ProgressLine) -> int:
    """Return the count, and print it move by move if asked for."""
    if depth == 1 and not divide:
        return count(position, 1)
    total = 0
    moves = LegalMoves(position)
    first_moves = moves.total
    for index, move in enumerate(moves, 1):
        label = f"move {index:,} of {first_moves:,}"
        below = _count(play(position, parse_move(move)).position, depth - 1, _Watch(progress, label, total))
        total += below
        if divide:
            progress.clear()
            click.echo(f"{move}: {below}")
    return total


class _Watch:
    """Tells how many sequences have been found so far, and below which first move it is counting."""

    def __init__(self, progress: ProgressLine, label: str, found: int) -> None:
        self._progress = progress
        self._label = label
        self._found = found

    def add(self, found: int) -> None:
        self._found += found
        if self._progress.due:
            self._progress.show(f"{self._label}, {self._found:,} sequences so far")


def _count(position: Position, depth: int, watch: _Watch) -> int:
    """Return what `service.rules.perft` does, and tell of it on the way."""
    if depth > 1:
        return sum(_count(play(position, parse_move(move)).position, depth - 1, watch) for move in LegalMoves(position))
    found = count(position, depth)
    watch.add(found)
    return found
