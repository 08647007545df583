"""What a picture marks of the last move."""

import random

import pytest

from service.pictures import draw_board
from service.pictures.last_move import Touched, look_back
from service.pictures.layout import lay_out
from service.pictures.outline import outline_path
from service.pictures.warehouse import CELL
from service.rules import (
    BLACK,
    CELL_NAMES,
    SQUARE_NAMES,
    Color,
    LegalMoves,
    Sold,
    Turn,
    parse_move,
    parse_position,
    play,
)
from tests.pictures.drawing import START, classes, parse, random_turn, texts, with_class

FULL = "xxxxx/xxxxx/xxxxx/xxxxx/xxxxx"


def played(before: str, move: str) -> Turn:
    return play(parse_position(before), parse_move(move))


def marked(turn: Turn) -> dict[str, int]:
    """How many elements of each sort mark the move."""
    root = parse(draw_board(turn.position, last=turn))
    names = ("push", "accent", "outline", "halo", "sale", "cross", "points")
    return {name: len(found) for name in names if (found := with_class(root, name))}


def test_without_a_last_move_nothing_is_marked() -> None:
    root = parse(draw_board(parse_position(START)))
    assert not {"push", "accent", "outline", "halo", "sale", "cross", "points"} & {
        name for element in root.iter() for name in classes(element)
    }


def test_the_group_is_the_whole_of_it_and_the_cells_are_where_it_landed() -> None:
    turn = played(START.replace("r,b", "r,y"), "W6 a5>a1")
    last = look_back(turn.position, turn)
    assert last is not None
    touched = last.of(Color.YELLOW)
    assert [SQUARE_NAMES[square] for square in touched.group] == ["a5", "b5", "c5", "d5", "b6"]
    assert last.of(Color.RED) == last.of(BLACK) == Touched()


def test_a_copy_is_outlined_in_the_kiln_and_in_the_warehouse() -> None:
    # The pushed line and its arrow, the text of the move; an outline and its halo twice.
    assert marked(played(START, "W5 f4>c2")) == {"push": 1, "accent": 2, "outline": 2, "halo": 2}


def test_sold_lines_are_framed_and_their_points_written() -> None:
    turn = played(START.replace(",5/5/5/5/5", f",{FULL}"), "W1 - R134")
    assert marked(turn) == {"push": 1, "accent": 2, "sale": 3, "points": 1}
    assert "+6" in [words.text for words in texts(parse(draw_board(turn.position, last=turn)))]


def test_an_erased_square_is_framed_and_crossed_out() -> None:
    turn = played(START.replace(",5/5/5/5/5", f",{FULL}"), "W1 xc2")
    last = look_back(turn.position, turn)
    assert last is not None
    assert last.of(Color.BLUE).erased == CELL_NAMES.index("c2")
    assert marked(turn) == {"push": 1, "accent": 2, "sale": 1, "cross": 1}


def test_both_colors_of_a_seat_are_marked() -> None:
    before = START.replace("r,b 5/5/5/5/5,5/5/5/5/5 0,0", f"r+g,b+y 5/5/5/5/5+5/5/5/5/5,5/5/5/5/5+{FULL} 0+0,0+0")
    moves = LegalMoves(parse_position(before))
    turn = played(before, next(move for move in moves if move.endswith("| - C2")))
    assert marked(turn) == {"push": 1, "accent": 2, "outline": 2, "halo": 2, "sale": 1, "points": 1}


@pytest.mark.parametrize(("slot", "turned"), [("N1", 0), ("E1", 90), ("S1", 180), ("W1", 270)])
def test_the_arrow_points_into_the_kiln(slot: str, turned: int) -> None:
    moves = LegalMoves(parse_position(START))
    turn = played(START, next(move for move in moves if move.startswith(slot)))
    root = parse(draw_board(turn.position, last=turn))
    (arrow,) = (element for element in with_class(root, "accent") if element.get("d"))
    assert arrow.attrib["transform"].endswith(f" rotate({turned})")


def test_every_last_move_is_marked_in_full() -> None:
    rng = random.Random(9)
    for _ in range(100):
        _, turn = random_turn(rng)
        if turn is None:
            continue
        kinds = [event.as_dict() for event in turn.events]
        copies, erasures, sales = (
            [event for event in kinds if event["type"] == kind] for kind in ("copy", "erase", "sell")
        )
        lines = sum(len(event.rows + event.columns) for event in turn.events if isinstance(event, Sold))
        expected = {
            "push": 1,
            "accent": 2,
            "outline": 2 * len(copies),
            "halo": 2 * len(copies),
            "sale": lines + len(erasures),
            "cross": len(erasures),
            "points": len(sales),
        }
        assert marked(turn) == {name: count for name, count in expected.items() if count}


def boxes(turn: Turn, name: str) -> list[tuple[float, ...]]:
    """Across, down, width and height of the rectangles that mark something."""
    root = parse(draw_board(turn.position, last=turn, size=300))
    return [
        tuple(float(element.attrib[key]) for key in ("x", "y", "width", "height")) for element in with_class(root, name)
    ]


def test_sold_rows_lie_and_sold_columns_stand_where_they_were() -> None:
    before = START.replace(",5/5/5/5/5", f",{FULL}")
    assert boxes(played(before, "W1 - R14"), "sale") == [(1.5, 1.5, 107, 19), (1.5, 67.5, 107, 19)]
    assert boxes(played(before, "W1 - C5"), "sale") == [(89.5, 1.5, 19, 107)]


def test_the_frame_of_an_erased_square_is_on_that_square() -> None:
    assert boxes(played(START.replace(",5/5/5/5/5", f",{FULL}"), "W1 xc2"), "sale") == [(45, 23, 20, 20)]


@pytest.mark.parametrize(("slot", "place"), [("N2", 1), ("S6", 5), ("W1", 0), ("E3", 2)])
def test_the_frame_of_the_pushed_line_goes_from_slot_to_slot(slot: str, place: int) -> None:
    turn = played(START, next(move for move in LegalMoves(parse_position(START)) if move.startswith(slot)))
    ((x, y, width, height),) = boxes(turn, "push")
    pitch = lay_out(turn.position, 300).pitch
    along, across, length, breadth = (y, x, height, width) if slot[0] in "NS" else (x, y, width, height)
    assert (round(along), round(length / pitch, 1)) == (1, 8.8)
    assert round((across + breadth / 2) / pitch - 1.9, 1) == place
    assert round(breadth / pitch, 1) == 1


def test_the_outlines_go_round_the_group_and_the_squares_it_was_copied_to() -> None:
    turn = played(START.replace("r,b", "r,y"), "W6 a5>a1")
    root = parse(draw_board(turn.position, last=turn, size=300))
    pitch = lay_out(turn.position, 300).pitch
    kiln, warehouse = (element.attrib["d"] for element in with_class(root, "outline"))
    assert kiln == outline_path([24, 25, 26, 27, 31], 6, pitch)
    assert warehouse == outline_path([0, 1, 2, 3, 6], 5, CELL)
