"""How choices end: the texts of copies and of what is done instead, each with its sales."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.rules.square import CELL_NAMES
from service.rules.warehouse import complete_columns, complete_rows, first_place, sale_choices

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["Endings", "copy_endings", "with_sales"]

_COLUMN_E: Final = 0b10000_10000_10000_10000_10000
_ROW_5: Final = 0b11111 << 20


class Endings:
    """Ends of choices that share their prefix: `texts`, and the points that the sale in each brings.

    `points` is None when no ending has a sale.
    """

    __slots__ = ("points", "texts")

    def __init__(self, texts: list[str], points: list[int] | None) -> None:
        self.texts: list[str] = texts
        self.points: list[int] | None = points

    def without_sales(self) -> Endings:
        """Return the endings that have no sale."""
        if self.points is None:
            return self
        return Endings([text for text, points in zip(self.texts, self.points, strict=True) if not points], None)


def with_sales(actions: list[str], complete: dict[str, int]) -> Endings:
    """Return the endings for these action texts, where `complete` says which lines (ten bits) an action leaves so."""
    texts: list[str] = []
    points: list[int] = []
    for text in actions:
        lines = complete.get(text)
        if lines:
            for sale, brings in sale_choices(lines):
                texts.append(text + sale)
                points.append(brings)
        else:
            texts.append(text)
            points.append(0)
    return Endings(texts, points)


def copy_endings(shape: i64, board: i64) -> Endings:
    """Return the endings of a copy: each cell where `shape` (the key of one) fits into a warehouse, with its sales."""
    texts: list[str] = []
    points: list[int] = []
    selling = False
    corner: i64 = first_place(shape)
    if not corner:
        return Endings(texts, None)
    cell: i64 = 0  # where the shape's first square is, which need not be its corner
    while not corner >> cell & 1:
        cell += 1
    while True:
        placed: i64 = corner
        at: i64 = cell
        while True:
            if not placed & board:
                after: i64 = board | placed
                complete: i64 = complete_rows(after) | complete_columns(after) << 5
                if complete:
                    selling = True
                    text = CELL_NAMES[at]
                    for sale, brings in sale_choices(complete):
                        texts.append(text + sale)
                        points.append(brings)
                else:
                    texts.append(CELL_NAMES[at])
                    points.append(0)
            if placed & _COLUMN_E:
                break
            placed <<= 1
            at += 1
        if corner & _ROW_5:
            return Endings(texts, points if selling else None)
        corner <<= 5
        cell += 5
