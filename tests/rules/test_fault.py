import pytest

from service.rules import (
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    InvalidRecord,
    InvalidText,
    KilnError,
    parse_move,
    parse_position,
    play,
)
from tests.rules.boards import START, changed, position_with


def test_every_fault_is_a_kiln_error_and_a_value_error() -> None:
    assert issubclass(KilnError, ValueError)
    assert all(issubclass(fault, KilnError) for fault in (InvalidText, IllegalMove, InvalidRecord))
    assert all(issubclass(fault, InvalidText) for fault in (InvalidMove, InvalidPosition))


def test_a_misspelled_move_quotes_what_stands_there() -> None:
    with pytest.raises(InvalidMove) as caught:
        parse_move("N3 c4>f2")
    assert str(caught.value) == "the move goes wrong at 6 ('f'): expected a square of the warehouse: a to e"


def test_a_text_that_ends_too_early_says_so() -> None:
    with pytest.raises(InvalidMove) as caught:
        parse_move("N3")
    assert str(caught.value) == "the move goes wrong at 2 (its end): expected a space and an action"


def test_what_is_not_ascii_is_quoted_in_ascii() -> None:
    with pytest.raises(InvalidPosition) as caught:
        parse_position(changed(scores="\uff11,0"))
    assert str(caught.value) == "the position goes wrong at 70 ('\\uff11'): expected a score"


def test_an_invalid_position_has_a_place_or_points() -> None:
    with pytest.raises(InvalidPosition) as caught:
        parse_position(changed(number="0"))
    assert (caught.value.at, caught.value.expected) == (None, "")
    assert str(caught.value) == "the position cannot be: the number must be 1 to 100000"


def test_an_illegal_move_tells_its_text_its_number_and_why() -> None:
    with pytest.raises(IllegalMove) as caught:
        play(position_with(START, number="12"), parse_move("N5 -"))
    fault = caught.value
    assert (fault.rule, fault.move, fault.number) == ("same_slot", "N5 -", 12)
    assert fault.explanation == "the outer tile already lies on N5"
    assert str(fault) == "N5 - is illegal as move 12: the outer tile already lies on N5"
    assert fault.__context__ is None
