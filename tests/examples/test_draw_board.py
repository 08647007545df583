"""The example that draws a position, and its picture."""

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
START = "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r,b 5/5/5/5/5,5/5/5/5/5 0,0 2 17m 1"


def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, str(EXAMPLES / "draw_board.py"), *arguments]
    return subprocess.run(command, capture_output=True, check=False, timeout=60)


def test_the_picture_beside_it_is_what_it_draws() -> None:
    """A picture that looks different on purpose: look at the new one, then keep it as the module says."""
    ran = run()
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout == (EXAMPLES / "board.svg").read_bytes()


def test_it_draws_a_given_position_and_move_with_names_in_any_script() -> None:
    ran = run(START, "W5 f4>c2", "Ann", "\u9676\u5668")
    assert "seat 1 (Ann, red) to move" in ran.stdout.decode()
    assert "Last move: W5 f4&gt;c2" in ran.stdout.decode()
    assert "\u9676\u5668" in ran.stdout.decode()


def test_what_cannot_be_drawn_is_said() -> None:
    ran = run(START, "N5 f4>c2")
    assert (ran.returncode, ran.stdout) == (1, b"")
    assert b"This cannot be drawn: " in ran.stderr
