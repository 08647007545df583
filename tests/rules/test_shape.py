import random
from collections.abc import Iterator

import pytest

from service.rules import CELL_NAMES, shape
from service.rules.shape import shape_of
from service.rules.square import bits
from tests.rules.boards import board


@pytest.fixture
def empty_table() -> Iterator[None]:
    """Nothing is known about shapes before the test, and nothing of it after."""
    shape._table._forget()
    yield
    shape._table._forget()


def places(group: int) -> str:
    return " ".join(name for _, name in shape_of(group).placements)


def naive_placements(group: int) -> list[tuple[int, str]]:
    squares = [divmod(square, 6) for square in bits(group)]
    found = []
    for target in range(25):
        down, right = target // 5 - squares[0][0], target % 5 - squares[0][1]
        moved = [(row + down, column + right) for row, column in squares]
        if all(0 <= row < 5 and 0 <= column < 5 for row, column in moved):
            found.append((sum(1 << (5 * row + column) for row, column in moved), CELL_NAMES[target]))
    return found


#   x
#   x x
def test_the_same_form_anywhere_in_the_kiln_is_one_shape() -> None:
    corner = board("x.....\nxx....\n......\n......\n......\n......")
    everywhere = [corner << (6 * row + column) for row in range(5) for column in range(5)]
    assert {shape_of(group).key for group in everywhere} == {corner}
    assert len({id(shape_of(group)) for group in everywhere}) == 1


#   x x .     . x x
#   . x x     x x .
def test_a_turned_or_mirrored_form_is_another_shape() -> None:
    one = board("xx....\n.xx...\n......\n......\n......\n......")
    mirrored = board(".xx...\nxx....\n......\n......\n......\n......")
    turned = board(".x....\nxx....\nx.....\n......\n......\n......")
    assert len({shape_of(group).key for group in (one, mirrored, turned)}) == 3


# b2 is the first square of the shape in reading order, a3 its left end:
#   . . . . . .
#   . x . . . .
#   x x . . . .
def test_a_place_is_called_by_the_cell_of_the_first_square() -> None:
    group = board("......\n.x....\nxx....\n......\n......\n......")
    assert places(group) == "b1 c1 d1 e1 b2 c2 d2 e2 b3 c3 d3 e3 b4 c4 d4 e4"
    assert shape_of(group).placements[0] == (0b00011_00010, "b1") == (board(".x...\nxx...\n.....\n.....\n....."), "b1")


def test_one_square_lies_anywhere() -> None:
    assert places(1 << 35) == " ".join(CELL_NAMES)


# A row of six, and a column of six, find no place and do not wrap round into one:
#   x x x x x x
@pytest.mark.parametrize(
    "drawing",
    [
        "......\n......\n......\nxxxxxx\n......\n......",
        "...x..\n...x..\n...x..\n...x..\n...x..\n...x..",
        "xxxx..\n...xxx\n......\n......\n......\n......",
        "x.....\nx.....\nx.....\nxx....\n.x....\n.x....",
        "xxxxxx\nx.....\nx.....\nx.....\n......\n......",
    ],
)
def test_what_is_wider_or_higher_than_five_has_no_place(drawing: str) -> None:
    assert shape_of(board(drawing)).placements == ()


#   x x x x x
#   x . . . .
#   x . . . .
#   x . . . .
#   x . . . .
def test_what_is_just_as_wide_and_high_as_a_warehouse_has_one_place() -> None:
    group = board("......\n.xxxxx\n.x....\n.x....\n.x....\n.x....")
    assert shape_of(group).placements == ((board("xxxxx\nx....\nx....\nx....\nx...."), "a1"),)


def test_the_most_squares_in_a_row_and_in_a_column_are_counted() -> None:
    # a1 c1 a2 b2 c2: three in row 2, two in columns a and c
    group = board("x.x...\nxxx...\n......\n......\n......\n......")
    assert (shape_of(group).widest, shape_of(group).highest) == (3, 2)
    assert (shape_of(1).widest, shape_of(1).highest) == (1, 1)


def test_every_place_is_right_for_random_shapes() -> None:
    rng = random.Random(3)
    for _ in range(1500):
        group = random_group(rng)
        found = shape_of(group)
        right = naive_placements(group)
        assert list(found.placements) == right
        cells = rng.getrandbits(25) & rng.getrandbits(25) & rng.getrandbits(25)
        for _ in range(2):  # looked for, then remembered
            assert found.placements_on(cells) == [place for place in right if place[0] & cells == cells]


def random_group(rng: random.Random) -> int:
    """One to nine connected squares."""
    group = 1 << rng.randrange(36)
    for _ in range(rng.randrange(9)):
        edge = [
            square
            for square in range(36)
            if not group >> square & 1
            and (
                (square % 6 and group >> (square - 1) & 1)
                or (square % 6 < 5 and group >> (square + 1) & 1)
                or (square > 5 and group >> (square - 6) & 1)
                or group >> (square + 6) & 1
            )
        ]
        group |= 1 << rng.choice(edge)
    return group


@pytest.mark.usefixtures("empty_table")
def test_when_too_many_groups_are_remembered_all_are_forgotten_and_still_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shape, "_GROUP_LIMIT", 20)
    rng = random.Random(4)
    kept = shape_of(1)
    for _ in range(500):
        group = random_group(rng)
        assert list(shape_of(group).placements) == naive_placements(group)
        assert len(shape._table.by_group) <= 20
        assert len(shape._table.shapes) <= 21
    assert list(kept.placements) == list(shape_of(1).placements)  # one from before is as good as a new one


@pytest.mark.usefixtures("empty_table")
def test_when_too_many_places_are_remembered_all_are_forgotten_and_still_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shape, "_PLACEMENTS_LIMIT", 30)
    rng = random.Random(5)
    for _ in range(500):
        group = random_group(rng)
        cells = 1 << rng.randrange(25)
        right = [place for place in naive_placements(group) if place[0] & cells]
        assert shape_of(group).placements_on(cells) == right
        remembered = sum(len(known._by_cells) for known in shape._table.shapes.values())
        assert remembered <= 31


@pytest.mark.usefixtures("empty_table")
def test_after_all_was_forgotten_as_much_is_remembered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shape, "_PLACEMENTS_LIMIT", 10)
    for cell in range(11):
        shape_of(1).placements_on(1 << cell)
    assert len(shape._table.shapes) == 0
    kept = shape_of(1)
    for cell in range(10):
        kept.placements_on(1 << cell)
        assert shape_of(1) is kept


@pytest.mark.usefixtures("empty_table")
def test_the_table_stays_bounded_with_the_limits_that_it_has() -> None:
    most = 0
    for group in range(1, 3 * shape._GROUP_LIMIT, 2):
        shape_of(group)
        most = max(most, len(shape._table.by_group))
    assert most == shape._GROUP_LIMIT
    assert len(shape._table.shapes) <= shape._GROUP_LIMIT
    assert places(0b11) == "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4 a5 b5 c5 d5"
