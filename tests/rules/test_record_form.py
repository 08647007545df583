"""A record whose form is wrong: everything that is, each by its JSON pointer."""

import copy
from typing import Any

import pytest

from tests.rules.boards import changed
from tests.rules.records import THREE, Document, errors_of, short_game


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
