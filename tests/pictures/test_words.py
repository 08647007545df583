"""The position in words."""

import pytest

from service.pictures import draw_board
from service.rules import Position, Turn, parse_move, parse_position, play
from tests.pictures.drawing import KILN, START, content, parse

KILN_WORDS = (
    "The kiln, rows from the top: blue yellow yellow green red blue; green yellow red blue green green; "
    "red yellow red blue red green; green blue red green green blue; yellow yellow yellow yellow blue red; "
    "yellow blue red green red blue. "
)


def words(position: Position, last: Turn | None = None, names: tuple[str | None, ...] = (), **more: object) -> str:
    return content(parse(draw_board(position, last=last, names=names, **more)), "desc")  # type: ignore[arg-type] # some


def title(text: str, **more: object) -> str:
    return content(parse(draw_board(parse_position(text), **more)), "title")  # type: ignore[arg-type] # some


def test_a_start_position() -> None:
    assert words(parse_position(START)) == (
        "Move 1: seat 2 (blue) to move. The outer tile is black, on slot N5. " + KILN_WORDS + "Seat 1 (red): score 0, "
        "warehouse empty. Seat 2 (blue): score 0, warehouse empty. The target is 17 points; fixing the mess is on, "
        "heating up is off."
    )


def test_a_two_color_game_with_names() -> None:
    position = parse_position(
        f"{KILN} kS2 r+g,b+y 5/5/5/5/5+5/xxxx1/5/5/5,xxxxx/xxxxx/xxxxx/xxxxx/xxxxx+5/5/5/5/xxx2 "
        "0+999,28+2 2+ 29hb 99000"
    )
    assert words(position, names=("Ann", "B & B")) == (
        "Move 99000: seat 2 (B & B, blue and yellow) to move, in an extra turn. The outer tile is black, on slot S2. "
        + KILN_WORDS
        + "Seat 1 (Ann, red and green): red: score 0, warehouse empty; green: score 999, filled a2 b2 c2 d2. "
        "Seat 2 (B & B, blue and yellow): blue: score 28, warehouse full; yellow: score 2, filled a5 b5 c5. "
        "The target is 29 points with both colors; fixing the mess is off, heating up is on."
    )


def test_seats_that_have_left_and_the_last_seat_in_the_game() -> None:
    position = parse_position(START.replace("r,b", "r,!b").replace(" 2 17m 1", " 1 1m 30"))
    told = words(position, names=(None, "Bo"))
    assert told.startswith("Finished before move 30: seat 1 (red) has won as the last seat in the game. ")
    assert "Seat 2 (Bo, blue) has left, score 0, warehouse empty. The target is 1 point;" in told


def test_open_seats() -> None:
    position = parse_position(f"{KILN} kN5 r,b,g 5/5/5/5/5,5/5/5/5/5,5/5/5/5/5 0,0,0 2 17m 1")
    told = words(position, open_seats=[3, 1])
    assert told.startswith("Move 1: waiting for seats 1 and 3. ")
    assert "Seat 1 (red) is open, score 0, warehouse empty. Seat 2 (blue): score 0" in told


@pytest.mark.parametrize(
    ("before", "move", "told"),
    [
        (
            START,
            "W5 f4>c2",
            "W5 f4>c2: black pushed in at W5, red out at E5; the blue group f4 f5 f6 copied to c2 c3 c4.",
        ),
        (
            START.replace("5/5/5/5/5,5/5/5/5/5", "5/5/5/5/5,xxxxx/5/5/5/xxxxx"),
            "N1 d2>a2 R15",
            "N1 d2>a2 R15: black pushed in at N1, yellow out at S1; the blue group d2 d3 copied to a2 a3; "
            "blue rows 1 and 5 sold for 3 points.",
        ),
    ],
)
def test_the_last_move(before: str, move: str, told: str) -> None:
    turn = play(parse_position(before), parse_move(move))
    assert words(turn.position, turn).endswith(f" The last move, {told}")


def test_titles() -> None:
    assert title(START) == "Kiln, move 1: seat 2 (blue) to move"
    assert title(START, title="Game 7", names=["Ann", "Bo"]) == "Game 7, move 1: seat 2 (Bo, blue) to move"
    assert title(START.replace("17m 1", "17m 100000")) == (
        "Kiln, finished before move 100000: nobody has won, no game is longer"
    )
    assert title(START.replace("0,0 2 17m 1", "18,3 1 17m 9")) == (
        "Kiln, finished before move 9: seat 1 (red) has won by reaching the target"
    )
