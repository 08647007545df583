"""Moves: a whole turn with all its choices."""

from dataclasses import dataclass

__all__ = ["SKIP", "Action", "Copy", "Erase", "Move", "Part", "Sale", "Skip"]


@dataclass(frozen=True, slots=True)
class Copy:
    """Copy the group that holds kiln square `square` (0..35), so that this tile lands on cell `target` (0..24)."""

    square: int
    target: int


@dataclass(frozen=True, slots=True)
class Skip:
    """Copy nothing."""


@dataclass(frozen=True, slots=True)
class Erase:
    """Copy nothing, and empty the filled square `cell` (0..24) of the warehouse."""

    cell: int


SKIP = Skip()

Action = Copy | Skip | Erase


@dataclass(frozen=True, slots=True)
class Sale:
    """Sell complete rows, or columns when `rows` is false; `lines` are numbers 1..5, rising."""

    rows: bool
    lines: tuple[int, ...]

    @property
    def mask(self) -> int:
        """The lines as five bits, bit 0 for line 1."""
        return sum(1 << (line - 1) for line in self.lines)


@dataclass(frozen=True, slots=True)
class Part:
    """What a move does for one color: an action and, or not, a sale."""

    action: Action
    sale: Sale | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """A move: the slot (0..23) where the outer tile is pushed in, and a part for each color of the seat."""

    slot: int
    parts: tuple[Part, ...]
