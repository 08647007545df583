"""Every legal move of a position, in canonical order."""

from collections.abc import Iterator
from typing import NamedTuple

from .board import SLOTS, Kiln, largest_groups, push, same_shape, shifted, square_name
from .ending import outcome_of
from .state import State, read_position
from .warehouse import CELLS, POINTS, Filled, Sale, sales, targets


class Choice(NamedTuple):
    """One action for one color, with the sales that it leaves possible (no sale first)."""

    action: str
    sales: list[Sale]


def color_choices(kiln: Kiln, color: str, filled: Filled, fixing: bool) -> list[Choice]:
    """What a color may do after the push, in canonical order."""
    tied = largest_groups(kiln, color)
    landings = [targets(group, filled) for group in tied]
    found = []
    for i, group in enumerate(tied):
        if any(same_shape(group, earlier) for earlier in tied[:i]):
            continue
        for cell in landings[i]:
            after = filled | set(shifted(group, group[0], cell))
            found.append(Choice(square_name(group[0]) + ">" + square_name(cell), sales(after)))
    if all(landings):
        return found
    found.append(Choice("-", sales(filled)))
    if fixing:
        erasable = [cell for cell in CELLS if cell in filled]
        found += [Choice("x" + square_name(cell), sales(filled - {cell})) for cell in erasable]
    return found


def wins(state: State, color: str, points: int) -> bool:
    """Whether the seat to move would win if `color` got these points."""
    if points == 0:
        return False
    before = dict(state.scores)
    state.add_points(color, points)
    won = state.reaches_target(state.turn)
    state.scores = before
    return won


def choices_after(state: State, slot: str) -> list[list[Choice]]:
    """After a push at `slot`: the choices of each color of the seat to move."""
    kiln, _, _ = push(state.kiln, state.outer, slot)
    return [color_choices(kiln, color, state.warehouses[color], state.fixing) for color in state.colors()]


def choices_by_slot(state: State) -> Iterator[tuple[str, list[list[Choice]]]]:
    """For each slot that may be pushed, in order, the choices of each color; nothing once finished."""
    if outcome_of(state) is None:
        for slot in SLOTS:
            if slot != state.slot:
                yield slot, choices_after(state, slot)


def part(action: str, sale: Sale) -> str:
    """The text of one color's action and sale."""
    return action + (" " + sale.text if sale.text else "")


def iter_legal_moves(position: str) -> Iterator[str]:
    """The legal moves in canonical order, one after the other (a two-color position can have millions)."""
    state = read_position(position)
    for slot, by_color in choices_by_slot(state):
        for action, possible in by_color[0]:
            for sale in possible:
                start = slot + " " + part(action, sale)
                if len(by_color) == 1:
                    yield start
                    continue
                won = wins(state, state.colors()[0], sale.points)
                for second_action, second_possible in by_color[1]:
                    for second_sale in second_possible[:1] if won else second_possible:
                        yield start + " | " + part(second_action, second_sale)


def legal_moves(position: str) -> list[str]:
    """All legal moves in canonical order; none in a finished position."""
    return list(iter_legal_moves(position))


def count_legal_moves(position: str) -> int:
    """How many legal moves there are, without listing them."""
    state = read_position(position)
    total = 0
    for _, by_color in choices_by_slot(state):
        if len(by_color) == 1:
            total += sum(len(choice.sales) for choice in by_color[0])
            continue
        with_sales = sum(len(choice.sales) for choice in by_color[1])
        without = len(by_color[1])
        winning = {points for points in POINTS if wins(state, state.colors()[0], points)}
        for choice in by_color[0]:
            for sale in choice.sales:
                total += without if sale.points in winning else with_sales
    return total
