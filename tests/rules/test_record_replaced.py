"""What a record says of seats that a bot has played on."""

from __future__ import annotations

import copy

import pytest

from service.rules import check_record
from tests.rules.records import Document, errors_of, running_game, short_game

ENTRY = {"seat": 1, "before": 2, "reason": "resigned", "bot": {"level": "greedy"}}


def with_replaced(*entries: object, game: Document | None = None) -> Document:
    return copy.deepcopy((game or running_game()) | {"replaced": list(entries)})


def test_it_changes_nothing_of_the_play() -> None:
    plain, document = check_record(running_game()), with_replaced(ENTRY)
    checked = check_record(document)
    assert (checked.position, checked.outcome) == (plain.position, plain.outcome)
    assert checked.record.as_dict() == document


def test_the_key_stands_before_the_outcome_and_only_where_it_says_something() -> None:
    assert list(check_record(with_replaced(ENTRY)).record.as_dict())[-3:] == ["left", "replaced", "outcome"]
    assert "replaced" not in check_record(with_replaced()).record.as_dict()


def test_several_stand_in_their_order() -> None:
    entries = (ENTRY, ENTRY | {"seat": 3}, ENTRY | {"seat": 2, "before": 3, "reason": "timed_out"})
    assert [one.seat for one in check_record(with_replaced(*entries)).record.replaced] == [1, 3, 2]


WRONG: dict[str, tuple[object, list[tuple[str, str]]]] = {
    "no object": (1, [("/replaced/0", "must be an object")]),
    "a field too many": (ENTRY | {"why": 1}, [("/replaced/0/why", "unknown field")]),
    "no bot": ({**ENTRY, "bot": None}, [("/replaced/0/bot", "must be an object")]),
    "no level": (ENTRY | {"bot": {}}, [("/replaced/0/bot/level", "is missing")]),
    "a level that is no text": (ENTRY | {"bot": {"level": 3}}, [("/replaced/0/bot/level", "must be a text")]),
    "an empty level": (ENTRY | {"bot": {"level": ""}}, [("/replaced/0/bot/level", "must have 1 to 40 characters")]),
    "a seat that is no integer": (ENTRY | {"seat": "1"}, [("/replaced/0/seat", "must be an integer")]),
    "a seat that there is not": (ENTRY | {"seat": 4}, [("/replaced/0/seat", "there is no seat 4")]),
    "another reason": (ENTRY | {"reason": "tired"}, [("/replaced/0/reason", "must be resigned or timed_out")]),
    "too early": (ENTRY | {"before": 0}, [("/replaced/0/before", "must be 1 to 3, rising, not 0")]),
    "too late": (ENTRY | {"before": 4}, [("/replaced/0/before", "must be 1 to 3, rising, not 4")]),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_named(case: str) -> None:
    entry, errors = WRONG[case]
    assert errors_of(with_replaced(entry)) == errors


def test_an_entry_without_a_field_is_wrong() -> None:
    for key in ENTRY:
        entry = {name: value for name, value in ENTRY.items() if name != key}
        assert errors_of(with_replaced(entry)) == [(f"/replaced/0/{key}", "is missing")]


def test_the_list_must_be_one() -> None:
    assert errors_of(running_game() | {"replaced": {}}) == [("/replaced", "must be a list")]


def test_they_must_be_in_order() -> None:
    later, earlier = ENTRY | {"before": 3}, ENTRY | {"seat": 2}
    assert errors_of(with_replaced(later, earlier)) == [("/replaced/1/before", "must be 1 to 3, rising, not 2")]


def test_nobody_is_replaced_twice() -> None:
    assert errors_of(with_replaced(ENTRY, ENTRY)) == [("/replaced/1/seat", "a bot plays seat 1 already")]


def test_nobody_is_replaced_who_has_left() -> None:
    entry = ENTRY | {"seat": 2, "before": 4}
    assert errors_of(with_replaced(entry, game=short_game())) == [("/replaced/0/seat", "seat 2 has left already")]
