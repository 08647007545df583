"""Boards as drawings and positions as fields, so that a test shows what it is about."""

from service.rules import Position, parse_position

START = "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r,b 5/5/5/5/5,5/5/5/5/5 0,0 2 17m 1"
"""The start of seed 7 with two seats."""

TWO_COLOR_START = (
    "brbrgy/rbygbr/rgggby/rybyrb/rybgbr/ygyygg kS5 r+g,b+y 5/5/5/5/5+5/5/5/5/5,5/5/5/5/5+5/5/5/5/5 0+0,0+0 2 17m 1"
)

EMPTY = "5/5/5/5/5"
FULL = "xxxxx/xxxxx/xxxxx/xxxxx/xxxxx"

FIELDS = ("kiln", "outer", "seats", "warehouses", "scores", "turn", "options", "number")


def board(drawing: str) -> int:
    """The bitboard of a drawing: rows of `x` and `.`, all of one length; blanks between squares do not count."""
    rows = ["".join(line.split()) for line in drawing.strip().splitlines()]
    assert len({len(row) for row in rows}) == 1, rows
    assert set("".join(rows)) <= {"x", "."}, rows
    return sum(1 << index for index, sign in enumerate("".join(rows)) if sign == "x")


def changed(text: str = START, **fields: str) -> str:
    """The position's text with these fields instead of its own."""
    parts = dict(zip(FIELDS, text.split(" "), strict=True))
    assert set(fields) <= set(parts)
    return " ".join((parts | fields).values())


def position_with(text: str = START, **fields: str) -> Position:
    """The position with these fields instead of those of `text`."""
    return parse_position(changed(text, **fields))
