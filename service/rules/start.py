"""How a game starts: tiles from a seed, and which seat is first."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from service.rules.color import BLACK, PLAYABLE_COLORS, Color
from service.rules.group import all_groups
from service.rules.options import Options
from service.rules.position import Position
from service.rules.slot import SLOT_COUNT
from service.rules.validity import position_errors

__all__ = ["MAX_SEED", "start_position"]

MAX_SEED = 2**53 - 1


def start_position(
    seats: Sequence[Sequence[Color]], options: Options, seed: int, first_seat: int | None = None
) -> Position:
    """Return the start of a game: one seed gives one start for ever.

    `seats` are the colors of each seat. Without `first_seat` (from 1) the seat with the smallest groups starts
    (docs/rules.md, "Who starts"). Raises ValueError when seed is not 0 to 2**53 - 1, or when seats, options and
    first_seat cannot be played together.
    """
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"a seed must be 0 to {MAX_SEED}")
    if any(color == BLACK for colors in seats for color in colors):
        raise ValueError("no seat plays black")
    if first_seat is not None and not 1 <= first_seat <= len(seats):
        raise ValueError(f"the first seat must be 1 to {len(seats)}")
    # Only random() is promised to give the same numbers in every version of Python, so nothing else is used.
    generator = Random(seed)
    tiles = [color for color in PLAYABLE_COLORS for _ in range(9)]
    for index in range(35, 0, -1):
        other = int(generator.random() * (index + 1))
        tiles[index], tiles[other] = tiles[other], tiles[index]
    slot = int(generator.random() * SLOT_COUNT)
    kiln = tuple(sum(1 << square for square, tile in enumerate(tiles) if tile == color) for color in Color)
    position = Position(
        kiln=kiln,
        outer_tile=BLACK,
        outer_slot=slot,
        seats=tuple(tuple(colors) for colors in seats),
        left=(False,) * len(seats),
        warehouses=tuple((0,) * len(colors) for colors in seats),
        scores=tuple((0,) * len(colors) for colors in seats),
        turn=first_seat or 1,
        extra_turn=False,
        options=options,
        number=1,
    )
    errors = position_errors(position)
    if errors:
        raise ValueError("; ".join(errors))
    if first_seat is not None:
        return position
    candidates = _smallest_seats(position)
    turn = candidates[0]
    if len(candidates) > 1:
        turn = candidates[int(generator.random() * len(candidates))]
    return replace(position, turn=turn)


def _smallest_seats(position: Position) -> list[int]:
    """Return the seats (from 1) whose groups are smallest: the largest ones compared first, a list's end as 0."""
    sizes = [
        sorted(
            (group.bit_count() for color in colors for group in all_groups(position.kiln[color])),
            reverse=True,
        )
        for colors in position.seats
    ]
    smallest = min(sizes)  # a list that has run out is the smaller one, as if it went on with 0
    return [seat for seat, entry in enumerate(sizes, 1) if entry == smallest]
