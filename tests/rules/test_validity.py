"""Every point in which a well-spelled position can be invalid, alone and together with each other one."""

from dataclasses import replace
from itertools import combinations

import pytest

from service.rules import InvalidPosition, Options, parse_position
from service.rules.validity import position_errors
from tests.rules import reference
from tests.rules.boards import EMPTY, START, TWO_COLOR_START, changed, position_with

TILES = "kiln and outer tile together must hold 9 tiles of each color and 1 black one, not {}"
SEATS = "there must be 2 to 4 seats of one color each, or 2 seats of two colors each"
TWICE = "no color may be played twice: {}"
COUNTS = "there must be as many {} as colors, grouped as the seats are"
SCORES = "a score must be 0 to {}"
WINNERS = "at most one seat can have won, not seats {}"
NO_SEAT = "the seat to move must be 1 to {}"
HAS_LEFT = "the seat to move must not have left, as seat {} has"
NOT_THE_WINNER = "in a finished game the seat to move must be the one that has won, seat {}"
NOBODY = "at least one seat must still be in: all of them have left"
GOAL = "the goal both (b) exists only in the two-color game"
TARGET = "the target must be 1 to 29"
NUMBER = "the number must be 1 to 100000"
EXTRA_TURN = "there is no extra turn (+) in a finished game"

RED_FOR_BLUE = "ryygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb"
THREE = {"seats": "r,b,g", "warehouses": f"{EMPTY},{EMPTY},{EMPTY}", "scores": "0,0,0"}


def errors_of(text: str) -> list[str]:
    """Every point that is refused; none for a valid position."""
    errors: list[str] = []
    at: int | None = None
    try:
        parse_position(text)
    except InvalidPosition as fault:
        errors, at = list(fault.errors), fault.at
    assert at is None, "misspelled"
    assert reference.is_position(text) == (not errors)
    return errors


ONE_POINT = {
    "ten red tiles": (changed(kiln=RED_FOR_BLUE), TILES.format("10 red, 8 blue")),
    "two black tiles": (changed(kiln="k" + RED_FOR_BLUE[1:]), TILES.format("8 blue, 2 black")),
    "no black tile": (changed(outer="bN5"), TILES.format("10 blue, 0 black")),
    "all tiles are red": (
        changed(kiln="/".join(["rrrrrr"] * 6), outer="rN1"),
        TILES.format("37 red, 0 blue, 0 green, 0 yellow, 0 black"),
    ),
    "one seat": (changed(seats="r", warehouses=EMPTY, scores="0", turn="1"), SEATS),
    "one seat of two colors": (changed(seats="r+b", warehouses=f"{EMPTY}+{EMPTY}", scores="0+0", turn="1"), SEATS),
    "two colors against one": (
        changed(seats="r+b,g", warehouses=f"{EMPTY}+{EMPTY},{EMPTY}", scores="0+0,0"),
        SEATS,
    ),
    "three colors against one": (
        changed(seats="r+b+g,y", warehouses=f"{EMPTY}+{EMPTY}+{EMPTY},{EMPTY}", scores="0+0+0,0"),
        SEATS,
    ),
    "two seats and one of two colors": (
        changed(seats="r+b,g,y", warehouses=f"{EMPTY}+{EMPTY},{EMPTY},{EMPTY}", scores="0+0,0,0"),
        SEATS,
    ),
    "a color twice": (changed(seats="r,r"), TWICE.format("red")),
    "a color twice in one seat": (changed(TWO_COLOR_START, seats="r+r,b+y"), TWICE.format("red")),
    "two colors twice": (changed(TWO_COLOR_START, seats="g+b,b+g"), TWICE.format("blue, green")),
    "a color three times": (changed(**(THREE | {"seats": "y,y,y"})), TWICE.format("yellow")),
    "a warehouse too few": (changed(warehouses=EMPTY), COUNTS.format("warehouses")),
    "a warehouse too many": (changed(warehouses=f"{EMPTY},{EMPTY},{EMPTY}"), COUNTS.format("warehouses")),
    "warehouses grouped otherwise": (changed(warehouses=f"{EMPTY}+{EMPTY}"), COUNTS.format("warehouses")),
    "a score too few": (changed(scores="0"), COUNTS.format("scores")),
    "a score too many": (changed(scores="0,0,0"), COUNTS.format("scores")),
    "scores grouped otherwise": (changed(TWO_COLOR_START, scores="0,0,0,0"), COUNTS.format("scores")),
    "warehouses and scores too few": (changed(warehouses=EMPTY, scores="0"), COUNTS.format("warehouses and scores")),
    "a score 15 over the target": (changed(scores="0,32", turn="2"), SCORES.format(31)),
    "a score over the lowest target": (changed(scores="16,0", options="1", turn="1"), SCORES.format(15)),
    "a seat that has left with too high a score": (
        changed(**(THREE | {"seats": "r,b,!g", "scores": "0,0,32"})),
        SCORES.format(31),
    ),
    "a score over 999 with goal both": (
        changed(TWO_COLOR_START, scores="0+1000,0+0", options="17mb"),
        SCORES.format(999),
    ),
    "a score over the target in the two-color game": (
        changed(TWO_COLOR_START, scores="0+0,0+32", options="17m"),
        SCORES.format(31),
    ),
    "two winners": (changed(scores="17,17", turn="1"), WINNERS.format("1, 2")),
    "three winners of four": (
        changed(seats="r,b,g,y", warehouses=",".join([EMPTY] * 4), scores="17,0,20,31", turn="3"),
        WINNERS.format("1, 3, 4"),
    ),
    "two winners with goal both": (
        changed(TWO_COLOR_START, scores="17+17,17+17", options="17b"),
        WINNERS.format("1, 2"),
    ),
    "seat 0 to move": (changed(turn="0"), NO_SEAT.format(2)),
    "seat 3 of 2 to move": (changed(turn="3"), NO_SEAT.format(2)),
    "seat 5 of 3 to move": (changed(**THREE, turn="5"), NO_SEAT.format(3)),
    "the seat to move has left": (changed(**(THREE | {"seats": "!r,b,g"}), turn="1"), HAS_LEFT.format(1)),
    "the last seat but one that has left to move": (changed(seats="r,!b"), HAS_LEFT.format(2)),
    "the loser to move": (changed(scores="17,0"), NOT_THE_WINNER.format(1)),
    "the loser to move in the two-color game": (
        changed(TWO_COLOR_START, scores="0+17,0+0", turn="2"),
        NOT_THE_WINNER.format(1),
    ),
    "the loser to move at the last number": (changed(scores="17,0", number="100000"), NOT_THE_WINNER.format(1)),
    "nobody is in": (changed(seats="!r,!b"), NOBODY),
    "goal both with one color each": (changed(options="17mb"), GOAL),
    "target 0": (changed(options="0m"), TARGET),
    "target 30": (changed(options="30m"), TARGET),
    "target 0 in a game with goal both": (changed(TWO_COLOR_START, options="0b"), TARGET),
    "number 0": (changed(number="0"), NUMBER),
    "number 100001": (changed(number="100001"), NUMBER),
    "an extra turn of the winner": (changed(scores="0,17", turn="2+"), EXTRA_TURN),
    "an extra turn of the last seat": (changed(seats="!r,b", turn="2+"), EXTRA_TURN),
    "an extra turn at the last number": (changed(turn="2+", number="100000"), EXTRA_TURN),
}


@pytest.mark.parametrize(("text", "error"), ONE_POINT.values(), ids=ONE_POINT.keys())
def test_each_point_is_refused_alone(text: str, error: str) -> None:
    assert errors_of(text) == [error]


JUST_VALID = {
    "a score 14 over the target": changed(scores="0,31"),
    "999 with goal both": changed(TWO_COLOR_START, scores="0+999,16+0", options="17mb"),
    "the winner to move": changed(scores="17,0", turn="1"),
    "target 1": changed(options="1m"),
    "target 29": changed(options="29m"),
    "number 100000": changed(number="100000"),
    "an extra turn at the last number but one": changed(turn="2+", number="99999"),
    "one over the target with goal both, not both": changed(TWO_COLOR_START, scores="20+16,16+20", options="17mb"),
    "a left seat over the target beside a winner": changed(
        **(THREE | {"seats": "r,!b,g", "scores": "0,18,17"}), turn="3"
    ),
    "a seat in over the target, alone": changed(scores="0,20", seats="!r,b"),
    "any seat next at the last number": changed(number="100000", turn="1"),
}


@pytest.mark.parametrize("text", JUST_VALID.values(), ids=JUST_VALID.keys())
def test_what_is_just_within_every_bound_is_valid(text: str) -> None:
    assert errors_of(text) == []


# Faults in fields of their own, in the order in which they are told.
FAULTS: dict[str, tuple[dict[str, str], str]] = {
    "tiles": ({"kiln": RED_FOR_BLUE}, TILES.format("10 red, 8 blue")),
    "twice": ({"seats": "r,b,r"}, TWICE.format("red")),
    "warehouses": ({"warehouses": EMPTY}, COUNTS.format("warehouses")),
    "score": ({"scores": "0,32,0"}, SCORES.format(31)),
    "turn": ({"turn": "4"}, NO_SEAT.format(3)),
    "goal": ({"options": "17mb"}, GOAL),
    "number": ({"number": "0"}, NUMBER),
}


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7])
def test_points_that_fail_together_are_all_told_in_order(size: int) -> None:
    for names in combinations(FAULTS, size):
        fields: dict[str, str] = dict(THREE)
        for name in names:
            fields |= FAULTS[name][0]
        expected = [FAULTS[name][1] for name in names]
        # A score's bound hangs on there being a score for each color, and on the goal.
        if {"warehouses", "goal"} & set(names) and "score" in names:
            expected.remove(FAULTS["score"][1])
        assert errors_of(changed(**fields)) == expected, names


HANGING = {
    "no bound for scores without a target": (changed(scores="99,0", options="0m"), [TARGET]),
    "no bound for scores that are not as many as the colors": (changed(scores="99"), [COUNTS.format("scores")]),
    "no bound for scores with a goal that is none here": (changed(scores="99,0", options="17b"), [GOAL]),
    "not even 999": (changed(scores="1000,0", options="17b"), [GOAL]),
    "no winners without a target": (changed(scores="0,0", options="0m", turn="2+"), [TARGET]),
    "no winners where a score is too high": (changed(scores="99,17", turn="1"), [SCORES.format(31)]),
    "no winner's turn where two have won": (changed(scores="17,18", turn="2"), [WINNERS.format("1, 2")]),
    "no seat to move among seats that cannot be": (
        changed(seats="r", warehouses=EMPTY, scores="0", turn="7"),
        [SEATS],
    ),
    "no winners among seats that cannot be": (
        changed(seats="r+b,g", warehouses=f"{EMPTY}+{EMPTY},{EMPTY}", scores="17+0,18", turn="2+"),
        [SEATS],
    ),
    "no seat to move where nobody is in": (changed(seats="!r,!b", turn="1"), [NOBODY]),
    "but a seat that does not exist, also where nobody is in": (
        changed(seats="!r,!b", turn="3"),
        [NO_SEAT.format(2), NOBODY],
    ),
    "no extra turn of a winner who is unknown": (changed(scores="17,99", turn="1+"), [SCORES.format(31)]),
    "but an extra turn at the last number, whoever has won": (
        changed(scores="17,99", turn="1+", number="100000"),
        [SCORES.format(31), EXTRA_TURN],
    ),
    "two winners and an extra turn": (changed(scores="17,18", turn="1+"), [WINNERS.format("1, 2"), EXTRA_TURN]),
    "the loser's extra turn": (changed(scores="17,0", turn="2+"), [NOT_THE_WINNER.format(1), EXTRA_TURN]),
    "the extra turn of a seat that has left": (
        changed(seats="r,!b", turn="2+"),
        [HAS_LEFT.format(2), EXTRA_TURN],
    ),
    "no score beyond the cap, whatever the target, with goal both": (
        changed(TWO_COLOR_START, scores="1000+0,0+0", options="30mb"),
        [SCORES.format(999), TARGET],
    ),
    "seats, colors and counts at once": (
        changed(seats="r,b,g,y,r", turn="6"),
        [SEATS, TWICE.format("red"), COUNTS.format("warehouses and scores")],
    ),
    "everything at once": (
        changed(
            kiln=RED_FOR_BLUE, seats="!r+b,!r", warehouses=EMPTY, scores="0", turn="9", options="0mb", number="100001"
        ),
        [
            TILES.format("10 red, 8 blue"),
            SEATS,
            TWICE.format("red"),
            COUNTS.format("warehouses and scores"),
            NOBODY,
            TARGET,
            NUMBER,
        ],
    ),
}


@pytest.mark.parametrize(("text", "errors"), HANGING.values(), ids=HANGING.keys())
def test_a_point_that_hangs_on_one_that_failed_is_left_out(text: str, errors: list[str]) -> None:
    assert errors_of(text) == errors


def test_a_position_made_by_hand_is_checked_the_same_way() -> None:
    good = position_with(START)
    assert position_errors(good) == ()
    bad = replace(good, turn=3, options=Options(30))
    assert position_errors(bad) == (NO_SEAT.format(2), TARGET)


def test_the_message_of_the_fault_names_every_point() -> None:
    with pytest.raises(InvalidPosition, match=r"cannot be: .*10 red, 8 blue; the number must be 1 to 100000"):
        parse_position(changed(kiln=RED_FOR_BLUE, number="0"))
