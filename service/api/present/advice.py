"""Advice as JSON objects."""

from collections.abc import Iterable
from typing import Any

from service.bots import Advice, SeatEvaluation
from service.rules import Position, format_position


def advice_json(position: Position, level: str, seed: int, advice: Advice) -> dict[str, Any]:
    """Return the moves that `level` suggests in a position."""
    return {
        "position": format_position(position),
        "number": position.number,
        "seat": position.turn,
        "level": level,
        "seed": seed,
        "suggestions": [
            {"move": choice.move, "value": _rounded(choice.value), "line": choice.line} for choice in advice.choices
        ],
        "nodes": advice.nodes,
        "seconds": _rounded(advice.seconds),
        "complete": advice.complete,
    }


def evaluation_json(position: Position, seats: Iterable[SeatEvaluation]) -> dict[str, Any]:
    """Return what a position is worth to each seat."""
    return {
        "position": format_position(position),
        "seats": [
            {
                "seat": one.seat,
                "value": _rounded(one.value),
                "parts": {name: _rounded(value) for name, value in one.parts.items()},
            }
            for one in seats
        ],
    }


def _rounded(value: float) -> float:
    """Return points or seconds without digits that mean nothing."""
    return round(value, 3)
