"""The naive reference holds the right values of tests/rules/data, and agrees with itself."""

import hashlib
import json
import random
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.rules import reference
from tests.rules.reference.state import read_position, write_position

HERE = Path(__file__).parent
TWO_COLOR = "+"


def rows(name: str) -> list[dict[str, Any]]:
    """The objects of a data file."""
    found = [json.loads(line) for line in (HERE / "data" / f"{name}.jsonl").read_text("utf-8").splitlines()]
    assert found
    return found


def seats(position: str) -> str:
    return position.split(" ")[2]


def random_positions(seed: int, count: int, *, two_color: bool | None = None) -> list[str]:
    rng = random.Random(seed)
    return [reference.random_position(rng, two_color=two_color) for _ in range(count)]


def test_every_seed_gives_its_start() -> None:
    wrong = [row for row in rows("starts") if reference.start_position(row["seed"], row["seats"]) != row["position"]]
    assert wrong == []


def test_a_fixed_first_seat_and_other_options_change_nothing_else_of_a_start() -> None:
    drawn = reference.start_position(0, [["r"], ["b"], ["g"]])
    fixed = reference.start_position(0, [["r"], ["b"], ["g"]], "20h", first_seat=3)
    assert drawn.endswith(" 0,0,0 1 17m 1")
    assert fixed == drawn.replace(" 0,0,0 1 17m 1", " 0,0,0 3 20h 1")


def test_every_legal_list_is_complete_and_in_canonical_order() -> None:
    wrong = []
    for row in rows("legal"):
        moves = reference.legal_moves(row["position"])
        ends = (moves[0], moves[-1]) if moves else (None, None)
        digest = hashlib.sha256("\n".join(moves).encode()).hexdigest()
        if (len(moves), *ends, digest) != (row["total"], row["first"], row["last"], row["sha256"]):
            wrong.append(row)
    assert wrong == []


def test_counting_gives_the_length_of_the_legal_list() -> None:
    wrong = [row for row in rows("legal") if reference.count_legal_moves(row["position"]) != row["total"]]
    assert wrong == []


def test_every_move_leads_to_its_position_and_winner() -> None:
    wrong = []
    for row in rows("plays"):
        played = reference.play(row["position"], row["move"])
        right = (row.get("canonical", row["move"]), row["after"], row["winner"])
        if (played.move, played.position, played.winner) != right:
            wrong.append((row, played))
    assert wrong == []


def test_every_illegal_move_breaks_its_rule_first() -> None:
    wrong = []
    for row in rows("illegal"):
        broken = reference.first_broken_rule(row["position"], row["move"])
        if broken != row["rule"]:
            wrong.append((row, broken))
    assert wrong == []


def test_every_game_comes_to_its_end() -> None:
    for row in rows("games"):
        position, winner = row["start"], None
        for move in row["moves"]:
            _, position, winner, _ = reference.play(position, move)
        assert (position, winner) == (row["end"], row["winner"])


def test_perft_to_depth_one_is_right() -> None:
    counted = [(row["perft"][0], reference.perft(row["position"], 1)) for row in rows("perft")]
    assert [right for right, _ in counted] == [found for _, found in counted]


# The two-color start has 74 575 900 sequences of two moves: minutes for this implementation, and no job for it.
@pytest.mark.parametrize("row", [row for row in rows("perft") if TWO_COLOR not in seats(row["position"])])
def test_perft_to_depth_two_is_right(row: dict[str, Any]) -> None:
    assert reference.perft(row["position"], 2) == row["perft"][1]


def test_every_leaver_leaves_the_right_position_and_winner() -> None:
    wrong = [
        row
        for row in rows("leaves")
        if reference.leave(row["position"], row["leaves"]) != (row["after"], row["winner"])
    ]
    assert wrong == []


def test_only_the_valid_position_is_valid() -> None:
    wrong = [
        row["why"]
        for row in rows("invalid_positions")
        if reference.is_position(row["position"]) != (row["why"] == "valid")
    ]
    assert wrong == []


def test_no_malformed_move_is_a_move() -> None:
    assert [row for row in rows("invalid_moves") if reference.is_move(row["move"])] == []


def test_every_position_and_move_of_the_data_is_well_formed() -> None:
    played = rows("plays")
    positions = [row[key] for row in played for key in ("position", "after")]
    positions += [row["position"] for name in ("legal", "illegal", "leaves", "perft") for row in rows(name)]
    moves = [row["move"] for row in [*played, *rows("illegal")]]
    assert [text for text in positions if not reference.is_position(text)] == []
    assert [text for text in positions if write_position(read_position(text)) != text] == []
    assert [text for text in moves if not reference.is_move(text)] == []


def test_a_copy_and_a_sale_onto_a_bonus_space_are_told_with_both_reasons_for_the_extra_turn() -> None:
    #   before     S4 pushed   green's warehouse
    #   gyykrr       gyybrr    . . x . .
    #   yygbyb       yyggyb    . . . . .
    #   byrggr       byrrgr    . . . . .
    #   rgbrrb       rgbgrb    . . x . .
    #   ygbgbr       ygbrbr    . . x . .
    #   gbbryg       gbbyyg    b4+b5 and c2+d2 are tied
    position = (
        "gyykrr/yygbyb/byrggr/rgbrrb/ygbgbr/gbbryg yW5 r,b,g,y"
        " xxxxx/1x2x/xxxxx/xx3/xxxxx,5/5/5/5/5,2x2/5/5/2x2/2x2,1xxx1/xxxx1/xxxx1/xxxxx/1xxxx 3,14,4,7 3 17mh 1"
    )
    played = reference.play(position, "S4 b5>c3 C3")
    assert played.move == "S4 b4>c2 C3"
    assert played.position == (
        "gyybrr/yyggyb/byrrgr/rgbgrb/ygbrbr/gbbyyg kN4 r,b,g,y"
        " xxxxx/1x2x/xxxxx/xx3/xxxxx,5/5/5/5/5,5/5/5/5/5,1xxx1/xxxx1/xxxx1/xxxxx/1xxxx 3,14,5,7 3+ 17mh 2"
    )
    assert played.winner is None
    assert played.events == [
        {"type": "push", "slot": "S4", "in": "yellow", "out": "black"},
        {"type": "copy", "color": "green", "from": "b4", "to": "c2", "cells": ["c2", "c3"]},
        {"type": "sell", "color": "green", "rows": [], "columns": [3], "points": 1, "score": 5},
        {"type": "extra_turn", "reasons": ["black_tile", "bonus_space"]},
    ]


def test_both_colors_act_before_a_first_sale_that_wins() -> None:
    position = (
        "gbrybr/gyggyb/ggggyy/bbbryr/rkyrrr/gybbry bN3 b+g,r+y"
        " 1xx1x/5/xx2x/2x2/2xx1+xx1xx/xxxxx/xxxxx/xxxxx/xxxxx,1xxxx/xxxxx/xxx1x/1xx2/xxx1x+2xx1/5/5/5/x4"
        " 0+15,19+17 2 20m 60637"
    )
    played = reference.play(position, "W5 xc4 R2 | e2>b3")
    assert played.winner == 2
    assert played.events == [
        {"type": "push", "slot": "W5", "in": "blue", "out": "red"},
        {"type": "erase", "color": "red", "cell": "c4"},
        {"type": "copy", "color": "yellow", "from": "e2", "to": "b3", "cells": ["b3", "b4", "c4", "b5"]},
        {"type": "sell", "color": "red", "rows": [2], "columns": [], "points": 1, "score": 20},
        {"type": "finish", "reason": "target", "winner": 2},
    ]


def test_the_last_move_ends_the_game_without_an_extra_turn() -> None:
    position = (
        "krrrrr/rrrryy/gyyyyy/yggggg/gbgbbb/bybbbb gN4 !y,r,g,b"
        " x1xxx/x1xxx/xxxxx/x1xx1/xxxxx,xxxxx/x1xxx/xxxxx/xxxxx/xxxxx,xxxxx/xxxxx/xxxxx/xxxxx/x1xxx,"
        "x2x1/x3x/1x3/2x1x/3xx 8,25,25,22 4 28m 99999"
    )
    played = reference.play(position, "E1 -")
    assert played.events == [
        {"type": "push", "slot": "E1", "in": "green", "out": "black"},
        {"type": "skip", "color": "blue"},
        {"type": "finish", "reason": "move_limit", "winner": None},
    ]
    assert reference.outcome(played.position) == {"reason": "move_limit", "winner": None}
    assert reference.legal_moves(played.position) == []


def test_an_illegal_move_is_not_played_and_a_seat_that_is_out_cannot_leave() -> None:
    start = reference.start_position(0, [["r"], ["b"], ["g"]])
    with pytest.raises(ValueError, match="same_slot"):
        reference.play(start, "N1 -")
    with pytest.raises(ValueError, match="cannot leave"):
        reference.leave(reference.leave(start, 2)[0], 2)


def test_random_positions_are_valid_and_of_every_sort() -> None:
    positions = random_positions(1, 1000)
    assert [text for text in positions if not reference.is_position(text)] == []
    assert [text for text in positions if write_position(read_position(text)) != text] == []
    seen: Counter[str] = Counter()
    for text in positions:
        state = read_position(text)
        result = reference.outcome(text)
        seen[result["reason"] if result else "running"] += 1
        seen["two colors" if TWO_COLOR in seats(text) else f"{len(state.seats)} seats"] += 1
        seen.update(f"option {letter}" for letter in text.split(" ")[6] if letter.isalpha())
        seen["extra turn"] += state.extra
        seen["a seat has left"] += any(state.left) and result is None
        seen["a full warehouse"] += any(len(filled) == 25 for filled in state.warehouses.values())
        seen["black in the kiln"] += state.outer != "k"
    assert min(seen.values()) >= 10, seen
    assert set(seen) >= {
        *("running", "target", "last_seat", "move_limit", "2 seats", "3 seats", "4 seats", "two colors"),
        *("option m", "option h", "option b", "extra turn", "a seat has left", "a full warehouse"),
    }


def test_every_listed_move_is_legal_canonical_and_leads_to_a_valid_position() -> None:
    for position in random_positions(2, 150):
        moves = list(islice(reference.iter_legal_moves(position), 3000))
        assert len(set(moves)) == len(moves)
        assert bool(moves) == (reference.outcome(position) is None)
        for move in moves[:: 1 + len(moves) // 20]:
            assert reference.first_broken_rule(position, move) is None
            played = reference.play(position, move)
            assert played.move == move
            assert reference.is_position(played.position), (position, move)


def test_an_attempt_breaks_a_rule_exactly_when_its_canonical_form_is_not_listed() -> None:
    rng = random.Random(3)
    broken: Counter[str | None] = Counter()
    for position in random_positions(4, 150, two_color=False):
        listed = set(reference.legal_moves(position))
        for _ in range(12):
            move = reference.random_attempt(rng, position)
            assert reference.is_move(move)
            rule = reference.first_broken_rule(position, move)
            broken[rule] += 1
            if rule is None:
                assert reference.play(position, move).move in listed, (position, move)
            else:
                assert move not in listed, (position, move)
    for position in random_positions(5, 150, two_color=True):
        broken.update(reference.first_broken_rule(position, reference.random_attempt(rng, position)) for _ in range(12))
    assert set(broken) == {
        *(None, "game_over", "same_slot", "action_count", "wrong_color", "not_largest", "off_warehouse"),
        *("occupied", "must_copy", "erase_disabled", "erase_empty", "sale_after_win", "line_incomplete"),
    }


def test_a_seat_that_leaves_leaves_a_valid_position() -> None:
    for position in random_positions(6, 300):
        if reference.outcome(position) is None:
            for seat in read_position(position).seats_in():
                after, winner = reference.leave(position, seat)
                assert reference.is_position(after), (position, seat)
                result = reference.outcome(after)
                assert winner == (result["winner"] if result else None)


def test_random_games_are_played_from_each_position_to_the_next() -> None:
    rng = random.Random(7)
    ended = 0
    for _ in range(20):
        game = reference.random_game(rng)
        following = [reference.play(position, move).position for position, move in game]
        assert [position for position, _ in game[1:]] == following[:-1]
        ended += reference.outcome(following[-1]) is not None
    assert ended >= 15
    assert len(reference.random_game(rng, reference.start_position(0, [["r"], ["b"]]), limit=5)) == 5


def test_one_seed_gives_the_same_random_positions_again() -> None:
    assert random_positions(8, 20) == random_positions(8, 20)


def test_the_reference_shares_no_code_with_the_service() -> None:
    sources = list((HERE / "reference").glob("*.py"))
    assert sources
    assert [
        path.name for path in sources if "from service" in path.read_text() or "import service" in path.read_text()
    ] == []
