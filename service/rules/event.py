"""What happens in a move, step by step: values that an answer shows as they are."""

from dataclasses import dataclass

from service.rules.color import Color
from service.rules.slot import SLOT_NAMES
from service.rules.square import CELL_NAMES, SQUARE_NAMES

__all__ = ["Copied", "Erased", "Event", "ExtraTurn", "Finished", "Pushed", "Skipped", "Sold"]


@dataclass(frozen=True, slots=True)
class Pushed:
    """The outer tile was pushed in at `slot`, and another tile came out at the opposite one."""

    slot: int
    tile_in: Color
    tile_out: Color

    def as_dict(self) -> dict[str, object]:
        """Return the event as a JSON object."""
        return {
            "type": "push",
            "slot": SLOT_NAMES[self.slot],
            "in": self.tile_in.word,
            "out": self.tile_out.word,
        }


@dataclass(frozen=True, slots=True)
class Copied:
    """A group was copied: its tile on kiln square `square` landed on cell `target`, all of it on `cells`."""

    color: Color
    square: int
    target: int
    cells: tuple[int, ...]

    def as_dict(self) -> dict[str, object]:
        """Return the event as a JSON object."""
        return {
            "type": "copy",
            "color": self.color.word,
            "from": SQUARE_NAMES[self.square],
            "to": CELL_NAMES[self.target],
            "cells": [CELL_NAMES[cell] for cell in self.cells],
        }


@dataclass(frozen=True, slots=True)
class Erased:
    """A filled square of the warehouse was emptied instead of a copy."""

    color: Color
    cell: int

    def as_dict(self) -> dict[str, object]:
        """Return the event as a JSON object."""
        return {"type": "erase", "color": self.color.word, "cell": CELL_NAMES[self.cell]}


@dataclass(frozen=True, slots=True)
class Skipped:
    """Nothing was copied."""

    color: Color

    def as_dict(self) -> dict[str, object]:
        """Return the event as a JSON object."""
        return {"type": "skip", "color": self.color.word}


@dataclass(frozen=True, slots=True)
class Sold:
    """Lines (numbered from 1) were sold for `points`; `score` is the color's score after it."""

    color: Color
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    points: int
    score: int

    def as_dict(self) -> dict[str, object]:
        """Return the event as a JSON object."""
        return {
            "type": "sell",
            "color": self.color.word,
            "rows": list(self.rows),
            "columns": list(self.columns),
            "points": self.points,
            "score": self.score,
        }


@dataclass(frozen=True, slots=True)
class ExtraTurn:
    """The seat plays again; `reasons` are `black_tile`, `bonus_space` or both in this order."""

    reasons: tuple[str, ...]

    def as_dict(self) -> dict[str, object]:
        """Return the event as a JSON object."""
        return {"type": "extra_turn", "reasons": list(self.reasons)}


@dataclass(frozen=True, slots=True)
class Finished:
    """The game ended: `reason` as in `Outcome`, `winner` a seat or None."""

    reason: str
    winner: int | None

    def as_dict(self) -> dict[str, object]:
        """Return the event as a JSON object."""
        return {"type": "finish", "reason": self.reason, "winner": self.winner}


Event = Pushed | Copied | Erased | Skipped | Sold | ExtraTurn | Finished
