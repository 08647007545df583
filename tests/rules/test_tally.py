from service.rules.choices import Warehouse
from service.rules.tally import Tally
from tests.rules.boards import board

# Two pairs of one shape (b1+c1, e5+f5) and one upright pair (a3+a4) between them.
TIED = board(".xx...\n......\nx....x\nx.x...\n....xx\n.x....")
PAIR = board("x.x.x.\n.x...x\nx.....\n..xx..\n......\nx.....")
LONE = board("x.x.x.\n.x.x.x\n......\n......\n......\n......")  # no two tiles touch
WAREHOUSES = [
    board("xxxxx\nxx..x\nx...x\nxxx.x\nxxxxx"),
    board("xxxxx\nxxxx.\nxx..x\nxxxx.\n.xxxx"),
    board("xxxxx\nxxxx.\nxxx.x\nxxx.x\n.xxxx"),
    (1 << 25) - 1,
    0,
]


def points_of(warehouse: int, fixing_the_mess: bool, tiles: int) -> list[int]:
    return Warehouse(warehouse, fixing_the_mess).choices(tiles).points()


def test_each_choice_is_counted_and_brings_its_points() -> None:
    for warehouse in WAREHOUSES:
        for fixing_the_mess in (True, False):
            tally = Tally()
            tally.start(warehouse, fixing_the_mess, PAIR)
            for tiles in (TIED, PAIR, LONE, PAIR, TIED):
                right = points_of(warehouse, fixing_the_mess, tiles)
                tally.look(tiles)
                assert tally.count == len(right)
                sold = [right.count(points) for points in (0, 1, 3, 6, 10, 15)]
                assert [tally.count_selling(least) for least in range(1, 6)] == [sum(sold[i:]) for i in range(1, 6)]


def test_choices_are_chosen_in_the_order_of_the_list_by_their_number() -> None:
    for warehouse in WAREHOUSES:
        for tiles in (TIED, PAIR, LONE):
            right = points_of(warehouse, True, tiles)
            tally = Tally()
            tally.start(warehouse, True, TIED)
            tally.settle(tiles)
            found = []
            for index in range(tally.count):
                tally.choose(index)
                found.append(tally.points)
            assert found == right


def test_what_is_chosen_says_what_the_warehouse_is_then() -> None:
    #   x x x x x
    #   x x x . .
    #   . x x x x      the pair fits on d2 alone, and completes row 2 and columns d and e
    #   x . x x x
    #   x x . x x
    tally = Tally()
    warehouse = board("xxxxx\nxxx..\n.xxxx\nx.xxx\nxx.xx")
    tally.start(warehouse, True, PAIR)
    tally.settle(PAIR)
    boards = []
    for index in range(tally.count):
        tally.choose(index)
        boards.append(tally.board)
    full = board("xxxxx\nxxxxx\n.xxxx\nx.xxx\nxx.xx")
    rows = [board("xxxxx\n.....\n.....\n.....\n....."), board(".....\nxxxxx\n.....\n.....\n.....")]
    columns = [board("...x.\n...x.\n...x.\n...x.\n...x."), board("....x\n....x\n....x\n....x\n....x")]
    sales = [0, rows[0], rows[1], rows[0] | rows[1], columns[0], columns[1], columns[0] | columns[1]]
    assert boards == [full & ~sale for sale in sales]
