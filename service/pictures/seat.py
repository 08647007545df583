"""A seat's card: who sits there, and for each color the warehouse and the score."""

from service.pictures.last_move import LastMove, Touched
from service.pictures.layout import CARD_WIDTH, GAP, Place
from service.pictures.names import Names
from service.pictures.score import draw_points, draw_track
from service.pictures.svg import Pen, element
from service.pictures.text import cut, escape, width
from service.pictures.tiles import TINY, TINY_PITCH, draw_tile
from service.pictures.warehouse import CELL, GRID, draw_warehouse
from service.rules import Position

__all__ = ["draw_name", "draw_seat"]

_PADDING = 8.0
_BADGE = 15.0
_NAME_SIZE = 12.0
_COLOR_TOP = 27.0
_COLOR_SIZE = 10.0
_GRID_TOP = 54.0
_TRACK_MIDDLE = _GRID_TOP + GRID + 9.0
_STATE_SIZE = 9.0
_STATE_HEIGHT = 13.0


def draw_seat(pen: Pen, position: Position, names: Names, seat: int, place: Place, last: LastMove | None) -> str:
    """Return the card of a seat (from 1) in its place."""
    marked = names.is_marked(position, seat)
    parts = [
        pen.shape("rect", "turn" if marked else "card", width=place.width, height=place.height, rx=7.0),
        _badge(pen, seat, marked=marked),
        _name(pen, names.of(seat), place.width),
        *(_column(pen, position, seat, index, last) for index in range(len(position.seats[seat - 1]))),
        _state(pen, names.state(position, seat), place.width, marked=marked),
    ]
    return element("g", *parts, transform=f"translate({place.x:g} {place.y:g})")


def _badge(pen: Pen, seat: int, *, marked: bool) -> str:
    """Return the seat's number."""
    frame = pen.shape("rect", "ink" if marked else "badge", x=_PADDING, y=_PADDING, width=_BADGE, height=_BADGE, rx=4.0)
    middle = _PADDING + _BADGE / 2
    return frame + pen.text(str(seat), middle, middle + 4, 11.0, "paper" if marked else "ink", "strong", "middle")


def _name(pen: Pen, name: str, card_width: float) -> str:
    left = _PADDING + _BADGE + 5
    room = card_width - _PADDING - left
    words = pen.text(cut(name, _NAME_SIZE, room, bold=True), 0, 12, _NAME_SIZE, "ink", "strong")
    return draw_name(name, words, Place(left, _PADDING, room, _BADGE + 2))


def draw_name(name: str, words: str, place: Place) -> str:
    """Show a text element in a window that lets nothing out, whatever the font; pointing at it shows the whole name."""
    return element(
        "svg", element("title", escape(name)), words, x=place.x, y=place.y, width=place.width, height=place.height
    )


def _state(pen: Pen, state: str, card_width: float, *, marked: bool) -> str:
    """Return how the seat stands, on the upper edge of its card."""
    if not state:
        return ""
    room = width(state, _STATE_SIZE, bold=True) + 10
    x, y = card_width - room - _PADDING, -_STATE_HEIGHT / 2
    frame = pen.shape("rect", "ink" if marked else "badge", x=x, y=y, width=room, height=_STATE_HEIGHT, rx=6.5)
    return frame + pen.text(state, x + room / 2, 3.2, _STATE_SIZE, "paper" if marked else "ink", "strong", "middle")


def _column(pen: Pen, position: Position, seat: int, index: int, last: LastMove | None) -> str:
    """Return one color of a seat: its mark and word, the score, the warehouse."""
    color = position.seats[seat - 1][index]
    points = position.scores[seat - 1][index]
    left = index * (CARD_WIDTH + GAP) + _PADDING
    room = CARD_WIDTH - 2 * _PADDING
    baseline = _COLOR_TOP + 10
    return "".join(
        [
            draw_tile(pen, TINY, color, left + (_BADGE - TINY_PITCH) / 2, _COLOR_TOP),
            pen.text(color.word, left + _BADGE + 5, baseline, _COLOR_SIZE, "muted"),
            draw_points(pen, points, position.options, left + room, baseline + 1),
            draw_warehouse(
                pen,
                color,
                position.warehouse_rows(seat - 1, index),
                left + (room - GRID) / 2 + (CELL / 5 if pen.coords else 0),
                _GRID_TOP,
                last.of(color) if last else Touched(),
                gone=position.left[seat - 1],
            ),
            draw_track(pen, points, position.options, left, _TRACK_MIDDLE, room),
        ]
    )
