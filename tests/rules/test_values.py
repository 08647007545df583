"""Values never change, whatever is done with them."""

import copy
import dataclasses
import pickle

import pytest

from service import rules
from service.rules import (
    COMPILED,
    Copy,
    LegalMoves,
    Move,
    Options,
    Part,
    Position,
    Sale,
    format_position,
    leave,
    move_tree,
    parse_move,
    parse_position,
    perft,
    play,
    start_position,
)
from tests.rules.boards import START, TWO_COLOR_START

VALUES = [value for value in vars(rules).values() if isinstance(value, type) and dataclasses.is_dataclass(value)]


def test_all_that_is_exported_is_there_and_named_once() -> None:
    assert sorted(set(rules.__all__)) == sorted(rules.__all__)
    assert [name for name in rules.__all__ if not hasattr(rules, name)] == []


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__name__)
def test_every_value_is_frozen_and_has_no_room_for_more(value: type) -> None:
    assert value.__dataclass_params__.frozen  # type: ignore[attr-defined]  # it is there for every dataclass
    assert "__slots__" in vars(value) or COMPILED  # compiled ones have none, and no room either
    assert "__dict__" not in dir(value)


def test_positions_and_moves_are_equal_when_they_say_the_same_and_can_be_keys() -> None:
    one, other = parse_position(START), parse_position(START)
    assert one is not other
    assert one == other
    assert len({one, other, parse_position(TWO_COLOR_START)}) == 2
    move = Move(2, (Part(Copy(20, 6), Sale(True, (1, 3))),))
    assert {parse_move("N3 c4>b2 R13"): "it"}[move] == "it"


def test_nothing_that_is_asked_of_a_position_changes_it() -> None:
    for text in (START, TWO_COLOR_START):
        position = parse_position(text)
        before = copy.deepcopy(position)
        legal = LegalMoves(position)
        for move in (legal.at(0), legal.at(legal.total - 1)):
            play(position, parse_move(move))
        leave(position, 1)
        move_tree(position, 0)
        if not position.two_color:
            perft(position, 2)
        assert (position.outcome, position.finished, position.kiln_rows[0]) == (None, False, text[:6])
        assert position == before
        assert format_position(position) == text


def test_the_seats_that_a_start_is_made_with_may_change_later() -> None:
    seats = [[rules.Color.RED], [rules.Color.BLUE]]
    position = start_position(seats, Options(), 7)
    seats[0][0] = rules.Color.GREEN
    assert format_position(position) == START


def test_a_position_cannot_be_assigned_to() -> None:
    position = parse_position(START)
    with pytest.raises(dataclasses.FrozenInstanceError):
        position.number = 2  # type: ignore[misc]  # that it fails is what is tested
    with pytest.raises((AttributeError, TypeError)):
        position.note = "mine"  # type: ignore[attr-defined]  # likewise


def test_a_position_can_be_copied_and_sent_to_another_process() -> None:
    position = parse_position(TWO_COLOR_START)
    assert pickle.loads(pickle.dumps(position)) == position
    assert copy.copy(position) == copy.deepcopy(position) == position
    turn = play(position, parse_move(LegalMoves(position).at(0)))
    assert pickle.loads(pickle.dumps(turn)) == turn
    changed = dataclasses.replace(position, number=2)
    assert isinstance(changed, Position)
    assert (changed.number, position.number) == (2, 1)
