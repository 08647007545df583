from service.rules.choices import Warehouse
from service.rules.product import OneColorMoves, TwoColorMoves
from tests.rules.boards import board

LONE = board("x.x.x.\n.x.x.x\n......\n......\n......\n......")  # no two tiles touch
PAIR = board("xx....\n......\n......\n......\n......\n......")

# Nothing fits in any of these, so that all there is are sales.
#   x x x x x      one row          x x x x x      two rows
#   x x x x x                       x x x x x
ROW = board("xxxxx\n.x.x.\nx.x.x\n.x.x.\nx.x.x")
ROWS = board("xxxxx\nxxxxx\n.x.x.\nx.x.x\n.x.x.")


def moves(both: OneColorMoves | TwoColorMoves, slot: int) -> list[str]:
    texts: list[str] = []
    both.extend(texts, slot, 0, both.count(slot))
    return texts


def two_colors(winning_points: int | None) -> TwoColorMoves:
    first = (Warehouse(ROWS, False), [PAIR] * 24)
    second = (Warehouse(ROW, False), [PAIR] * 24)
    return TwoColorMoves(first, second, winning_points)


def test_one_color_has_its_own_choices_after_each_push() -> None:
    one = OneColorMoves(Warehouse(ROW, False), [PAIR] * 23 + [LONE])
    assert moves(one, 0) == ["N1 -", "N1 - R1"]
    assert moves(one, 12) == ["S1 -", "S1 - R1"]
    assert moves(one, 23)[:3] == ["W6 a1>a2", "W6 a1>a2 R1", "W6 a1>c2"]


def test_each_choice_of_the_first_color_is_followed_by_all_of_the_second() -> None:
    assert moves(two_colors(None), 2) == [
        "N3 - | -",
        "N3 - | - R1",
        "N3 - R1 | -",
        "N3 - R1 | - R1",
        "N3 - R2 | -",
        "N3 - R2 | - R1",
        "N3 - R12 | -",
        "N3 - R12 | - R1",
    ]


def test_a_first_sale_that_wins_is_followed_by_no_sale() -> None:
    assert moves(two_colors(3), 2) == [
        "N3 - | -",
        "N3 - | - R1",
        "N3 - R1 | -",
        "N3 - R1 | - R1",
        "N3 - R2 | -",
        "N3 - R2 | - R1",
        "N3 - R12 | -",
    ]
    assert moves(two_colors(1), 2) == ["N3 - | -", "N3 - | - R1", "N3 - R1 | -", "N3 - R2 | -", "N3 - R12 | -"]
    assert moves(two_colors(2), 2) == moves(two_colors(3), 2)


def test_points_that_no_sale_here_brings_change_nothing() -> None:
    assert moves(two_colors(4), 2) == moves(two_colors(None), 2)


def test_a_first_sale_that_wins_changes_nothing_where_the_second_color_has_no_sale() -> None:
    second = (Warehouse(ROW & ~1, False), [PAIR] * 24)
    both = TwoColorMoves((Warehouse(ROW, False), [PAIR] * 24), second, 1)
    assert moves(both, 0) == ["N1 - | -", "N1 - R1 | -"]


def test_any_stretch_of_the_product_is_a_slice_of_it() -> None:
    for winning_points in (None, 1, 3):
        both = two_colors(winning_points)
        everything = moves(both, 5)
        for start in range(len(everything) + 1):
            for stop in range(start, len(everything) + 1):
                texts: list[str] = []
                both.extend(texts, 5, start, stop)
                assert texts == everything[start:stop]


def test_pushes_are_counted_each_for_itself() -> None:
    both = TwoColorMoves((Warehouse(ROWS, False), [PAIR] * 24), (Warehouse(ROW, False), [PAIR] * 23 + [LONE]), 3)
    assert both.count(0) == 7
    assert both.count(23) == len(moves(both, 23))
    assert moves(both, 23)[0] == "W6 - | a1>a2"
