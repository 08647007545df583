import random

import pytest

from service.rules import OPPOSITE, SLOT_NAMES, SQUARE_NAMES, Color, format_position, parse_slot
from service.rules.slot import exit_bit, line_squares, push_board, push_kiln, pushed_boards
from tests.rules.boards import START, board, position_with
from tests.rules.reference.board import push as reference_push


def names(slot: str) -> str:
    return " ".join(SQUARE_NAMES[square] for square in line_squares(parse_slot(slot)))


def kiln_after(slot: str) -> tuple[list[str], str]:
    position = position_with(START)
    kiln, out = push_kiln(position.kiln, position.outer_tile, parse_slot(slot))
    letters = {square: color.letter for color in Color for square in range(36) if kiln[color] >> square & 1}
    rows = ["".join(letters[6 * row + column] for column in range(6)) for row in range(6)]
    return rows, Color(out).letter


def test_slots_stand_in_their_order() -> None:
    assert " ".join(SLOT_NAMES) == "N1 N2 N3 N4 N5 N6 E1 E2 E3 E4 E5 E6 S1 S2 S3 S4 S5 S6 W1 W2 W3 W4 W5 W6"
    assert [parse_slot(name) for name in SLOT_NAMES] == list(range(24))


@pytest.mark.parametrize("name", ["", "N", "N0", "N7", "n1", "A1", "N11", " N1", "1N"])
def test_another_name_is_no_slot(name: str) -> None:
    with pytest.raises(ValueError, match="no slot"):
        parse_slot(name)


def test_north_faces_south_and_west_faces_east() -> None:
    facing = {SLOT_NAMES[slot]: SLOT_NAMES[OPPOSITE[slot]] for slot in range(24)}
    sides = {"N": "S", "S": "N", "E": "W", "W": "E"}
    assert facing == {name: sides[name[0]] + name[1] for name in SLOT_NAMES}


def test_a_line_begins_at_its_slot() -> None:
    assert names("N3") == "c1 c2 c3 c4 c5 c6"
    assert names("S3") == "c6 c5 c4 c3 c2 c1"
    assert names("W2") == "a2 b2 c2 d2 e2 f2"
    assert names("E2") == "f2 e2 d2 c2 b2 a2"


# The kiln of the start, and below what each push makes of it; the black tile goes in.
#   byygrb
#   gyrbgg
#   ryrbrg
#   gbrggb
#   yyyybr
#   ybrgrb
def test_a_push_from_above_moves_its_column_down() -> None:
    assert kiln_after("N1") == (["kyygrb", "byrbgg", "gyrbrg", "rbrggb", "gyyybr", "ybrgrb"], "y")


def test_a_push_from_below_moves_its_column_up() -> None:
    assert kiln_after("S6") == (["byygrg", "gyrbgg", "ryrbrb", "gbrggr", "yyyybb", "ybrgrk"], "b")


def test_a_push_from_the_left_moves_its_row_right() -> None:
    assert kiln_after("W4") == (["byygrb", "gyrbgg", "ryrbrg", "kgbrgg", "yyyybr", "ybrgrb"], "b")


def test_a_push_from_the_right_moves_its_row_left() -> None:
    assert kiln_after("E2") == (["byygrb", "yrbggk", "ryrbrg", "gbrggb", "yyyybr", "ybrgrb"], "g")


# a full column: pushed, the rest of the kiln stays empty
def test_no_tile_comes_back_on_the_other_side() -> None:
    column = board("x.....\n" * 6)
    assert push_board(column, parse_slot("E3")) == column & ~(1 << 12)
    assert push_board(column, parse_slot("N1")) == column & ~1
    last_row = board(".....x\n" * 6)
    assert push_board(last_row, parse_slot("W6")) == last_row & ~(1 << 35)
    assert push_board((1 << 36) - 1, parse_slot("S6")) == (1 << 36) - 1 - (1 << 35)


def test_every_push_is_the_references() -> None:
    rng = random.Random(11)
    for _ in range(40):
        tiles = list("r" * 9 + "b" * 9 + "g" * 9 + "y" * 9 + "k")
        rng.shuffle(tiles)
        rows = [tiles[6 * row : 6 * row + 6] for row in range(6)]
        position = position_with(kiln="/".join("".join(row) for row in rows), outer=f"{tiles[36]}N1")
        for slot, name in enumerate(SLOT_NAMES):
            right, right_out, right_slot = reference_push(rows, tiles[36], name)
            kiln, out = push_kiln(position.kiln, position.outer_tile, slot)
            assert (Color(out).letter, SLOT_NAMES[OPPOSITE[slot]]) == (right_out, right_slot)
            text = "/".join("".join(row) for row in right)
            after = position_with(kiln=text, outer=f"{right_out}N1")
            assert kiln == after.kiln, format_position(after)
            assert position.kiln[out] & exit_bit(slot)
            for color in Color:
                entering = color == position.outer_tile
                assert pushed_boards(position.kiln[color], entering)[slot] == kiln[color]
