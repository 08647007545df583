"""`kiln show`: a position as a picture, or what is wrong with it."""

import contextlib
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.board_text import draw_position
from service.cli import main
from service.rules import parse_position

DATA = Path(__file__).parents[1] / "rules" / "data"
START = "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r,b 5/5/5/5/5,5/5/5/5/5 0,0 2 17m 1"
PICTURE = """\
                        k
           N1 N2 N3 N4 N5 N6
            a  b  c  d  e  f           Move 1
   W1   1   b  y  y  g  r  b   E1      Seat 2 (blue) to move
   W2   2   g  y  r  b  g  g   E2
   W3   3   r  y  r  b  r  g   E3      Outer tile: black, on N5
   W4   4   g  b  r  g  g  b   E4      Target: 17 points
   W5   5   y  y  y  y  b  r   E5      Fixing the mess: on
   W6   6   y  b  r  g  r  b   E6      Heating up: off
           S1 S2 S3 S4 S5 S6


  Seat 1, red        Seat 2, blue
     a b c d e          a b c d e
  1  . . . . .       1  . . . . .
  2  . . . . .       2  . . . . .
  3  . . . . .       3  . . . . .
  4  . . . . .       4  . . . . .
  5  . . . . .       5  . . . . .
  Score 0 of 17      Score 0 of 17
                     to move
"""


def show(position: str, **more: str | bytes) -> Result:
    return CliRunner().invoke(main, ["show", position], prog_name="kiln", **more)  # type: ignore[arg-type] # input


def refusal(position: str) -> str:
    result = show(position)
    assert (result.exit_code, result.stdout) == (2, "")
    return "\n" + result.stderr


def test_a_position_is_drawn() -> None:
    result = show(START)
    assert (result.exit_code, result.stdout, result.stderr) == (0, PICTURE, "")


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_position_can_come_from_standard_input_with_its_line_end(end: str) -> None:
    result = show("-", input=f"{START}{end}".encode())
    assert (result.exit_code, result.stdout) == (0, PICTURE)


def test_a_second_line_on_standard_input_is_refused() -> None:
    result = show("-", input=f"{START}\n{START}\n".encode())
    assert result.exit_code == 2
    assert r"'\n' is wrong, at 81" in result.stderr


def test_a_misspelling_is_shown_with_a_caret_under_its_place() -> None:
    assert (
        refusal(START.replace("gyrbgg", "gyrzgg"))
        == """
Error: this is no position: 'z' is wrong, at 10 (counted from 0):
  byygrb/gyrzgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r,b 5/5/5/5/5,5/5/5/5/5 0,...
            ^
  expected here: a tile of row 2 of the kiln: r, b, g, y or k
"""
    )


def test_of_a_long_text_the_part_round_the_place_is_shown() -> None:
    assert (
        refusal(START.replace("17m", "17q"))
        == """
Error: this is no position: 'q' is wrong, at 78 (counted from 0):
  ...grb kN5 r,b 5/5/5/5/5,5/5/5/5/5 0,0 2 17q 1
                                             ^
  expected here: an option or a space and the number
"""
    )


def test_the_end_of_a_text_that_is_too_short_is_marked() -> None:
    assert (
        refusal("byyg")
        == """
Error: this is no position: it ends too early, at 4 (counted from 0):
  byyg
      ^
  expected here: a tile of row 1 of the kiln: r, b, g, y or k
"""
    )


@pytest.mark.parametrize("character", ["\u00e9", "\u3042", "\t", "\n", "\x1b", "\u202e", "\x7f"])
def test_what_would_upset_a_terminal_is_not_printed(character: str) -> None:
    assert (
        refusal(f"byy{character}{character}rb")
        == f"""
Error: this is no position: {character!a} is wrong, at 3 (counted from 0):
  byy??rb
     ^
  expected here: a tile of row 1 of the kiln: r, b, g, y or k
"""
    )


def test_bytes_that_are_no_text_are_refused_too() -> None:
    result = show("-", input=b"byy\xff\xfe")
    assert result.exit_code == 2
    assert "  byy??\n     ^\n" in result.stderr


def test_all_points_in_which_a_position_cannot_be_are_listed() -> None:
    assert (
        refusal("byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrr kN5 r,b 5/5/5/5/5,5/5/5/5/5 0,40 3 17m 0")
        == """
Error: there can be no such position:
  - kiln and outer tile together must hold 9 tiles of each color and 1 black one, not 10 red, 8 blue
  - a score must be 0 to 31
  - the seat to move must be 1 to 2
  - the number must be 1 to 100000
"""
    )


def test_every_text_of_the_collection_is_shown_or_refused_as_it_should_be() -> None:
    valid, *invalid = [
        json.loads(line)["position"] for line in (DATA / "invalid_positions.jsonl").read_bytes().splitlines()
    ]
    assert show("-", input=valid.encode()).stdout == draw_position(parse_position(valid)) + "\n"
    assert len(invalid) > 50
    for text in invalid:
        if text.endswith("\n"):
            continue  # one line end is taken from standard input
        result = show("-", input=text.encode("utf-8", "surrogatepass"))
        assert (text, result.exit_code, result.stdout) == (text, 2, "")
        assert result.stderr.startswith(("Error: this is no position: ", "Error: there can be no such position:\n  - "))
        assert all(len(line) <= 80 for line in result.stderr.splitlines() if "expected" not in line and "-" not in line)


def test_a_position_without_quotes_is_told_what_is_too_much() -> None:
    result = CliRunner().invoke(main, ["show", *START.split(" ")])
    assert result.exit_code == 2
    assert "unexpected extra arguments (kN5 r,b" in result.stderr


def on_a_terminal(position: str, **environment: str) -> str:
    """What `kiln show` prints when its output is a terminal."""
    ours, theirs = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    command = [sys.executable, "-m", "service.cli", "show", position]
    shown = b""
    with subprocess.Popen(command, stdout=theirs, env={**kept, **environment}) as process:
        os.close(theirs)
        with contextlib.suppress(OSError):  # Linux' way of saying that nobody holds the other end any more
            while piece := os.read(ours, 4096):
                shown += piece
    os.close(ours)
    assert process.returncode == 0
    return shown.decode().replace("\r\n", "\n")


def test_on_a_terminal_tiles_have_their_colors_and_keep_their_letters() -> None:
    shown = on_a_terminal(START, TERM="xterm-256color")
    assert "\x1b[38;5;231m\x1b[48;5;26m\x1b[1m b \x1b[0m\x1b[38;5;16m\x1b[48;5;220m\x1b[1m y  y \x1b[0m" in shown
    without = re.sub("\x1b\\[[0-9;]*m", "", shown)
    assert [line.rstrip() for line in without.splitlines()] == PICTURE.splitlines()


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1", "TERM": "xterm"}, {"TERM": "dumb"}], ids=str)
def test_whoever_wants_no_colors_gets_none(environment: dict[str, str]) -> None:
    assert on_a_terminal(START, **environment) == PICTURE


def test_an_empty_no_color_counts_as_none() -> None:
    assert "\x1b[" in on_a_terminal(START, TERM="xterm", NO_COLOR="")
