"""Whether a text is a valid position, or a well-formed move, at all."""

import re

from .ending import outcome_of
from .state import HIGHEST_SCORE, LAST_NUMBER, State, read_position

NUMBER = "(?:0|[1-9][0-9]*)"
KILN = "[rbgyk]{6}(?:/[rbgyk]{6}){5}"
WAREHOUSE = "[x1-5]{1,5}(?:/[x1-5]{1,5}){4}"


def grouped(part: str) -> str:
    """One or more of `part`, joined by `,` and `+`."""
    return f"{part}(?:[,+]{part})*"


POSITION = re.compile(
    f"{KILN} [rbgyk][NESW][1-6] !?[rbgy](?:[+][rbgy]|,!?[rbgy])* {grouped(WAREHOUSE)} {grouped(NUMBER)}"
    f" {NUMBER}[+]? {NUMBER}m?h?b? {NUMBER}"
)
ACTION = "(?:[a-f][1-6]>[a-e][1-5]|-|x[a-e][1-5])"
SALE = "(?: [RC](?=[1-5])1?2?3?4?5?)?"
MOVE = re.compile(f"[NESW][1-6] {ACTION}{SALE}(?: [|] {ACTION}{SALE})?")


def is_move(text: str) -> bool:
    """Whether the text is a well-formed move (legal or not)."""
    return MOVE.fullmatch(text) is not None


def is_position(text: str) -> bool:
    """Whether the text is the text of a valid position."""
    if POSITION.fullmatch(text) is None:
        return False
    _, _, seats, warehouses, scores, _, _, _ = text.split(" ")
    shape = "".join(sign for sign in seats if sign in ",+")
    if any("".join(sign for sign in field if sign in ",+") != shape for field in (warehouses, scores)):
        return False
    colors = [sign for sign in seats if sign in "rbgyk"]
    if len(colors) != len(set(colors)):
        return False
    lines = re.split("[,+/]", warehouses)
    return all(is_warehouse_line(line) for line in lines) and is_valid(read_position(text))


def is_warehouse_line(line: str) -> bool:
    """Whether five squares are told, by runs that do not touch."""
    width = sum(1 if sign == "x" else int(sign) for sign in line)
    return width == 5 and re.search("[1-5][1-5]", line) is None


def is_valid(state: State) -> bool:
    """Whether a well-spelt position, with a warehouse and a score for each color, is valid."""
    tiles = [tile for row in state.kiln for tile in row] + [state.outer]
    if sorted(tiles) != sorted("r" * 9 + "b" * 9 + "g" * 9 + "y" * 9 + "k"):
        return False
    sizes = [len(seat) for seat in state.seats]
    two_color = sizes == [2, 2]
    if not two_color and sizes not in ([1, 1], [1, 1, 1], [1, 1, 1, 1]):
        return False
    highest = HIGHEST_SCORE if state.both else state.target + 14
    if any(score > highest for score in state.scores.values()):
        return False
    seats_in = state.seats_in()
    if state.turn not in seats_in:
        return False
    if sum(state.reaches_target(seat) or len(seats_in) == 1 for seat in seats_in) > 1:
        return False
    result = outcome_of(state)
    if result is not None and (state.extra or state.turn != (result["winner"] or state.turn)):
        return False
    return (two_color or not state.both) and 1 <= state.target <= 29 and 1 <= state.number <= LAST_NUMBER
