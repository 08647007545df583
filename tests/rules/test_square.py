from service.rules import CELL_NAMES, SQUARE_NAMES
from service.rules.square import ALL_CELLS, ALL_SQUARES, CELL_INDEX, SQUARE_INDEX, bits


def test_kiln_squares_stand_in_reading_order() -> None:
    assert " ".join(SQUARE_NAMES) == (
        "a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 a5 b5 c5 d5 e5 f5 a6 b6 c6 d6 e6 f6"
    )


def test_warehouse_cells_stand_in_reading_order() -> None:
    assert " ".join(CELL_NAMES) == "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5 e5"


def test_names_lead_back_to_their_numbers() -> None:
    assert [SQUARE_INDEX[name] for name in SQUARE_NAMES] == list(range(36))
    assert [CELL_INDEX[name] for name in CELL_NAMES] == list(range(25))


def test_bits_are_told_rising() -> None:
    assert bits(0) == []
    assert bits(0b1000_0101) == [0, 2, 7]
    assert bits(ALL_SQUARES) == list(range(36))
    assert bits(ALL_CELLS) == list(range(25))
