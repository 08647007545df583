"""The 24 slots round the kiln, and pushing a line of tiles from one of them.

A slot is an integer 0..23 in the order N1…N6, E1…E6, S1…S6, W1…W6.
"""

from typing import Final

from service.rules.square import ALL_SQUARES, KILN_SIZE

__all__ = [
    "OPPOSITE",
    "SLOT_COUNT",
    "SLOT_INDEX",
    "SLOT_NAMES",
    "exit_bit",
    "line_squares",
    "parse_slot",
    "push_board",
    "push_kiln",
    "pushed_boards",
]

SLOT_COUNT: Final = 24
SLOT_NAMES: tuple[str, ...] = tuple(f"{side}{k}" for side in "NESW" for k in range(1, 7))
"""Names of the slots in their order."""

SLOT_INDEX: dict[str, int] = {name: index for index, name in enumerate(SLOT_NAMES)}

OPPOSITE: tuple[int, ...] = tuple((slot + 12) % SLOT_COUNT for slot in range(SLOT_COUNT))
"""The slot at the other end of each slot's line."""


def parse_slot(name: str) -> int:
    """Return the slot called `name`, such as `N3`; raise ValueError when there is none."""
    try:
        return SLOT_INDEX[name]
    except KeyError:
        raise ValueError(f"there is no slot {name!r}") from None


def line_squares(slot: int) -> tuple[int, ...]:
    """Return the six kiln squares of the slot's line, the one next to the slot first."""
    side, k = divmod(slot, KILN_SIZE)
    column = tuple(k + KILN_SIZE * row for row in range(KILN_SIZE))
    row = tuple(KILN_SIZE * k + column for column in range(KILN_SIZE))
    return (column, row[::-1], column[::-1], row)[side]


_LINE: tuple[int, ...] = tuple(sum(1 << square for square in line_squares(slot)) for slot in range(SLOT_COUNT))
_REST: tuple[int, ...] = tuple(ALL_SQUARES & ~line for line in _LINE)
_ENTRY: tuple[int, ...] = tuple(1 << line_squares(slot)[0] for slot in range(SLOT_COUNT))
_EXIT: tuple[int, ...] = tuple(1 << line_squares(slot)[-1] for slot in range(SLOT_COUNT))
# How far a tile's bit moves: left shifts for N (a row down) and W (a column right), right shifts for S and E.
_LEFT: tuple[int, ...] = (6,) * 6 + (0,) * 12 + (1,) * 6
_RIGHT: tuple[int, ...] = (0,) * 6 + (1,) * 6 + (6,) * 6 + (0,) * 6


_PUSHES: tuple[tuple[int, int, int, int, int], ...] = tuple(zip(_REST, _LINE, _LEFT, _RIGHT, _ENTRY, strict=True))


def exit_bit(slot: int) -> int:
    """Return the bit of the square whose tile comes out when this slot is pushed."""
    return _EXIT[slot]


def push_board(board: int, slot: int) -> int:
    """Return one color's bitboard with the slot's line moved on by one; what is pushed in is not on it."""
    line = _LINE[slot]
    return (board & _REST[slot]) | (((board & line) << _LEFT[slot] >> _RIGHT[slot]) & line)


def pushed_boards(board: int, entering: bool) -> list[int]:
    """Return one color's bitboard after a push at each of the 24 slots.

    `entering`: whether the outer tile that is pushed in has this color.
    """
    if entering:
        return [
            (board & rest) | (((board & line) << left >> right) & line) | entry
            for rest, line, left, right, entry in _PUSHES
        ]
    return [(board & rest) | (((board & line) << left >> right) & line) for rest, line, left, right, _ in _PUSHES]


def push_kiln(kiln: tuple[int, ...], tile: int, slot: int) -> tuple[tuple[int, ...], int]:
    """Push `tile` (a color) in at `slot`; return the kiln after it and the color of the tile that came out."""
    leaving = _EXIT[slot]
    entering = _ENTRY[slot]
    out = -1
    boards: list[int] = []
    for color, board in enumerate(kiln):
        if board & leaving:
            out = color
        moved = push_board(board, slot)
        boards.append(moved | entering if color == tile else moved)
    return tuple(boards), out
