import random

from service.rules import SQUARE_NAMES
from service.rules.group import all_groups, largest_groups
from service.rules.square import bits
from tests.rules.boards import board
from tests.rules.reference.board import groups as reference_groups
from tests.rules.reference.board import square_name


def named(groups: list[int]) -> list[str]:
    return [" ".join(SQUARE_NAMES[square] for square in bits(group)) for group in groups]


def test_tied_groups_are_told_in_reading_order_of_their_first_squares() -> None:
    tiles = board(
        """
        x x . . . .
        x . . . . x
        . . . . x x
        . x . . . .
        . . . x . .
        . . x . . .
        """
    )
    assert named(largest_groups(tiles)) == ["a1 b1 a2", "f2 e3 f3"]
    assert named(all_groups(tiles)) == ["a1 b1 a2", "f2 e3 f3", "b4", "d5", "c6"]


def test_a_group_does_not_go_on_from_the_end_of_a_row_to_the_next() -> None:
    tiles = board(
        """
        . . . . . x
        x . . . . x
        x . . . . .
        . . . . . x
        x . . . . .
        . . . . . .
        """
    )
    assert named(all_groups(tiles)) == ["f1 f2", "a2 a3", "f4", "a5"]
    assert named(largest_groups(tiles)) == ["f1 f2", "a2 a3"]


#   . . x . . .      the first and the last row do not touch
#   . . . . . .
#   . . . . . .
#   . . . . . .
#   . . . . . .
#   . . x . . .
def test_a_group_does_not_wrap_from_the_bottom_to_the_top() -> None:
    assert named(all_groups(board("..x...\n......\n......\n......\n......\n..x..."))) == ["c1", "c6"]


def test_diagonals_connect_nothing() -> None:
    tiles = board(
        """
        x . x . . .
        . x . . . .
        x . x . . .
        . . . . . .
        . . . . . .
        . . . . . .
        """
    )
    assert named(largest_groups(tiles)) == ["a1", "c1", "b2", "a3", "c3"]


# a group of 9:
#   x x x x x x
#   . . . . . x
#   . . . . . x
#   . . . . . x
def test_a_group_can_be_as_wide_as_the_kiln() -> None:
    tiles = board("xxxxxx\n.....x\n.....x\n.....x\n......\n......")
    assert largest_groups(tiles) == [tiles]


def test_one_tile_is_a_group_and_no_tile_is_none() -> None:
    assert largest_groups(1 << 35) == [1 << 35]
    assert largest_groups(0) == []
    assert all_groups(0) == []


# The first square of the wide group in reading order is d1, of the tall one a2.
#   . . . x . .
#   x . . x x .
#   x . . . . .
#   x . . . . .
def test_the_first_square_decides_the_order_not_the_left_column() -> None:
    tiles = board("...x..\nx..xx.\nx.....\nx.....\n......\n......")
    assert named(largest_groups(tiles)) == ["d1 d2 e2", "a2 a3 a4"]


def test_a_later_group_that_is_larger_replaces_the_earlier_ones() -> None:
    tiles = board("xx....\n......\nxx....\n......\nxxx...\n......")
    assert named(largest_groups(tiles)) == ["a5 b5 c5"]
    tiles = board("xx.xxx\n......\nxx....\n......\nxxx...\n.....x")
    assert named(largest_groups(tiles)) == ["d1 e1 f1", "a5 b5 c5"]


def test_groups_are_the_references_on_any_board() -> None:
    rng = random.Random(5)
    for _ in range(2000):
        squares = rng.sample(range(36), rng.choice([1, 5, 8, 9, 9, 9, 14, 20, 30]))
        tiles = sum(1 << square for square in squares)
        kiln = [["x" if tiles >> (6 * row + column) & 1 else "." for column in range(6)] for row in range(6)]
        right = [" ".join(map(square_name, group)) for group in reference_groups(kiln, "x")]
        assert named(all_groups(tiles)) == right
        longest = max(map(len, right))
        assert named(largest_groups(tiles)) == [group for group in right if len(group) == longest]
