"""Records that tests change, and the faults of changed ones."""

from typing import Any

import pytest

from service.rules import InvalidRecord, check_record, format_position, leave, parse_move, parse_position, play
from tests.rules import reference

Document = dict[str, Any]

# Three seats; blue (2) leaves before move 3, green wins because red (1) leaves after move 4.
THREE = reference.start_position(7, [["r"], ["b"], ["g"]], first_seat=1)


def short_game() -> Document:
    """A record of four moves in which two of three seats leave."""
    position = parse_position(THREE)
    moves: list[str] = []
    for number in range(1, 5):
        if number == 3:
            position = leave(position, 2)
        moves.append(next(reference.iter_legal_moves(format_position(position))))
        position = play(position, parse_move(moves[-1])).position
    return {
        "format": "kiln-record/1",
        "rules_version": 1,
        "start": THREE,
        "seats": [{"name": "first player"}, {"name": None}, {"name": "\u00e9"}],
        "moves": moves,
        "left": [
            {"seat": 2, "before": 3, "reason": "timed_out"},
            {"seat": 1, "before": 5, "reason": "resigned"},
        ],
        "outcome": {"reason": "last_seat", "winner": 3},
    }


def running_game() -> Document:
    """The same game before anybody left."""
    return short_game() | {"moves": short_game()["moves"][:2], "left": [], "outcome": None}


def fault_of(document: object) -> InvalidRecord:
    with pytest.raises(InvalidRecord) as caught:
        check_record(document)
    return caught.value


def errors_of(document: object) -> list[tuple[str, str]]:
    fault = fault_of(document)
    assert (fault.number, fault.rule, fault.at, fault.expected) == (None, None, None, None)
    assert fault.errors
    return list(fault.errors)
