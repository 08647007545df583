import pytest

from service.rules import SKIP, Copy, Erase, InvalidMove, Move, Part, Sale, format_move, parse_move

SLOT = "a slot: N, E, S or W"
SLOT_NUMBER = "the number of the slot: 1 to 6"
ACTION = "an action: a kiln square, - or x"
KILN_ROW = "the row of the kiln square: 1 to 6"
ARROW = "> and a square of the warehouse"
CELL = "a square of the warehouse: a to e"
CELL_ROW = "the row of the warehouse square: 1 to 5"
AFTER_ACTION = "a space or the end of the move"
SALE_OR_SECOND = "a sale (R or C), or | and the second color's action"
FIRST_LINE = "the first line to be sold: 1 to 5"
SECOND = "| and the second color's action"

# What is right up to a place, and what is expected there.
MISSPELLINGS = {
    "the empty text": ("", 0, SLOT),
    "no side": ("A1 -", 0, SLOT),
    "a lower-case side": ("n3 -", 0, SLOT),
    "a space in front": (" N3 -", 0, SLOT),
    "a full-width letter": ("\uff2e3 -", 0, SLOT),
    "the end after the side": ("N", 1, SLOT_NUMBER),
    "slot 0": ("N0 -", 1, SLOT_NUMBER),
    "slot 7": ("W7 -", 1, SLOT_NUMBER),
    "a full-width digit": ("N\uff13 -", 1, SLOT_NUMBER),
    "the end after the slot": ("N3", 2, "a space and an action"),
    "no space after the slot": ("N33", 2, "a space and an action"),
    "the end after the slot's space": ("N3 ", 3, ACTION),
    "two spaces after the slot": ("N3  -", 3, ACTION),
    "column g": ("N3 g1>a1", 3, ACTION),
    "an upper-case square": ("N3 C4>b2", 3, ACTION),
    "a bar instead of the action": ("N3 | -", 3, ACTION),
    "the end after the column": ("N3 a", 4, KILN_ROW),
    "kiln row 7": ("N3 a7>a1", 4, KILN_ROW),
    "the end after the square": ("N3 c4", 5, ARROW),
    "no arrow": ("N3 a1-a1", 5, ARROW),
    "a space before the arrow": ("N3 c4 > b2", 5, ARROW),
    "the end after the arrow": ("N3 c4>", 6, CELL),
    "column f of the warehouse": ("N3 a1>f1", 6, CELL),
    "an upper-case cell": ("N3 c4>B2", 6, CELL),
    "the end after the cell's column": ("N3 a1>a", 7, CELL_ROW),
    "row 6 of the warehouse": ("N3 a1>a6", 7, CELL_ROW),
    "the end after x": ("N3 x", 4, CELL),
    "a space after x": ("N3 x a1", 4, CELL),
    "x and column f": ("N3 xf1", 4, CELL),
    "x and the end after the column": ("N3 xa", 5, CELL_ROW),
    "x and row 6": ("N3 xa6", 5, CELL_ROW),
    "two skips": ("N3 --", 4, AFTER_ACTION),
    "a line feed at the end": ("N3 -\n", 4, AFTER_ACTION),
    "a null character at the end": ("N3 -\0", 4, AFTER_ACTION),
    "a lone surrogate at the end": ("N3 -\ud800", 4, AFTER_ACTION),
    "a bar without a space": ("N3 -|-", 4, AFTER_ACTION),
    "a letter after the copy": ("N3 a1>a1x", 8, AFTER_ACTION),
    "a space at the end": ("N3 - ", 5, SALE_OR_SECOND),
    "two spaces after the action": ("N3 -  | -", 5, SALE_OR_SECOND),
    "a lower-case sale": ("N3 - r1", 5, SALE_OR_SECOND),
    "a second action without a bar": ("N3 - xa1", 5, SALE_OR_SECOND),
    "a sale of nothing": ("N3 - R", 6, FIRST_LINE),
    "line 0": ("N3 - R0", 6, FIRST_LINE),
    "line 6": ("N3 - C6", 6, FIRST_LINE),
    "a sale of rows, then a space": ("N3 - R 1", 6, FIRST_LINE),
    "falling lines": ("N3 - R31", 7, "a higher line"),
    "a line twice": ("N3 - R11", 7, "a higher line"),
    "a higher line that does not exist": ("N3 - R16", 7, "a higher line"),
    "a line after 5": ("N3 - R123456", 11, "no line after 5"),
    "a comma between lines": ("N3 - R1,3", 7, "a higher line, a space or the end of the move"),
    "a letter after line 5": ("N3 - R5x", 7, "a space or the end of the move"),
    "a second sale": ("N3 - R1 C1", 8, SECOND),
    "a space after the sale": ("N3 c4>b2 R13 ", 13, SECOND),
    "the end after the bar": ("N3 - |", 6, "a space and the second color's action"),
    "no space after the bar": ("N3 - |-", 6, "a space and the second color's action"),
    "the end after the bar's space": ("N3 - R12 | ", 11, ACTION),
    "a bad square in the second part": ("N3 - | a1>a0", 11, CELL_ROW),
    "a letter after the second action": ("N3 - | -x", 8, AFTER_ACTION),
    "a space after the second action": ("N3 - | - ", 9, "a sale: R or C"),
    "three parts": ("N3 - | - | -", 9, "a sale: R or C"),
    "a letter after the second sale": ("N3 - | - C4x", 11, "a higher line or the end of the move"),
    "a letter after line 5 of the second sale": ("N3 - | - C5x", 11, "the end of the move"),
    "a space after the second sale": ("N3 - | - R5 ", 11, "the end of the move"),
    "falling lines in the second sale": ("N3 - | - R54", 11, "no line after 5"),
    "three parts with sales": ("N3 - R1 | - R1 | -", 14, "a higher line or the end of the move"),
    "no move at all": ("null", 0, SLOT),
}


@pytest.mark.parametrize(("text", "at", "expected"), MISSPELLINGS.values(), ids=MISSPELLINGS.keys())
def test_a_misspelling_is_refused_with_its_place_and_what_was_expected(text: str, at: int, expected: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        parse_move(text)
    assert (caught.value.text, caught.value.at, caught.value.expected) == (text, at, expected)


MOVES = {
    "N3 c4>b2": Move(2, (Part(Copy(20, 6)),)),
    "E5 - R2": Move(10, (Part(SKIP, Sale(True, (2,))),)),
    "W1 xd4": Move(18, (Part(Erase(18)),)),
    "S6 a1>a1 C15 | d4>b2": Move(17, (Part(Copy(0, 0), Sale(False, (1, 5))), Part(Copy(21, 6)))),
    "N1 f6>e5 R12345 | xe5 C12345": Move(
        0, (Part(Copy(35, 24), Sale(True, (1, 2, 3, 4, 5))), Part(Erase(24), Sale(False, (1, 2, 3, 4, 5))))
    ),
    "W6 - | -": Move(23, (Part(SKIP), Part(SKIP))),
    "W6 - | - R5": Move(23, (Part(SKIP), Part(SKIP, Sale(True, (5,))))),
}


@pytest.mark.parametrize(("text", "move"), MOVES.items())
def test_a_move_is_read_and_printed(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert format_move(move) == text


def test_the_lines_of_a_sale_are_also_told_as_bits() -> None:
    assert Sale(True, (1, 3)).mask == 0b00101
    assert Sale(False, (5,)).mask == 0b10000


def test_every_sale_is_read_and_printed() -> None:
    digits = ["".join(str(i + 1) for i in range(5) if mask >> i & 1) for mask in range(1, 32)]
    texts = [f"E1 - {letter}{lines}" for letter in "RC" for lines in digits]
    assert [format_move(parse_move(text)) for text in texts] == texts
