import random

import pytest

from service.bots.worth import POINT, TURN, lines_cost, need_cost, room_cost, warehouse_cost
from tests.rules.boards import board

FULL = (1 << 25) - 1


def turned(cells: int) -> int:
    """The board after a quarter turn."""
    return sum(1 << (5 * (cell % 5) + 4 - cell // 5) for cell in range(25) if cells >> cell & 1)


def mirrored(cells: int) -> int:
    return sum(1 << (5 * (cell // 5) + 4 - cell % 5) for cell in range(25) if cells >> cell & 1)


@pytest.mark.parametrize("need", [1, 3, 9, 15, 16, 17, 24, 29])
def test_a_warehouse_costs_the_same_however_it_is_turned_or_mirrored(need: int) -> None:
    generator = random.Random(need)
    for _ in range(50):
        cells = generator.getrandbits(25)
        assert warehouse_cost(turned(cells), need) == warehouse_cost(cells, need)
        assert warehouse_cost(mirrored(cells), need) == warehouse_cost(cells, need)


def test_the_cost_is_the_sum_of_its_parts() -> None:
    generator = random.Random(1)
    for _ in range(200):
        cells = generator.getrandbits(25) & generator.getrandbits(25)
        need = generator.randint(5, 29)
        parts = need_cost(need) + lines_cost(cells, need) + room_cost(cells, need)
        assert warehouse_cost(cells, need) == max(parts, TURN // 6)


@pytest.mark.parametrize("need", range(1, 30))
def test_nothing_costs_less_than_a_part_of_a_turn_before_the_target(need: int) -> None:
    generator = random.Random(need)
    assert all(warehouse_cost(generator.getrandbits(25), need) > 0 for _ in range(300))


def test_at_the_target_nothing_is_missing() -> None:
    assert warehouse_cost(0, 0) == warehouse_cost(FULL, 0) == warehouse_cost(12345, -900) == 0


def test_more_points_need_more_turns() -> None:
    costs = [warehouse_cost(0, need) for need in (1, 4, 8, 13, 17, 22, 29)]
    assert costs == sorted(costs)
    assert 5 * POINT < warehouse_cost(0, 17) < 30 * POINT


def test_what_is_learned_knows_a_sale_of_four_lines_from_four_sales() -> None:
    four_rows = board("""
        x x x x x
        x x x x x
        x x x x x
        x x x x x
        . . . . .
    """)
    assert warehouse_cost(four_rows, 10) < warehouse_cost(0, 10) - 4 * POINT
    assert warehouse_cost(four_rows, 17) < warehouse_cost(0, 16) - POINT
