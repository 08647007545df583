"""The right values that were worked out elsewhere: every line of every file in tests/rules/data."""

import hashlib
from pathlib import Path

import pytest

from service.rules import (
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    LegalMoves,
    Options,
    Position,
    canonical_move,
    format_move,
    format_position,
    leave,
    move_tree,
    parse_color,
    parse_move,
    parse_position,
    play,
    start_position,
)
from tests.rules.trees import moves_of_tree
from tests.rules.vectors import rows

TREES_UP_TO = 3000


def winner(position: Position) -> int | None:
    return position.outcome.winner if position.outcome else None


def test_every_file_of_the_data_is_read_by_these_tests() -> None:
    files = {path.stem for path in (Path(__file__).parent / "data").glob("*.jsonl")}
    read = {"starts", "legal", "plays", "illegal", "games", "leaves", "invalid_positions", "invalid_moves"}
    assert files == read | {"perft"}  # perft: test_perft.py


def test_every_seed_gives_its_start() -> None:
    for row in rows("starts"):
        seats = [[parse_color(letter) for letter in seat] for seat in row["seats"]]
        assert format_position(start_position(seats, Options(), row["seed"])) == row["position"]


def test_every_legal_list_is_complete_and_in_canonical_order() -> None:
    for row in rows("legal"):
        legal = LegalMoves(parse_position(row["position"]))
        moves = legal.page(0, legal.total)
        assert (legal.total, len(moves)) == (row["total"], row["total"]), row["position"]
        assert [*moves[:1], *moves[-1:]] == ([row["first"], row["last"]] if moves else []), row["position"]
        assert hashlib.sha256("\n".join(moves).encode()).hexdigest() == row["sha256"], row["position"]
        if moves:
            assert (legal.at(0), legal.at(legal.total - 1)) == (row["first"], row["last"])


def test_every_tree_holds_its_legal_list() -> None:
    compared = 0
    for row in rows("legal"):
        tree = move_tree(parse_position(row["position"]))
        assert sum(push.total for push in tree) == row["total"]
        if row["total"] <= TREES_UP_TO:
            moves = moves_of_tree(tree)
            assert hashlib.sha256("\n".join(moves).encode()).hexdigest() == row["sha256"], row["position"]
            compared += 1
    assert compared > 200


def test_every_move_leads_to_its_position_and_winner() -> None:
    respelled = 0
    for row in rows("plays"):
        position = parse_position(row["position"])
        turn = play(position, parse_move(row["move"]))
        assert format_position(turn.position) == row["after"], row
        assert winner(turn.position) == row["winner"], row
        assert format_move(turn.move) == row.get("canonical", row["move"]), row
        assert canonical_move(position, parse_move(row["move"])) == turn.move
        assert parse_position(row["after"]) == turn.position
        respelled += "canonical" in row
    assert respelled > 100


def test_every_illegal_move_breaks_its_rule_first() -> None:
    for row in rows("illegal"):
        with pytest.raises(IllegalMove) as caught:
            play(parse_position(row["position"]), parse_move(row["move"]))
        assert caught.value.rule == row["rule"], row


def test_every_game_comes_to_its_end() -> None:
    for row in rows("games"):
        position = parse_position(row["start"])
        for move in row["moves"]:
            assert not position.finished
            turn = play(position, parse_move(move))
            assert format_move(turn.move) == move
            position = turn.position
        assert (format_position(position), winner(position)) == (row["end"], row["winner"])


def test_every_leaver_leaves_the_right_position_and_winner() -> None:
    for row in rows("leaves"):
        position = leave(parse_position(row["position"]), row["leaves"])
        assert (format_position(position), winner(position)) == (row["after"], row["winner"])


def test_only_the_valid_position_is_read() -> None:
    for row in rows("invalid_positions"):
        if row["why"] == "valid":
            assert format_position(parse_position(row["position"])) == row["position"]
            continue
        with pytest.raises(InvalidPosition):
            parse_position(row["position"])


# What each of these is refused with: a place, or the beginning of the only point that fails.
PLACES_AND_POINTS: dict[str, int | str] = {
    "empty text": 0,
    "a leading space": 0,
    "a trailing space": 81,
    "a trailing newline": 81,
    "two spaces": 42,
    "a field missing": 79,
    "a field too many": 81,
    "five kiln rows": 34,
    "a row of seven": 41,
    "an unknown tile": 0,
    "an upper-case tile": 0,
    "two black tiles": "kiln and outer tile together",
    "ten of a color": "kiln and outer tile together",
    "no slot N7": 44,
    "no slot N0": 44,
    "a lower-case slot": 43,
    "one seat": "there must be 2 to 4 seats",
    "a color twice": "no color may be played twice",
    "black as a seat color": 48,
    "three seats, two warehouses": "there must be as many warehouses and scores",
    "one warehouse": "there must be as many warehouses as",
    "warehouse row of four": 51,
    "warehouse row of six": 51,
    "two runs that touch": 51,
    "a zero run": 50,
    "four warehouse rows": 57,
    "negative score": 70,
    "a plus sign": 70,
    "a leading zero": 71,
    "full-width digits": 70,
    "score above target + 14": "a score must be 0 to 31",
    "two winners": "at most one seat can have won",
    "one score": "there must be as many scores as",
    "seat 0 to move": "the seat to move must be 1 to 2",
    "seat 3 of 2 to move": "the seat to move must be 1 to 2",
    "a minus after the seat": 75,
    "a finished game with an extra turn": "there is no extra turn",
    "the loser to move in a finished game": "in a finished game the seat to move",
    "target 0": "the target must be 1 to 29",
    "target 30": "the target must be 1 to 29",
    "options in the wrong order": 79,
    "an option twice": 79,
    "goal both in a one-color game": "the goal both (b)",
    "no target": 76,
    "number 0": "the number must be 1 to 100000",
    "number 100001": "the number must be 1 to 100000",
    "a number with a leading zero": 81,
    "both seats have left": "at least one seat must still be in",
    "the seat to move has left": "the seat to move must not have left",
    "two colors against one": "there must be 2 to 4 seats",
}


def test_every_invalid_position_is_refused_for_what_is_wrong_with_it() -> None:
    found = dict(PLACES_AND_POINTS)
    for row in rows("invalid_positions"):
        if row["why"] not in PLACES_AND_POINTS:
            assert row["why"] in ("valid", "three seats with two colors each")  # the latter has two points that fail
            continue
        with pytest.raises(InvalidPosition) as caught:
            parse_position(row["position"])
        right = found.pop(row["why"])
        if isinstance(right, int):
            assert (caught.value.at, caught.value.errors) == (right, ()), row["why"]
        else:
            assert caught.value.at is None
            assert [error[: len(right)] for error in caught.value.errors] == [right], row["why"]
    assert found == {}


PLACES_IN_MOVES = {
    "": 0,
    "N3": 2,
    "N3 ": 3,
    "N3  -": 3,
    " N3 -": 0,
    "N3 -\n": 4,
    "n3 -": 0,
    "N7 -": 1,
    "N0 -": 1,
    "A1 -": 0,
    "N3 c4": 5,
    "N3 c4>": 6,
    "N3 >b2": 3,
    "N3 g1>a1": 3,
    "N3 a7>a1": 4,
    "N3 a1>f1": 6,
    "N3 a1>a6": 7,
    "N3 a1-a1": 5,
    "N3 x": 4,
    "N3 xf1": 4,
    "N3 xa6": 5,
    "N3 x a1": 4,
    "N3 --": 4,
    "N3 - R": 6,
    "N3 - R0": 6,
    "N3 - R6": 6,
    "N3 - R31": 7,
    "N3 - R11": 7,
    "N3 - R1 C1": 8,
    "N3 - r1": 5,
    "N3 - R1,3": 7,
    "N3 - R123456": 11,
    "N3 - |": 6,
    "N3 | -": 3,
    "N3 -|-": 4,
    "N3 - | - | -": 9,
    "N3 -  | -": 5,
    "N\uff13 -": 1,
    "N3 c4>b2 R13 ": 13,
    "N3 c4 > b2": 5,
    "N3 C4>b2": 3,
    "N3 c4>B2": 6,
    "null": 0,
    "N3 -\0": 4,
}


def test_every_malformed_move_is_refused_at_its_place() -> None:
    assert {row["move"] for row in rows("invalid_moves")} == set(PLACES_IN_MOVES)
    for text, at in PLACES_IN_MOVES.items():
        with pytest.raises(InvalidMove) as caught:
            parse_move(text)
        assert caught.value.at == at, text


def test_every_position_of_the_data_is_read_and_printed_as_it_was() -> None:
    texts = [row[key] for row in rows("plays") for key in ("position", "after")]
    texts += [row["position"] for name in ("legal", "illegal", "leaves", "perft") for row in rows(name)]
    assert [text for text in texts if format_position(parse_position(text)) != text] == []
