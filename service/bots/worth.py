"""What one warehouse is worth: how much stands between it and the points that are still needed.

All worths are whole thousandths of a point.
"""

from service.rules.warehouse import SALE_POINTS

__all__ = ["POINT", "lot_cost"]

POINT = 1000
"""A point, in the unit of all values here."""

_TILES_A_TURN = 3.3
_POINTS_A_TURN = 1.6
_LIMIT = 1 << 17


def _turns_from_empty() -> list[float]:
    turns = [0.0]
    for need in range(1, 30):
        turns.append(
            min(5 * lines / _TILES_A_TURN + 0.4 + turns[max(0, need - SALE_POINTS[lines])] for lines in range(1, 6))
        )
    return turns


_EMPTY_TURNS = _turns_from_empty()
_costs: dict[int, int] = {}


def lot_cost(board: int, need: int) -> int:
    """Return what is missing, when `need` more points are needed with `board` as the warehouse; 0 when none are."""
    if need <= 0:
        return 0
    key = board | min(need, 29) << 25
    cost = _costs.get(key, -1)
    if cost < 0:
        if len(_costs) >= _LIMIT:
            _costs.clear()
        cost = _costs[key] = _find_cost(board, min(need, 29))
    return cost


def _find_cost(board: int, need: int) -> int:
    best = _EMPTY_TURNS[need] + 3.0
    for by_columns in (False, True):
        missing: list[int] = []
        for line in range(5):
            mask = 0b00001_00001_00001_00001_00001 << line if by_columns else 0b11111 << 5 * line
            missing.append(5 - (board & mask).bit_count())
        missing.sort()
        lacking = 0
        for lines in range(1, 6):
            lacking += missing[lines - 1]
            rest = _EMPTY_TURNS[max(0, need - SALE_POINTS[lines])]
            turns = lacking / _TILES_A_TURN + 0.4 + rest
            best = min(best, turns)
    return int(best * _POINTS_A_TURN * POINT)
