"""The fixed actions: each step of a turn is one of `ACTIONS` numbers, whose meaning never changes.

A turn is: a push; then for each color of the seat an action on its warehouse, the place of the copy if it is one, and a
sale if anything can be sold. docs/bot-authors.md has the table.
"""

from enum import IntEnum

from service.rules import CELL_NAMES, SLOT_NAMES, SQUARE_NAMES
from service.rules.warehouse import lines_of

__all__ = [
    "ACTIONS",
    "COLUMN_SALE",
    "ERASE",
    "GROUP",
    "NO_SALE",
    "PLACE",
    "PUSH",
    "ROW_SALE",
    "SKIP_COPY",
    "Step",
    "action_text",
]


class Step(IntEnum):
    """What is chosen next in a turn."""

    PUSH = 0
    ACT = 1
    PLACE = 2
    SELL = 3


PUSH = 0
"""+ slot (0..23): push the outer tile in there."""

GROUP = PUSH + 24
"""+ kiln square (0..35): copy the largest group that is called by it, its first in reading order."""

SKIP_COPY = GROUP + 36
"""Copy nothing, erase nothing."""

ERASE = SKIP_COPY + 1
"""+ warehouse square (0..24): erase it."""

PLACE = ERASE + 25
"""+ warehouse square (0..24): the group's first square lands there."""

NO_SALE = PLACE + 25
"""Sell nothing."""

ROW_SALE = NO_SALE
"""+ lines as bits (1..31, bit 0 the top one): sell these rows."""

COLUMN_SALE = ROW_SALE + 31
"""+ lines as bits (1..31, bit 0 the left one): sell these columns."""

ACTIONS = COLUMN_SALE + 32
"""How many actions there are: 174."""


def action_text(action: int) -> str:
    """Return an action in words of the notation.

    `N3` · `c4>` (the group to copy) · `-` · `xb2` · `>b2` (where it lands) · `no sale` · `R13` · `C2`.

    Raises:
        ValueError: there is no such action.
    """
    if not 0 <= action < ACTIONS:
        raise ValueError(f"an action must be 0 to {ACTIONS - 1}, not {action}")
    if action < GROUP:
        return SLOT_NAMES[action - PUSH]
    if action < SKIP_COPY:
        return f"{SQUARE_NAMES[action - GROUP]}>"
    if action == SKIP_COPY:
        return "-"
    if action < PLACE:
        return f"x{CELL_NAMES[action - ERASE]}"
    if action < NO_SALE:
        return f">{CELL_NAMES[action - PLACE]}"
    if action == NO_SALE:
        return "no sale"
    rows = action <= COLUMN_SALE
    lines = lines_of(action - (ROW_SALE if rows else COLUMN_SALE))
    return f"{'R' if rows else 'C'}{''.join(map(str, lines))}"
