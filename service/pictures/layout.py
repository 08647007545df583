"""Where the parts of a picture lie.

Lengths are units of the drawing. A narrow picture is tall: the kiln, and the seats' cards below it; one unit is one
pixel at a width of 300. A wide one has the cards to the right of the kiln, which is as high as all of them; it is
chosen when a unit is a pixel at least, so that small text can be read.
"""

from dataclasses import dataclass

from service.rules import Position

__all__ = ["CARD_HEIGHT", "CARD_WIDTH", "GAP", "MARGIN", "Layout", "Place", "kiln_side", "lay_out"]

MARGIN = 6.0
GAP = 10.0
CARD_WIDTH = 139.0
CARD_HEIGHT = 180.0
_DOUBLE_WIDTH = 2 * CARD_WIDTH + GAP
_TALL_WIDTH = _DOUBLE_WIDTH + 2 * MARGIN
_HEADER = 42.0
_FOOTER_LINE = 15.0

_KILN_PITCHES = 8.8
"""The kiln's side, slots and all, in widths of a square."""


@dataclass(frozen=True, slots=True)
class Place:
    """A rectangle: its upper left corner, width and height."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Layout:
    """The size of the drawing, and the place of each part: `cards` in the order of the seats.

    pitch: the width of a square of the kiln.
    """

    width: float
    height: float
    header: Place
    kiln: Place
    pitch: float
    cards: tuple[Place, ...]
    footer: Place


def kiln_side(pitch: float) -> float:
    """Return how wide and high the kiln with its slots is, for squares of this width."""
    return pitch * _KILN_PITCHES


def lay_out(position: Position, size: int) -> Layout:
    """Return the layout of a picture that is `size` pixels wide."""
    wide = _wide(position)
    return wide if size >= wide.width else _tall(position)


def _tall(position: Position) -> Layout:
    inner = _DOUBLE_WIDTH
    top = MARGIN + _HEADER
    cards = _cards(position, MARGIN, top + inner + GAP, 1 if position.two_color else 2)
    bottom = cards[-1].y + CARD_HEIGHT + GAP
    footer = Place(MARGIN, bottom, inner, 2 * _FOOTER_LINE)
    return Layout(
        width=_TALL_WIDTH,
        height=bottom + footer.height + MARGIN,
        header=Place(MARGIN, MARGIN, inner, _HEADER),
        kiln=Place(MARGIN, top, inner, inner),
        pitch=inner / _KILN_PITCHES,
        cards=cards,
        footer=footer,
    )


def _wide(position: Position) -> Layout:
    columns = 2 if len(position.seats) == 4 else 1
    rows = len(position.seats) // columns
    side = rows * CARD_HEIGHT + (rows - 1) * GAP
    top = MARGIN + _HEADER
    left = MARGIN + side + GAP
    cards = _cards(position, left, top, columns)
    inner = cards[-1].x + cards[-1].width - MARGIN
    footer = Place(MARGIN, top + side + GAP, inner, _FOOTER_LINE)
    return Layout(
        width=inner + 2 * MARGIN,
        height=footer.y + footer.height + MARGIN,
        header=Place(MARGIN, MARGIN, inner, _HEADER),
        kiln=Place(MARGIN, top, side, side),
        pitch=side / _KILN_PITCHES,
        cards=cards,
        footer=footer,
    )


def _cards(position: Position, left: float, top: float, columns: int) -> tuple[Place, ...]:
    """Put the cards in rows; one that is alone in the last of several rows lies in its middle."""
    seats = len(position.seats)
    width = _DOUBLE_WIDTH if position.two_color else CARD_WIDTH
    places = []
    for seat in range(seats):
        row, column = divmod(seat, columns)
        alone = columns == 2 and column == 0 and seat == seats - 1
        x = left + (CARD_WIDTH + GAP) * (0.5 if alone else column)
        places.append(Place(x, top + row * (CARD_HEIGHT + GAP), width, CARD_HEIGHT))
    return tuple(places)
