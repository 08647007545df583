"""Reading the POSITION that a command is given, and saying what is wrong with it."""

import sys

import click

from service.rules import InvalidPosition, Position, parse_position

__all__ = ["PositionRefused", "explain", "read_position"]

_SHOWN_BEFORE = 40
_SHOWN = 72
_CUT = "..."
_MOST_BYTES = 100_000
"""What is read of standard input: far more than any position has."""


class PositionRefused(click.ClickException):
    """A text that is no valid position; the command ends with exit code 2."""

    exit_code = 2


def read_position(argument: str) -> Position:
    """Return the position that `argument` spells; `-` stands for standard input, which may end in a line end.

    Raises:
        PositionRefused: it is misspelled (the message shows the place) or cannot be (all points are named).
    """
    if argument == "-":
        text = sys.stdin.buffer.read(_MOST_BYTES).decode("utf-8", errors="replace")
        argument = text.removesuffix("\n").removesuffix("\r")
    try:
        return parse_position(argument)
    except InvalidPosition as fault:
        raise PositionRefused(explain(fault)) from None


def explain(fault: InvalidPosition) -> str:
    """Return what is wrong, for a terminal: the place with a caret under it, or a list of all points."""
    if fault.at is None:
        return "\n".join(["there can be no such position:", *(f"  - {point}" for point in fault.errors)])
    shown, caret = _surroundings(fault.text, fault.at)
    found = "it ends too early" if fault.at >= len(fault.text) else f"{fault.text[fault.at]!a} is wrong"
    return "\n".join(
        [
            f"this is no position: {found}, at {fault.at} (counted from 0):",
            f"  {shown}",
            f"  {' ' * caret}^",
            f"  expected here: {fault.expected}",
        ]
    )


def _surroundings(text: str, at: int) -> tuple[str, int]:
    """Return the part of the text to show, on one line of a terminal, and where in it the place `at` is.

    A character that does not take just one column is shown as a question mark.
    """
    start = max(0, at - _SHOWN_BEFORE)
    stop = min(len(text), start + _SHOWN)
    part = "".join(character if " " <= character <= "~" else "?" for character in text[start:stop])
    before = _CUT if start else ""
    after = _CUT if stop < len(text) else ""
    return f"{before}{part}{after}", len(before) + at - start
