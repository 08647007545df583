"""The kiln: its tiles, the slots round it with the outer tile, and the last push and copy."""

from collections.abc import Sequence

from service.pictures.last_move import LastMove
from service.pictures.layout import Layout
from service.pictures.outline import outline_path
from service.pictures.svg import Pen, element
from service.pictures.tiles import BIG, draw_tile
from service.rules import SLOT_NAMES, Position, parse_color

__all__ = ["define_slot", "draw_kiln"]

_SIDE = 6
_STRIP = 0.4
"""The room between kiln and slots, in widths of a square: a slot, the strip, six squares, the strip, a slot."""

_BED_RIM = 3.0
_NAME_SIZE = 0.29
_SLOT = "slot"


def draw_kiln(pen: Pen, position: Position, layout: Layout, last: LastMove | None) -> str:
    """Return the kiln as a group of elements, in its place."""
    pitch = layout.pitch
    slots = _free_slots(position, last)
    parts = [
        _bed(pen, pitch),
        _pushed_line(pen, pitch, last) if last else "",
        *(pen.use(_SLOT, *_slot_corner(pitch, slot)) for slot in slots),
        _arrow(pen, pitch, last.slot) if last else "",
        _outer_tile(pen, pitch, position),
        _tiles(pen, pitch, position),
        _coordinates(pen, pitch, slots) if pen.coords else "",
        _copied_groups(pen, pitch, last) if last else "",
    ]
    return element("g", *parts, transform=f"translate({layout.kiln.x:g} {layout.kiln.y:g})")


def define_slot(pen: Pen, pitch: float) -> str:
    """Return the definition of an empty slot."""
    inset = 0.11 * pitch
    side = pitch - 2 * inset
    return pen.shape("rect", "slot", id=pen.id(_SLOT), x=inset, y=inset, width=side, height=side, rx=0.14 * pitch)


def _bed(pen: Pen, pitch: float) -> str:
    corner = _origin(pitch) - _BED_RIM
    side = _SIDE * pitch + 2 * _BED_RIM
    return pen.shape("rect", "bed", x=corner, y=corner, width=side, height=side, rx=_BED_RIM + 3)


def _origin(pitch: float) -> float:
    """Return where the corner of square a1 is, across and down."""
    return (1 + _STRIP) * pitch


def _slot_corner(pitch: float, slot: int) -> tuple[float, float]:
    side, place = divmod(slot, _SIDE)
    along = _origin(pitch) + place * pitch
    far = _origin(pitch) + (_SIDE + _STRIP) * pitch
    return ((along, 0.0), (far, along), (along, far), (0.0, along))[side]


def _free_slots(position: Position, last: LastMove | None) -> list[int]:
    """Return the slots where neither the outer tile nor the arrow is."""
    pushed = last.slot if last else None
    return [slot for slot in range(len(SLOT_NAMES)) if slot not in (position.outer_slot, pushed)]


def _outer_tile(pen: Pen, pitch: float, position: Position) -> str:
    return draw_tile(pen, BIG, position.outer_tile, *_slot_corner(pitch, position.outer_slot))


def _tiles(pen: Pen, pitch: float, position: Position) -> str:
    origin = _origin(pitch)
    return "".join(
        draw_tile(pen, BIG, parse_color(letter), origin + column * pitch, origin + row * pitch)
        for row, letters in enumerate(position.kiln_rows)
        for column, letter in enumerate(letters)
    )


def _coordinates(pen: Pen, pitch: float, slots: Sequence[int]) -> str:
    """Name the columns above, the rows on the left, and slots."""
    strip = _origin(pitch) - _STRIP * pitch / 2 - _BED_RIM / 2
    middles = [_origin(pitch) + (place + 0.5) * pitch for place in range(_SIDE)]
    columns = [(letter, middle, strip) for letter, middle in zip("abcdef", middles, strict=True)]
    rows = [(digit, strip, middle) for digit, middle in zip("123456", middles, strict=True)]
    corners = [(SLOT_NAMES[slot], *_slot_corner(pitch, slot)) for slot in slots]
    named = [(name, x + pitch / 2, y + pitch / 2) for name, x, y in corners]
    return pen.labels([*columns, *rows, *named], _NAME_SIZE * pitch)


def _pushed_line(pen: Pen, pitch: float, last: LastMove) -> str:
    """Frame the line from the slot that was pushed to the one where a tile came out, both included."""
    side, place = divmod(last.slot, _SIDE)
    along = _origin(pitch) + place * pitch
    length = 2 * _origin(pitch) + _SIDE * pitch
    half = 0.75  # of the frame's stroke: it goes round the tiles, but not beyond the slots
    length -= 2 * half
    if side % 2 == 0:
        place_and_size = {"x": along - half, "y": half, "width": pitch + 2 * half, "height": length}
    else:
        place_and_size = {"x": half, "y": along - half, "width": length, "height": pitch + 2 * half}
    return pen.shape("rect", "push", **place_and_size, rx=0.2 * pitch)


def _arrow(pen: Pen, pitch: float, slot: int) -> str:
    """Draw the arrow that points from a slot into the kiln."""
    x, y = _slot_corner(pitch, slot)
    middle_x, middle_y = x + pitch / 2, y + pitch / 2
    turn = 90 * (slot // _SIDE)
    unit = pitch / 100
    shaft, head = 11 * unit, 30 * unit
    back, neck, tip = -36 * unit, 2 * unit, 38 * unit
    path = (
        f"M{-shaft:.1f} {back:.1f}H{shaft:.1f}V{neck:.1f}H{head:.1f}L0 {tip:.1f}L{-head:.1f} {neck:.1f}H{-shaft:.1f}Z"
    )
    return pen.shape("path", "accent", d=path, transform=f"translate({middle_x:.1f} {middle_y:.1f}) rotate({turn})")


def _copied_groups(pen: Pen, pitch: float, last: LastMove) -> str:
    """Outline the groups that were copied."""
    paths = [outline_path(touched.group, _SIDE, pitch) for touched in last.touched.values() if touched.group]
    lines = "".join(pen.shape("path", style, d=path) for path in paths for style in ("halo", "outline"))
    origin = f"{_origin(pitch):.1f}"
    return element("g", lines, transform=f"translate({origin} {origin})") if lines else ""
