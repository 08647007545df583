"""Reading a tree of choices as a client would."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from service.rules import SLOT_NAMES, PushOptions, WarehouseOptions

POINTS = (0, 1, 3, 6, 10, 15)


def moves_of_tree(pushes: Iterable[PushOptions]) -> list[str]:
    """All moves that a tree of choices allows, put together from its parts in canonical order."""
    moves: list[str] = []
    for push in pushes:
        first = push.warehouses[0]
        for text, points in _parts(first):
            begun = f"{SLOT_NAMES[push.slot]} {text}"
            if len(push.warehouses) == 1:
                moves.append(begun)
                continue
            wins = first.winning_points is not None and points >= first.winning_points
            moves += [
                f"{begun} | {later}"
                for later, later_points in _parts(push.warehouses[1])
                if not (wins and later_points)
            ]
    return moves


def _parts(warehouse: WarehouseOptions) -> Iterator[tuple[str, int]]:
    """Each action with each sale that it allows, and the points of the sale."""
    for option in warehouse.options:
        yield option.action, 0
        for letter, lines in (("R", option.rows), ("C", option.columns)):
            subsets = [chosen for size in range(1, 6) for chosen in combinations(lines, size)]
            for chosen in sorted(subsets, key=lambda chosen: sum(2**line for line in chosen)):
                yield f"{option.action} {letter}{''.join(map(str, chosen))}", POINTS[len(chosen)]
