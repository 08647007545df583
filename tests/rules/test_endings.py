import random

from service.rules.choices import Warehouse
from service.rules.endings import Endings, copy_endings, with_sales
from service.rules.shape import shape_key, shape_of
from tests.rules.boards import board

SQUARE = board("xx....\nxx....\n......\n......\n......\n......")
ROW_OF_SIX = board("xxxxxx\n......\n......\n......\n......\n......")


def told(endings: Endings) -> tuple[list[str], list[int] | None]:
    return endings.texts, endings.points


def test_a_copy_ends_with_each_cell_where_the_shape_fits_and_each_sale_there() -> None:
    #   x x x . .
    #   x x x . .      on d1 the square completes rows 1 and 2, on d2 rows 2 and 3, on d3 row 3 alone;
    #   x x x . .      row 5 is complete as it is
    #   . . . . .
    #   x x x x x
    warehouse = board("xxx..\nxxx..\nxxx..\n.....\nxxxxx")
    endings = copy_endings(SQUARE, warehouse)
    assert told(endings) == (
        [
            *("d1", *(f"d1 R{rows}" for rows in ("1", "2", "12", "5", "15", "25", "125"))),
            *("d2", *(f"d2 R{rows}" for rows in ("2", "3", "23", "5", "25", "35", "235"))),
            *("d3", *(f"d3 R{rows}" for rows in ("3", "5", "35"))),
        ],
        [0, 1, 1, 3, 1, 3, 3, 6] * 2 + [0, 1, 1, 3],
    )
    assert told(endings.without_sales()) == (["d1", "d2", "d3"], None)


def test_where_nothing_is_sold_there_are_no_points() -> None:
    assert told(copy_endings(SQUARE, board("xx...\nxx...\n.....\nx.xxx\nxx.xx"))) == (["c1", "d1", "c2", "d2"], None)


def test_what_is_too_wide_or_too_high_fits_nowhere() -> None:
    column = sum(1 << 6 * row for row in range(6))
    for shape in (ROW_OF_SIX, column):
        assert told(copy_endings(shape, 0)) == ([], None)


def test_the_cell_is_that_of_the_first_square_not_of_the_corner() -> None:
    upright = board(".x....\nxx....\n......\n......\n......\n......")
    assert copy_endings(upright, 0).texts[:5] == ["b1", "c1", "d1", "e1", "b2"]


def test_both_ways_to_find_the_endings_of_a_copy_find_the_same() -> None:
    generator = random.Random(5)
    for _ in range(1500):
        group = 1 << generator.randrange(36)
        for _ in range(generator.randrange(9)):
            grown = group << 1 & ~sum(1 << 6 * row for row in range(6)) | group << 6 | group >> 6
            cells = [square for square in range(36) if grown >> square & 1]
            group |= 1 << generator.choice(cells)
        full = generator.choice([0.3, 0.6, 0.8, 0.9])
        warehouse = sum(1 << cell for cell in range(25) if generator.random() < full)
        by_table = Warehouse(warehouse, True)._copies(shape_of(group))
        assert told(copy_endings(shape_key(group), warehouse)) == told(by_table)


def test_actions_are_followed_by_the_sales_of_the_lines_that_are_complete_after_them() -> None:
    assert told(with_sales(["-", "xa1"], {"-": 0b00001_00001})) == (["-", "- R1", "- C1", "xa1"], [0, 1, 1, 0])
