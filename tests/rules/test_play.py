"""What a move does, step by step. Where the positions come from: positions.py."""

import pytest

from service.rules import IllegalMove, canonical_move, format_move, format_position, parse_move, parse_position, play
from tests.rules.agreement import agree_on_move
from tests.rules.boards import EMPTY, FULL, START, changed
from tests.rules.positions import FULL_BOTH, NO_ROOM, RED, TIE

Event = dict[str, object]

AFTER_N1 = "kyygrb/byrbgg/gyrbrg/rbrggb/gyyybr/ybrgrb"
PUSH_N1: Event = {"type": "push", "slot": "N1", "in": "black", "out": "yellow"}

# The same kiln with the black tile on a6, where N1 pushes it out; a yellow one goes in.
BLACK_OUT = changed(RED, kiln="byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/kbrgrb", outer="yN5")
AFTER_BLACK = "yyygrb/byrbgg/gyrbrg/rbrggb/gyyybr/ybrgrb"
PUSH_BLACK: Event = {"type": "push", "slot": "N1", "in": "yellow", "out": "black"}


def played(text: str, move: str) -> tuple[str, list[Event]]:
    """The fields after the kiln and the events; the reference must say the same."""
    agree_on_move(text, move)
    turn = play(parse_position(text), parse_move(move))
    return format_position(turn.position), [event.as_dict() for event in turn.events]


def warehouses(red: str, blue: str = EMPTY) -> str:
    return f"{red},{blue}"


def copied(color: str, square: str, target: str, cells: str) -> Event:
    return {"type": "copy", "color": color, "from": square, "to": target, "cells": cells.split(" ")}


def sold(color: str, rows: list[int], columns: list[int], points: int, score: int) -> Event:
    return {"type": "sell", "color": color, "rows": rows, "columns": columns, "points": points, "score": score}


def finished(reason: str, winner: int | None) -> Event:
    return {"type": "finish", "reason": reason, "winner": winner}


def test_a_push_and_a_copy() -> None:
    position, events = played(RED, "N1 c2>b3")
    assert events == [PUSH_N1, copied("red", "c2", "b3", "b3 b4 b5")]
    assert position == f"{AFTER_N1} yS1 r,b 5/5/1x3/1x3/1x3,{EMPTY} 0,0 2 17m 2"


def test_a_copy_beside_what_is_there_already() -> None:
    position, _ = played(changed(RED, warehouses=warehouses("x1x2/x1x2/x1x2/5/5")), "N1 c2>b1")
    assert position.split(" ")[3] == warehouses("xxx2/xxx2/xxx2/5/5")


def test_nothing_is_copied_where_nothing_fits() -> None:
    position, events = played(changed(RED, warehouses=warehouses(NO_ROOM)), "N1 -")
    assert events == [PUSH_N1, {"type": "skip", "color": "red"}]
    assert position == f"{AFTER_N1} yS1 r,b {NO_ROOM},{EMPTY} 0,0 2 17m 2"


def test_a_square_is_erased_instead() -> None:
    position, events = played(changed(RED, warehouses=warehouses(NO_ROOM)), "N1 xe4")
    assert events == [PUSH_N1, {"type": "erase", "color": "red", "cell": "e4"}]
    assert position.split(" ")[3] == warehouses("xxxxx/xxxxx/xxxxx/1xx2/x1xxx")


def test_a_copy_and_a_sale_of_the_rows_that_it_completes() -> None:
    #   . x x x x         x x x x x         . . . . .
    #   . x x x x   copy  x x x x x   R13   x x x x x
    #   . x x x x   ->    x x x x x   ->    . . . . .
    #   x . . . .         x . . . .         x . . . .
    #   . . . . .         . . . . .         . . . . .
    text = changed(RED, warehouses=warehouses("1xxxx/1xxxx/1xxxx/x4/5"), scores="2,9")
    position, events = played(text, "N1 c2>a1 R13")
    assert events == [PUSH_N1, copied("red", "c2", "a1", "a1 a2 a3"), sold("red", [1, 3], [], 3, 5)]
    assert position == f"{AFTER_N1} yS1 r,b 5/xxxxx/5/x4/5,{EMPTY} 5,9 2 17m 2"


def test_a_sale_of_columns_empties_them_and_nothing_else() -> None:
    position, events = played(changed(RED, warehouses=warehouses(NO_ROOM)), "N1 - C35")
    assert events == [PUSH_N1, {"type": "skip", "color": "red"}, sold("red", [], [3, 5], 3, 3)]
    assert position.split(" ")[3] == warehouses("xx1x1/xx1x1/xx1x1/1x3/x2x1")


def test_an_erasure_and_a_sale_of_what_is_still_complete() -> None:
    position, events = played(changed(RED, warehouses=warehouses(NO_ROOM)), "N1 xa2 R13")
    assert events == [PUSH_N1, {"type": "erase", "color": "red", "cell": "a2"}, sold("red", [1, 3], [], 3, 3)]
    assert position.split(" ")[3] == warehouses("5/1xxxx/5/1xx1x/x1xxx")


@pytest.mark.parametrize(
    ("lines", "points"), [("1", 1), ("12", 3), ("123", 6), ("1234", 10), ("12345", 15)], ids="12345"
)
def test_more_lines_at_once_bring_more_points(lines: str, points: int) -> None:
    text = changed(RED, warehouses=warehouses(FULL), options="29")
    for letter in "RC":
        position, events = played(text, f"N1 - {letter}{lines}")
        assert position.split(" ")[4] == f"{points},0"
        assert events[-1]["points"] == points


# ---- whose turn it is then -------------------------------------------------------------------------


def test_after_the_last_seat_the_first_one_plays() -> None:
    assert played(changed(START, warehouses=f"{FULL},{FULL}"), "N1 -")[0].split(" ")[5] == "1"


def test_a_seat_that_has_left_is_passed_over() -> None:
    text = changed(RED, seats="r,!b,!g,y", warehouses=",".join([EMPTY] * 4), scores="0,0,0,0")
    assert played(text, "N1 c2>a1")[0].split(" ")[5] == "4"
    assert played(changed(text, seats="r,!b,g,!y"), "N1 c2>a1")[0].split(" ")[5] == "3"
    last = changed(text, seats="!r,b,!g,y", turn="4", warehouses=",".join([FULL] * 4))
    assert played(last, "N1 -")[0].split(" ")[5] == "2"


def test_the_black_tile_coming_out_gives_an_extra_turn() -> None:
    position, events = played(BLACK_OUT, "N1 c2>b3")
    assert events == [
        PUSH_BLACK,
        copied("red", "c2", "b3", "b3 b4 b5"),
        {"type": "extra_turn", "reasons": ["black_tile"]},
    ]
    assert position == f"{AFTER_BLACK} kS1 r,b 5/5/1x3/1x3/1x3,{EMPTY} 0,0 1+ 17m 2"


def test_the_black_tile_going_in_gives_none() -> None:
    assert played(RED, "N1 c2>b3")[0].split(" ")[5] == "2"


def test_nothing_in_an_extra_turn_gives_another() -> None:
    text = changed(BLACK_OUT, turn="1+", warehouses=warehouses(FULL), scores="4,0", options="17h")
    position, events = played(text, "N1 - R1")
    assert [event["type"] for event in events] == ["push", "skip", "sell"]
    assert position.split(" ")[4:6] == ["5,0", "2"]


BONUS_SPACES = {5, 8, 14, 17, 19, 23, 26}


@pytest.mark.parametrize("score", range(1, 29))
def test_with_heating_up_a_sale_onto_a_bonus_space_gives_an_extra_turn(score: int) -> None:
    text = changed(RED, warehouses=warehouses(FULL), scores=f"{score - 1},0", options="29h")
    position, events = played(text, "N1 - R1")
    if score in BONUS_SPACES:
        assert events[-1] == {"type": "extra_turn", "reasons": ["bonus_space"]}
        assert position.split(" ")[5] == "1+"
    else:
        assert events[-1]["type"] == "sell"
        assert position.split(" ")[5] == "2"


def test_a_sale_over_a_bonus_space_gives_none() -> None:
    text = changed(RED, warehouses=warehouses(FULL), scores="4,0", options="29h")
    assert played(text, "N1 - R12")[0].split(" ")[4:6] == ["7,0", "2"]


def test_standing_on_a_bonus_space_without_a_sale_gives_none() -> None:
    text = changed(RED, warehouses=warehouses(FULL), scores="5,8", options="29h")
    assert played(text, "N1 -")[0].split(" ")[5] == "2"


def test_without_heating_up_a_bonus_space_gives_none() -> None:
    text = changed(RED, warehouses=warehouses(FULL), scores="4,0", options="29")
    assert played(text, "N1 - R1")[0].split(" ")[4:6] == ["5,0", "2"]


def test_both_reasons_at_once_give_one_extra_turn() -> None:
    text = changed(BLACK_OUT, warehouses=warehouses(FULL), scores="2,0", options="17h")
    position, events = played(text, "N1 - C45")
    assert events[-1] == {"type": "extra_turn", "reasons": ["black_tile", "bonus_space"]}
    assert position.split(" ")[4:] == ["5,0", "1+", "17h", "2"]


# ---- how a game ends -------------------------------------------------------------------------------


def test_reaching_the_target_wins_at_once() -> None:
    text = changed(RED, warehouses=warehouses(FULL), scores="16,0", options="17")
    position, events = played(text, "N1 - R1")
    assert events[2:] == [sold("red", [1], [], 1, 17), finished("target", 1)]
    assert position.split(" ")[4:] == ["17,0", "1", "17", "2"]
    assert parse_position(position).finished


def test_passing_the_target_wins_too() -> None:
    text = changed(RED, warehouses=warehouses(FULL), scores="16,0", options="17")
    position, events = played(text, "N1 - R12345")
    assert events[-1] == finished("target", 1)
    assert position.split(" ")[4] == "31,0"


def test_whoever_wins_has_no_extra_turn() -> None:
    text = changed(BLACK_OUT, warehouses=warehouses(FULL), scores="16,0", options="17h")
    for turn in ("1", "1+"):
        position, events = played(changed(text, turn=turn), "N1 - R1")
        assert [event["type"] for event in events] == ["push", "skip", "sell", "finish"]
        assert position.split(" ")[5] == "1"


def test_the_last_move_ends_the_game_without_a_winner() -> None:
    position, events = played(changed(RED, number="99999"), "N1 c2>a1")
    assert events[-1] == finished("move_limit", None)
    assert position.split(" ")[5:] == ["2", "17m", "100000"]


def test_the_last_move_gives_no_extra_turn_but_the_seat_that_had_it_would_be_next() -> None:
    position, events = played(changed(BLACK_OUT, number="99999"), "N1 c2>a1")
    assert [event["type"] for event in events] == ["push", "copy", "finish"]
    assert position.split(" ")[5:] == ["1", "17m", "100000"]


def test_the_last_move_can_win() -> None:
    text = changed(RED, warehouses=warehouses(FULL), scores="16,0", options="17", number="99999")
    position, events = played(text, "N1 - R1")
    assert events[-1] == finished("target", 1)
    assert position.split(" ")[5:] == ["1", "17", "100000"]


def test_a_left_seat_over_the_target_wins_nothing() -> None:
    text = changed(RED, seats="r,b,!g", warehouses=f"{EMPTY},{EMPTY},{EMPTY}", scores="0,0,20")
    position, events = played(text, "N1 c2>a1")
    assert [event["type"] for event in events] == ["push", "copy"]
    assert position.split(" ")[5] == "2"


# ---- two colors ------------------------------------------------------------------------------------


def two_color(**fields: str) -> str:
    return changed(FULL_BOTH, **fields)


def test_both_colors_act_before_either_sells() -> None:
    position, events = played(two_color(options="17m"), "N1 xa1 R2 | - C5")
    assert events[1:] == [
        {"type": "erase", "color": "red", "cell": "a1"},
        {"type": "skip", "color": "green"},
        sold("red", [2], [], 1, 4),
        sold("green", [], [5], 1, 5),
    ]
    assert position.split(" ")[3].split(",")[0] == "1xxxx/5/xxxxx/xxxxx/xxxxx+xxxx1/xxxx1/xxxx1/xxxx1/xxxx1"
    assert position.split(" ")[4:] == ["4+5,0+0", "2", "17m", "2"]


def test_colors_are_taken_in_the_order_of_the_seat() -> None:
    _, events = played(two_color(seats="g+r,b+y"), "N1 - | - R1")
    assert [event.get("color") for event in events[1:]] == ["green", "red", "red"]


def test_the_second_color_is_copied_although_the_first_sale_wins() -> None:
    text = two_color(scores="16+4,0+0", options="17m")
    position, events = played(text, "N1 - R1 | xb3")
    assert [event["type"] for event in events] == ["push", "skip", "erase", "sell", "finish"]
    assert position.split(" ")[3].split(",")[0].endswith("+xxxxx/xxxxx/x1xxx/xxxxx/xxxxx")
    assert position.split(" ")[4:6] == ["17+4,0+0", "1"]


def test_the_second_sale_can_win() -> None:
    _, events = played(two_color(scores="3+16,0+0"), "N1 - R1 | - R1")
    assert events[-1] == finished("target", 1)


def test_with_goal_both_one_score_is_not_enough() -> None:
    text = two_color(scores="16+4,0+0", options="17b")
    position, events = played(text, "N1 - R1 | - R1")
    assert events[-1] == sold("green", [1], [], 1, 5)
    assert position.split(" ")[4:6] == ["17+5,0+0", "2"]


def test_with_goal_both_the_second_score_wins() -> None:
    assert played(two_color(scores="16+16,0+0", options="17b"), "N1 - R1 | - R1")[1][-1] == finished("target", 1)
    assert played(two_color(scores="17+16,0+0", options="17b"), "N1 - | - R1")[1][-1] == finished("target", 1)
    assert played(two_color(scores="16+17,0+0", options="17b"), "N1 - R1 | -")[1][-1] == finished("target", 1)


def test_with_goal_both_a_score_stops_at_999() -> None:
    position, events = played(two_color(scores="990+0,0+0", options="17b"), "N1 - R12345 | -")
    assert events[-1] == sold("red", [1, 2, 3, 4, 5], [], 15, 999)
    assert position.split(" ")[4] == "999+0,0+0"


def test_heating_up_looks_at_each_score() -> None:
    text = two_color(scores="3+4,0+0", options="17h")
    assert played(text, "N1 - R1 | - R1")[1][-1] == {"type": "extra_turn", "reasons": ["bonus_space"]}
    assert played(two_color(scores="4+3,0+0", options="17h"), "N1 - R1 | - R1")[1][-1]["type"] == "extra_turn"
    both = played(two_color(scores="4+7,0+0", options="17h"), "N1 - R1 | - R1")[1]
    assert [event["type"] for event in both].count("extra_turn") == 1
    assert played(two_color(scores="4+4,0+0", options="17h"), "N1 - | -")[1][-1]["type"] == "skip"


# ---- the canonical form ----------------------------------------------------------------------------


@pytest.mark.parametrize("spelling", ["c2>b1", "c3>b2", "c4>b3"])
def test_a_group_may_be_called_by_any_of_its_squares(spelling: str) -> None:
    position = parse_position(RED)
    assert format_move(canonical_move(position, parse_move(f"N1 {spelling}"))) == "N1 c2>b1"
    assert play(position, parse_move(f"N1 {spelling}")) == play(position, parse_move("N1 c2>b1"))
    agree_on_move(RED, f"N1 {spelling}")


def test_of_tied_groups_of_one_shape_the_first_is_named() -> None:
    position = parse_position(TIE)
    for spelling in ("e6>c3", "f6>d3", "a1>c3", "b1>d3"):
        assert format_move(canonical_move(position, parse_move(f"E5 {spelling}"))) == "E5 a1>c3"
        agree_on_move(TIE, f"E5 {spelling}")
    assert format_move(canonical_move(position, parse_move("E5 a4>c3"))) == "E5 a3>c2"


def test_a_canonical_move_stays_as_it_is() -> None:
    for move in ("N1 c2>b1", "E4 c2>a1", "W6 c3>a3"):
        position = parse_position(RED)
        canonical = canonical_move(position, parse_move(move))
        assert canonical_move(position, canonical) == canonical


def test_playing_changes_nothing_of_the_position_before() -> None:
    position = parse_position(RED)
    before = format_position(position)
    turn = play(position, parse_move("N1 c2>b3"))
    assert format_position(position) == before
    assert turn.position != position
    with pytest.raises(IllegalMove):
        play(position, parse_move("N1 -"))
    assert format_position(position) == before
