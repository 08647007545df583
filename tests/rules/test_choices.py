from service.rules.choices import Choices, Warehouse
from tests.rules.boards import board

EMPTY = 0
FULL = (1 << 25) - 1

# Nine tiles of a color in the kiln; the largest group is c4+d4, the others lie alone.
#   x . x . x .
#   . x . . . x
#   x . . . . .
#   . . x x . .
#   . . . . . .
#   x . . . . .
PAIR = board("x.x.x.\n.x...x\nx.....\n..xx..\n......\nx.....")

# Two pairs of one shape (b1+c1, e5+f5) and one upright pair (a3+a4) between them.
#   . x x . . .
#   . . . . . .
#   x . . . . x
#   x . x . . .
#   . . . . x x
#   . x . . . .
TIED = board(".xx...\n......\nx....x\nx.x...\n....xx\n.x....")


def texts(choices: Choices) -> list[str]:
    found: list[str] = []
    choices.extend(found, "", 0, choices.count)
    assert len(found) == choices.count
    return found


def sold(action: str, sales: str) -> list[str]:
    """The action without a sale, and with each of these."""
    return [action, *(f"{action} {sale}" for sale in sales.split(" "))]


def choices_for(tiles: int, warehouse: int, fixing_the_mess: bool = True) -> Choices:
    return Warehouse(warehouse, fixing_the_mess).choices(tiles)


def test_a_group_that_fits_must_be_copied_wherever_it_fits() -> None:
    #   x x x x x
    #   x x . . x
    #   x . . . x
    #   x x x . x
    #   x x x x x
    warehouse = board("xxxxx\nxx..x\nx...x\nxxx.x\nxxxxx")
    assert [text for text in texts(choices_for(PAIR, warehouse)) if " R" not in text and " C" not in text] == [
        "c4>c2",
        "c4>b3",
        "c4>c3",
    ]
    # c4>c2 completes row 2 as well, c4>b3 column b
    assert texts(choices_for(PAIR, warehouse)) == [
        *sold("c4>c2", "R1 R2 R12 R5 R15 R25 R125 C1 C5 C15"),
        *sold("c4>b3", "R1 R5 R15 C1 C2 C12 C5 C15 C25 C125"),
        *sold("c4>c3", "R1 R5 R15 C1 C5 C15"),
    ]


def test_a_copy_can_complete_rows_and_columns_at_once() -> None:
    #   x x x x .
    #   x x x x .
    #   . . . . x
    #   . . . . x
    #   . . . . x
    upright = board("x.x.x.\n.x...x\nx.....\n..x...\n..x...\nx.....")
    warehouse = board("xxxx.\nxxxx.\n....x\n....x\n....x")
    assert texts(choices_for(upright, warehouse))[:6] == [
        "c4>e1",
        "c4>e1 R1",
        "c4>e1 R2",
        "c4>e1 R12",
        "c4>e1 C5",
        "c4>a3",
    ]


def test_tied_groups_are_taken_in_reading_order_and_those_of_one_shape_once() -> None:
    #   x x x x x
    #   x x x x x
    #   x x . . x
    #   x x x . x
    #   x x x x x
    found = texts(choices_for(TIED, board("xxxxx\nxxxxx\nxx..x\nxxx.x\nxxxxx")))
    assert list(dict.fromkeys(text.split(" ")[0] for text in found)) == ["b1>c3", "a3>d3"]


def test_a_tied_group_that_fits_nowhere_may_be_chosen_and_nothing_copied() -> None:
    #   x x x x x
    #   x x x x .
    #   x x . . x      the lying pair fits on c3, the upright one nowhere
    #   x x x x .
    #   . x x x x
    warehouse = board("xxxxx\nxxxx.\nxx..x\nxxxx.\n.xxxx")
    found = texts(choices_for(TIED, warehouse))
    actions = list(dict.fromkeys(text.split(" ")[0] for text in found))
    filled = "a1 b1 c1 d1 e1 a2 b2 c2 d2 a3 b3 e3 a4 b4 c4 d4 b5 c5 d5 e5"  # every filled square, in reading order
    assert actions == ["b1>c3", "-", *(f"x{cell}" for cell in filled.split(" "))]
    assert list(dict.fromkeys(text.split(" ")[0] for text in texts(choices_for(TIED, warehouse, False)))) == [
        "b1>c3",
        "-",
    ]


def test_the_first_of_the_tied_groups_may_be_the_one_that_fits_nowhere() -> None:
    #   x x x x x
    #   x x x x .
    #   x x x . x      the upright pair fits on d3, the lying ones nowhere
    #   x x x . x
    #   . x x x x
    warehouse = board("xxxxx\nxxxx.\nxxx.x\nxxx.x\n.xxxx")
    found = texts(choices_for(TIED, warehouse, False))
    assert found == [
        *sold("a3>d3", "R1 R3 R13 R4 R14 R34 R134 C2 C3 C23 C4 C24 C34 C234"),
        *sold("-", "R1 C2 C3 C23"),
    ]


def test_when_nothing_fits_what_is_complete_can_still_be_sold() -> None:
    #   x x x x x
    #   . x . x .
    #   x . x . x
    #   . x . x .
    #   x . x . x
    warehouse = board("xxxxx\n.x.x.\nx.x.x\n.x.x.\nx.x.x")
    assert texts(choices_for(PAIR, warehouse, False)) == ["-", "- R1"]
    with_mess = texts(choices_for(PAIR, warehouse))
    assert with_mess[:7] == ["-", "- R1", "xa1", "xb1", "xc1", "xd1", "xe1"]
    assert with_mess[7:11] == ["xb2", "xb2 R1", "xd2", "xd2 R1"]
    assert with_mess[-2:] == ["xe5", "xe5 R1"]


def test_an_erasure_in_a_complete_line_leaves_that_line_incomplete() -> None:
    found = texts(choices_for(PAIR, FULL))
    assert len(found) == 63 + 25 * 31
    assert [text for text in found if text.startswith("xc2")][:3] == ["xc2", "xc2 R1", "xc2 R3"]
    assert not any("2" in text.split(" ")[1][1:] for text in found if text.startswith("xa2 R"))
    assert not any("1" in text.split(" ")[1][1:] for text in found if text.startswith("xa2 C"))


def test_a_group_too_wide_for_a_warehouse_fits_nowhere_even_in_an_empty_one() -> None:
    row = board("......\nxxxxxx\n......\n......\n......\n......")
    assert texts(choices_for(row, EMPTY)) == ["-"]
    row_beside_a_block = row | board("......\n......\n......\nxx....\nxx....\nxx....")
    found = texts(choices_for(row_beside_a_block, EMPTY))
    assert " ".join(found) == "a4>a1 a4>b1 a4>c1 a4>d1 a4>a2 a4>b2 a4>c2 a4>d2 a4>a3 a4>b3 a4>c3 a4>d3 -"


def test_any_stretch_of_the_choices_is_a_slice_of_all_of_them() -> None:
    choices = choices_for(TIED, board("xxxxx\nxxxx.\nxx..x\nxxxx.\n.xxxx"))
    everything = texts(choices)
    assert len(choices.segments) == 2
    for start in range(choices.count + 2):
        for stop in range(start, choices.count + 2):
            found: list[str] = ["before"]
            choices.extend(found, "N1 ", start, stop)
            assert found == ["before", *(f"N1 {text}" for text in everything[start:stop])]


def test_each_choice_has_the_points_of_its_sale() -> None:
    choices = choices_for(TIED, board("xxxxx\nxxxx.\nxx..x\nxxxx.\n.xxxx"))
    points = (0, 1, 3, 6, 10, 15)
    sales = [text.partition(" ")[2] for text in texts(choices)]
    assert choices.points() == [points[len(sale[1:])] for sale in sales]
    assert sum(choices_for(PAIR, EMPTY).points()) == 0


def test_without_sales_are_the_same_actions_once_each() -> None:
    choices = choices_for(TIED, board("xxxxx\nxxxx.\nxx..x\nxxxx.\n.xxxx"))
    actions = [text for text in texts(choices) if " " not in text]
    assert texts(choices.without_sales()) == actions
    assert choices.without_sales().count == len(actions) == 22
    nothing_to_sell = choices_for(PAIR, EMPTY)
    assert texts(nothing_to_sell.without_sales()) == texts(nothing_to_sell)


def test_weights_are_running_totals_with_fewer_moves_after_a_sale_that_wins() -> None:
    #   x x x x x
    #   x x x x x
    #   . x . x .      nothing fits: no sale, R1, R2 and R12
    #   x . x . x
    #   . x . x .
    choices = choices_for(PAIR, board("xxxxx\nxxxxx\n.x.x.\nx.x.x\n.x.x."), False)
    assert texts(choices) == ["-", "- R1", "- R2", "- R12"]
    assert choices.weights(1, 10, 4) == [10, 14, 18, 22]
    assert choices.weights(2, 10, 4) == [10, 20, 30, 34]
    assert choices.weights(3, 10, 4) == [10, 20, 30, 34]
    assert choices.weights(4, 10, 4) == [10, 20, 30, 40]


def test_a_warehouse_answers_the_same_when_it_is_asked_again() -> None:
    warehouse = Warehouse(board("xxxxx\nxxxx.\nxx..x\nxxxx.\n.xxxx"), True)
    first = [texts(warehouse.choices(tiles)) for tiles in (PAIR, TIED, PAIR, TIED)]
    assert first[:2] == first[2:]
    assert first[0] == texts(choices_for(PAIR, warehouse.board))
