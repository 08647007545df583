import random

import pytest

from service.rules import Color, LegalMoves, move_tree, parse_position, parse_slot
from tests.rules import reference
from tests.rules.boards import EMPTY, FULL, START, TWO_COLOR_START, changed, position_with
from tests.rules.positions import ONE_FITS, POINTS_TO_WIN, SHORT, TIE
from tests.rules.trees import moves_of_tree


@pytest.mark.parametrize("text", SHORT.values(), ids=SHORT.keys())
def test_the_flat_list_is_put_together_again_from_the_tree(text: str) -> None:
    tree = move_tree(parse_position(text))
    moves = reference.legal_moves(text)
    assert moves_of_tree(tree) == moves
    assert [push.total for push in tree] == [len(moves_of_tree([push])) for push in tree]


def test_random_trees_hold_the_flat_list() -> None:
    rng = random.Random(31)
    compared = 0
    while compared < 150:
        text = reference.random_position(rng, finished=False)
        if reference.count_legal_moves(text) <= 2000:
            assert moves_of_tree(move_tree(parse_position(text))) == reference.legal_moves(text)
            compared += 1


def test_a_tree_is_written_as_the_contract_says() -> None:
    text = changed(TIE, warehouses=f"{ONE_FITS},{EMPTY}", options="3", scores="1,0")
    [push] = move_tree(parse_position(text), parse_slot("E5"))
    assert push.as_dict() == {
        "slot": "E5",
        "out": "yellow",
        "total": 14,  # 1 + 3 + 7 with the copy, 1 + 1 + 1 without
        "warehouses": [
            {
                "color": "red",
                "groups": [
                    {"squares": ["a1", "b1"], "named": "a1"},
                    {"squares": ["a3", "a4"], "named": "a3"},
                    {"squares": ["e6", "f6"], "named": "a1"},
                ],
                "winning_points": 2,
                "options": [
                    {"action": "a1>c3", "rows": [1, 3], "columns": [2, 3, 4]},
                    {"action": "-", "rows": [1], "columns": [2]},
                ],
            }
        ],
    }


def test_erasures_stand_after_the_skip_with_what_is_left_to_sell() -> None:
    [push] = move_tree(position_with(turn="1", warehouses=f"{FULL},{EMPTY}"), parse_slot("N1"))
    [red] = push.warehouses
    assert [option.action for option in red.options][:3] == ["-", "xa1", "xb1"]
    assert len(red.options) == 26
    assert (red.options[0].rows, red.options[0].columns) == ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5))
    assert (red.options[8].action, red.options[8].rows, red.options[8].columns) == (
        "xc2",
        (1, 3, 4, 5),
        (1, 2, 4, 5),
    )


def test_each_push_tells_what_comes_out() -> None:
    #   b y y g r b
    #   g . . . . g
    #   r . . . . g
    #   g . . . . b
    #   y . . . . r
    #   y b r g r b
    tree = move_tree(position_with(START))
    out = {push.slot: push.out for push in tree}
    assert parse_slot("N5") not in out
    assert [out[parse_slot(f"S{k}")].letter for k in range(1, 7)] == list("byygrb")
    assert [out[parse_slot(f"N{k}")].letter for k in (1, 2, 3, 4, 6)] == list("ybrgb")
    assert [out[parse_slot(f"W{k}")].letter for k in range(1, 7)] == list("bggbrb")
    assert [out[parse_slot(f"E{k}")].letter for k in range(1, 7)] == list("bgrgyy")


def test_one_push_is_asked_for_alone() -> None:
    position = position_with(START)
    tree = move_tree(position)
    assert len(tree) == 23
    for push in tree:
        assert move_tree(position, push.slot) == (push,)
    assert move_tree(position, position.outer_slot) == ()


@pytest.mark.parametrize("fields", [{"scores": "0,17"}, {"seats": "!r,b"}, {"number": "100000"}])
def test_a_finished_game_has_no_choices(fields: dict[str, str]) -> None:
    assert move_tree(position_with(START, **fields)) == ()


@pytest.mark.parametrize(("text", "points"), POINTS_TO_WIN.values(), ids=POINTS_TO_WIN.keys())
def test_each_color_tells_the_points_with_which_it_wins(text: str, points: list[int | None]) -> None:
    for push in move_tree(parse_position(text)):
        assert [warehouse.winning_points for warehouse in push.warehouses] == points


def test_two_colors_have_their_choices_in_the_order_of_the_seat() -> None:
    position = position_with(TWO_COLOR_START, seats="y+b,g+r", turn="2")
    for push in move_tree(position):
        assert [warehouse.color for warehouse in push.warehouses] == [Color.GREEN, Color.RED]


def test_all_totals_make_the_length_of_the_list() -> None:
    for text in (
        TWO_COLOR_START,
        changed(TWO_COLOR_START, warehouses=f"{FULL}+{FULL},{FULL}+{FULL}", scores="16+0,16+0"),
    ):
        position = parse_position(text)
        assert sum(push.total for push in move_tree(position)) == LegalMoves(position).total
