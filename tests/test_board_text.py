"""A position as a picture of plain text."""

import json
import re
from pathlib import Path

import pytest

from service.board_text import draw_position
from service.rules import SLOT_NAMES, format_position, parse_position

DATA = Path(__file__).parent / "rules" / "data"
START = "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r,b 5/5/5/5/5,5/5/5/5/5 0,0 2 17m 1"


def drawn(position: str) -> str:
    return "\n" + draw_position(parse_position(position)) + "\n"


def test_two_seats_and_the_outer_tile_on_the_right() -> None:
    position = "byygrb/gyrbgg/ryrbrg/gbrggb/kyyyyb/ybrgrb rE5 r,b 5/5/5/5/5,5/2x2/2x2/2x2/5 0,0 1 17m 2"
    assert (
        drawn(position)
        == """

           N1 N2 N3 N4 N5 N6
            a  b  c  d  e  f           Move 2
   W1   1   b  y  y  g  r  b   E1      Seat 1 (red) to move
   W2   2   g  y  r  b  g  g   E2
   W3   3   r  y  r  b  r  g   E3      Outer tile: red, on E5
   W4   4   g  b  r  g  g  b   E4      Target: 17 points
   W5   5   k  y  y  y  y  b   E5 r    Fixing the mess: on
   W6   6   y  b  r  g  r  b   E6      Heating up: off
           S1 S2 S3 S4 S5 S6


  Seat 1, red        Seat 2, blue
     a b c d e          a b c d e
  1  . . . . .       1  . . . . .
  2  . . . . .       2  . . x . .
  3  . . . . .       3  . . x . .
  4  . . . . .       4  . . x . .
  5  . . . . .       5  . . . . .
  Score 0 of 17      Score 0 of 17
  to move
"""
    )


def test_four_seats_one_of_which_has_left_and_one_has_won_with_the_outer_tile_above() -> None:
    position = (
        "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r,!b,g,y "
        "5/5/5/5/5,x3x/1x1x1/2x2/1x1x1/x3x,xxxxx/5/5/5/4x,1xxxx/5/5/5/5 3,0,21,11 3 20h 64"
    )
    assert (
        drawn(position)
        == """
                        k
           N1 N2 N3 N4 N5 N6
            a  b  c  d  e  f           Finished before move 64
   W1   1   b  y  y  g  r  b   E1      Seat 3 (green) has won
   W2   2   g  y  r  b  g  g   E2      by reaching the target
   W3   3   r  y  r  b  r  g   E3
   W4   4   g  b  r  g  g  b   E4      Outer tile: black, on N5
   W5   5   y  y  y  y  b  r   E5      Target: 20 points
   W6   6   y  b  r  g  r  b   E6      Fixing the mess: off
           S1 S2 S3 S4 S5 S6           Heating up: on


  Seat 1, red        Seat 2, blue       Seat 3, green      Seat 4, yellow
     a b c d e          a b c d e          a b c d e          a b c d e
  1  . . . . .       1  x . . . x       1  x x x x x       1  . x x x x
  2  . . . . .       2  . x . x .       2  . . . . .       2  . . . . .
  3  . . . . .       3  . . x . .       3  . . . . .       3  . . . . .
  4  . . . . .       4  . x . x .       4  . . . . .       4  . . . . .
  5  . . . . .       5  x . . . x       5  . . . . x       5  . . . . .
  Score 3 of 20      Score 0 of 20      Score 21 of 20     Score 11 of 20
                     has left           has won
"""
    )


def test_the_two_color_game_in_an_extra_turn_with_the_outer_tile_below() -> None:
    position = (
        "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kS2 r+g,b+y "
        "5/5/5/5/5+5/xxxx1/5/5/5,5/5/5/5/5+5/5/5/5/xxx2 0+999,28+2 2+ 29mb 99000"
    )
    assert (
        drawn(position)
        == """

           N1 N2 N3 N4 N5 N6
            a  b  c  d  e  f           Move 99000
   W1   1   b  y  y  g  r  b   E1      Seat 2 (blue and yellow) to move
   W2   2   g  y  r  b  g  g   E2      This is an extra turn
   W3   3   r  y  r  b  r  g   E3
   W4   4   g  b  r  g  g  b   E4      Outer tile: black, on S2
   W5   5   y  y  y  y  b  r   E5      Target: 29 points with both colors
   W6   6   y  b  r  g  r  b   E6      Fixing the mess: on
           S1 S2 S3 S4 S5 S6           Heating up: off
               k

  Seat 1, red        Seat 1, green      Seat 2, blue       Seat 2, yellow
     a b c d e          a b c d e          a b c d e          a b c d e
  1  . . . . .       1  . . . . .       1  . . . . .       1  . . . . .
  2  . . . . .       2  x x x x .       2  . . . . .       2  . . . . .
  3  . . . . .       3  . . . . .       3  . . . . .       3  . . . . .
  4  . . . . .       4  . . . . .       4  . . . . .       4  . . . . .
  5  . . . . .       5  . . . . .       5  . . . . .       5  x x x . .
  Score 0 of 29      Score 999 of 29    Score 28 of 29     Score 2 of 29
                                        to move            to move
"""
    )


def lines_about_the_game(position: str) -> list[str]:
    return [line[39:] for line in draw_position(parse_position(position)).splitlines()[2:11] if len(line) > 39]


def test_the_last_seat_in_the_game_has_won() -> None:
    position = START.replace("r,b", "r,!b").replace(" 2 17m 1", " 1 1m 30")
    assert lines_about_the_game(position) == [
        "Finished before move 30",
        "Seat 1 (red) has won",
        "as the last seat in the game",
        "Outer tile: black, on N5",
        "Target: 1 point",
        "Fixing the mess: on",
        "Heating up: off",
    ]


def test_at_the_move_limit_nobody_has_won() -> None:
    assert lines_about_the_game(START.replace("17m 1", "17m 100000"))[:2] == [
        "Finished before move 100000",
        "Nobody has won: no game is longer",
    ]


def test_in_the_two_color_game_either_score_may_be_the_goal() -> None:
    position = START.replace("r,b", "r+g,b+y").replace("5/5/5/5/5", "5/5/5/5/5+5/5/5/5/5").replace("0,0", "0+0,0+0")
    assert "Target: 17 points with either color" in lines_about_the_game(position)


@pytest.mark.parametrize("slot", SLOT_NAMES)
def test_the_outer_tile_stands_outside_its_slot(slot: str) -> None:
    lines = draw_position(parse_position(START.replace("kN5", f"k{slot}"))).splitlines()
    (row, column), *others = [
        (row, match.start()) for row, line in enumerate(lines) for match in re.finditer(rf"\b{slot}\b", line[:39])
    ]
    outside = {"N": (row - 1, column + 1), "S": (row + 1, column + 1), "W": (row, column - 2), "E": (row, column + 3)}
    tiles = [(row, match.start()) for row, line in enumerate(lines) for match in re.finditer(r"\bk\b", line[:39])]
    assert (tiles, others) == ([outside[slot[0]]], [])
    assert f"Outer tile: black, on {slot}" in "\n".join(lines)


def test_every_position_fits_into_80_columns_and_24_lines_without_space_at_the_ends() -> None:
    rows = [
        json.loads(line)
        for name in ("legal", "plays", "leaves")
        for line in (DATA / f"{name}.jsonl").read_bytes().splitlines()
    ]
    assert len(rows) > 500
    for row in rows:
        lines = draw_position(parse_position(row["position"])).splitlines()
        assert len(lines) <= 24
        assert all(len(line) <= 80 and line == line.rstrip() and line.isascii() for line in lines)


def test_every_tile_and_every_filled_square_can_be_read_off_the_picture() -> None:
    for line in (DATA / "legal.jsonl").read_bytes().splitlines():
        position = parse_position(json.loads(line)["position"])
        lines = draw_position(position).splitlines()
        kiln = tuple(row[12:28].replace("  ", "") for row in lines[3:9])
        columns = [range(5 + 19 * index, 14 + 19 * index, 2) for index in range(sum(map(len, position.seats)))]
        warehouses = [
            tuple("".join(row.ljust(80)[column] for column in taken) for row in lines[14:19]) for taken in columns
        ]
        drawn_ones = iter(warehouses)
        assert kiln == position.kiln_rows, format_position(position)
        for seat, colors in enumerate(position.seats):
            for color in range(len(colors)):
                assert next(drawn_ones) == position.warehouse_rows(seat, color), format_position(position)


def test_tiles_can_be_painted_and_nothing_else_changes() -> None:
    position = parse_position(
        "byygrb/gyrbgg/ryrbrg/gbrggb/kyyyyb/ybrgrb rE5 r,b 5/5/5/5/5,5/2xx1/2x2/2x2/5 0,0 1 17m 2"
    )
    painted = draw_position(position, lambda text, color: f"<{color.letter}:{text}>").splitlines()
    assert painted[3] == "   W1   1  <b: b ><y: y  y ><g: g ><r: r ><b: b >  E1      Seat 1 (red) to move"
    assert painted[7] == "   W5   5  <k: k ><y: y  y  y  y ><b: b >  E5<r: r >   Fixing the mess: on"
    assert painted[15] == "  2  . . . . .       2  . .<b: x x> ."


def test_a_picture_that_is_painted_has_the_same_letters_in_the_same_places() -> None:
    for line in (DATA / "legal.jsonl").read_bytes().splitlines():
        position = parse_position(json.loads(line)["position"])
        painted = draw_position(position, lambda text, color: f"<{color.letter}{text}>")
        letters = [match[2].split() for match in re.finditer("<(.)(.*?)>", painted)]
        assert sum(map(len, letters)) == 37 + sum(
            board.bit_count() for boards in position.warehouses for board in boards
        )
        without = re.sub("<.(.*?)>", r"\1", painted)
        assert [text.rstrip() for text in without.splitlines()] == draw_position(position).splitlines()
