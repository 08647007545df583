import random
from itertools import combinations

from service.rules.square import ALL_CELLS
from service.rules.warehouse import (
    COLUMN_CELLS,
    ROW_CELLS,
    complete_columns,
    complete_rows,
    lines_of,
    sale_choices,
    sold_cells,
)
from tests.rules.boards import board


def texts(complete: int) -> list[str]:
    return [text.strip() for text, _ in sale_choices(complete)]


#   x x x x x
#   x . . . x
#   x x x x x
#   x . . . x
#   x . . . x
def test_complete_lines_are_found_in_both_directions() -> None:
    filled = board("xxxxx\nx...x\nxxxxx\nx...x\nx...x")
    assert lines_of(complete_rows(filled)) == (1, 3)
    assert lines_of(complete_columns(filled)) == (1, 5)


# Five squares one after the other make no row when they go over the end of one:
#   . . x x x
#   x x . . .
#   . . . . .
#   . . . . .
#   . . . . .
def test_five_squares_over_the_end_of_a_row_are_no_complete_row() -> None:
    assert complete_rows(board("..xxx\nxx...\n.....\n.....\n.....")) == 0
    assert complete_rows(0b11111 << 3) == 0


def test_an_empty_warehouse_has_no_complete_line_and_a_full_one_has_ten() -> None:
    assert (complete_rows(0), complete_columns(0)) == (0, 0)
    assert (complete_rows(ALL_CELLS), complete_columns(ALL_CELLS)) == (31, 31)


def test_complete_lines_are_right_for_random_warehouses() -> None:
    rng = random.Random(8)
    for _ in range(2000):
        filled = ALL_CELLS & ~sum(1 << cell for cell in rng.sample(range(25), rng.randrange(9)))
        rows = tuple(i + 1 for i in range(5) if all(filled >> (5 * i + k) & 1 for k in range(5)))
        columns = tuple(i + 1 for i in range(5) if all(filled >> (5 * k + i) & 1 for k in range(5)))
        assert (lines_of(complete_rows(filled)), lines_of(complete_columns(filled))) == (rows, columns)


def test_rows_are_sold_in_the_order_of_their_bits() -> None:
    assert texts(0b00111) == ["", "R1", "R2", "R12", "R3", "R13", "R23", "R123"]


def test_the_order_goes_by_the_complete_lines_wherever_they_are() -> None:
    assert texts(0b10110) == ["", "R2", "R3", "R23", "R5", "R25", "R35", "R235"]


def test_rows_are_sold_before_columns_and_never_with_them() -> None:
    assert texts(0b00011_10000) == ["", "R5", "C1", "C2", "C12"]
    assert texts(0b10000_00000) == ["", "C5"]
    assert texts(0) == [""]


def test_a_full_warehouse_can_be_sold_from_in_62_ways() -> None:
    everything = texts(0b11111_11111)
    assert len(everything) == len(set(everything)) == 63
    assert everything[31] == "R12345"
    assert everything[32] == "C1"
    assert everything[-1] == "C12345"


def test_one_to_five_lines_bring_1_3_6_10_15_points() -> None:
    for text, points in sale_choices(0b11111_11111):
        assert points == {0: 0, 1: 1, 2: 3, 3: 6, 4: 10, 5: 15}[len(text.strip()[1:])]


def test_sold_lines_are_all_of_their_squares() -> None:
    assert sold_cells(True, 0b00101) == board("xxxxx\n.....\nxxxxx\n.....\n.....")
    assert sold_cells(False, 0b10001) == board("x...x\nx...x\nx...x\nx...x\nx...x")
    for size in range(6):
        for lines in combinations(range(5), size):
            mask = sum(1 << line for line in lines)
            assert sold_cells(True, mask) == sum(ROW_CELLS[line] for line in lines)
            assert sold_cells(False, mask) == sum(COLUMN_CELLS[line] for line in lines)
