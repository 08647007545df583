"""The seeded start of a game."""

import random

from .board import SLOTS, Kiln, groups
from .state import State, write_position


def group_sizes(kiln: Kiln, colors: list[str]) -> list[int]:
    """The sizes of all groups of a seat's colors, largest first; padded with zeros to compare."""
    sizes = sorted((len(group) for color in colors for group in groups(kiln, color)), reverse=True)
    return sizes + [0] * (36 - len(sizes))


def start_position(seed: int, seats: list[list[str]], options: str = "17m", first_seat: int | None = None) -> str:
    """The start that a seed gives; `seats` are the color letters of each seat, `options` as in a position."""
    generator = random.Random(seed)
    tiles = list("r" * 9 + "b" * 9 + "g" * 9 + "y" * 9)
    for i in range(35, 0, -1):
        j = int(generator.random() * (i + 1))
        tiles[i], tiles[j] = tiles[j], tiles[i]
    kiln = [tiles[6 * row : 6 * row + 6] for row in range(6)]
    slot = SLOTS[int(generator.random() * 24)]
    if first_seat is None:
        sizes = [group_sizes(kiln, colors) for colors in seats]
        equal = [seat for seat, listed in enumerate(sizes, start=1) if listed == min(sizes)]
        first_seat = equal[int(generator.random() * len(equal))] if len(equal) > 1 else equal[0]
    colors = [color for seat in seats for color in seat]
    return write_position(
        State(
            kiln=kiln,
            outer="k",
            slot=slot,
            seats=seats,
            left=[False] * len(seats),
            warehouses={color: set() for color in colors},
            scores=dict.fromkeys(colors, 0),
            turn=first_seat,
            extra=False,
            target=int(options.rstrip("mhb")),
            fixing="m" in options,
            heating="h" in options,
            both="b" in options,
            number=1,
        )
    )
