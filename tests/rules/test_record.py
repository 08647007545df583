import json
import random

import pytest

from service.rules import (
    RECORD_FORMAT,
    RULES_VERSION,
    Left,
    Outcome,
    Record,
    check_record,
    format_position,
    leave,
    parse_move,
    parse_position,
    play,
)
from tests.rules import reference
from tests.rules.boards import EMPTY, START, changed
from tests.rules.records import THREE, Document, errors_of, fault_of, running_game, short_game
from tests.rules.vectors import rows

# ---- right records ---------------------------------------------------------------------------------


def test_a_record_is_played_through_to_its_last_position() -> None:
    checked = check_record(short_game())
    assert checked.record == Record(
        start=THREE,
        names=("first player", None, "\u00e9"),
        moves=tuple(short_game()["moves"]),
        left=(Left(2, 3, "timed_out"), Left(1, 5, "resigned")),
        outcome=Outcome("last_seat", 3),
    )
    assert checked.outcome == Outcome("last_seat", 3)
    assert format_position(checked.position).split(" ")[2] == "!r,!b,g"
    assert checked.position.number == 5


def test_a_record_is_written_as_it_was_read() -> None:
    for document in (short_game(), running_game()):
        written = check_record(document).record.as_dict()
        assert written == document
        assert list(written) == ["format", "rules_version", "start", "seats", "moves", "left", "outcome"]
        assert list(short_game()["left"][0]) == ["seat", "before", "reason"]
        assert json.loads(json.dumps(written)) == document


def test_a_record_of_a_running_game_has_no_outcome() -> None:
    assert check_record(running_game()).outcome is None


def test_a_record_may_have_no_move() -> None:
    checked = check_record(running_game() | {"moves": []})
    assert format_position(checked.position) == THREE


def test_the_moves_are_numbered_from_the_start_on() -> None:
    document = short_game()
    document["start"] = changed(THREE, number="40")
    document["left"][0]["before"] = 42
    document["left"][1]["before"] = 44
    assert check_record(document).position.number == 44


def test_several_seats_may_leave_before_one_move() -> None:
    document = running_game() | {
        "left": [{"seat": 3, "before": 1, "reason": "resigned"}, {"seat": 1, "before": 1, "reason": "resigned"}],
        "moves": [],
        "outcome": {"reason": "last_seat", "winner": 2},
    }
    assert check_record(document).outcome == Outcome("last_seat", 2)


def test_a_start_may_be_a_finished_game() -> None:
    document = running_game() | {
        "start": changed(START, scores="0,17"),
        "seats": [{"name": None}] * 2,
        "moves": [],
        "outcome": {"reason": "target", "winner": 2},
    }
    assert check_record(document).outcome == Outcome("target", 2)


def test_names_are_kept_normalized() -> None:
    document = running_game() | {"seats": [{"name": " e\u0301 "}, {"name": None}, {"name": None}]}
    assert check_record(document).record.names == ("\u00e9", None, None)


@pytest.mark.parametrize("row", rows("games"), ids=lambda row: row["start"])
def test_every_game_of_the_data_is_a_right_record(row: Document) -> None:
    end = parse_position(row["end"])
    record = Record(row["start"], (None,) * len(end.seats), tuple(row["moves"]), (), end.outcome)
    document = json.loads(json.dumps(record.as_dict()))
    checked = check_record(document)
    assert (checked.record, checked.position) == (record, end)


def test_random_games_with_leavers_are_right_records() -> None:
    rng = random.Random(41)
    for _ in range(15):
        text = reference.random_position(rng, two_color=False, finished=False, players=4)
        start = position = parse_position(text)
        moves: list[str] = []
        left: list[Left] = []
        while not position.finished and len(moves) < 40:
            if rng.random() < 0.1:
                seat = rng.choice([seat for seat in range(1, 5) if not position.left[seat - 1]])
                left.append(Left(seat, position.number, rng.choice(["resigned", "timed_out"])))
                position = leave(position, seat)
                continue
            moves.append(reference.random_move(rng, format_position(position)))
            position = play(position, parse_move(moves[-1])).position
        record = Record(format_position(start), (None,) * 4, tuple(moves), tuple(left), position.outcome)
        canonical = check_record(record.as_dict())
        assert canonical.position == position


# ---- bad moves -------------------------------------------------------------------------------------


def test_the_first_illegal_move_is_named_by_number_and_rule() -> None:
    document = short_game()
    document["moves"][2] = document["moves"][1]  # red plays blue's move
    document["moves"][3] = "N1 -"
    fault = fault_of(document)
    assert (fault.number, fault.errors, fault.at, fault.expected) == (3, (), None, None)
    assert fault.rule == reference.first_broken_rule(position_before(short_game(), 3), document["moves"][2])
    assert "move 3" in str(fault)


def position_before(document: Document, number: int) -> str:
    left = [entry for entry in document["left"] if entry["before"] <= number]
    return format_position(
        check_record(document | {"moves": document["moves"][: number - 1], "left": left, "outcome": None}).position
    )


def test_a_text_that_is_no_move_is_named_by_number_and_place() -> None:
    document = short_game()
    document["moves"][1] = "N1 c4>f2"
    fault = fault_of(document)
    assert (fault.number, fault.at, fault.rule, fault.errors) == (2, 6, None, ())
    assert fault.expected == "a square of the warehouse: a to e"


def test_the_numbers_of_bad_moves_count_from_the_start() -> None:
    document = running_game() | {"start": changed(THREE, number="40")}
    document["moves"] = [document["moves"][0], "nonsense"]
    assert fault_of(document).number == 41


def test_a_move_in_another_spelling_is_named_with_its_canonical_form() -> None:
    # In the kiln of the start N1 makes c2 c3 c4 red's largest group.
    document = running_game() | {"start": changed(turn="1", number="40"), "seats": [{"name": None}] * 2}
    document["moves"] = ["N1 c3>b2"]
    fault = fault_of(document)
    assert (fault.number, fault.rule) == (40, None)
    assert fault.errors == (("/moves/0", "must be in its canonical form, N1 c2>b1"),)
    assert check_record(document | {"moves": ["N1 c2>b1"]}).position.number == 41


def test_a_move_after_the_end_is_illegal() -> None:
    document = short_game()
    document["moves"].append("N1 -")
    fault = fault_of(document)
    assert (fault.number, fault.rule) == (5, "game_over")


# ---- bad leaves and outcomes -----------------------------------------------------------------------


def with_left(*entries: tuple[object, object]) -> Document:
    left = [{"seat": seat, "before": before, "reason": "resigned"} for seat, before in entries]
    return running_game() | {"left": left}


@pytest.mark.parametrize(
    ("document", "pointer", "detail"),
    [
        (with_left((4, 1)), "/left/0", "there is no seat 4"),
        (with_left((0, 1)), "/left/0", "there is no seat 0"),
        (with_left((-1, 1)), "/left/0", "there is no seat -1"),
        (with_left((3, 2), (3, 2)), "/left/1", "seat 3 has left already"),
        (with_left((3, 3), (2, 3), (1, 3)), "/left/2", "the game has ended"),
        (with_left((3, 0)), "/left/0/before", "must be 1 to 3, rising, not 0"),
        (with_left((3, 4)), "/left/0/before", "must be 1 to 3, rising, not 4"),
        (with_left((3, 3), (2, 2)), "/left/1/before", "must be 1 to 3, rising, not 2"),
        (with_left((3, -3)), "/left/0/before", "must be 1 to 3, rising, not -3"),
        (with_left((3, 10**20)), "/left/0/before", "must be 1 to 3, rising, not 100000000000000000000"),
    ],
    ids=lambda value: value if isinstance(value, str) else str(value["left"]),
)
def test_a_leave_that_cannot_be_is_named_by_its_pointer(document: Document, pointer: str, detail: str) -> None:
    assert errors_of(document) == [(pointer, detail)]


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (None, "the game ended by last_seat, winner 3"),
        ({"reason": "last_seat", "winner": 1}, "the game ended by last_seat, winner 3"),
        ({"reason": "last_seat", "winner": None}, "the game ended by last_seat, winner 3"),
        ({"reason": "target", "winner": 3}, "the game ended by last_seat, winner 3"),
    ],
    ids=str,
)
def test_an_outcome_that_the_game_did_not_have_is_named(outcome: object, told: str) -> None:
    assert errors_of(short_game() | {"outcome": outcome}) == [("/outcome", f"does not fit the moves: {told}")]


def test_an_outcome_of_a_game_that_still_runs_is_named() -> None:
    document = running_game() | {"outcome": {"reason": "target", "winner": 1}}
    assert errors_of(document) == [("/outcome", "does not fit the moves: the game still runs")]


def test_checking_changes_nothing_of_the_document() -> None:
    document = short_game()
    check_record(document)
    assert document == short_game()


def test_the_format_and_the_rules_version_are_the_first() -> None:
    assert (RECORD_FORMAT, RULES_VERSION) == ("kiln-record/1", 1)
    assert EMPTY in THREE
