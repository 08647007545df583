"""What a move does, step by step, and in which order its faults are looked for.

Most of these play red (seat 1) in the kiln of the start. N1 pushes the black tile into column a:

    b y y g r b        k y y g r b
    g y r b g g        b y r b g g
    r y r b r g   ->   g y r b r g      red's largest group is c2 c3 c4
    g b r g g b        r b r g g b
    y y y y b r        g y y y b r      a yellow tile comes out
    y b r g r b        y b r g r b
"""

import pytest

from service.rules import IllegalMove, canonical_move, format_move, format_position, parse_move, parse_position, play
from tests.rules.agreement import agree_on_move
from tests.rules.boards import EMPTY, FULL, START, TWO_COLOR_START, changed

Event = dict[str, object]

RED = changed(turn="1")
AFTER_N1 = "kyygrb/byrbgg/gyrbrg/rbrggb/gyyybr/ybrgrb"
PUSH_N1: Event = {"type": "push", "slot": "N1", "in": "black", "out": "yellow"}

# The same kiln with the black tile on a6, where N1 pushes it out; a yellow one goes in.
BLACK_OUT = changed(RED, kiln="byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/kbrgrb", outer="yN5")
AFTER_BLACK = "yyygrb/byrbgg/gyrbrg/rbrggb/gyyybr/ybrgrb"
PUSH_BLACK: Event = {"type": "push", "slot": "N1", "in": "yellow", "out": "black"}

#   x x x x x
#   x x x x x
#   x x x x x      a lone column of three fits nowhere here
#   . x x . x
#   x . x x x
NO_ROOM = "xxxxx/xxxxx/xxxxx/1xx1x/x1xxx"


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

# Seat 1 plays red and green, and both its warehouses are full.
FULL_BOTH = changed(
    TWO_COLOR_START, warehouses=f"{FULL}+{FULL},{EMPTY}+{EMPTY}", turn="1", options="17", scores="3+4,0+0"
)


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


# Red is to move, E5 pushes the black tile into row 5; red's pairs are then a1 b1, e6 f6 (of one shape) and a3 a4.
#   r r b b g g
#   g g b r y y
#   r g b b y g
#   r y r g y r
#   y g b g b y
#   b y b y r r
TIE = changed(RED, kiln="rrbbgg/ggbryy/rgbbyg/ryrgyr/ygbgby/bybyrr")


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


# ---- what is illegal -------------------------------------------------------------------------------

MESS = changed(RED, warehouses=warehouses(NO_ROOM))
NO_MESS = changed(MESS, options="17")
WINNING = two_color(scores="16+0,0+0", options="17m")

# Each rule alone, and with a later one that is broken too.
ILLEGAL = {
    "the game is over": (changed(scores="17,0", turn="1"), "N1 c2>a1", "game_over"),
    "the game is over, and the slot is the same": (changed(scores="17,0", turn="1"), "N5 c2>a1", "game_over"),
    "the move limit is reached": (changed(RED, number="100000"), "N1 c2>a1", "game_over"),
    "the others have left": (changed(RED, seats="r,!b"), "N1 c2>a1", "game_over"),
    "the slot is the same": (RED, "N5 c2>a1", "same_slot"),
    "the slot is the same, and there are two actions": (RED, "N5 - | -", "same_slot"),
    "two actions for one color": (RED, "N1 c2>a1 | c2>a1", "action_count"),
    "two actions for one color, the first on a wrong color": (RED, "N1 a1>a1 | c2>a1", "action_count"),
    "one action for two colors": (two_color(), "N1 -", "action_count"),
    "a square of another color": (RED, "N1 b2>a1", "wrong_color"),
    "a square of the color before the push only": (RED, "N1 a3>a1", "wrong_color"),
    "another color, off the warehouse": (RED, "N1 b2>e5", "wrong_color"),
    "the black tile": (RED, "N1 a1>a1", "wrong_color"),
    "a group that is not the largest": (RED, "N1 e1>a1", "not_largest"),
    "not the largest, onto a filled square": (MESS, "N1 e1>a1", "not_largest"),
    "over the lower edge": (RED, "N1 c2>a4", "off_warehouse"),
    "over the upper edge": (RED, "N1 c4>a2", "off_warehouse"),
    "over an edge, and partly onto filled squares": (MESS, "N1 c2>a5", "off_warehouse"),
    "onto a filled square": (MESS, "N1 c2>a2", "occupied"),
    "onto a filled square, and an incomplete sale": (MESS, "N1 c2>a2 R4", "occupied"),
    "nothing, though the group fits": (RED, "N1 -", "must_copy"),
    "an erasure, though the group fits": (RED, "N1 xa1", "must_copy"),
    "an erasure, though the group fits, without the mess": (changed(RED, options="17"), "N1 xa1", "must_copy"),
    "nothing, though the group fits, and an incomplete sale": (RED, "N1 - R1", "must_copy"),
    "an erasure without the mess": (NO_MESS, "N1 xa1", "erase_disabled"),
    "an erasure of nothing without the mess": (NO_MESS, "N1 xa4", "erase_disabled"),
    "an erasure of nothing": (MESS, "N1 xa4", "erase_empty"),
    "an erasure of nothing, and an incomplete sale": (MESS, "N1 xa4 R4", "erase_empty"),
    "an incomplete row": (MESS, "N1 - R4", "line_incomplete"),
    "one of two rows incomplete": (MESS, "N1 - R14", "line_incomplete"),
    "the last of two rows incomplete": (MESS, "N1 - R35", "line_incomplete"),
    "an incomplete column": (MESS, "N1 - C1", "line_incomplete"),
    "a row that the erasure has broken": (MESS, "N1 xa1 R1", "line_incomplete"),
    "a row that is complete as a column only": (
        changed(RED, warehouses="1x3/5/5/5/1x3,5/5/5/5/5"),
        "N1 c2>b2 R2",
        "line_incomplete",
    ),
    "a second sale after one that wins": (WINNING, "N1 - R1 | - R1", "sale_after_win"),
    "a second sale that is incomplete after one that wins": (WINNING, "N1 - R1 | xa1 R1", "sale_after_win"),
    "a bad second action before a sale after the win": (
        changed(WINNING, warehouses=f"{FULL}+{NO_ROOM},{EMPTY}+{EMPTY}"),
        "N1 - R1 | xa4 R1",
        "erase_empty",
    ),
    "a bad first sale before a bad second action": (WINNING, "N1 xa1 R1 | b1>a1", "line_incomplete"),
    "a bad first action before a bad second one": (two_color(), "N1 xa1 | b1>a1", "erase_disabled"),
    "a bad second action": (two_color(), "N1 - | xa1", "erase_disabled"),
    "a bad second sale": (two_color(options="17m"), "N1 - | xa1 R1", "line_incomplete"),
}


@pytest.mark.parametrize(("text", "move", "rule"), ILLEGAL.values(), ids=ILLEGAL.keys())
def test_an_illegal_move_tells_the_first_rule_that_it_breaks(text: str, move: str, rule: str) -> None:
    agree_on_move(text, move)
    for check in (play, canonical_move):
        with pytest.raises(IllegalMove) as caught:
            check(parse_position(text), parse_move(move))
        assert (caught.value.rule, caught.value.move) == (rule, move)
        assert caught.value.number == int(text.rpartition(" ")[2])


EXPLANATIONS = {
    "wrong_color": (RED, "N1 b2>a1", "b2 holds no red tile after the push"),
    "not_largest": (RED, "N1 e1>a1", "the tile on e1 belongs to no largest red group"),
    "off_warehouse": (RED, "N1 c2>a4", "on a4 the shape would stick out of the warehouse"),
    "occupied": (MESS, "N1 c2>a2", "the shape would land on a2, which is filled"),
    "must_copy": (RED, "N1 -", "the largest red group fits, so it must be copied"),
    "erase_disabled": (NO_MESS, "N1 xa1", "erasing needs the variant fixing the mess"),
    "erase_empty": (MESS, "N1 xa4", "a4 of the red warehouse is empty already"),
    "line_incomplete": (MESS, "N1 - R14", "row 4 is not complete"),
    "action_count": (RED, "N1 - | -", "the seat plays 1 color(s), the move has 2 action(s)"),
    "sale_after_win": (WINNING, "N1 - R1 | - R1", "the first sale has already won the game"),
    "game_over": (changed(scores="17,0", turn="1"), "N1 -", "the game has ended"),
}


@pytest.mark.parametrize(("text", "move", "explanation"), EXPLANATIONS.values(), ids=EXPLANATIONS.keys())
def test_an_illegal_move_is_explained(text: str, move: str, explanation: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        play(parse_position(text), parse_move(move))
    assert caught.value.explanation == explanation


def test_with_a_tie_nothing_may_be_copied_when_one_of_the_groups_fits_nowhere() -> None:
    #   x x x x x
    #   x x x x .
    #   x x . . x      a lying pair fits on c3, an upright one nowhere
    #   x x x x .
    #   . x x x x
    text = changed(TIE, warehouses=f"xxxxx/xxxx1/xx2x/xxxx1/1xxxx,{EMPTY}")
    for move in ("E5 -", "E5 xa1", "E5 a1>c3", "E5 e6>c3"):
        agree_on_move(text, move)
        play(parse_position(text), parse_move(move))
    with pytest.raises(IllegalMove) as caught:
        play(parse_position(text), parse_move("E5 a3>c3"))
    assert caught.value.rule == "occupied"


def test_playing_changes_nothing_of_the_position_before() -> None:
    position = parse_position(RED)
    before = format_position(position)
    turn = play(position, parse_move("N1 c2>b3"))
    assert format_position(position) == before
    assert turn.position != position
    with pytest.raises(IllegalMove):
        play(position, parse_move("N1 -"))
    assert format_position(position) == before
