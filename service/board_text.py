"""A position as a picture of plain text, at most 80 columns wide."""

import re
from collections.abc import Callable, Iterator, Sequence

from service.rules import SLOT_NAMES, TILE_LETTERS, Color, Options, Outcome, Position, parse_color

__all__ = ["Paint", "draw_position"]

Paint = Callable[[str, Color], str]
"""Gives a piece of the picture back in a color: the letters of tiles, and the space beside them."""

_KILN_WIDTH = 39
_WAREHOUSE_WIDTH = 19
_SIDE = 6  # slots on each side of the kiln
_LEFT_EDGE = "  "

# While lines are put together, what belongs to a tile is a character of its own for each color, so that a line is as
# long as it looks: the space beside the letter, the letter, the x of a filled square.
_SPACES, _LETTERS, _FILLED = ("".join(chr(0xE000 + 16 * kind + color) for color in Color) for kind in range(3))
_SHOWN = str.maketrans(_SPACES + _LETTERS + _FILLED, " " * len(Color) + TILE_LETTERS + "x" * len(Color))
_OF_ONE_COLOR = re.compile("|".join(f"[{''.join(kinds)}]+" for kinds in zip(_SPACES, _LETTERS, _FILLED, strict=True)))


def draw_position(position: Position, paint: Paint | None = None) -> str:
    """Return a picture of a position: the kiln, how the game stands, and every warehouse with its score.

    The outer tile stands outside the name of its slot. Lines are joined by line feeds, without one at the end. `paint`
    colors the tiles; letters and places are the same with it and without.
    """
    drawing = [*_beside(_kiln(position), _KILN_WIDTH, _facts(position)), "", *_warehouses(position)]
    return "\n".join(_finish(line, paint) for line in drawing)


def _finish(line: str, paint: Paint | None) -> str:
    if paint is None:
        return line.translate(_SHOWN).rstrip()

    def painted(match: re.Match[str]) -> str:
        return paint(match[0].translate(_SHOWN), Color(ord(match[0][0]) % 16))

    return _OF_ONE_COLOR.sub(painted, line.rstrip())


def _tile(color: Color) -> str:
    """Return a tile, three columns: its letter between two spaces."""
    return _SPACES[color] + _LETTERS[color] + _SPACES[color]


def _beside(left: Sequence[str], width: int, right: Sequence[str]) -> Iterator[str]:
    """Put lines to the right of others, from the third line on, where the kiln's column letters are."""
    beside = ["", "", *right]
    for index, line in enumerate(left):
        yield f"{line:<{width}}{beside[index] if index < len(beside) else ''}"


def _kiln(position: Position) -> list[str]:
    """Return the kiln, 12 lines: tiles, column letters and slots on all four sides."""
    side, place = divmod(position.outer_slot, _SIDE)
    tile = _tile(position.outer_tile)

    def outer(here: str, index: int) -> str:
        return tile if "NESW"[side] == here and place == index else "   "

    def slots(here: str) -> str:
        return " ".join(SLOT_NAMES["NESW".index(here) * _SIDE :][:_SIDE])

    def outer_line(here: str) -> str:
        return "".join(outer(here, index) for index in range(_SIDE))

    indent = " " * 11
    lines = [indent + outer_line("N"), indent + slots("N"), indent + " " + "  ".join("abcdef")]
    for index, row in enumerate(position.kiln_rows):
        number = index + 1
        tiles = "".join(_tile(parse_color(letter)) for letter in row)
        lines.append(f"{outer('W', index)}W{number}   {number}  {tiles}  E{number}{outer('E', index)}")
    return [*lines, indent + slots("S"), indent + outer_line("S")]


def _facts(position: Position) -> list[str]:
    """Return who is to move or has won, and what the game is played for and with."""
    return [
        *_standing(position),
        "",
        f"Outer tile: {position.outer_tile.word}, on {SLOT_NAMES[position.outer_slot]}",
        f"Target: {_target(position)}",
        *_variants(position.options),
    ]


def _standing(position: Position) -> list[str]:
    outcome = position.outcome
    if outcome is not None:
        return [f"Finished before move {position.number}", *_outcome(position, outcome)]
    extra = ["This is an extra turn"] if position.extra_turn else []
    return [f"Move {position.number}", f"{_seat(position, position.turn)} to move", *extra]


def _outcome(position: Position, outcome: Outcome) -> list[str]:
    if outcome.winner is None:
        return ["Nobody has won: no game is longer"]
    reasons = {"target": "by reaching the target", "last_seat": "as the last seat in the game"}
    return [f"{_seat(position, outcome.winner)} has won", reasons[outcome.reason]]


def _seat(position: Position, seat: int) -> str:
    return f"Seat {seat} ({' and '.join(color.word for color in position.seats[seat - 1])})"


def _target(position: Position) -> str:
    target = position.options.target
    points = f"{target} point{'' if target == 1 else 's'}"
    if not position.two_color:
        return points
    return f"{points} with {'both colors' if position.options.goal_both else 'either color'}"


def _variants(options: Options) -> list[str]:
    return [
        f"Fixing the mess: {'on' if options.fixing_the_mess else 'off'}",
        f"Heating up: {'on' if options.heating_up else 'off'}",
    ]


def _warehouses(position: Position) -> list[str]:
    """Return all warehouses side by side, 9 lines, in the order of the seats and their colors."""
    drawings = [
        _warehouse(position, seat, color) for seat, colors in enumerate(position.seats) for color in range(len(colors))
    ]
    return [
        _LEFT_EDGE + "".join(f"{part:<{_WAREHOUSE_WIDTH}}" for part in line) for line in zip(*drawings, strict=True)
    ]


def _warehouse(position: Position, seat: int, color: int) -> list[str]:
    """Return one warehouse; both indexes count from 0."""
    return [
        f"Seat {seat + 1}, {position.seats[seat][color].word}",
        "   " + " ".join("abcde"),
        *(f"{row + 1} {_cells(position, seat, color, row)}" for row in range(5)),
        f"Score {position.scores[seat][color]} of {position.options.target}",
        _state(position, seat + 1),
    ]


def _cells(position: Position, seat: int, index: int, row: int) -> str:
    color = position.seats[seat][index]
    filled = _SPACES[color] + _FILLED[color]
    return "".join(filled if cell == "x" else " ." for cell in position.warehouse_rows(seat, index)[row])


def _state(position: Position, seat: int) -> str:
    """Return what there is to say of a seat, if anything."""
    outcome = position.outcome
    if position.left[seat - 1]:
        return "has left"
    if outcome is None:
        return "to move" if position.turn == seat else ""
    return "has won" if outcome.winner == seat else ""
