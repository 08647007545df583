"""A picture of a position, as SVG."""

import hashlib
from collections.abc import Collection, Sequence

from service.pictures.captions import draw_footer, draw_header
from service.pictures.kiln import define_slot, draw_kiln
from service.pictures.last_move import look_back
from service.pictures.layout import Layout, lay_out
from service.pictures.names import call_seats
from service.pictures.parameters import DEFAULT_SIZE, DEFAULT_THEME, MAX_SIZE, MIN_SIZE, THEMES
from service.pictures.seat import draw_seat
from service.pictures.style import style_sheet
from service.pictures.svg import Pen, element
from service.pictures.text import escape
from service.pictures.tiles import BIG, SMALL, TINY, TINY_PITCH, define_tiles
from service.pictures.warehouse import CELL
from service.pictures.words import describe, title_words
from service.rules import Position, Turn, format_position

__all__ = ["draw_board"]

_MAX_TITLE = 100
_KEY_LENGTH = 8
_BLEED = 4.0


def draw_board(
    position: Position,
    *,
    size: int = DEFAULT_SIZE,
    theme: str = DEFAULT_THEME,
    coords: bool = True,
    last: Turn | None = None,
    names: Sequence[str | None] = (),
    open_seats: Collection[int] = (),
    title: str | None = None,
) -> str:
    """Return a picture of a position: an SVG document, always the same text for the same arguments.

    Args:
        position: any valid position.
        size: the width in pixels, `MIN_SIZE` to `MAX_SIZE`.
        theme: one of `THEMES`.
        coords: whether the names of squares and slots are written.
        last: the move that led to this position, which is then marked.
        names: what the seats are called, for each seat a name or None; or nothing at all.
        open_seats: the seats (from 1) of a game where nobody sits yet.
        title: what the picture is of, instead of "Kiln" at the beginning of its title.

    Names and title may hold anything: they are escaped, and cut where they are too long.

    Raises:
        ValueError: an argument is none of these, or does not go with the position.
    """
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ValueError(f"the size must be {MIN_SIZE} to {MAX_SIZE}, not {size}")
    if theme not in THEMES:
        raise ValueError(f"the theme must be one of {', '.join(THEMES)}, not {theme!r}")
    called = call_seats(position, names, open_seats)
    looked_back = look_back(position, last)
    title = title[:_MAX_TITLE] if title else None
    layout = lay_out(position, size)
    pen = Pen(theme, _key(position, size, theme, coords, looked_back, called, title), coords)
    parts = [
        element("title", escape(title_words(position, called, title)), id=pen.id("title")),
        element("desc", escape(describe(position, called, looked_back)), id=pen.id("desc")),
        element("style", style_sheet(theme)),
        element("defs", *_definitions(pen, layout)),
        _page(pen, layout),
        draw_header(pen, position, called, layout.header),
        draw_kiln(pen, position, layout, looked_back),
        *(draw_seat(pen, position, called, seat, place, looked_back) for seat, place in enumerate(layout.cards, 1)),
        draw_footer(pen, position, layout.footer, looked_back),
    ]
    return _document(pen, size, layout, parts)


def _key(position: Position, size: int, theme: str, coords: bool, *more: object) -> str:
    """Return what ids begin with: a picture's own, so that several can stand in one page."""
    drawn = repr((format_position(position), size, theme, coords, *more))
    return "k" + hashlib.sha256(drawn.encode("utf-8", "backslashreplace")).hexdigest()[:_KEY_LENGTH]


def _definitions(pen: Pen, layout: Layout) -> list[str]:
    sizes = {BIG: layout.pitch, SMALL: CELL, TINY: TINY_PITCH}
    return [define_slot(pen, layout.pitch), *(define_tiles(pen, name, pitch) for name, pitch in sizes.items())]


def _page(pen: Pen, layout: Layout) -> str:
    """Return what is behind everything; it reaches out a little, since the height in pixels is a rounded one."""
    return pen.shape(
        "rect", "page", x=-_BLEED, y=-_BLEED, width=layout.width + 2 * _BLEED, height=layout.height + 2 * _BLEED
    )


def _document(pen: Pen, size: int, layout: Layout, parts: Sequence[str]) -> str:
    return (
        element(
            "svg",
            *parts,
            xmlns="http://www.w3.org/2000/svg",
            width=size,
            height=round(size * layout.height / layout.width),
            viewBox=f"0 0 {layout.width:.1f} {layout.height:.1f}",
            role="img",
            aria_labelledby=pen.id("title"),
            aria_describedby=pen.id("desc"),
            class_=pen.classes("root"),
        )
        + "\n"
    )
