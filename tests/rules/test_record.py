import copy
import json
import random
from typing import Any

import pytest

from service.rules import (
    RECORD_FORMAT,
    RULES_VERSION,
    InvalidRecord,
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
from tests.rules.vectors import rows

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
    document = running_game() | {"start": changed(turn="1"), "seats": [{"name": None}] * 2}
    document["moves"] = ["N1 c3>b2"]
    fault = fault_of(document)
    assert (fault.number, fault.rule) == (1, None)
    assert fault.errors == (("/moves/0", "must be in its canonical form, N1 c2>b1"),)
    assert check_record(document | {"moves": ["N1 c2>b1"]}).position.number == 2


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


# ---- bad form --------------------------------------------------------------------------------------


@pytest.mark.parametrize("document", [None, [], "record", 1, True], ids=repr)
def test_a_document_that_is_no_object_is_refused(document: object) -> None:
    assert errors_of(document) == [("", "must be an object")]


def test_every_missing_field_is_named() -> None:
    keys = ("format", "rules_version", "start", "seats", "moves", "left", "outcome")
    assert errors_of({}) == [(f"/{key}", "is missing") for key in keys]
    for key in keys:
        document = short_game()
        del document[key]
        assert errors_of(document) == [(f"/{key}", "is missing")]


def test_unknown_fields_are_named_with_escaped_pointers() -> None:
    document = short_game() | {"a/b": 1, "c~d": 2}
    document["seats"][1]["color"] = "red"
    document["left"][0]["why"] = ""
    document["outcome"]["by"] = 1
    assert errors_of(document) == [
        ("/a~1b", "unknown field"),
        ("/c~0d", "unknown field"),
        ("/seats/1/color", "unknown field"),
        ("/left/0/why", "unknown field"),
        ("/outcome/by", "unknown field"),
    ]


SEVENTEEN = changed(THREE, scores="17,17,0", number="0")

# A pointer into the record, what stands there instead, and the errors.
WRONG: dict[str, tuple[str, object, list[tuple[str, str]]]] = {
    "another format": ("/format", "kiln-record/2", [("/format", "must be kiln-record/1")]),
    "a format that is no text": ("/format", 1, [("/format", "must be kiln-record/1")]),
    "another rules version": ("/rules_version", 2, [("/rules_version", "must be 1")]),
    "a rules version as text": ("/rules_version", "1", [("/rules_version", "must be 1")]),
    "a rules version that is true": ("/rules_version", True, [("/rules_version", "must be 1")]),
    "a rules version with a fraction": ("/rules_version", 1.0, [("/rules_version", "must be 1")]),
    "a start that is no text": ("/start", 1, [("/start", "must be a text")]),
    "a start that is null": ("/start", None, [("/start", "must be a text")]),
    "a start that is misspelled": (
        "/start",
        "rb",
        [
            (
                "/start",
                "the position goes wrong at 2 (its end): expected a tile of row 1 of the kiln: r, b, g, y or k",
            )
        ],
    ),
    "a start that cannot be": (
        "/start",
        SEVENTEEN,
        [("/start", "at most one seat can have won, not seats 1, 2"), ("/start", "the number must be 1 to 100000")],
    ),
    "seats that are no list": ("/seats", {}, [("/seats", "must be a list")]),
    "a seat too few": (
        "/seats",
        [{"name": None}] * 2,
        [("/seats", "must have 3 entries, as many as the start has seats")],
    ),
    "a seat too many": (
        "/seats",
        [{"name": None}] * 4,
        [("/seats", "must have 3 entries, as many as the start has seats")],
    ),
    "no seats": ("/seats", [], [("/seats", "must have 3 entries, as many as the start has seats")]),
    "a seat that is no object": ("/seats/1", "name", [("/seats/1", "must be an object")]),
    "a seat without a name": ("/seats/1", {}, [("/seats/1/name", "is missing")]),
    "a name that is no text": ("/seats/0/name", 7, [("/seats/0/name", "must be a text")]),
    "an empty name": (
        "/seats/0/name",
        "  ",
        [("/seats/0/name", "a name must have 1 to 40 characters, not 0")],
    ),
    "a name with a control character": (
        "/seats/0/name",
        "a\nb",
        [("/seats/0/name", "a name must not hold control characters (U+000A)")],
    ),
    "moves that are no list": ("/moves", "N1 -", [("/moves", "must be a list")]),
    "moves that are null": ("/moves", None, [("/moves", "must be a list")]),
    "a move that is no text": ("/moves/2", 3, [("/moves/2", "must be a text")]),
    "leaves that are no list": ("/left", None, [("/left", "must be a list")]),
    "a leave that is no object": ("/left/1", 3, [("/left/1", "must be an object")]),
    "a leave of nobody": (
        "/left/0",
        {},
        [("/left/0/seat", "is missing"), ("/left/0/before", "is missing"), ("/left/0/reason", "is missing")],
    ),
    "a seat as text": ("/left/0/seat", "2", [("/left/0/seat", "must be an integer")]),
    "a seat that is true": ("/left/1/seat", True, [("/left/1/seat", "must be an integer")]),
    "a number with a fraction": ("/left/0/before", 3.0, [("/left/0/before", "must be an integer")]),
    "a number that is null": ("/left/0/before", None, [("/left/0/before", "must be an integer")]),
    "an unknown reason to leave": (
        "/left/0/reason",
        "bored",
        [("/left/0/reason", "must be resigned or timed_out")],
    ),
    "a reason that is no text": ("/left/0/reason", ["resigned"], [("/left/0/reason", "must be resigned or timed_out")]),
    "an outcome that is no object": ("/outcome", "target", [("/outcome", "must be an object")]),
    "an outcome without anything": (
        "/outcome",
        {},
        [("/outcome/reason", "is missing"), ("/outcome/winner", "is missing")],
    ),
    "an unknown reason of the outcome": (
        "/outcome/reason",
        "luck",
        [("/outcome/reason", "must be target or last_seat or move_limit")],
    ),
    "a winner as text": ("/outcome/winner", "3", [("/outcome/winner", "must be an integer")]),
    "a winner that is true": ("/outcome/winner", True, [("/outcome/winner", "must be an integer")]),
}


def with_value(document: Document, pointer: str, value: object) -> Document:
    """The document with another value where the pointer points."""
    changed_document = copy.deepcopy(document)
    inner: Any = changed_document
    *path, last = pointer.removeprefix("/").split("/")
    for key in path:
        inner = inner[int(key)] if isinstance(inner, list) else inner[key]
    inner[int(last) if isinstance(inner, list) else last] = value
    return changed_document


@pytest.mark.parametrize(("pointer", "value", "errors"), WRONG.values(), ids=WRONG.keys())
def test_what_is_misshapen_is_named_by_its_pointer(pointer: str, value: object, errors: list[tuple[str, str]]) -> None:
    assert errors_of(with_value(short_game(), pointer, value)) == errors


def test_all_that_is_misshapen_is_named_at_once() -> None:
    document = short_game()
    for pointer, value in (("/format", 1), ("/seats/0/name", 7), ("/moves/2", 3), ("/left/0/seat", "2")):
        document = with_value(document, pointer, value)
    assert [pointer for pointer, _ in errors_of(document)] == ["/format", "/seats/0/name", "/moves/2", "/left/0/seat"]


def test_form_is_looked_at_before_play() -> None:
    document = with_value(short_game(), "/moves/0", "nonsense")
    assert [pointer for pointer, _ in errors_of(with_value(document, "/outcome", 1))] == ["/outcome"]


def test_checking_changes_nothing_of_the_document() -> None:
    document = short_game()
    check_record(document)
    assert document == short_game()


def test_the_format_and_the_rules_version_are_the_first() -> None:
    assert (RECORD_FORMAT, RULES_VERSION) == ("kiln-record/1", 1)
    assert EMPTY in THREE
