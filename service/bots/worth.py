"""What a warehouse is worth: how much stands between it and the points that are still needed.

The cost of a warehouse is what the seat's expected turns to the target would bring in points, at TURN points each. It
is a sum of weights from three tables, learned by self-play: one for the points that are needed, one for how full the
five rows and the five columns are (lines that are near to being sold together), one for each of the nine windows of
3x3 squares (room: whether shapes still find a place). The tables differ by classes of need: with 2 points to go, two
rows are all that matters, with 15 to go the whole board does. It is never more than what is left once all complete
rows, or columns, have been sold.
"""

from service.bots.weights import BASE, LINES, WINDOWS
from service.rules.warehouse import SALE_POINTS, complete_columns, complete_rows, sold_cells

__all__ = ["LAST_NEED", "POINT", "TURN", "lines_cost", "need_cost", "room_cost", "warehouse_cost"]

POINT = 1000
"""A point, in the unit of all values of the movers."""

TURN = 1700
"""What a turn brings on average: 17 points take about ten."""

_UNIT = POINT // 100  # the weights are hundredths of a point
_LIMIT = 1 << 17
_LEAST_COST = TURN // 6
LAST_NEED = 29
_LEAST_NEEDS = (1, 2, 4, 7, 11, 16, 17, 19, 22, 26)
"""The least need of each class: what one line brings, two lines, …, and from 16 on more than one sale."""

_COLUMN = 0b00001_00001_00001_00001_00001


def _class_of_need() -> list[int]:
    return [sum(1 for least in _LEAST_NEEDS[1:] if need >= least) for need in range(LAST_NEED + 1)]


def _fill_keys() -> list[int]:
    """Return for each pattern of a line a number such that the sum over five lines says how full they are."""
    return [6 ** (line.bit_count() - 1) if line else 0 for line in range(32)]


def _line_indexes() -> list[int]:
    """Return by the sum of fill keys the index of the weight, in the order of the counts from the fullest line on."""
    indexes = [0] * 6**5
    index = 0
    for a in range(6):
        for b in range(a + 1):
            for c in range(b + 1):
                for d in range(c + 1):
                    for e in range(d + 1):
                        indexes[sum([_FILL_KEYS[(1 << count) - 1] for count in (a, b, c, d, e)])] = index
                        index += 1
    return indexes


def _turned(window: int, symmetry: int) -> int:
    """Return a 3x3 window under one of the eight symmetries of the square."""
    result = 0
    for square in range(9):
        if window >> square & 1:
            row, column = divmod(square, 3)
            row = 2 - row if symmetry & 1 else row
            column = 2 - column if symmetry & 2 else column
            result |= 1 << (3 * column + row if symmetry & 4 else 3 * row + column)
    return result


def _window_indexes() -> list[int]:
    """Return by a window's nine bits the index of the weight, the same for windows that are turned or mirrored."""
    indexes = [0] * 512
    count = 0
    for window in range(512):
        least = min([_turned(window, symmetry) for symmetry in range(8)])
        if least == window:
            indexes[window] = count
            count += 1
        else:
            indexes[window] = indexes[least]
    return indexes


def _numbers(text: str) -> list[int]:
    return [_UNIT * int(number) for number in text.split()]


def _spread_windows(text: str) -> list[list[int]]:
    """Return the weights by a window's bits: for a corner, a border and the middle."""
    weights = _numbers(text)
    indexes = _window_indexes()
    return [[weights[102 * zone + index] for index in indexes] for zone in range(3)]


_CLASSES: list[int] = _class_of_need()
_FILL_KEYS: list[int] = _fill_keys()
_LINE_INDEXES: list[int] = _line_indexes()
_BASE: list[int] = _numbers(BASE)
_LINES: list[list[int]] = [_numbers(text) for text in LINES]
_WINDOWS: list[list[list[int]]] = [_spread_windows(text) for text in WINDOWS]

_costs: dict[int, int] = {}


def warehouse_cost(board: int, need: int) -> int:
    """Return what is missing, when `need` more points are needed with `board` as the warehouse; 0 when none are."""
    if need <= 0:
        return 0
    if need > LAST_NEED:  # with the goal of both colors a position may be given with any score
        need = LAST_NEED
    key = board | need << 25
    cost = _costs.get(key, -1)
    if cost < 0:
        if len(_costs) >= _LIMIT:
            _costs.clear()
        cost = need_cost(need) + lines_cost(board, need) + room_cost(board, need)
        if cost < _LEAST_COST:
            cost = _LEAST_COST
        rows = complete_rows(board)
        columns = complete_columns(board)
        if rows:
            cost = min(cost, _cost_once_sold(board, need, True, rows))
        if columns:
            cost = min(cost, _cost_once_sold(board, need, False, columns))
        _costs[key] = cost
    return cost


def _cost_once_sold(board: int, need: int, by_rows: bool, lines: int) -> int:
    """Return the cost when these complete lines are sold in the next turn; self-play never leaves some of them."""
    points = SALE_POINTS[lines.bit_count()]
    if points >= need:
        return TURN
    return warehouse_cost(board & ~sold_cells(by_rows, lines), need - points)


def need_cost(need: int) -> int:
    """Return the part of the cost that does not depend on the warehouse; `need` is 1 to 29."""
    return _BASE[need]


def lines_cost(board: int, need: int) -> int:
    """Return the part of the cost for how full the lines are; `need` is 1 to 29."""
    keys = _FILL_KEYS
    weights = _LINES[_CLASSES[need]]
    rows = (
        keys[board & 31] + keys[board >> 5 & 31] + keys[board >> 10 & 31] + keys[board >> 15 & 31] + keys[board >> 20]
    )
    columns = 0
    for column in range(5):
        count = (board >> column & _COLUMN).bit_count()
        columns += keys[(1 << count) - 1]
    return weights[_LINE_INDEXES[rows]] + weights[_LINE_INDEXES[columns]]


def room_cost(board: int, need: int) -> int:
    """Return the part of the cost for what lies in each window of 3x3 squares; `need` is 1 to 29."""
    weights = _WINDOWS[_CLASSES[need]]
    corner = weights[0]
    border = weights[1]
    # A window's three rows are five bits apart in the board, three in its index.
    middle = board >> 6
    left = board >> 5
    right = board >> 7
    top = board >> 1
    low = board >> 11
    far = board >> 12
    down = board >> 10
    up = board >> 2
    return (
        corner[board & 7 | board >> 2 & 56 | board >> 4 & 448]
        + corner[up & 7 | up >> 2 & 56 | up >> 4 & 448]
        + corner[down & 7 | down >> 2 & 56 | down >> 4 & 448]
        + corner[far & 7 | far >> 2 & 56 | far >> 4 & 448]
        + border[top & 7 | top >> 2 & 56 | top >> 4 & 448]
        + border[left & 7 | left >> 2 & 56 | left >> 4 & 448]
        + border[right & 7 | right >> 2 & 56 | right >> 4 & 448]
        + border[low & 7 | low >> 2 & 56 | low >> 4 & 448]
        + weights[2][middle & 7 | middle >> 2 & 56 | middle >> 4 & 448]
    )
